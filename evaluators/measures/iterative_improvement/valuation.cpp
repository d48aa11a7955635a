#include "evaluators/measures/iterative_improvement/valuation.hpp"

#include <algorithm>
#include <cmath>

#include "suite/component/log_dataset.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/statistics/sample_mean.hpp"

namespace replaybench::evaluators::iterative_improvement {

namespace {

/// P(policy = the logged action) of each record.
std::vector<double> agreement(const StaticPolicy& policy, const Log& log) {
  std::vector<double> distribution(log.action_count);
  std::vector<double> agreement(log.size());
  ContextReader contexts(log);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const ActionSet actions = log.available(i);
    policy.probabilities(contexts[i], actions, std::span(distribution).first(actions.size()));
    Action place = 0;
    while (actions[place] != log.actions[i]) ++place;
    agreement[i] = distribution[place];
  }
  return agreement;
}

/// A sample by its distinct values.
struct Levels {
  std::vector<double> values;
  std::vector<std::uint64_t> counts;
};

Levels levels_of(std::vector<double> sample) {
  std::sort(sample.begin(), sample.end());
  Levels levels;
  for (const double value : sample) {
    if (levels.values.empty() || value != levels.values.back()) {
      levels.values.push_back(value);
      levels.counts.push_back(0);
    }
    ++levels.counts.back();
  }
  return levels;
}

}  // namespace

Value value_of(const StaticPolicy& policy, std::shared_ptr<const Log> log,
               const estimation::StaticReplayOptions& options, StreamKey resampling) {
  const LogDataset data(std::move(log));
  const auto same = [&](const Problem&) { return Agent(policy); };
  Trial trial(data, same, same, 0, {{}, {}, {}, {}, resampling, {}});
  std::vector<ResultRow> rows;
  const estimation::StaticReplay evaluator("iterative_improvement", options);
  evaluator.evaluate(trial, rows);
  const auto at = [&](auto column) { return value_of(evaluator.schema(), rows.at(0), column); };
  return {at(Role::estimate),
          at(Role::standard_error),
          {at(Role::interval_low), at(Role::interval_high)},
          at("time_acceleration")};
}

statistics::Interval difference_interval(const StaticPolicy& candidate, const StaticPolicy& current,
                                         const Log& log, double baseline,
                                         const estimation::StaticReplayOptions& options,
                                         StreamKey resampling) {
  const std::vector<double> mine = agreement(candidate, log);
  const std::vector<double> others = agreement(current, log);
  const double b = options.star ? 0 : baseline;
  std::vector<double> sample(log.size());
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double p = std::max(log.propensities[i], options.weighting.clip);
    sample[i] = (mine[i] - others[i]) * (log.rewards[i] - b) / p + 0.0;  // no -0
  }
  const Levels levels = levels_of(sample);
  const double n = static_cast<double>(sample.size());
  const bool resampled = options.interval != estimation::IntervalMethod::normal;
  const auto resamples = statistics::resample_levels(levels.values, levels.counts, sample.size(),
                                                     resampled ? options.resamples : 1, resampling);
  const double error = n > 1 ? resamples.deviation / std::sqrt(n - 1) : 0;
  switch (options.interval) {
    case estimation::IntervalMethod::normal:
      break;
    case estimation::IntervalMethod::percentile:
      return statistics::percentile_interval(resamples.means, options.level);
    case estimation::IntervalMethod::basic:
      return statistics::basic_interval(resamples.mean, resamples.means, options.level);
    case estimation::IntervalMethod::studentised: {
      std::vector<double> statistics = statistics::studentised(resamples);
      return statistics::studentised_interval(resamples.mean, resamples.deviation / std::sqrt(n),
                                              statistics, options.level);
    }
    case estimation::IntervalMethod::bca:
      return statistics::bca_interval(resamples.mean, resamples.means,
                                      statistics::mean_acceleration(sample), options.level);
  }
  const double half = numeric::normal_quantile((1 + options.level) / 2) * error;
  return {resamples.mean - half, resamples.mean + half};
}

}  // namespace replaybench::evaluators::iterative_improvement
