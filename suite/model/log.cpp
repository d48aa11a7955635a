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
