#pragma once
// UCB with one arm for each value of one feature: a display's arm is the value that it takes.
//
// Source: thesis, section 2.5.1 (p. 55), "a very simple UCB strategy as described by Auer et al.
// with one arm per value of this feature (ties ... were broken at random)"; UCB: thesis algorithm 1
// (section 1.4.3, p. 21).
//
//   thesis      here
//   arm         the feature's value; with items = crossed the pair of value and action
//   alpha       alpha         under the root
//   r_i, t_i    rewards_, pulls_ of the arm
//   t           t_            number of updates + 1
//   r_i / t_i + sqrt(alpha ln t / t_i)
//
// Deviations from the print:
//   - items = crossed, the default, is a contextual bandit: a UCB for each value of the feature.
//     With items = none, the thesis's, all actions of one context have the same arm: it can choose
//     among displays, not among actions, and is for challenge 2.
//   - values are the codes 0 .. values - 1; all other numbers share one more arm.
//   - arms never learned have index +infinity (0/0 by the thesis's convention).
//   - alpha is not printed for this one: 2, as in algorithm 1. "A good choice is of the order of
//     the success probability of the best arm" (section 1.4.2, p. 17).

#include <cstdint>
#include <limits>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::value_ucb {

struct Options {
  std::size_t feature = 0;
  std::size_t values = 32;  ///< >= 1
  bool crossed = true;      ///< with the items
  double alpha = 2;         ///< >= 0
  Ties ties = Ties::random;
};

class ValueUcb {
 public:
  ValueUcb(Action action_count, const Options& options)
      : options_(options), arms_((options.values + 1) * (options.crossed ? action_count : 1)) {}

  /// O(K).
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return best_action(actions, options_.ties, draws,
                       [&](Action action) { return index(context, action); });
  }
  /// O(batch).
  std::size_t choose_display(std::span<const Display> batch, Draws& draws) const {
    return best_action(ActionSet::all(static_cast<Action>(batch.size())), options_.ties, draws,
                       [&](Action i) { return index(batch[i].context, batch[i].action); });
  }
  /// O(1).
  void update(const Context& context, Action action, double reward);

  /// Upper confidence bound of a display's arm.
  double index(const Context& context, Action action) const;

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(arms_, t_, log_t_);
  }

 private:
  struct Arm {
    double reward = 0;
    double pulls = 0;

    template <class Visitor>
    void visit_state(Visitor&& visit) const {
      visit(reward, pulls);
    }
  };

  std::size_t arm(const Context& context, Action action) const {
    const double x = context[options_.feature];
    const std::size_t value = x >= 0 && x < static_cast<double>(options_.values)
                                  ? static_cast<std::size_t>(x)
                                  : options_.values;
    return (options_.crossed ? action * (options_.values + 1) : 0) + value;
  }

  Options options_;
  std::vector<Arm> arms_;
  std::uint64_t t_ = 1;
  double log_t_ = 0;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::value_ucb
