#include "suite/log/csv_log.hpp"

#include "suite/numeric/decimal.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

std::vector<Action> members(const ActionSet& set) {
  std::vector<Action> actions;
  for (Action i = 0; i < set.size(); ++i) actions.push_back(set[i]);
  return actions;
}

TEST_CASE("csv_log: columns in any order, ignored ones reported") {
  const auto [log, report] = read_csv_log(
      "x_b,timestamp,reward,user,action,x_a,propensity,\n"
      "0.5,2024-01-01,1,u1,red,-2,0.25,9\n"
      "1e-3,,0.5,u2,blue,+3,1,9\n"
      "7,\"now, or so\",-1,u1,red,.25,0.5,9\n",
      "memory");
  log.check();
  CHECK(log.size() == 3);
  CHECK(log.action_count == 2);
  CHECK(log.action_names == Names{"blue", "red"});
  CHECK(log.actions == std::vector<Action>{1, 0, 1});
  CHECK(log.rewards == Numbers{1, 0.5, -1});
  CHECK(log.propensities == Numbers{0.25, 1, 0.5});
  CHECK(log.timestamps == Names{"2024-01-01", "", "now, or so"});
  CHECK(log.dimension == 3);
  CHECK(log.feature_names == Names{"x_b", "x_a", "intercept"});
  CHECK(log.contexts == Numbers{0.5, -2, 1, 1e-3, 3, 1, 7, 0.25, 1});
  CHECK_FALSE(log.has_pools());
  CHECK(report.lines == 3);
  CHECK(report.records == 3);
  CHECK(report.bad_lines == 0);
  CHECK(report.first_bad.empty());
  CHECK(report.ignored_columns == Names{"user", ""});
}

TEST_CASE("csv_log: the least log") {
  const auto [log, report] = read_csv_log("action,reward\na,1", "memory", {.intercept = false});
  log.check();
  CHECK(log.size() == 1);
  CHECK(log.dimension == 0);
  CHECK(log.contexts.empty());
  CHECK(log.feature_names.empty());
  CHECK(log.propensities.empty());
  CHECK(log.timestamps.empty());
  CHECK(log.pools.empty());
}

TEST_CASE("csv_log: pools are sorted, stored once, and feed the dictionary") {
  const auto log = read_csv_log(
                       "pool,action,reward\n"
                       "c b a,b,1\n"
                       "a  b c ,a,0\n"
                       "d,d,0\n"
                       "c b a,c,1\n"
                       "e d,e,0\n",
                       "memory")
                       .log;
  log.check();
  CHECK(log.action_names == Names{"a", "b", "c", "d", "e"});
  CHECK(log.actions == std::vector<Action>{1, 0, 3, 2, 4});
  CHECK(log.pools == std::vector<std::uint32_t>{0, 0, 1, 0, 2});
  CHECK(log.pool_table.size() == 3);
  CHECK(members(log.available(0)) == std::vector<Action>{0, 1, 2});
  CHECK(members(log.available(2)) == std::vector<Action>{3});
  CHECK(members(log.available(4)) == std::vector<Action>{3, 4});
}

TEST_CASE("csv_log: ever new orders of a pool outgrow the memory of cells and change nothing") {
  // 4000 cells of 1.5 kB are more than the megabyte that is kept.
  Names tokens;
  for (int i = 0; i < 300; ++i) tokens.push_back("t" + std::to_string(1000 + i));
  std::string text = "action,reward,pool\n";
  Draws draws(derive_key(1, "log", "csv_log_test"), 0);
  std::vector<std::string> expected;
  for (int line = 0; line < 4000; ++line) {
    for (std::uint32_t i = 299; i > 0; --i) std::swap(tokens[i], tokens[draws.below(i + 1)]);
    expected.push_back(tokens[draws.below(300)]);
    text += expected.back() + ",1,";
    for (const auto& token : tokens) text += token + " ";
    text += "\n";
  }
  text += tokens[0] + ",1," + tokens[0] + "\n";
  expected.push_back(tokens[0]);
  const auto log = read_csv_log(text, "memory").log;
  log.check();
  CHECK(log.pool_table.size() == 2);
  CHECK(log.action_count == 300);
  for (std::size_t i = 0; i < log.size(); ++i)
    REQUIRE(log.action_names[log.actions[i]] == expected[i]);
}

