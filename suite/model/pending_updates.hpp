#pragma once
// Updates that an algorithm will get later: what is kept of a step until its reward arrives.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suite/model/action.hpp"
#include "suite/model/context.hpp"

namespace replaybench {

class Agent;

/// Updates that wait for their step, given out in the order of arrival, of equal ones in the order
/// in which they were added. Memory: O(the largest number that ever waited at the same time).
class PendingUpdates {
 public:
  /// Copies the context and the pool; features of actions must outlive the object. O(dimension + log waiting).
  void add(std::uint64_t due, const Context& context, const ActionSet& actions, Action action,
           double reward);
  /// Updates `agent` by all that are due at `step` or before. O(log waiting) each.
  void deliver(std::uint64_t step, Agent& agent);
  std::size_t waiting() const { return queue_.size(); }

 private:
  struct Update {
    std::vector<double> values;
    std::vector<double> hidden;
    std::vector<std::uint32_t> active;
    bool sparse = false;
    Context of_actions;        // the features of actions, and nothing else
    std::vector<Action> pool;  // empty: all of action_count
    Action action_count = 0;
    Action action = 0;
    double reward = 0;

    Context context() const;
    ActionSet actions() const;
  };
  struct Arrival {
    std::uint64_t due;
    std::uint64_t order;
    std::size_t place;  // in updates_
  };
  static bool later(const Arrival& one, const Arrival& other);

  std::vector<Update> updates_;
  std::vector<std::size_t> free_;  // places in updates_
  std::vector<Arrival> queue_;     // a heap, the next arrival first
  std::uint64_t added_ = 0;
};

}  // namespace replaybench
