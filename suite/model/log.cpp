#include "suite/model/log.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace replaybench {

std::uint32_t PoolTable::intern(const std::vector<Action>& sorted) {
  const auto [entry, added] = index_.try_emplace(sorted, static_cast<std::uint32_t>(size()));
  if (added) {
    members_.insert(members_.end(), sorted.begin(), sorted.end());
    first_.push_back(members_.size());
  }
  return entry->second;
}

RewardRange Log::reward_range() const {
  RewardRange range = RewardRange::binary;
  for (const double reward : rewards) {
    if (!(reward >= 0 && reward <= 1)) return RewardRange::real;
    if (reward != 0 && reward != 1) range = RewardRange::unit;
  }
  return range;
}

Log Log::first_records(std::size_t count) const {
  const auto head = [](const auto& column, std::size_t length) {
    return std::decay_t<decltype(column)>(column.begin(),
                                          column.begin() + static_cast<std::ptrdiff_t>(length));
  };
  const auto optional_head = [&](const auto& column, std::size_t length) {
    return column.empty() ? std::decay_t<decltype(column)>() : head(column, length);
  };
  Log first;
  first.action_count = action_count;
  first.dimension = dimension;
  first.hidden_dimension = hidden_dimension;
  if (is_sparse()) {
    first.active_first = head(active_first, count + 1);
    first.active = head(active, first.active_first.back());
  } else {
    first.contexts = head(contexts, count * dimension);
  }
  first.hidden = optional_head(hidden, count * hidden_dimension);
  first.actions = head(actions, count);
  first.rewards = head(rewards, count);
  first.propensities = optional_head(propensities, count);
  first.pools = optional_head(pools, count);
  first.timestamps = optional_head(timestamps, count);
  first.pool_table = pool_table;
  first.action_names = action_names;
  first.feature_names = feature_names;
  return first;
}

void Log::check() const {
  const auto require = [](bool holds, const std::string& what, std::size_t i) {
    if (!holds) throw std::logic_error("log record " + std::to_string(i) + ": " + what);
  };
  const std::size_t n = size();
  if (contexts.size() != (is_sparse() ? 0 : n * dimension) ||
      (is_sparse() && (active_first.size() != n + 1 || active_first.front() != 0 ||
                       active_first.back() != active.size() ||
                       !std::is_sorted(active_first.begin(), active_first.end()))) ||
      rewards.size() != n || (!hidden.empty() && hidden.size() != n * hidden_dimension) ||
      (!propensities.empty() && propensities.size() != n) ||
      (!pools.empty() && pools.size() != n) || (!timestamps.empty() && timestamps.size() != n)) {
    throw std::logic_error("log: columns of different lengths");
  }
  for (std::size_t i = 0; i < n; ++i) {
    require(actions[i] < action_count, "action outside the dictionary", i);
    require(pools.empty() || pools[i] < pool_table.size(), "unknown pool", i);
    require(available(i).contains(actions[i]), "action outside its pool", i);
    require(std::isfinite(rewards[i]), "reward is not finite", i);
    require(propensities.empty() || (propensities[i] > 0 && propensities[i] <= 1),
            "propensity outside ]0, 1]", i);
    if (!is_sparse()) continue;
    for (std::uint64_t j = active_first[i]; j < active_first[i + 1]; ++j) {
      require(active[j] < dimension, "active feature beyond the dimension", i);
      require(j == active_first[i] || active[j - 1] < active[j], "active features not increasing",
              i);
    }
  }
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!std::all_of(contexts.begin(), contexts.end(), finite)) {
    throw std::logic_error("log: a feature is not finite");
  }
}

}  // namespace replaybench
