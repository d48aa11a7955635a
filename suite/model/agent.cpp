#include "suite/model/agent.hpp"

namespace replaybench {

ActionPositions::ActionPositions(const Log& log, const Schedule& schedule)
    : places_(schedule.size()), cursor_(log.action_count + 1, 0), limit_(log.action_count) {
  for (std::size_t slot = 0; slot < schedule.size(); ++slot) {
    ++cursor_[log.actions[schedule[slot]] + 1];
  }
  for (Action a = 0; a < log.action_count; ++a) cursor_[a + 1] += cursor_[a];
  for (Action a = 0; a < log.action_count; ++a) limit_[a] = cursor_[a];
  for (std::size_t slot = 0; slot < schedule.size(); ++slot) {
    places_[limit_[log.actions[schedule[slot]]]++] = static_cast<std::uint32_t>(slot);
  }
}

std::size_t ActionPositions::next(Action action, std::size_t from) {
  const auto wanted = static_cast<std::uint32_t>(from);
  std::size_t low = cursor_[action];
  const std::size_t limit = limit_[action];
  // Galloping: an action that was not chosen for long has many places to skip, the current one
  // none.
  std::size_t stride = 1;
  while (low + stride < limit && places_[low + stride] < wanted) {
    low += stride;
    stride *= 2;
  }
  const auto begin = places_.begin() + static_cast<std::ptrdiff_t>(low);
  const auto last =
      places_.begin() + static_cast<std::ptrdiff_t>(std::min(low + stride + 1, limit));
  const auto found = std::lower_bound(begin, last, wanted);
  cursor_[action] = static_cast<std::size_t>(found - places_.begin());
  return cursor_[action] < limit ? places_[cursor_[action]] : end();
}

}  // namespace replaybench
