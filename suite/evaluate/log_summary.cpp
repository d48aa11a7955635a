#include "suite/evaluate/log_summary.hpp"

#include <algorithm>
#include <cmath>

#include "suite/evaluate/estimate_errors.hpp"
#include "suite/model/slate_log.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/statistics/heavy_tail.hpp"
#include "suite/statistics/score_interval.hpp"
#include "suite/statistics/skewed_interval.hpp"

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

RewardRange range_of_rewards(std::span<const double> rewards) {
  RewardRange range = RewardRange::binary;
  for (const double reward : rewards) range = std::min(range, range_of_reward(reward));
  return range;
}

RewardScale scale_of(RewardRange range) { return {range, 1, range == RewardRange::binary}; }

RewardScale scale_of_log(const Log& log) {
  if (!log.slates) return scale_of(log.reward_range());
  const RewardRange slot = range_of_rewards(log.slates->rewards);
  RewardScale scale = scale_of(slot);
  if (slot == RewardRange::real) return scale;
  std::size_t most = 1;
  for (std::size_t slate = 0; slate < log.slates->size(); ++slate) {
    most = std::max(most, log.slates->rewards_of(slate).size());
  }
  if (most > 1) scale.range = RewardRange::unit;
  scale.highest = static_cast<double>(most);
  return scale;
}

statistics::IntervalEstimate logged_value(const Log& log, std::span<const std::uint32_t> clusters) {
  return mean_reward(log.rewards, scale_of_log(log), clusters);
}

statistics::IntervalEstimate mean_reward(std::span<const double> rewards, const RewardScale& scale,
                                         std::span<const std::uint32_t> clusters) {
  constexpr double level = 0.95;
  const double n = static_cast<double>(rewards.size());
  numeric::Sum sum;
  for (const double reward : rewards) sum.add(reward);
  const double mean = sum.value() / n;
  std::vector<double> parts(rewards.size());
  for (std::size_t i = 0; i < rewards.size(); ++i) parts[i] = (rewards[i] - mean) / n;
  const double variance = variance_of(parts, clusters);
  const bool varies = variance > 0;
  if (scale.range == RewardRange::binary || (scale.range == RewardRange::unit && !varies)) {
    const double share = mean / scale.highest;
    const double size = clusters.empty() ? n : statistics::effective_size(share, variance, n);
    const auto [low, high] = statistics::score_interval(share, size, level);
    return {mean, low * scale.highest, high * scale.highest};
  }
  if (!varies) return {mean, nan, nan};
  if (scale.range == RewardRange::real && statistics::tail_of(rewards).has_no_variance()) {
    return {mean, nan, nan};
  }
  const auto [low, high] =
      statistics::skewed_interval(mean, influence_sums(parts, clusters), level);
  if (!scale.known) return {mean, low, high};
  return {mean, std::max(low, 0.0), std::min(high, scale.highest)};  // NaN stays NaN
}

}  // namespace replaybench
