#pragma once
// Sliding-window UCB: UCB over the last `window` events only, for rewards whose distribution
// changes.
//
// Source: Garivier, Moulines, "On upper-confidence bound policies for switching bandit problems",
// ALT 2011 (SW-UCB); thesis, section 1.4.2 (p. 17; "it is enough to only consider a limited amount
// of past events in the indexes", no listing); otherwise thesis algorithm 1, see ucb.
//
//   paper             here
//   tau               window           number of events, over all actions
//   B^2 xi            alpha            under the root, as in ucb
//   N_t(tau, i)       window_.count(i)
//   X_bar_t(tau, i)   window_.sum(i) / window_.count(i)
//   X_bar_t(tau, i) + B sqrt(xi ln(min(t, tau)) / N_t(tau, i))     indices_[i]
//
// Deviations from the print:
//   - t is the number of updates + 1, as in the thesis's UCB, of which this is the exact equal
//     until an event falls out of the window.
//   - an action without an event in the window has index +infinity (the paper's 1/0), as one never
//     learned has in ucb: it is tried again at once. With K actions at least K - 1 events of a
//     window are such trials, so a window should be many times K.
//   - ties: by the lowest index, or uniformly at random.
// An event is an update: under replay the window is counted in accepted records. The context is not
// used.

#include <cstdint>
#include <limits>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/event_window.hpp"
#include "suite/learning/index_policy.hpp"

namespace replaybench::algorithms::sliding_window_ucb {

class SlidingWindowUcb : public learning::IndexPolicy<SlidingWindowUcb> {
 public:
  /// `window` >= 1 events; `alpha` >= 0, finite.
  SlidingWindowUcb(Action action_count, std::size_t window, double alpha, Ties ties)
      : IndexPolicy(ties),
        indices_(action_count, std::numeric_limits<double>::infinity()),
        window_(action_count, window),
        alpha_(alpha) {}

  /// O(K) while the window fills, then O(1) amortised (O(K + window) once in `window` updates).
  void update(const Context&, Action action, double reward);

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(indices_, window_, t_);
  }

  /// Upper confidence bound of an action; +infinity without an event in the window.
  double index(Action action) const { return indices_[action]; }

 private:
  void refresh(Action action);

  std::vector<double> indices_;
  learning::EventWindow window_;
  double alpha_;
  double width_ = 0;     // sqrt(alpha ln t_)
  std::uint64_t t_ = 1;  // min(updates + 1, window)
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::sliding_window_ucb
