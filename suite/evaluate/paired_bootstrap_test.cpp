#include "suite/evaluate/paired_bootstrap.hpp"

#include <algorithm>

#include "suite/statistics/intervals.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

constexpr std::uint64_t resamples = 60;

// 90 records over three actions with real rewards; clusters of three records.
Log three_actions() {
  Log log = plain_log(3, {}, {});
  for (std::size_t t = 0; t < 90; ++t) {
    Draws draws({881}, t);
    log.actions.push_back(draws.below(3));
    log.rewards.push_back(0.5 + log.actions.back() + draws.uniform());
  }
  return log;
}

// Count of each record in resample b, by plain loops over the same draws.
std::vector<double> counts_of(std::uint64_t b, std::uint32_t size_of_cluster) {
  std::vector<double> counts(90);
  Draws draws(derive_key(7, "paired bootstrap", "evaluate"), b);
  for (std::uint32_t i = 0; i < 90 / size_of_cluster; ++i) {
    const std::uint32_t first = draws.below(90 / size_of_cluster) * size_of_cluster;
    for (std::uint32_t j = 0; j < size_of_cluster; ++j) ++counts[first + j];
  }
  return counts;
}

// Mean reward of an action's records, each as often as `counts` has it; action 3: of all.
double mean_of(const Log& log, Action action, const std::vector<double>& counts) {
  double sum = 0, n = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (action < 3 && log.actions[i] != action) continue;
    sum += counts[i] * log.rewards[i];
    n += counts[i];
  }
  return sum / n;
}

void check(const PairedEstimate& paired, double value, const std::vector<double>& statistics) {
  const auto interval = statistics::percentile_interval(statistics, 0.95);
  CHECK(paired.estimate.value == Approx(value).epsilon(1e-12));
  CHECK(paired.estimate.low == Approx(interval.low).epsilon(1e-12));
  CHECK(paired.estimate.high == Approx(interval.high).epsilon(1e-12));
}

}  // namespace

TEST_CASE("paired bootstrap: lift and difference by plain loops over the same draws") {
  const std::uint32_t size_of_cluster = GENERATE(1u, 3u);
  const Log log = three_actions();
  EvaluationOptions options{.seed = 7};
  for (std::uint32_t i = 0; size_of_cluster > 1 && i < 90; ++i) {
    options.clusters.push_back(i / size_of_cluster);
  }
  const auto one = find_evaluation_components("fixed_action{action=2}", "replay");
  const auto other = find_evaluation_components("fixed_action{action=0}", "replay");
  const std::vector algorithms{one.algorithm, other.algorithm};
  const PairedBootstrap bootstrap(log, algorithms, {0, 1}, one.evaluator, options, resamples);

  std::vector<double> differences, lifts, relative;
  for (std::uint64_t b = 0; b < resamples; ++b) {
    const auto counts = counts_of(b, size_of_cluster);
    const double two = mean_of(log, 2, counts), all = mean_of(log, 3, counts);
    differences.push_back(two - mean_of(log, 0, counts));
    lifts.push_back(two - all);
    relative.push_back(two / all - 1);
  }
  const std::vector<double> once(90, 1.0);
  const double two = mean_of(log, 2, once), all = mean_of(log, 3, once);
  const Evaluation first = evaluate(log, one.algorithm, one.evaluator);
  const Evaluation second = evaluate(log, other.algorithm, other.evaluator);
  check(bootstrap.difference(0, first, 1, second), two - mean_of(log, 0, once), differences);
  const Lift lift = bootstrap.lift(0, first);
  check(lift.absolute, two - all, lifts);
  check(lift.relative, two / all - 1, relative);
}
