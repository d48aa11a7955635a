#include "suite/evaluate/paired_bootstrap.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "suite/model/numerical_failure.hpp"
#include "suite/model/pool.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/statistics/intervals.hpp"
#include "suite/statistics/student_t.hpp"
#include "suite/stream/stream.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

constexpr double bootstrap_level = 0.95;

// Records by cluster, each in the log's order; without clusters a cluster per record.
std::vector<std::vector<std::uint32_t>> sampling_units(const Log& log,
                                                       std::span<const std::uint32_t> clusters) {
  std::vector<std::vector<std::uint32_t>> units(
      clusters.empty() ? log.size()
                       : *std::max_element(clusters.begin(), clusters.end()) + std::size_t{1});
  for (std::size_t i = 0; i < log.size(); ++i) {
    units[clusters.empty() ? i : clusters[i]].push_back(static_cast<std::uint32_t>(i));
  }
  return units;
}

std::vector<std::uint32_t> draw_records(const std::vector<std::vector<std::uint32_t>>& units,
                                        Draws draws) {
  std::vector<std::uint32_t> records;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const auto& unit = units[draws.below(static_cast<std::uint32_t>(units.size()))];
    records.insert(records.end(), unit.begin(), unit.end());
  }
  std::sort(records.begin(), records.end());
  return records;
}

// NaN if this resample has no estimate although the log has one.
double estimate_of_resample(const std::shared_ptr<const Log>& resample,
                            const Component<AlgorithmDescription>& algorithm,
                            const Component<EvaluatorDescription>& evaluator,
                            const EvaluationOptions& options) {
  try {
    return estimate_alone(resample, algorithm, evaluator, options);
  } catch (const DataError&) {
    return nan;
  } catch (const NumericalFailure&) {
    return nan;
  } catch (const NotApplicable&) {
    return nan;
  }
}

PairedEstimate of_resamples(double value, const std::vector<double>& statistics) {
  for (const double statistic : statistics) {
    if (!std::isfinite(statistic)) {
      return {{value, nan, nan}, "no interval: a resample has no estimate"};
    }
  }
  numeric::Moments moments;
  for (const double statistic : statistics) moments.add(statistic);
  const double deviation = moments.standard_deviation();
  const double displaced = (moments.mean - value) / deviation;
  const auto bias = statistics::weigh_bias(displaced);
  const std::string of = fmt::format("the paired bootstrap, {} resamples", statistics.size());
  if (bias == statistics::ResampleBias::negligible) {
    const auto interval = statistics::percentile_interval(statistics, bootstrap_level);
    return {{value, interval.low, interval.high}, "percentiles of " + of};
  }
  const std::string why =
      fmt::format("; their mean is {:+.2f} standard deviations from the value", displaced);
  if (bias == statistics::ResampleBias::too_large) {
    return {{value, nan, nan}, "no interval by " + of + why};
  }
  const double half = numeric::normal_quantile(0.5 + bootstrap_level / 2) * deviation;
  return {{value, value - half, value + half},
          "normal, from the standard deviation of " + of + why};
}

}  // namespace

PairedBootstrap::PairedBootstrap(const Log& log,
                                 std::span<const Component<AlgorithmDescription>> algorithms,
                                 const std::vector<std::size_t>& chosen,
                                 const Component<EvaluatorDescription>& evaluator,
                                 const EvaluationOptions& options, std::uint64_t resamples) {
  if (resamples < statistics::min_resamples(bootstrap_level)) {
    throw std::invalid_argument("a paired bootstrap of too few resamples");
  }
  const auto units = sampling_units(log, options.clusters);
  const StreamKey key = derive_key(options.seed, "paired bootstrap", "evaluate");
  estimates_.resize(algorithms.size());
  for (const std::size_t algorithm : chosen) estimates_[algorithm].resize(resamples, nan);
  means_.resize(resamples);
  EvaluationOptions once = options;
  once.clusters = {};
  once.jobs = 1;

  SharedPool(options.jobs)->for_each(resamples, [&](std::uint64_t b) {
    const auto resample =
        std::make_shared<const Log>(log.select(draw_records(units, Draws(key, b))));
    numeric::Moments rewards;
    for (const double reward : resample->rewards) rewards.add(reward);
    means_[b] = rewards.mean;
    for (const std::size_t algorithm : chosen) {
      estimates_[algorithm][b] =
          estimate_of_resample(resample, algorithms[algorithm], evaluator, once);
    }
  });
}

std::vector<double> PairedBootstrap::differences(std::size_t first, std::size_t second) const {
  std::vector<double> differences(means_.size());
  for (std::size_t b = 0; b < means_.size(); ++b) {
    differences[b] = estimates_[first][b] - estimates_[second][b];
  }
  return differences;
}

PairedEstimate PairedBootstrap::difference(std::size_t first, const Evaluation& of_first,
                                           std::size_t second, const Evaluation& of_second) const {
  return of_resamples(of_first.estimate - of_second.estimate, differences(first, second));
}

PairedEstimate PairedBootstrap::difference_by_t(std::size_t first, const Evaluation& of_first,
                                                std::size_t second, const Evaluation& of_second,
                                                double level) const {
  // The rules for a displaced or missing distribution are those of the other interval.
  PairedEstimate result = difference(first, of_first, second, of_second);
  if (!std::isfinite(result.estimate.low)) return result;
  numeric::Moments moments;
  for (const double value : differences(first, second)) moments.add(value);
  const double half =
      statistics::student_t_quantile(0.5 + level / 2, static_cast<double>(means_.size() - 1)) *
      moments.standard_deviation();
  result.estimate.low = result.estimate.value - half;
  result.estimate.high = result.estimate.value + half;
  result.method =
      fmt::format("Student's t, from the paired bootstrap of {} resamples", means_.size());
  return result;
}

Lift PairedBootstrap::lift(std::size_t algorithm, const Evaluation& evaluation) const {
  std::vector<double> differences(means_.size());
  std::vector<double> ratios(means_.size());
  for (std::size_t b = 0; b < means_.size(); ++b) {
    differences[b] = estimates_[algorithm][b] - means_[b];
    ratios[b] = means_[b] > 0 ? estimates_[algorithm][b] / means_[b] - 1 : nan;
  }
  const double mean = evaluation.log_value.value;
  Lift lift;
  lift.absolute = of_resamples(evaluation.estimate - mean, differences);
  if (mean > 0) {
    lift.relative = of_resamples(evaluation.estimate / mean - 1, ratios);
  } else {
    lift.relative.method = "no relative lift: the log's mean reward is not above 0";
  }
  return lift;
}

}  // namespace replaybench
