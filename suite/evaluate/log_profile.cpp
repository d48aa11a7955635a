#include "suite/evaluate/log_profile.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "suite/estimation/assumption_tests.hpp"
#include "suite/evaluate/evaluation_details.hpp"
#include "suite/model/dose_log.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench {

namespace {

constexpr double bins_per_decade = 4;
constexpr std::size_t dose_bins = 20;

// The most frequent actions, the most frequent first.
std::vector<Action> frequent_actions(const std::vector<ActionSummary>& actions) {
  std::vector<Action> order(actions.size());
  for (Action a = 0; a < order.size(); ++a) order[a] = a;
  std::stable_sort(order.begin(), order.end(),
                   [&](Action a, Action b) { return actions[a].records > actions[b].records; });
  order.resize(std::min(order.size(), max_shown_actions));
  return order;
}

std::vector<LogStretch> stretches_of(const LogFacts& facts, const std::vector<Action>& shown) {
  std::vector<std::size_t> place(facts.actions().size(), shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i) place[shown[i]] = i;
  const std::uint64_t count = std::min<std::uint64_t>(max_stretches, facts.size());
  std::vector<LogStretch> stretches(count);
  for (std::uint64_t s = 0; s < count; ++s) {
    const Stretch part = stretch_of(facts.size(), count, s);
    LogStretch& stretch = stretches[s];
    stretch.first = part.first + 1;
    stretch.records = part.end - part.first;
    stretch.shares.assign(shown.size(), 0);
    if (facts.blocks()->has_timestamps()) {
      stretch.from_time = facts.blocks()->timestamp(part.first);
    }
    std::vector<double> rewards;
    facts.blocks()->each(part.first, part.end, {.actions = !shown.empty(), .rewards = true},
                         [&](const LogBlock& block) {
                           rewards.insert(rewards.end(), block.rewards.begin(),
                                          block.rewards.end());
                           if (shown.empty()) return;
                           for (const Action action : block.actions) {
                             if (place[action] < shown.size()) ++stretch.shares[place[action]];
                           }
                         });
    for (double& share : stretch.shares) share /= static_cast<double>(stretch.records);
    std::vector<std::uint32_t> clusters;
    if (!facts.clusters().empty()) {
      const auto begin = facts.clusters().begin();
      clusters.assign(begin + static_cast<std::ptrdiff_t>(part.first),
                      begin + static_cast<std::ptrdiff_t>(part.end));
      std::map<std::uint32_t, std::uint32_t> numbers;
      for (std::uint32_t& cluster : clusters) {
        cluster =
            numbers.emplace(cluster, static_cast<std::uint32_t>(numbers.size())).first->second;
      }
    }
    stretch.mean_reward = mean_reward(rewards, facts.scale(), clusters);
  }
  return stretches;
}

std::vector<PropensityBin> propensities_of(const LogBlocks& log) {
  const double decade = numeric::log(10);
  std::map<int, std::uint64_t> records;
  log.each({.propensities = true}, [&](const LogBlock& block) {
    for (const double p : block.propensities) {
      // Roundoff must not move 0.1 out of the bin that begins there.
      ++records[static_cast<int>(std::floor(bins_per_decade * numeric::log(p) / decade + 1e-9))];
    }
  });
  std::vector<PropensityBin> bins;
  if (records.empty()) return bins;
  const auto edge = [&](int bin) { return numeric::exp(bin * decade / bins_per_decade); };
  for (int bin = records.begin()->first; bin <= records.rbegin()->first; ++bin) {
    const auto found = records.find(bin);
    bins.push_back({edge(bin), edge(bin + 1), found == records.end() ? 0 : found->second});
  }
  return bins;
}

std::vector<ActionCalibration> calibration_of(const LogFacts& facts) {
  const std::vector<ActionFit> fits = fit_by_action(*facts.blocks());
  std::vector<Action> tested;
  for (Action a = 0; a < fits.size(); ++a) {
    if (!std::isnan(fits[a].z)) tested.push_back(a);
  }
  if (tested.size() > max_calibrated_actions) {
    std::stable_sort(tested.begin(), tested.end(), [&](Action a, Action b) {
      return std::fabs(fits[a].z) > std::fabs(fits[b].z);
    });
    tested.resize(max_calibrated_actions);
    std::sort(tested.begin(), tested.end());
  }
  std::vector<ActionCalibration> calibration;
  for (const Action a : tested) {
    const ActionSummary& action = facts.actions()[a];
    calibration.push_back({action.name, action.records, fits[a].inverse, fits[a].z});
  }
  return calibration;
}

std::vector<DoseBin> doses_of(const DoseLog& log) {
  const auto [least, most] = std::minmax_element(log.actions.begin(), log.actions.end());
  const double width = (*most - *least) / dose_bins;
  std::vector<DoseBin> bins(width > 0 ? dose_bins : 1);
  std::vector<numeric::Sum> rewards(bins.size());
  for (std::size_t b = 0; b < bins.size(); ++b) {
    bins[b].from = *least + static_cast<double>(b) * width;
    bins[b].to = b + 1 == bins.size() ? *most : *least + static_cast<double>(b + 1) * width;
  }
  for (std::size_t i = 0; i < log.size(); ++i) {
    const double place = width > 0 ? (log.actions[i] - *least) / width : 0;
    const std::size_t bin = std::min(static_cast<std::size_t>(place), bins.size() - 1);
    ++bins[bin].records;
    rewards[bin].add(log.rewards[i]);
  }
  for (std::size_t b = 0; b < bins.size(); ++b) {
    if (bins[b].records == 0) continue;
    bins[b].mean_reward = rewards[b].value() / static_cast<double>(bins[b].records);
  }
  return bins;
}

}  // namespace

LogProfile profile_of(const LogFacts& facts) {
  const Log& log = facts.log();
  LogProfile profile;
  if (facts.blocks()->has_timestamps()) {
    profile.first_time = facts.blocks()->timestamp(0);
    profile.last_time = facts.blocks()->timestamp(facts.size() - 1);
  }
  profile.least_reward = facts.least_reward();
  profile.most_reward = facts.most_reward();
  const std::vector<Action> shown = frequent_actions(facts.actions());
  for (const Action action : shown) profile.shown_actions.push_back(facts.actions()[action].name);
  profile.stretches = stretches_of(facts, shown);
  if (log.doses) profile.doses = doses_of(*log.doses);
  if (log.kind() != LogKind::actions) return profile;
  if (facts.blocks()->has_pools()) profile.pools = log.pool_table.size();
  if (facts.blocks()->has_propensities()) {
    profile.propensities = propensities_of(*facts.blocks());
    profile.calibration = calibration_of(facts);
  }
  return profile;
}

}  // namespace replaybench
