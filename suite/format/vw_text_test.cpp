#include "suite/format/vw_text.hpp"

#include "suite/log/csv_log.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

TableLog read(std::string_view text, const TableOptions& options = {.intercept = false},
              EventFormatOptions events = {}) {
  return read_log(*vw_text_rows(text_in_memory(text, "log.vw"), events), options);
}
using Names = std::vector<std::string>;
using Doubles = std::vector<double>;

TEST_CASE("vw_text: a line per event") {
  const auto [log, report] = read(
      "2:-1:0.25 | a:2 b\n"
      "1:0.5:0.5 'first|user age:3 b |user:2 age:1\n"
      "\n"
      "10:0:1 tag| b:-1e1 b:4\n"
      " | unlabelled\n"
      "'tag |unlabelled\n");
  CHECK(log.action_names == Names{"1", "2", "10"});
  CHECK(log.actions == std::vector<Action>{1, 0, 2});
  CHECK(log.rewards == Doubles{1, -.5, 0});
  CHECK(log.propensities == Doubles{.25, .5, 1});
  CHECK(log.feature_names == Names{"x_a", "x_b", "x_user^age", "x_user^b"});
  CHECK(log.contexts == Doubles{2, 1, 0, 0, 0, 0, 5, 1, 0, -6, 0, 0});
  CHECK_FALSE(log.has_pools());
  CHECK(report.warnings == Names{"2 events without a label were left out"});
}

TEST_CASE("vw_text: events of several lines") {
  const auto [log, report] = read(
      "shared |user age:2\n"
      " |item old\n"
      "0:-1:0.5 |item new\n"
      "|\n"
      "\n"
      "shared |\n"
      "7:2:0.25 |\n"
      "|\n"
      "\n"
      "shared | predicted\n"
      "| a\n"
      "shared |user vip\n"
      "0:0:1\t|\r\n");
  CHECK(log.action_names == Names{"1", "2", "3"});
  CHECK(log.actions == std::vector<Action>{1, 0, 0});
  CHECK(log.rewards == Doubles{1, -2, 0});
  CHECK(log.propensities == Doubles{.5, .25, 1});
  REQUIRE(log.has_pools());
  CHECK(log.available(0).size() == 3);
  CHECK(log.available(1).size() == 2);
  CHECK(log.available(2).size() == 1);
  CHECK(log.feature_names == Names{"x_predicted", "x_user^age", "x_user^vip"});
  CHECK(log.contexts == Doubles{0, 2, 0, 0, 0, 0, 0, 0, 1});
  CHECK(report.warnings == Names{"1 event without a label was left out"});
  log.check();
  REQUIRE(log.has_action_features());
  // Not that of the event without a label.
  CHECK(log.action_features->names() == Names{"item^new", "item^old"});
  ContextReader contexts(log);
  const auto place = [&](std::size_t i, Action action) {
    const Context context = contexts[i];
    const auto places = context.action_features(action).places;
    return places.empty() ? -1 : static_cast<int>(places[0]);
  };
  CHECK(place(0, 0) == 1);
  CHECK(place(0, 1) == 0);
  CHECK(place(0, 2) == -1);
  CHECK(place(1, 0) == -1);
}

TEST_CASE("vw_text: a feature of an action that is no number makes its event bad") {
  const auto [log, report] =
      read("shared |\n0:-1:0.5 |a p:1\n|a p:x\n\nshared |\n0:-1:0.5 |a p:1\n|a p:2\n",
           {.skip_bad_lines = true});
  CHECK(log.size() == 1);
  REQUIRE(report.first_bad.size() == 1);
  CHECK(report.first_bad[0].line == 3);
  CHECK(log.action_features->rows() == 2);
  const auto sums = read("shared |\n0:-1:0.5 |a p:1e308 p:1e308\n\nshared |\n0:-1:0.5 |a p:1\n",
                         {.skip_bad_lines = true})
                        .report;
  REQUIRE(sums.first_bad.size() == 1);
  CHECK_THAT(sums.first_bad[0].reason, Catch::Matchers::Contains("not finite"));
}

TEST_CASE("vw_text: events of several lines without a shared line") {
  const std::string event =
      "1:-1:0.25 |a f:1\n|b f:1\n|c f:1\n\n"
      "|a f:1\n0:0:0.5 |b f:1\n|c f:1\n";
  for (const std::string& text : {event, event + "\n\n", "\n" + event, "|a\n|b\n\n" + event}) {
    INFO(text);
    const auto log = read(text).log;
    CHECK(log.action_names == Names{"1", "2", "3"});
    CHECK(log.actions == std::vector<Action>{0, 1});
    CHECK(log.rewards == Doubles{1, 0});
    CHECK(log.propensities == Doubles{.25, .5});
  }
  const auto mixed = read("shared|u a:3\n0:0:1 tag| x\n\n0:-1:1 | x\n| y\n").log;
  CHECK(mixed.actions == std::vector<Action>{0, 0});
  CHECK(mixed.contexts == Doubles{3, 0});
  const auto lines = read("1:0:1 | a\n2:0:1 | a\nshared | a\n", {.skip_bad_lines = true}).report;
  REQUIRE(lines.first_bad.size() == 1);
  CHECK(lines.first_bad[0].reason == "a shared line, but the lines before are an event each");
}

