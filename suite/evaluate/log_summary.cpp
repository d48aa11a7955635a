#include "suite/evaluate/log_summary.hpp"

#include <cmath>

#include "suite/evaluate/estimate_support.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/statistics/score_interval.hpp"

namespace replaybench {

std::vector<ActionSummary> summarise_actions(const Log& log) {
  std::vector<numeric::Sum> rewards(log.action_count);
  std::vector<numeric::Sum> propensities(log.has_propensities() ? log.action_count : 0);
  std::vector<ActionSummary> result(log.action_count);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Action action = log.actions[i];
    ++result[action].records;
    rewards[action].add(log.rewards[i]);
    if (log.has_propensities()) propensities[action].add(log.propensities[i]);
  }
  for (Action a = 0; a < log.action_count; ++a) {
    ActionSummary& action = result[a];
    action.name = a < log.action_names.size() ? log.action_names[a] : std::to_string(a);
    const double n = static_cast<double>(action.records);
    action.share = n / static_cast<double>(log.size());
    if (action.records == 0) continue;
    action.mean_reward = rewards[a].value() / n;
    if (log.has_propensities()) action.mean_propensity = propensities[a].value() / n;
  }
  return result;
}

statistics::IntervalEstimate logged_value(const Log& log, std::span<const std::uint32_t> clusters) {
  constexpr double level = 0.95;
  const double n = static_cast<double>(log.size());
  numeric::Sum sum;
  for (const double reward : log.rewards) sum.add(reward);
  const double mean = sum.value() / n;
  std::vector<double> parts(log.size());
  for (std::size_t i = 0; i < log.size(); ++i) parts[i] = (log.rewards[i] - mean) / n;
  const double variance = variance_of(parts, clusters);
  if (log.reward_range() == RewardRange::binary) {
    const double size = clusters.empty() ? n : statistics::effective_size(mean, variance, n);
    const auto [low, high] = statistics::score_interval(mean, size, level);
    return {mean, low, high};
  }
  const double half = numeric::normal_quantile(0.5 + level / 2) * std::sqrt(variance);
  return {mean, mean - half, mean + half};
}

}  // namespace replaybench
