#pragma once
// Indices that depend on the time, computed for the actions that are looked at.

#include <cstdint>
#include <vector>

#include "suite/model/action.hpp"

namespace replaybench::learning {

/// The indices of an algorithm in which each update changes all of them, as ln t does. An index is
/// computed at its first use after an update, because a replay uses few of many actions. Not
/// part of the algorithm's state; not safe to read from several threads.
class IndexCache {
 public:
  explicit IndexCache(Action action_count) : indices_(action_count), computed_at_(action_count) {}

  /// All indices have changed. O(1).
  void forget() { ++now_; }
  /// The index of an action: compute(action), called at most once between two calls of `forget`.
  template <class Compute>
  double get(Action action, Compute&& compute) const {
    if (computed_at_[action] != now_) {
      indices_[action] = compute(action);
      computed_at_[action] = now_;
    }
    return indices_[action];
  }

 private:
  mutable std::vector<double> indices_;
  mutable std::vector<std::uint64_t> computed_at_;
  std::uint64_t now_ = 1;
};

}  // namespace replaybench::learning
