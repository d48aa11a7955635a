#include "suite/model/dose_log.hpp"

#include <memory>
#include <utility>

namespace replaybench {

std::size_t DoseLog::target(std::string_view name) const {
  std::size_t place = 0;
  while (place < targets.size() && targets[place].name != name) ++place;
  return place;
}

DoseLog DoseLog::select(std::span<const std::uint32_t> records) const {
  const auto pick = [&](const std::vector<double>& column) {
    std::vector<double> picked;
    if (column.empty()) return picked;
    picked.reserve(records.size());
    for (const std::uint32_t i : records) picked.push_back(column[i]);
    return picked;
  };
  DoseLog part{.actions = pick(actions),
               .rewards = pick(rewards),
               .densities = pick(densities),
               .q = pick(q),
               .targets = {}};
  for (const TargetActions& target : targets) {
    part.targets.push_back({target.name, pick(target.actions), pick(target.q)});
  }
  return part;
}

Log log_of_doses(DoseLog doses) {
  Log log;
  log.action_count = 1;
  log.actions.assign(doses.size(), 0);
  log.rewards = doses.rewards;
  for (const TargetActions& target : doses.targets) log.targets.push_back({target.name, {}, {}});
  log.doses = std::make_shared<const DoseLog>(std::move(doses));
  return log;
}

}  // namespace replaybench
