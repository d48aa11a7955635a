// Weights and errors that evaluators of fixed policies report themselves.

#include <algorithm>
#include <cmath>

#include "suite/evaluate/evaluation.hpp"
#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

Evaluation evaluate_on(const Log& log, const std::string& algorithm, const std::string& evaluator,
                       const EvaluationOptions& options = {}) {
  const auto components = find_evaluation_components(algorithm, evaluator);
  return evaluate(log, components.algorithm, components.evaluator, options);
}

// 50 copies of the golden log, with its given policies.
Log many_records() {
  const Log log = golden_log_of_policies();
  std::vector<std::uint32_t> records;
  for (std::uint32_t i = 0; i < 300; ++i) records.push_back(i % 6);
  return log.select(records);
}

}  // namespace

TEST_CASE("evaluate: importance sampling reports what the closed form has") {
  const Log log = many_records();
  for (const auto& [own, other] :
       {std::pair{"snips", "red_inf{weights=\"propensity\"}"},
        std::pair{"ips", "red_inf{weights=\"propensity\", star=true}"}}) {
    INFO(own);
    const auto mine = evaluate_on(log, "uniform_random", own);
    const auto closed = evaluate_on(log, "uniform_random", other);
    CHECK(mine.estimate == Approx(closed.estimate).epsilon(1e-14));
    REQUIRE(mine.weights);
    REQUIRE(closed.weights);
    CHECK(mine.weights->effective == Approx(closed.weights->effective).epsilon(1e-12));
    CHECK(mine.weights->mean == Approx(closed.weights->mean).epsilon(1e-12));
    CHECK(mine.weights->largest_share == Approx(closed.weights->largest_share).epsilon(1e-12));
    CHECK(mine.withheld == closed.withheld);
    CHECK(mine.interval.low == Approx(closed.interval.low).epsilon(0.01));
    CHECK(mine.interval.high == Approx(closed.interval.high).epsilon(0.01));
  }
}

TEST_CASE("evaluate: a policy given by columns, with its reward model") {
  const Log log = many_records();
  const auto dr = evaluate_on(log, "given_policy", "dr{model=\"given\"}");
  CHECK(dr.estimate == Approx(0.8975).epsilon(1e-12));
  REQUIRE(dr.weights);
  CHECK(dr.weights->effective == Approx(50 * 4.137053754616).epsilon(1e-11));
  CHECK(dr.interval.kind == EvaluationIntervalKind::skewed);
  CHECK(dr.withheld.empty());
  const auto dm = evaluate_on(log, "given_policy", "dm{model=\"given\"}");
  CHECK(dm.estimate == Approx(0.515).epsilon(1e-12));
  CHECK_FALSE(dm.weights);
  CHECK(std::isnan(dm.standard_error));
  CHECK_THAT(dm.interval.method, Contains("none"));
  REQUIRE(dm.remarks.size() == 1);
  CHECK_THAT(dm.remarks[0], Contains("no standard error"));
  CHECK_THROWS_AS(evaluate_on(log, "given_policy", "replay"), NotApplicable);
}

TEST_CASE("evaluate: the interval of an estimator that is biased by design has a warning") {
  const Log log = many_records();
  const auto warned = [&](const std::string& evaluator) {
    const auto result = evaluate_on(log, "uniform_random", evaluator);
    return std::any_of(result.warnings.begin(), result.warnings.end(), [](const auto& warning) {
      return warning.kind == WarningKind::bias_not_in_interval;
    });
  };
  for (const char* biased : {"clipped_ips{cap=2}", "log_sum_exponential",
                             "red_inf{weights=\"propensity\", clip=0.05}"}) {
    CHECK(warned(biased));
  }
  for (const char* unbiased : {"ips", "snips", "red_inf{weights=\"propensity\"}"}) {
    CHECK_FALSE(warned(unbiased));
  }
  // The direct method has no interval that could mislead.
  CHECK_FALSE(warned("dm{model=\"given\"}"));
}

TEST_CASE("evaluate: few effective records withhold the estimate") {
  const auto result = evaluate_on(golden_log_of_policies(), "given_policy", "dr{model=\"given\"}");
  CHECK_THAT(result.withheld, Contains("4.14 effective records"));
}

TEST_CASE("evaluate: clusters of equal records widen what an evaluator reports as they must") {
  const Log log = many_records();
  EvaluationOptions by_cluster;
  for (std::uint32_t i = 0; i < 300; ++i) by_cluster.clusters.push_back(i % 6);
  for (const char* text : {"dr{model=\"given\"}", "sndr{model=\"given\"}", "snips"}) {
    INFO(text);
    const auto one = evaluate_on(golden_log_of_policies(), "given_policy", text);
    const auto clusters = evaluate_on(log, "given_policy", text, by_cluster);
    CHECK(clusters.estimate == Approx(one.estimate).epsilon(1e-12));
    // Six clusters of fifty equal records are six records: sum of squares times 6/5.
    const bool is_mean = std::string(text).starts_with("dr");
    CHECK(clusters.standard_error ==
          Approx(one.standard_error * (is_mean ? 1 : std::sqrt(1.2))).epsilon(1e-11));
  }
}
