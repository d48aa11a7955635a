#include "suite/evaluate/log_summary.hpp"

#include <algorithm>
#include <cmath>

#include "suite/evaluate/estimate_errors.hpp"
#include "suite/model/slate_log.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/statistics/largest_terms.hpp"
#include "suite/statistics/score_interval.hpp"

namespace replaybench {

std::vector<ActionSummary> summarise_actions(const LogBlocks& log) {
  const Log& header = log.header();
  std::vector<numeric::Sum> rewards(header.action_count);
  std::vector<numeric::Sum> propensities(log.has_propensities() ? header.action_count : 0);
  std::vector<ActionSummary> result(header.action_count);
  log.each({.actions = true, .rewards = true, .propensities = true}, [&](const LogBlock& block) {
    for (std::size_t i = 0; i < block.size; ++i) {
      const Action action = block.actions[i];
      ++result[action].records;
      rewards[action].add(block.rewards[i]);
      if (log.has_propensities()) propensities[action].add(block.propensities[i]);
    }
  });
  for (Action a = 0; a < header.action_count; ++a) {
    ActionSummary& action = result[a];
    action.name = a < header.action_names.size() ? header.action_names[a] : std::to_string(a);
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

RewardLimits limits_of_rewards(const LogBlocks& log) {
  RewardLimits limits;
  log.each({.rewards = true}, [&](const LogBlock& block) {
    limits.range = std::min(limits.range, range_of_rewards(block.rewards));
    for (const double reward : block.rewards) {
      limits.least = std::fmin(limits.least, reward);
      limits.most = std::fmax(limits.most, reward);
    }
  });
  return limits;
}

RewardScale scale_of_log(const LogBlocks& blocks, RewardRange range) {
  const Log& log = blocks.header();
  if (!log.slates) {
    RewardScale scale = scale_of(range);
    scale.bounded = log.reward_bounds.has_value();
    return scale;
  }
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

namespace {

// `each(visit)` calls visit(rewards) with all of the n rewards, some at a time.
template <class Each>
statistics::IntervalEstimate mean_of(std::uint64_t records, const Each& each,
                                     const RewardScale& scale,
                                     std::span<const std::uint32_t> clusters) {
  const double n = static_cast<double>(records);
  numeric::ExactSum sum;
  each([&](double reward) { sum.add(reward); });
  const double mean = sum.value() / n;
  PartSums parts(clusters);
  statistics::LargestTerms largest(records);
  each([&](double reward) {
    parts.add((reward - mean) / n);
    if (scale.range == RewardRange::real && !scale.bounded) largest.add(reward);
  });
  const double variance = parts.variance();
  const double size =
      clusters.empty() ? n : statistics::effective_size(mean / scale.highest, variance, n);
  return interval_of_mean(mean, variance, parts.sums(), largest.tail(), size, scale);
}

}  // namespace

statistics::IntervalEstimate logged_value(const LogBlocks& log, const RewardScale& scale,
                                          std::span<const std::uint32_t> clusters) {
  const auto each = [&](const auto& visit) {
    log.each({.rewards = true}, [&](const LogBlock& block) {
      for (const double reward : block.rewards) visit(reward);
    });
  };
  return mean_of(log.size(), each, scale, clusters);
}

statistics::IntervalEstimate interval_of_mean(double mean, double variance,
                                              const statistics::InfluenceSums& sums,
                                              const statistics::Tail& tail, double size,
                                              const RewardScale& scale) {
  constexpr double level = 0.95;
  const bool varies = variance > 0;
  if (scale.range == RewardRange::binary || (scale.range == RewardRange::unit && !varies)) {
    const auto [low, high] = statistics::score_interval(mean / scale.highest, size, level);
    return {mean, low * scale.highest, high * scale.highest};
  }
  if (!varies) return {mean, nan, nan};
  const bool bounded = scale.range != RewardRange::real || scale.bounded;
  if (!bounded && tail.has_no_variance()) return {mean, nan, nan};
  const auto [low, high] = statistics::skewed_interval(mean, sums, level);
  if (!scale.known) return {mean, low, high};
  return {mean, std::max(low, 0.0), std::min(high, scale.highest)};  // NaN stays NaN
}

statistics::IntervalEstimate mean_reward(std::span<const double> rewards, const RewardScale& scale,
                                         std::span<const std::uint32_t> clusters) {
  const auto each = [&](const auto& visit) {
    for (const double reward : rewards) visit(reward);
  };
  return mean_of(rewards.size(), each, scale, clusters);
}

}  // namespace replaybench
