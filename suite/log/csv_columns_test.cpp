// Columns that have other names, texts as features, segments, target policies and reward models.

#include <cmath>

#include "suite/log/csv_log.hpp"
#include "suite/log/text_features.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/feature_hash.hpp"

namespace replaybench {
namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

TableLog read(const std::string& text, const TableOptions& options) {
  TableLog read = read_csv_log(text, "log.csv", options);
  read.log.check();
  return read;
}

TableOptions without_intercept() { return {.intercept = false}; }

template <class Thrown>
std::string message(const std::string& text, const TableOptions& options) {
  return message_of<Thrown>([&] { read(text, options); });
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("csv columns: roles by other names give the same log") {
  const std::string rows = "a,1,0.5,a b,t1\nb,0,0.25,a b,t2\nc,1,1,c,t3\n";
  const Log plain = read("action,reward,propensity,pool,timestamp\n" + rows, {}).log;
  TableOptions options;
  options.columns = {{"action", "item_id"},
                     {"reward", "Click"},
                     {"propensity", "ps"},
                     {"pool", "shown"},
                     {"timestamp", "time"}};
  const auto [log, report] = read("item_id,click,ps,shown,time\n" + rows, options);
  CHECK(log.actions == plain.actions);
  CHECK(log.rewards == plain.rewards);
  CHECK(log.propensities == plain.propensities);
  CHECK(log.pools == plain.pools);
  CHECK(log.timestamps == plain.timestamps);
  CHECK(report.ignored_columns.empty());
}

TEST_CASE("csv columns: a role's own name may belong to another column, or to none") {
  TableOptions options;
  options.columns = {{"action", "arm"}, {"propensity", ""}};
  const auto [log, report] = read("action,arm,reward,propensity\nx,a,1,7\ny,b,0,7\n", options);
  CHECK(log.action_names == Names{"a", "b"});
  CHECK_FALSE(log.has_propensities());
  CHECK(report.ignored_columns == Names{"action", "propensity"});
  // The timestamp is the column named so, unless that has the role of the reward.
  options.columns = {{"reward", "timestamp"}};
  CHECK(read("action,timestamp\na,1\n", options).log.timestamps.empty());
}

TEST_CASE("csv columns: everything that is wrong with the roles, with the nearest names") {
  TableOptions options;
  options.columns = {{"action", "item"}, {"reward", "clik"}, {"propensty", "ps"}};
  const std::string said = message<SpecErrors>("item_id,click,ps\na,1,1\n", options);
  CHECK(contains(said, "log.csv has no column \"clik\" (did you mean \"click\"?)"));
  CHECK(contains(said, "unknown role \"propensty\" (did you mean \"propensity\"?)"));
  CHECK(contains(said, "has no column \"item\""));
  options.columns = {{"action", "x"}, {"reward", "x"}};
  CHECK(contains(message<SpecErrors>("x\n1\n", options),
                 "column \"x\" is already the log's action; a column has one role"));
  options.columns = {{"action", ""}};
  CHECK(contains(message<SpecErrors>("action,reward\na,1\n", options),
                 "action has no column after its =; a log needs one"));
  options.columns = {{"propensity", "reward"}};
  CHECK(contains(message<SpecErrors>("action,reward\na,1\n", options), "is already the log's"));
}

TEST_CASE("csv columns: categorical values in natural order, whatever the order of the lines") {
  TableOptions options;
  options.categorical = {"device", "country"};
  const std::string header = "action,country,reward,x_age,device\n";
  const auto [log, report] = read(header + "a,FR,1,30,v10\nb,DE,0,40,v9\na,,1,50,v9\n", options);
  CHECK(report.ignored_columns.empty());
  CHECK(log.feature_names == Names{"x_age", "country=", "country=DE", "country=FR", "device=v9",
                                   "device=v10", "intercept"});
  CHECK(log.contexts == Numbers{30, 0, 0, 1, 0, 1, 1,  //
                                40, 0, 1, 0, 1, 0, 1,  //
                                50, 1, 0, 0, 1, 0, 1});
  const Log other = read(header + "a,,1,50,v9\nb,DE,0,40,v9\na,FR,1,30,v10\n", options).log;
  CHECK(other.feature_names == log.feature_names);
  CHECK(Numbers(other.contexts.begin(), other.contexts.begin() + 7) ==
        Numbers(log.contexts.begin() + 14, log.contexts.end()));
  options.intercept = false;
  CHECK(read(header + "a,FR,1,30,v1\n", options).log.contexts == Numbers{30, 1, 1});
}

TEST_CASE("csv columns: many categories are listed, with the same features as beside a number") {
  TableOptions options;
  options.categorical = {"site", "day"};
  options.features = {"x"};
  const auto text = [](const char* number) {
    std::string lines = "action,reward,x,day,site\n";
    for (int i = 0; i < 200; ++i) {
      lines += "a,1," + std::string(i % 50 == 0 ? number : "0") + ",d" + std::to_string(i % 3) +
               ",s" + std::to_string(i * 37 % 140) + "\n";
    }
    return lines;
  };
  const Log dense = read(text("0.5"), options).log;
  REQUIRE_FALSE(dense.is_sparse());
  REQUIRE(dense.dimension > 64);
  const Log of_ones = read(text("1"), options).log;
  CHECK(of_ones.is_sparse());
  options.features = {};
  const Log listed = read(text("0"), options).log;
  REQUIRE(listed.is_sparse());
  CHECK(listed.contexts.empty());
  CHECK(listed.active.size() == 3 * listed.size());
  listed.check();
  CHECK(Names(dense.feature_names.begin() + 1, dense.feature_names.end()) == listed.feature_names);
  CHECK(of_ones.feature_names == dense.feature_names);
  for (std::size_t i = 0; i < dense.size(); ++i) {
    CHECK(of_ones.feature(i, 0) == (i % 50 == 0 ? 1 : 0));
    for (std::uint32_t f = 0; f < listed.dimension; ++f) {
      CHECK(listed.feature(i, f) == dense.feature(i, f + 1));
      CHECK(of_ones.feature(i, f + 1) == dense.feature(i, f + 1));
    }
  }
  options.intercept = false;
  const Log bare = read(text("0"), options).log;
  REQUIRE(bare.dimension == listed.dimension - 1);
  CHECK(bare.active.size() == 2 * bare.size());
  CHECK(bare.feature(7, 1) == listed.feature(7, 1));
}

TEST_CASE("csv columns: a pattern of texts leaves out what something else names") {
  TableOptions options = without_intercept();
  options.categorical = {"*"};
  options.hashed = {{"h_?", 1}, {"agent", 1}};
  options.policy_columns = {"pi"};
  options.cluster = "user";
  const std::string text = "action,reward,H_1,agent,pi,user,day\na,1,x,y,0.5,u,Mon\n";
  const auto [log, report] = read(text, options);
  CHECK(log.feature_names == Names{"H_1=x", "day=Mon", "agent#0"});
  CHECK(report.ignored_columns.empty());
  options.categorical = {"z_*"};
  options.hashed = {{"z_?", 1}};
  const std::string said = message<SpecErrors>(text, options);
  CHECK(contains(said, "--categorical: log.csv has no column \"z_*\""));
  CHECK(contains(said, "--hashed: log.csv has no column \"z_?\""));
}

TEST_CASE("csv columns: a categorical column of identifiers is refused early") {
  TableOptions options;
  options.categorical = {"user"};
  std::string text = "action,reward,user\n";
  for (std::size_t i = 0; i < max_categories; ++i) text += "a,1,u" + std::to_string(i) + "\n";
  CHECK(read(text, options).log.dimension == max_categories + 1);
  text += "a,1,one more\n";
  CHECK(contains(message<DataError>(text, options),
                 "log.csv:1002: column \"user\" has more than 1000 different values, each of them "
                 "a feature; --hashed user:64"));
}

TEST_CASE("csv columns: hashed values fall into the buckets that FNV-1a gives") {
  // FNV-1a of "a" is 0xaf63dc4c8601ec8c (Noll's test vectors).
  CHECK(hash_bucket("a", 0x1000) == 0xc8c);
  CHECK(hash_bucket("agent=Firefox", 8) == 6);
  CHECK(hash_bucket("agent=", 64) == 33);
  CHECK(hash_bucket("agent=Firefox", 1) == 0);
  TableOptions options = without_intercept();
  options.hashed = {{"agent", 8}};
  const Log log = read("action,reward,agent\na,1,Firefox\na,0,Chrome\na,1,Firefox\n", options).log;
  REQUIRE(log.dimension == 8);
  CHECK(log.feature_names[3] == "agent#3");
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint32_t bucket = hash_bucket(i == 1 ? "agent=Chrome" : "agent=Firefox", 8);
    for (std::uint32_t f = 0; f < 8; ++f) CHECK(log.contexts[i * 8 + f] == (f == bucket ? 1 : 0));
  }
  options.hashed = {{"agent", 0}};
  CHECK(contains(message<SpecErrors>("action,reward,agent\na,1,x\n", options),
                 "\"agent\" has 0 buckets; allowed: 1 to 65536"));
  options.hashed = {{"agnt", 8}};
  CHECK(contains(message<SpecErrors>("action,reward,agent\na,1,x\n", options),
                 "did you mean \"agent\"?"));
}

TEST_CASE("csv columns: a bad line adds no value of a text and no segment") {
  TableOptions options{.intercept = false, .skip_bad_lines = true};
  options.categorical = {"c"};
  options.segment = "s";
  const auto [log, report] = read("action,reward,c,s\na,1,x,s10\na,bad,y,s3\na,0,z,s2\n", options);
  CHECK(log.feature_names == Names{"c=x", "c=z"});
  CHECK(report.segment_names == Names{"s2", "s10"});
  CHECK(report.segments == std::vector<std::uint32_t>{1, 0});
  CHECK(report.ignored_columns.empty());
}

TEST_CASE("csv columns: which of several logging policies wrote a line, in natural order") {
  TableOptions options{.intercept = false, .skip_bad_lines = true};
  const std::string lines = "a,1,v10\nb,0,v9\na,bad,v1\nb,1,\na,1,v10\n";
  const auto [log, report] = read("action,reward,Logger\n" + lines, options);
  CHECK(log.logger_names == Names{"v9", "v10"});
  CHECK(log.loggers == std::vector<std::uint32_t>{1, 0, 1});
  CHECK(report.ignored_columns.empty());
  CHECK(report.bad_lines == 2);
  CHECK(contains(report.first_bad[1].reason, "column \"Logger\" is empty"));
  options.columns = {{"logger", "release"}};
  CHECK(read("action,reward,release\n" + lines, options).log.loggers == log.loggers);
  options.columns = {{"logger", ""}};
  const TableLog none = read("action,reward,logger\n" + lines, options);
  CHECK_FALSE(none.log.has_loggers());
  CHECK(none.report.ignored_columns == Names{"logger"});
  // Its names may be segments as well.
  TableOptions by{.intercept = false, .segment = "logger"};
  const auto both = read("action,reward,logger\na,1,x\nb,0,y\n", by);
  CHECK(both.log.loggers == both.report.segments);
}

TEST_CASE("csv columns: a column may be a segment and a feature; no column of that name") {
  TableOptions options = without_intercept();
  options.categorical = {"s"};
  options.segment = "s";
  CHECK(read("action,reward,s\na,1,u\n", options).log.feature_names == Names{"s=u"});
  options.segment = "sgment";
  CHECK(contains(message<SpecErrors>("action,reward,s,segment\na,1,u,v\n", options),
                 "--by: log.csv has no column \"sgment\" (did you mean \"segment\"?)"));
}

TEST_CASE("csv columns: target policies by the logged action and by all actions") {
  TableOptions options = without_intercept();
  options.policy_columns = {"mine"};
  options.policy_patterns = {"pi_*"};
  options.prediction_patterns = {"q_*"};
  const auto [log, report] = read(
      "action,reward,pi_b,pi_a,mine,q_a,q_b,pi_a10,q_a10\n"
      "b,1,0.25,0.5,0.3,1,2,0.25,3\n"
      "a,0,0,1,1.0000000001,-1,0,0,5\n",
      options);
  CHECK(report.ignored_columns.empty());
  CHECK(log.dimension == 0);
  // a10 was never logged, but the target may take it: it comes last.
  CHECK(log.action_names == Names{"a", "b", "a10"});
  CHECK(log.unlogged == 1);
  REQUIRE(log.targets.size() == 2);
  CHECK(log.targets[0].name == "mine");
  CHECK(log.targets[0].logged == Numbers{0.3, 1});
  CHECK(log.targets[0].all.empty());
  CHECK(log.targets[1].name == "pi");
  CHECK(log.targets[1].logged == Numbers{0.25, 1});
  CHECK(log.targets[1].all == Numbers{0.5, 0.25, 0.25, 1, 0, 0});
  REQUIRE(log.predictions.size() == 1);
  CHECK(log.predictions[0].name == "q");
  CHECK(log.predictions[0].all == Numbers{1, 2, 3, -1, 0, 5});
}

TEST_CASE(
    "csv columns: a column of an action that is never taken by anybody is left out, and said") {
  TableOptions options;
  options.policy_patterns = {"pi_*"};
  const auto [log, report] = read("action,reward,pi_a,pi_z\na,1,1,0\n", options);
  CHECK(log.action_names == Names{"a"});
  REQUIRE(report.warnings.size() == 1);
  CHECK(report.warnings[0] ==
        "a column of target policy \"pi\" belongs to no action of the log: \"pi_z\"");
}

TEST_CASE("csv columns: pools: cells outside may be empty or 0, not positive") {
  TableOptions options;
  options.policy_patterns = {"pi_*"};
  options.prediction_patterns = {"q_*"};
  const std::string header = "action,reward,pool,pi_a,pi_b,pi_c,q_a,q_b,q_c\n";
  const Log log = read(header + "a,1,a b,0.5,0.5,,1,2,\nc,0,b c,0,0.5,0.5,,1,2\n", options).log;
  CHECK(log.targets[0].all == Numbers{0.5, 0.5, 0, 0, 0.5, 0.5});
  CHECK(log.predictions[0].all == Numbers{1, 2, 0, 0, 1, 2});
  CHECK(contains(message<DataError>(header + "a,1,a b,0.5,0.25,0.25,1,2,3\n", options),
                 "log.csv:2: column \"pi_c\": \"0.25\" for an action outside the pool"));
  // A line whose pool was seen before has the same error.
  CHECK(contains(
      message<DataError>(
          header + "a,1,a b,0.5,0.5,,1,2,\nb,1,a b,0.5,0.25,0.25,1,2,3\nc,1,c,,,1,,,1\n", options),
      "log.csv:3: column \"pi_c\": \"0.25\" for an action outside the pool"));
  CHECK(contains(message<DataError>(header + "a,1,a b,,1,,1,2,3\n", options),
                 "log.csv:2: column \"pi_a\" is empty"));
}

TEST_CASE("csv columns: probabilities that were rounded are divided by their sum") {
  TableOptions options;
  options.policy_patterns = {"pi_*"};
  const auto [log, report] = read_csv_log(
      "action,reward,pi_a,pi_b,pi_c\na,1,0.333333,0.333333,0.333333\nb,0,0.3333,0.3333,0.3333\n"
      "c,0,0.5,0.25,0.25\n",
      "log.csv", options);
  REQUIRE(log.targets.size() == 1);
  CHECK(std::abs(log.targets[0].logged[0] - 1.0 / 3) < 1e-15);
  CHECK(std::abs(log.targets[0].logged[1] - 1.0 / 3) < 1e-15);
  CHECK(log.targets[0].logged[2] == 0.25);
  REQUIRE(report.warnings.size() == 1);
  CHECK(contains(
      report.warnings[0],
      "the probabilities of 2 lines sum to 1 only up to rounding (off by 0.0001 at most)"));
  // Others are divided where that is asked for.
  const std::string beyond = "action,reward,pi_a,pi_b\na,1,0.5,0.3\nb,1,0.25,0.75\n";
  CHECK(contains(message<DataError>(beyond, options),
                 "sum to 0.8, not 1, which is more than their rounding explains; --normalise"));
  options.normalise = true;
  const auto divided = read_csv_log(beyond, "log.csv", options);
  CHECK(divided.log.targets[0].logged == std::vector<double>{0.625, 0.75});
  REQUIRE(divided.report.warnings.size() == 1);
  CHECK(contains(divided.report.warnings[0],
                 "the probabilities of 1 line do not sum to 1 (off by 0.2"));
  CHECK(contains(message<DataError>("action,reward,pi_a\na,1,0\n", options), "sum to 0"));
  const auto counts = read_csv_log("action,reward,pi_a,pi_b\na,1,2,6\n", "log.csv", options);
  CHECK(counts.log.targets[0].logged == std::vector<double>{0.25});
  CHECK(contains(message<DataError>("action,reward,pi_a,pi_b\na,1,-1,6\n", options),
                 "\"-1\" is below 0"));
  CHECK(contains(message<DataError>("action,reward,pi_a,pi_b\na,1,1e308,1e308\n", options),
                 "not 1, which is more than their rounding explains"));
  options.normalise = false;
  // Fifty of five decimals: each is wrong by 5e-6 at most, the sum by 2.5e-4.
  const auto fifty = [&](const std::string& last) {
    std::string header = "action,reward", row = "p0,1";
    for (int i = 0; i < 50; ++i) header += ",pi_p" + std::to_string(i);
    for (int i = 0; i < 49; ++i) row += ",0.02000";
    return message<DataError>(header + "\n" + row + "," + last + "\n", options);
  };
  CHECK(fifty("0.01976").empty());
  CHECK(contains(fifty("0.01974"), "sum to 0.9997"));
}

TEST_CASE("csv columns: what is no policy is an error with its line and column") {
  TableOptions options;
  options.policy_patterns = {"pi_*"};
  const auto said = [&](const std::string& row) {
    return message<DataError>("action,reward,pi_a,pi_b\n" + row + "\n", options);
  };
  CHECK(contains(said("a,1,0.5,0.4"),
                 "log.csv:2: target policy \"pi\": the probabilities of all "
                 "actions sum to 0.9, not 1"));
  CHECK(said("a,1,0.5,0.4999995").empty());
  CHECK(contains(said("a,1,0.50,0.49"), "actions sum to 0.99, not 1, which is more than their"));
  CHECK(contains(said("a,1,0.500,0.498"), "actions sum to 0.998, not 1"));
  CHECK(said("a,1,0.5,0.499").empty());
  CHECK(contains(said("a,1,1.5,-0.5"), "log.csv:2: column \"pi_a\": \"1.5\" is not in [0, 1]"));
  CHECK(contains(said("a,1,nan,1"), "log.csv:2: column \"pi_a\": \"nan\" is not finite"));
  CHECK(contains(said("a,1,x,1"), "log.csv:2: column \"pi_a\": \"x\" is not a number"));
  CHECK(contains(said("a,1,,1"), "log.csv:2: column \"pi_a\" is empty"));
  CHECK(contains(said("c,1,0.5,0.5"),
                 "log.csv:2: target policy \"pi\" has no column for the logged action \"c\""));
  CHECK(contains(message<DataError>("action,reward,pool,pi_a\na,1,a b,1\n", options),
                 "log.csv: target policy \"pi\" has no column for action \"b\""));
  options.policy_patterns = {};
  options.policy_columns = {"pi"};
  CHECK(contains(message<DataError>("action,reward,pi\na,1,-0.1\n", options),
                 "log.csv:2: column \"pi\": \"-0.1\" is not in [0, 1]"));
  options.prediction_patterns = {"q_*"};
  CHECK(contains(message<DataError>("action,reward,pi,q_a\na,1,1,inf\n", options),
                 "log.csv:2: column \"q_a\": \"inf\" is not finite"));
}

TEST_CASE("csv columns: patterns and names of policies that cannot be") {
  const auto said = [](Names columns, Names patterns) {
    TableOptions options;
    options.policy_columns = std::move(columns);
    options.policy_patterns = std::move(patterns);
    return message<SpecErrors>("action,reward,pi,pi_a,PI_a\na,1,1,1,1\n", options);
  };
  CHECK(contains(said({}, {"pi_"}), "--policy-columns: \"pi_\" needs one *"));
  CHECK(contains(said({}, {"p*_*"}), "needs one *"));
  CHECK(contains(said({}, {"rho_*"}), "log.csv has no column \"rho_*\""));
  CHECK(contains(said({}, {"pi_*"}), "columns \"pi_a\" and \"PI_a\" are both of action \"a\""));
  CHECK(contains(said({"pi", "pi"}, {}), "column \"pi\" is already the log's target policy"));
  CHECK(contains(said({"p"}, {}), "--policy-column: log.csv has no column \"p\""));
  CHECK(contains(said({"reward"}, {}), "column \"reward\" is already the log's reward"));
}

TEST_CASE("csv columns fuzz: broken policies throw or give a log whose invariants hold") {
  TableOptions options;
  options.columns = {{"action", "item"}};
  options.categorical = {"c"};
  options.hashed = {{"h", 4}};
  options.segment = "c";
  options.policy_columns = {"mine"};
  options.policy_patterns = {"pi_*"};
  options.prediction_patterns = {"q_*"};
  std::string valid = "item,reward,pool,c,h,mine,pi_a,pi_b,q_a,q_b\n";
  for (int i = 0; i < 8; ++i) {
    valid += std::string(i % 2 ? "a" : "b") + ",1,a b,FR,x y,0.5,0.25,0.75,1,2\n";
  }
  REQUIRE(read(valid, options).log.size() == 8);
  constexpr std::string_view special("\",\n\r\0 -+.e9*ab", 14);
  int logs = 0;
  int errors = 0;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    Draws draws(derive_key(1, "log", "csv_columns_test"), i);
    std::string text = valid;
    const std::size_t at = draws.below(static_cast<std::uint32_t>(valid.size()));
    const char byte =
        draws.below(4) ? special[draws.below(14)] : static_cast<char>(draws.below(256));
    switch (draws.below(3)) {
      case 0:
        text.erase(at, 1 + draws.below(3));
        break;
      case 1:
        text.insert(at, 1, byte);
        break;
      default:
        text[at] = byte;
    }
    options.skip_bad_lines = draws.below(2) == 0;
    try {
      const TableLog csv = read(text, options);
      if (csv.report.segments.size() != csv.log.size()) FAIL("segments of " << text);
      ++logs;
    } catch (const DataError&) {
      ++errors;
    } catch (const SpecErrors&) {
      ++errors;
    }
  }
  CHECK(logs > 1000);
  CHECK(errors > 1000);
}

}  // namespace replaybench
