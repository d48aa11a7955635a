#include "suite/model/slate_log.hpp"

#include <memory>
#include <string>
#include <utility>

namespace replaybench {

SlateLog SlateLog::select(std::span<const std::uint32_t> slates) const {
  SlateLog part;
  part.distinct_actions = distinct_actions;
  const auto append = [&](const std::vector<double>& from, std::vector<double>& to) {
    if (from.empty()) return;
    for (const std::uint32_t slate : slates) {
      to.insert(to.end(), from.begin() + static_cast<std::ptrdiff_t>(first[slate]),
                from.begin() + static_cast<std::ptrdiff_t>(first[slate + 1]));
    }
  };
  for (const std::uint32_t slate : slates) {
    part.first.push_back(part.first.back() + first[slate + 1] - first[slate]);
  }
  append(rewards, part.rewards);
  for (std::size_t c = 0; c < slate_column_count; ++c) append(columns[c], part.columns[c]);
  return part;
}

Log log_of_slates(SlateLog slates) {
  Log log;
  log.action_count = 1;
  log.actions.assign(slates.size(), 0);
  for (std::size_t slate = 0; slate < slates.size(); ++slate) {
    double sum = 0;
    for (const double reward : slates.rewards_of(slate)) sum += reward;
    log.rewards.push_back(sum);
  }
  log.targets = {{std::string(slate_policy), {}, {}}};
  log.slates = std::make_shared<const SlateLog>(std::move(slates));
  return log;
}

}  // namespace replaybench