TEST_CASE("csv_log: bad lines add nothing to the dictionary or the pools") {
  const auto [log, report] = read_csv_log(
      "action,reward,pool,x_1\n"
      "new1,oops,new1 new2,0\n"
      "new3,1,new3 new4,oops\n"
      "new5,1,new6,0\n"
      "b,1,b a,0\n"
      "new7,1,b a,0\n"
      "a,0,b a,2\n"
      "a,0,a,0\n",
      "memory", {.skip_bad_lines = true});
  log.check();
  CHECK(log.action_names == Names{"a", "b"});
  CHECK(log.pool_table.size() == 2);
  CHECK(log.contexts == Numbers{0, 1, 2, 1, 0, 1});
  CHECK(report.lines == 7);
  CHECK(report.records == 3);
  CHECK(report.bad_lines == 4);
}

TEST_CASE("csv_log: the same pool on every line is no pool") {
  const auto log =
      read_csv_log("action,reward,pool\na,1,a b c\nb,0,c b a\na,1,b a  c\n", "memory").log;
  log.check();
  CHECK_FALSE(log.has_pools());
  CHECK(log.pool_table.size() == 0);
  CHECK(log.action_count == 3);
}

TEST_CASE("csv_log: names in any case, rewards true and false, propensities off by roundoff") {
  const auto [log, report] = read_csv_log(
      "Action,REWARD,Propensity,X_a,x_b\na,true,1.0000000000000002,1,2\nb,False,0.5,3,4\n",
      "memory", {.intercept = false});
  log.check();
  CHECK(log.rewards == Numbers{1, 0});
  CHECK(log.propensities == Numbers{1, 0.5});
  CHECK(log.feature_names == Names{"X_a", "x_b"});
  CHECK(report.ignored_columns.empty());
  // The exact name is preferred; a propensity of 1.01 is no roundoff.
  CHECK(read_csv_log("Reward,action,reward\n5,a,1\n", "memory").log.rewards == Numbers{1});
  CHECK_THROWS_AS(read_csv_log("action,reward,propensity\na,1,1.01\n", "memory"), DataError);
}

TEST_CASE("csv_log: features by name and pattern, clusters, another separator") {
  const std::string text =
      "action;reward;user;age;geo_1;geo_2;note\na;1;u1;30;1;2;x\nb;0;u2;40;3;4;y\na;0;u1;50;5;6;"
      "z\n";
  const auto [log, report] = read_csv_log(
      text, "memory",
      {.intercept = false, .separator = ';', .features = {"geo_*", "Age"}, .cluster = "user"});
  log.check();
  CHECK(log.feature_names == Names{"age", "geo_1", "geo_2"});
  CHECK(log.contexts == Numbers{30, 1, 2, 40, 3, 4, 50, 5, 6});
  CHECK(report.clusters == std::vector<std::uint32_t>{0, 1, 0});
  CHECK(report.ignored_columns == Names{"note"});
  // A bad line has no cluster.
  const auto skipped = read_csv_log("action,reward,user\na,1,u\nb,oops,v\na,1,w\n", "memory",
                                    {.skip_bad_lines = true, .cluster = "user"});
  CHECK(skipped.report.clusters == std::vector<std::uint32_t>{0, 1});
}

TEST_CASE("csv_log: names that are not UTF-8 are reported") {
  const auto odd = read_csv_log("action,reward\ncaf\xe9,1\nb,0\n", "memory").report;
  REQUIRE(odd.warnings.size() == 1);
  CHECK(odd.warnings[0].find(R"(1 action name is not UTF-8 (Latin-1?), the first is "caf\xe9")") !=
        std::string::npos);
  CHECK(read_csv_log("action,reward\ncaf\xc3\xa9,1\nb,0\n", "memory").report.warnings.empty());
}