TEST_CASE("vw_text: lines of actions in changing order name the actions") {
  const std::string text =
      "shared |u t\n|A id=sports\n0:0:0.5 |A id=Cold^brew p:2\n\n"
      "shared |u t\n|A id=Cold^brew  p:2\n0:-1:0.25 |A id=sports\n\n"
      "shared |u t\n0:-1:0.5 |A id=sports\n\n";
  const auto [log, report] = read(text);
  CHECK(log.action_names == Names{"A^id=Cold^brew A^p:2", "A^id=sports"});
  CHECK(log.actions == std::vector<Action>{0, 1, 1});
  CHECK(log.propensities == Doubles{.5, .25, .5});
  CHECK(log.available(2).size() == 1);
  CHECK(log.available(2).contains(1));
  REQUIRE(report.warnings.size() == 1);
  CHECK_THAT(report.warnings[0], Catch::Matchers::Contains("an action is named by its line"));
  // The features go with the names.
  log.check();
  REQUIRE(log.has_action_features());
  CHECK(log.action_features->names() == Names{"A^id=Cold^brew", "A^id=sports", "A^p"});
  ContextReader contexts(log);
  for (std::size_t i : {0, 1}) {
    const Context context = contexts[i];
    const SparseRow brew = context.action_features(0), sports = context.action_features(1);
    CHECK(Doubles(brew.values.begin(), brew.values.end()) == Doubles{1, 2});
    REQUIRE(sports.places.size() == 1);
    CHECK(sports.places[0] == 1);
  }
  // Lines of an event without a label do not count.
  const auto with_unlabelled = read("shared |u t\n|A p:1\n|A p:2\n|A p:3\n|A p:4\n\n" + text);
  CHECK(with_unlabelled.log.action_names == log.action_names);
  CHECK(with_unlabelled.log.actions == log.actions);
  // Lines that never come again, or come twice in an event, are no names.
  for (const char* other : {"0:0:1 |A p:1\n|A p:2\n\n0:0:1 |A p:3\n|A p:1\n\n",
                            "0:0:1 |A p:1\n|A p:1\n\n|A p:2\n0:0:1 |A p:1\n\n"}) {
    const auto again = read(other);
    CHECK(again.log.action_names == Names{"1", "2"});
    REQUIRE(again.report.warnings.size() == 1);
    CHECK_THAT(again.report.warnings[0], Catch::Matchers::Contains("their positions name them"));
  }
}

TEST_CASE("vw_text: texts of other problems are refused by name") {
  CHECK_THROWS_WITH(
      read("ca 1.5:0.2:0.1 | a\n"),
      Catch::Matchers::Contains("log.vw:1: this is Vowpal Wabbit's text of continuous"));
  CHECK_THROWS_WITH(read("2 1:0:0.5 | a\n"), Catch::Matchers::Contains("of its option eval"));
  CHECK_THROWS_WITH(read("ccb shared | a\n"), Catch::Matchers::Contains("several slots"));
  CHECK_THROWS_WITH(read("slates shared 0.8 | a\n"), Catch::Matchers::Contains("text of slates"));
}

TEST_CASE("vw_text: neither the order of lines nor of features decides a name's place") {
  const auto first = read("1:0:1 | b a\n2:1:1 | c\n").log;
  const auto second = read("2:1:1 | c\n1:0:1 | a b\n").log;
  CHECK(first.feature_names == second.feature_names);
  CHECK(std::vector(first.contexts.begin(), first.contexts.begin() + 3) ==
        std::vector(second.contexts.begin() + 3, second.contexts.end()));
}

TEST_CASE("vw_text: hashed features") {
  const auto log = read("1:0:1 | a:2 b\n2:1:1 | a c\n", {.intercept = false}, {.buckets = 4}).log;
  CHECK(log.feature_names == Names{"x_#0", "x_#1", "x_#2", "x_#3"});
  // FNV-1a of "a", "b", "c" modulo 4: 0xaf63dc4c8601ec8c, 0xaf63df4c8601f1a5, 0xaf63de4c8601eff2.
  CHECK(log.contexts == Doubles{2, 1, 0, 0, 1, 0, 1, 0});
  std::string many = "1:0:1 |";
  for (std::size_t i = 0; i <= max_event_features; ++i) many += " f" + std::to_string(i);
  CHECK_THROWS_WITH(read(many), Catch::Matchers::Contains("more than 4096 names of features"));
  CHECK(read(many, {}, {.buckets = 16}).log.dimension == 17);
}

