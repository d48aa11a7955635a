#pragma once
// Actions, and the set of those available.

#include <algorithm>
#include <cstdint>
#include <span>

namespace replaybench {

/// An action: its index in the data set, 0 .. action_count - 1. Actions with names (in a log that is read
/// from a file) are numbered by name, regardless of the order of the records.
using Action = std::uint32_t;

/// The actions available at one moment, in increasing order. A view: either all of 0..size-1, or a
/// sorted list that somebody else owns. Never empty in a valid record.
class ActionSet {
 public:
  /// All actions 0 .. size - 1.
  static ActionSet all(Action size) { return ActionSet(nullptr, size); }
  /// The given actions; needs them sorted and distinct, and alive as long as the view.
  explicit ActionSet(std::span<const Action> sorted)
      : members_(sorted.data()), size_(static_cast<Action>(sorted.size())) {}

  Action size() const { return size_; }
  Action operator[](Action i) const { return members_ ? members_[i] : i; }
  /// True if this is `all(size())`, so that a loop needs no indirection.
  bool is_all() const { return members_ == nullptr; }
  bool contains(Action action) const {
    return members_ ? std::binary_search(members_, members_ + size_, action) : action < size_;
  }
  /// The place of an action that is in the set. O(log size), O(1) for `all`.
  Action place_of(Action action) const {
    if (!members_) return action;
    return static_cast<Action>(std::lower_bound(members_, members_ + size_, action) - members_);
  }

 private:
  ActionSet(const Action* members, Action size) : members_(members), size_(size) {}

  const Action* members_;
  Action size_;
};

}  // namespace replaybench