TEST_CASE("csv_log: tokens may be anything, also with quotes, spaces and line breaks") {
  const auto log =
      read_csv_log(
          "action,reward\n\"a,b\",1\n\"say \"\"x\"\"\",1\n\"two\nlines\",1\n a ,1\n\xc3\xa9,1\n",
          "memory")
          .log;
  CHECK(log.action_names == Names{" a ", "a,b", "say \"x\"", "two\nlines", "\xc3\xa9"});
}

// A log of random numbers, written by to_decimal (its own test says that from_chars reads the same
// bits back).
struct Written {
  std::string text;
  Log log;
};
Written random_log(std::size_t records, std::size_t features, const std::string& line_end) {
  Written written;
  written.text = "action,reward,propensity";
  for (std::size_t f = 0; f < features; ++f) written.text += ",x_" + std::to_string(f);
  written.text += line_end;
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws(derive_key(2, "log", "csv_log_test"), i);
    const std::uint32_t action = draws.below(20);
    written.log.rewards.push_back(draws.below(2));
    written.log.propensities.push_back(1 - draws.uniform());
    written.text += "item" + std::to_string(action) + "," +
                    numeric::to_decimal(written.log.rewards.back()) + "," +
                    numeric::to_decimal(written.log.propensities.back());
    written.log.timestamps.push_back("item" + std::to_string(action));
    for (std::size_t f = 0; f < features; ++f) {
      written.log.contexts.push_back(draws.normal());
      written.text += "," + numeric::to_decimal(written.log.contexts.back());
    }
    written.text += line_end;
  }
  return written;
}

TEST_CASE("csv_log: room is reserved by the first lines, whatever the later ones are") {
  for (const bool shorter_later : {true, false}) {
    INFO("shorter later: " << shorter_later);
    std::string text = "action,reward,note\n";
    constexpr std::size_t lines = 20'000;
    for (std::size_t i = 0; i < lines; ++i) {
      text += std::to_string(i % 11) + "," + std::to_string(i % 13) + ",";
      if ((i < lines / 2) == shorter_later) text += std::string(60, 'n');
      text += "\n";
    }
    const Log log = read_csv_log(text, "memory").log;
    REQUIRE(log.size() == lines);
    for (std::size_t i = 0; i < lines; ++i) {
      REQUIRE(log.action_names[log.actions[i]] == std::to_string(i % 11));
      REQUIRE(log.rewards[i] == static_cast<double>(i % 13));
    }
  }
}

TEST_CASE("csv_log: the room reserved fits the log") {
  std::string text = "action,reward,x_1\n";
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i % 40) + ",0,0.5\n";
  const Log log = read_csv_log(text, "memory").log;
  CHECK(log.rewards.capacity() < 1.05 * static_cast<double>(log.size()));
  CHECK(log.contexts.capacity() < 1.05 * static_cast<double>(log.contexts.size()));
}

TEST_CASE("csv_log: plain, gzip, CRLF and memory give the same log to the last bit") {
  const TemporaryFolder folder;
  const Written unix_text = random_log(20'000, 7, "\n");
  const Written dos_text = random_log(20'000, 7, "\r\n");
  const TableOptions options{.intercept = false};
  const std::vector<TableLog> logs{
      read_csv_log(folder.write("a.csv", unix_text.text), options),
      read_csv_log(folder.write("a.csv.gz", gzip(unix_text.text)), options),
      read_csv_log(folder.write("b.csv", dos_text.text), options),
      read_csv_log(folder.write("b.gz", gzip("\xef\xbb\xbf" + dos_text.text)), options),
      read_csv_log(unix_text.text, "memory", options)};
  for (const auto& [log, report] : logs) {
    log.check();
    CHECK(report.records == 20'000);
    CHECK(log.rewards == unix_text.log.rewards);
    CHECK(log.propensities == unix_text.log.propensities);
    CHECK(log.contexts == unix_text.log.contexts);
    bool tokens_agree = true;
    for (std::size_t i = 0; i < log.size(); ++i) {
      tokens_agree =
          tokens_agree && log.action_names[log.actions[i]] == unix_text.log.timestamps[i];
    }
    CHECK(tokens_agree);
  }
}

}  // namespace
}  // namespace replaybench