TEST_CASE("vw_text: bad lines have their place and reason") {
  const std::pair<const char*, const char*> lines[] = {
      {"1:-1:0.2", "the line has no |"},
      {"1 | a", "the label \"1\" is not action:cost:probability"},
      {"1:x:0.2 | a", "the cost \"x\" is not a number"},
      {"1:1:y | a", "the probability \"y\" is not a number"},
      {"1:1:nan | a", "the probability \"nan\" is not finite"},
      {"0:1:0.5 | a", "the action \"0\" is not a whole number from 1"},
      {"x:1:0.5 | a", "the action \"x\" is not a whole number from 1"},
      {"1:1:0.5 2:0:0.5 | a", "a second label or a weight, \"2:0:0.5\""},
      {"1:1:0.5 2.0 | a", "a second label or a weight, \"2.0\""},
      {"1:1:0.5 | a:b", "the value of \"a:b\" is not a number"},
      {"1:1:0.5 | a:", "the value of \"a:\" is empty"},
      {"1:1:0.5 |n:inf a", "the value of \"n:inf\" is not finite"},
      {"1:1:0.5 |n:1e300 a:1e300", "the feature \"n^a\" is not finite"},
      {"1:1:1.5 | a", "column \"propensity\": \"1.5\" is not in (0, 1]"},
      {"1:1:0 | a", "column \"propensity\": \"0\" is not in (0, 1]"},
      {"1:1 | a", "column \"propensity\" is empty"},
  };
  for (const auto& [line, reason] : lines) {
    INFO(line);
    const auto text = std::string("1:0:1 | a\n") + line + "\n1:0:1 | a\n";
    const auto report = read(text, {.skip_bad_lines = true}).report;
    CHECK(report.lines == 3);
    CHECK(report.records == 2);
    REQUIRE(report.first_bad.size() == 1);
    CHECK(report.first_bad[0].line == 2);
    CHECK_THAT(report.first_bad[0].reason, Catch::Matchers::Contains(reason));
    CHECK_THROWS_WITH(read(text), Catch::Matchers::Contains("log.vw:2: "));
  }
  const auto second = read("shared |a\n0:1:1 |\n0:1:1 |\nnothing\n\nshared |a\n0:0:1 |\n",
                           {.skip_bad_lines = true});
  CHECK(second.report.bad_lines == 1);
  CHECK(second.report.first_bad[0].reason == "the event has a second label");
  CHECK(second.report.first_bad[0].line == 3);
  CHECK_THROWS_WITH(read("| a\n"), Catch::Matchers::Contains("no event with a label"));
  CHECK_THROWS_WITH(read(""), Catch::Matchers::Contains("no event with a label"));
  const auto longest = read("1:0:1 | a\n1:0:1 | " + std::string(2'000'000, 'x') + "\n1:0:1 | a\n",
                            {.skip_bad_lines = true});
  CHECK(longest.report.bad_lines == 1);
  CHECK(longest.report.first_bad[0].reason == "the line has more than 1 MiB");
}

TEST_CASE("vw_text: changed bytes are an error or a log") {
  const std::string valid =
      "shared |user age:2 vip\n |item old\n0:-1:0.5 'x |item new\n\nshared |user b\n0:0:.25 |\n|\n";
  const std::string lines = "2:-1:0.25 | a:2 b\n1:0.5:0.5 't|user age:3 |user:2 age\n10:0:1 | b\n";
  int errors = 0, logs = 0;
  for (const std::string& text : {valid, lines}) {
    for (std::uint64_t i = 0; i < 5000; ++i) {
      Draws draws(derive_key(text.size(), "format", "vw_text_test"), i);
      constexpr std::string_view special("|: \n'.\t-0", 9);
      std::string mutated = text;
      const std::size_t at = draws.below(static_cast<std::uint32_t>(text.size()));
      mutated[at] = draws.below(2) ? special[draws.below(9)] : static_cast<char>(draws.below(256));
      if (draws.below(4) == 0) mutated.erase(at, 1 + draws.below(3));
      try {
        const auto [log, report] = read(mutated, {.skip_bad_lines = true});
        log.check();
        if (report.lines != report.records + report.bad_lines) FAIL("inconsistent report");
        ++logs;
      } catch (const DataError&) {
        ++errors;
      }
    }
  }
  CHECK(logs > 1000);
}

}  // namespace
}  // namespace replaybench
