#include "suite/model/agent.hpp"

namespace replaybench {

ActionPositions::ActionPositions(const Log& log, std::size_t first, std::size_t count)
    : places_(count),
      cursor_(log.action_count + 1, 0),
      limit_(log.action_count),
      first_(first),
      end_(first + count) {
  const Action* actions = log.actions.data() + first;
  for (std::size_t i = 0; i < count; ++i) ++cursor_[actions[i] + 1];
  for (Action a = 0; a < log.action_count; ++a) cursor_[a + 1] += cursor_[a];
  for (Action a = 0; a < log.action_count; ++a) limit_[a] = cursor_[a];
  for (std::size_t i = 0; i < count; ++i) {
    places_[limit_[actions[i]]++] = static_cast<std::uint32_t>(i);
  }
}

std::size_t ActionPositions::next(Action action, std::size_t from) {
  const auto wanted = static_cast<std::uint32_t>(from - first_);
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
  const auto end = places_.begin() + static_cast<std::ptrdiff_t>(std::min(low + stride + 1, limit));
  const auto found = std::lower_bound(begin, end, wanted);
  cursor_[action] = static_cast<std::size_t>(found - places_.begin());
  return cursor_[action] < limit ? first_ + places_[cursor_[action]] : end_;
}

}  // namespace replaybench
