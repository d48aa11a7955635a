#pragma once
// The last `length` events (an action and its reward), and for each action the number of its events in
// the window and the sum of their rewards. Shared by the sliding-window algorithms.
//
// A sum from which old rewards are subtracted drifts away by rounding. So whenever the ring comes
// round, the sums are added up again from the events: the error is that of at most 2 length terms
// however long the run, and until an event is dropped for the first time the sums are the plain
// ones, bit by bit. Rewards 0 and 1 are exact in any case.

#include <cstddef>
#include <vector>

#include "suite/model/action.hpp"

namespace replaybench::learning {

class EventWindow {
 public:
  /// `length` >= 1; all memory is taken here, 12 bytes an event.
  EventWindow(Action action_count, std::size_t length)
      : actions_(length), rewards_(length), sums_(action_count), counts_(action_count) {}

  /// Adds an event; returns the action whose event fell out of the window, or `action` itself when
  /// none did. O(1) amortised: O(length) once in `length` calls.
  Action push(Action action, double reward) {
    Action left = action;
    if (events_ < actions_.size()) {
      ++events_;
    } else {
      left = actions_[next_];
      counts_[left] -= 1;
      sums_[left] = counts_[left] > 0 ? sums_[left] - rewards_[next_] : 0;
    }
    actions_[next_] = action;
    rewards_[next_] = reward;
    counts_[action] += 1;
    sums_[action] += reward;
    if (++next_ == actions_.size()) {
      next_ = 0;
      add_up();
    }
    return left;
  }

  std::size_t length() const { return actions_.size(); }
  /// Number and sum of rewards of the action's events in the window.
  double count(Action action) const { return counts_[action]; }
  double sum(Action action) const { return sums_[action]; }
  /// True if the last `push` added all sums up again, so that the sum of any action may have
  /// another last bit.
  bool was_added_up() const { return next_ == 0; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(actions_, rewards_, sums_, counts_, next_, events_);
  }

 private:
  // The ring is full and begins with its oldest event.
  void add_up() {
    for (const Action action : actions_) sums_[action] = 0;
    for (std::size_t i = 0; i < actions_.size(); ++i) sums_[actions_[i]] += rewards_[i];
  }

  std::vector<Action> actions_;  // a ring; the oldest event is at next_ once it is full
  std::vector<double> rewards_;
  std::vector<double> sums_;
  std::vector<double> counts_;
  std::size_t next_ = 0;
  std::size_t events_ = 0;
};

}  // namespace replaybench::learning
