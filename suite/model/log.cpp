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
  first.contexts = head(contexts, count * dimension);
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
  if (contexts.size() != n * dimension || rewards.size() != n ||
      (!hidden.empty() && hidden.size() != n * hidden_dimension) ||
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
  }
  const auto finite = [](double value) { return std::isfinite(value); };
  if (!std::all_of(contexts.begin(), contexts.end(), finite)) {
    throw std::logic_error("log: a feature is not finite");
  }
}

}  // namespace replaybench
