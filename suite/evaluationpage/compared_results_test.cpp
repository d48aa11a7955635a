#include "suite/evaluationpage/compared_results.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "suite/evaluationpage/comparison_page.hpp"
#include "suite/evaluationpage/page_result.hpp"
#include "suite/statistics/student_t.hpp"
#include "suite/stream/stream.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::evaluationpage;
using Catch::Matchers::Contains;

namespace {

// A result of 1,200 records in 40 stretches, whose parts are uniform draws about their mean.
Json result(const std::string& policy, double estimate, std::uint64_t seed) {
  constexpr int records = 1200, stretches = 40;
  Json running = Json::array();
  double sum = 0, all = 0;
  for (int i = 0; i < records; ++i) all += Draws({seed}, i).uniform() - 0.5;
  for (int i = 0; i < records; ++i) {
    sum += (Draws({seed}, i).uniform() - 0.5 - all / records) / records;
    if ((i + 1) % (records / stretches) == 0) {
      running.push_back(
          {{"records", i + 1}, {"estimate", 0.5}, {"low", 0.4}, {"high", 0.6}, {"part", sum}});
    }
  }
  return {{"log", "log.csv"},
          {"records", records},
          {"actions", 2},
          {"features", 3},
          {"bad_lines", 0},
          {"log_mean", {{"value", 0.4}, {"low", 0.37}, {"high", 0.43}}},
          {"algorithm", policy + "{alpha=1}"},
          {"evaluator", "ips{level=0.95}"},
          {"estimate", estimate},
          {"standard_error", 0.0083},
          {"interval", {{"low", estimate - 0.0163}, {"high", estimate + 0.0163}, {"level", 0.95}}},
          {"details", {{"running", running}}},
          {"action_table",
           {{{"action", "a"}, {"records", 800}, {"mean_reward", 0.3}},
            {{"action", "b"}, {"records", 400}, {"mean_reward", 0.6}}}},
          {"profile",
           {{"first_time", ""},
            {"last_time", ""},
            {"least_reward", 0},
            {"most_reward", 1},
            {"pools", 1},
            {"shown_actions", {"a", "b"}},
            {"stretches", {{{"mean_reward", 0.38}}, {{"mean_reward", 0.42}}}}}}};
}

ComparedResults compared(const Json& first, const Json& second) {
  return compare_results({"a.json", &first}, {"b.json", &second});
}

}  // namespace

TEST_CASE("compared results: paired by stretches, as records of independent parts would be") {
  const Json first = result("ucb", 0.45, 1), second = result("lin_ucb", 0.6, 2);
  const ComparedResults results = compared(first, second);
  REQUIRE(results.rows.size() == 1);
  const ComparedEstimates& row = results.rows.front();
  CHECK(row.pairing == Pairing::stretches);
  CHECK(row.difference.value == Approx(0.15));
  // Uniform parts of variance 1/12 in both: the error of 1,200 records, which 40 stretches estimate to 11%.
  const double error = std::sqrt(2.0 / 12 / 1200);
  CHECK(row.difference.standard_error == Approx(error).epsilon(0.33));
  CHECK(row.difference.high - row.difference.value ==
        Approx(statistics::student_t_quantile(0.975, 39) * row.difference.standard_error));
  CHECK_THAT(row.answer(), Contains("lin_ucb earns 0.150 more (0.1"));
  CHECK_THAT(row.answer(), Contains("than ucb under ips"));
  CHECK(interval_sentences(results).size() == 1);
}

TEST_CASE(
    "compared results: actions that the log never shows are of no log, and widen the interval") {
  const Json first = result("ucb", 0.45, 1);
  Json second = result("lin_ucb", 0.6, 2);
  const ComparedEstimates without = compared(first, second).rows.front();
  second["action_table"].push_back({{"action", "c"}, {"records", 0}, {"mean_reward", nullptr}});
  second["interval"]["unknown"] = 0.05;
  const ComparedEstimates with = compared(first, second).rows.front();
  CHECK(with.difference.value == without.difference.value);
  CHECK(with.difference.high == Approx(without.difference.high + 0.05));
  CHECK(with.difference.low == Approx(without.difference.low - 0.05));
}

TEST_CASE("compared results: the same parts leave no error") {
  const Json first = result("ucb", 0.5, 1), second = result("ucb", 0.5, 1);
  const ComparedEstimates row = compared(first, second).rows.front();
  CHECK(row.difference.value == 0);
  CHECK(row.difference.standard_error == 0);
  CHECK_THAT(row.answer(), Contains("the log cannot tell the second result from the first result"));
}

TEST_CASE("compared results: without parts the interval holds for any dependence") {
  const Json first = result("ucb", 0.45, 1);
  Json second = result("lin_ucb", 0.46, 2);
  second["details"]["running"] = Json::array();
  const ComparedEstimates row = compared(first, second).rows.front();
  CHECK(row.pairing == Pairing::any);
  CHECK(row.difference.high == Approx(0.01 + 1.959964 * 2 * 0.0083));
  CHECK_THAT(row.answer(), Contains("cannot tell lin_ucb from ucb"));
  // Clusters: there is no sequence, because records depend on each other.
  Json clustered = result("lin_ucb", 0.46, 2);
  clustered["details"]["running"].back()["low"] = nullptr;
  CHECK(compared(first, clustered).rows.front().pairing == Pairing::any);
  Json missing = result("lin_ucb", 0.46, 2);
  missing["estimate"] = nullptr;
  const ComparedEstimates none = compared(first, missing).rows.front();
  CHECK(none.pairing == Pairing::none);
  CHECK_THAT(none.answer(), Contains("the second has no estimate"));
}

TEST_CASE("compared results: other logs, evaluators and policies are refused by name") {
  const Json first = result("ucb", 0.45, 1);
  Json other = result("ucb", 0.45, 1);
  other["log"] = "other.csv";
  CHECK_NOTHROW(compared(first, other));  // the same records
  other["action_table"][1]["mean_reward"] = 0.61;
  CHECK_THROWS_WITH(compared(first, other),
                    Contains("a.json is of log.csv (1200 records), b.json is of other.csv"));
  other = result("ucb", 0.45, 1);
  other["evaluator"] = "snips{level=0.95}";
  CHECK_THROWS_WITH(
      compared(first, other),
      Contains("no evaluator in common: a.json has ips{level=0.95}, b.json has snips"));
  other = result("moss", 0.45, 1);
  Json pair = other;
  other["segments"] = {{{"segment", nullptr},
                        {"records", 1200},
                        {"log_mean", other["log_mean"]},
                        {"evaluations", {pair, pair}},
                        {"differences", Json::array()}}};
  other["segments"][0]["evaluations"][1]["algorithm"] = "kl_ucb";
  CHECK_THROWS_WITH(compared(first, other),
                    Contains("no policy in common: a.json has ucb, b.json has moss, kl_ucb"));
  const Json none = {{"rows", 3}};
  CHECK_THROWS_AS(compared(first, none), DataError);
}

TEST_CASE("comparison page: the answer, both estimates, how the interval was made") {
  const Json first = result("<ucb>", 0.45, 1), second = result("lin_ucb", 0.6, 2);
  const std::string page = comparison_page(compared(first, second), second,
                                           {"replaybench compare a.json b.json", "1.2", ""});
  CHECK_THAT(page, Contains("<h1>lin_ucb earns 0.150 more"));
  CHECK_THAT(page, Contains("&lt;ucb&gt;"));
  CHECK_THAT(page, Contains("Paired: "));
  CHECK_THAT(page, Contains("+0.150"));
  CHECK(page.find("<ucb>") == std::string::npos);
}
