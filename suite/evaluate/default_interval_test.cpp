// The intervals that are shown by default: those whose coverage the study interval_coverage measures.

#include <cmath>
#include <set>

#include "suite/evaluate/evaluate_all.hpp"
#include "suite/evaluate/evaluation.hpp"
#include "suite/statistics/skewed_interval.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// A policy that columns give, on a log of three actions under skewed propensities.
Log log_with(std::size_t records, double rate, double pareto_index = 0, double paid = 1) {
  Log log;
  log.action_count = 3;
  log.targets = {{"new", {}, {}}};
  const double p[] = {0.6, 0.3, 0.1};
  const double pi[] = {0.1, 0.2, 0.7};
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws(StreamKey{5'109}, i);
    const double u = draws.uniform();
    const Action action = u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2;
    log.actions.push_back(action);
    log.propensities.push_back(p[action]);
    log.targets[0].logged.push_back(pi[action]);
    log.targets[0].all.insert(log.targets[0].all.end(), pi, pi + 3);
    const double v = draws.uniform();
    log.rewards.push_back(pareto_index > 0 ? std::pow(1 - v, -1 / pareto_index)
                                           : (v < rate) * paid);
  }
  log.check();
  return log;
}

Evaluation evaluated(const Log& log, const std::string& evaluator, bool keep = false) {
  const auto found = find_evaluation_components("given_policy{name=\"new\"}", evaluator);
  EvaluationOptions options;
  options.keep_parts = keep;
  return evaluate(log, found.algorithm, found.evaluator, options);
}

bool warns(const Evaluation& evaluation, WarningKind kind) {
  for (const auto& warning : evaluation.warnings) {
    if (warning.kind == kind) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("default interval: the study measures the one that is shown") {
  // Rewards in [0, 1]; intervals of 0/1 rewards are cut to that.
  for (const Log& log : {log_with(600, 0.05, 0, 0.9), log_with(800, 0, 3.5)}) {
    for (const std::string of : {"ips", "snips", "dr", "sndr"}) {
      INFO(of << ", " << log.size() << " records");
      const Evaluation evaluation = evaluated(log, of, true);
      const Evaluation studied = evaluated(log, "default_interval{of=\"" + of + "\"}");
      CHECK(evaluation.estimate == Approx(studied.estimate).epsilon(1e-13));
      CHECK(evaluation.interval.low == Approx(studied.interval.low).epsilon(1e-9).margin(1e-12));
      CHECK(evaluation.interval.high == Approx(studied.interval.high).epsilon(1e-9));
      const Evaluation lift = evaluated(log, "default_interval{of=\"" + of + "\", lift=true}");
      REQUIRE(evaluation.difference);
      CHECK(evaluation.difference->low == Approx(lift.interval.low).epsilon(1e-9));
      CHECK(evaluation.difference->high == Approx(lift.interval.high).epsilon(1e-9));
      const auto shown = lift_of(evaluation, LogInMemory(log), {}).absolute;
      CHECK(shown.estimate.low == Approx(lift.interval.low).epsilon(1e-9));
      CHECK(shown.estimate.high == Approx(lift.interval.high).epsilon(1e-9));
    }
  }
}

TEST_CASE("default interval: those by cluster are the ones that the study measures") {
  const Log log = log_with(900, 0.1);
  std::vector<std::uint32_t> clusters;
  for (std::uint32_t i = 0; i < 900; ++i) clusters.push_back(i / 3);
  for (const std::string of : {"ips", "snips", "dr", "sndr"}) {
    INFO(of);
    const auto components = find_evaluation_components("given_policy{name=\"new\"}", of);
    EvaluationOptions options;
    options.clusters = clusters;
    const Evaluation evaluation =
        evaluate(log, components.algorithm, components.evaluator, options);
    const Evaluation studied = evaluated(log, "default_interval{of=\"" + of + "\", cluster=3}");
    CHECK(evaluation.interval.low == Approx(studied.interval.low).epsilon(1e-9).margin(1e-12));
    CHECK(evaluation.interval.high == Approx(studied.interval.high).epsilon(1e-9));
  }
}

TEST_CASE("default interval: doubly robust estimates are corrected for skewness") {
  const Log log = log_with(600, 0.02);
  const Evaluation evaluation = evaluated(log, "dr", true);
  CHECK(evaluation.interval.kind == EvaluationIntervalKind::skewed);
  const double above = evaluation.interval.high - evaluation.estimate;
  const double below = evaluation.estimate - evaluation.interval.low;
  CHECK(above > 1.4 * below);  // the normal interval has equal sides
  CHECK(warns(evaluation, WarningKind::few_large_terms));
  CHECK_FALSE(warns(evaluated(log_with(20'000, 0.3), "dr"), WarningKind::few_large_terms));
}

TEST_CASE("default interval: none where the terms have no variance") {
  const Log heavy = log_with(2'000, 0, 1.05);
  for (const std::string of : {"ips", "snips", "dr"}) {
    INFO(of);
    const Evaluation evaluation = evaluated(heavy, of, true);
    CHECK(evaluation.interval.kind == EvaluationIntervalKind::none);
    CHECK(std::isnan(evaluation.standard_error));
    CHECK_FALSE(evaluation.difference);
    CHECK(std::isnan(lift_of(evaluation, LogInMemory(heavy), {}).absolute.estimate.low));
    CHECK(warns(evaluation, WarningKind::heavy_tail));
    CHECK(std::isnan(evaluation.log_value.low));  // a mean of the same rewards
    REQUIRE(evaluation.tail);
    CHECK(evaluation.tail->index < 1.5);
    CHECK(evaluation.tail->largest_share > 0.1);
  }
  // Clicks under the same weights, and amounts with a variance.
  for (const Log& log : {log_with(20'000, 0.01), log_with(2'000, 0, 3.5)}) {
    const Evaluation evaluation = evaluated(log, "snips");
    CHECK_FALSE(warns(evaluation, WarningKind::heavy_tail));
    CHECK(std::isfinite(evaluation.interval.low));
  }
}
