#pragma once
// Optimistic Greedy: the best empirical mean, as if every action had already been played and
// rewarded k times.
//
// Source: thesis algorithm 11 (section 4.4.1, p. 109), the best algorithm of its figure 4.13; the
// form with two parameters is the remark in section 4.4.1 (p. 109).
//
//   thesis        here
//   k             successes       imaginary maximal rewards
//   k'            plays           imaginary plays
//   MAX_REWARD    max_reward
//   r_i, t_i      rewards_[i], plays_[i]    with the imaginary ones, which stay forever
//   r_i / t_i     index(i)
//
// The thesis's main form has one parameter, k = k': it is `plays`, and `successes` below 0 (the
// default) means the same number. With fewer successes than plays the start is a prior mean below
// the maximum, and "the algorithm may not be optimistic anymore".
//
// An action of mean mu falls below mu* after about k (1 - mu*) / (mu* - mu) pulls, for every
// horizon: each action is explored a bounded number of times. So this is not consistent (the thesis
// leaves the question open in the conclusion, p. 205, and believes that it is): with a probability
// that falls exponentially in k, but is never 0, the best action starts so badly that its index
// falls below another's mean, and then it is never played again. Tests here count both.
//
// Deviations from the print:
//   - "t_i . k'" (section 4.4.1, p. 109) is read as t_i <- k'.
//   - an action with t_i = 0 (plays = 0, never learned) has index +infinity for every r_i.
//   - "ties are broken arbitrarily": by the lowest index, or uniformly at random.

#include <limits>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/index_policy.hpp"

namespace replaybench::algorithms::optimistic_greedy {

class OptimisticGreedy : public learning::IndexPolicy<OptimisticGreedy> {
 public:
  /// `plays` >= 0 and `successes` >= 0, real numbers; `max_reward` finite.
  OptimisticGreedy(Action action_count, double plays, double successes, double max_reward,
                   Ties ties)
      : IndexPolicy(ties),
        indices_(action_count, plays > 0 ? successes * max_reward / plays
                                         : std::numeric_limits<double>::infinity()),
        rewards_(action_count, successes * max_reward),
        plays_(action_count, plays) {}

  /// O(1). Throws NumericalFailure when a sum of rewards overflows.
  void update(const Context&, Action action, double reward);

  /// Mean reward of an action with the imaginary plays.
  double index(Action action) const { return indices_[action]; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(indices_, rewards_, plays_);
  }

 private:
  std::vector<double> indices_;
  std::vector<double> rewards_;
  std::vector<double> plays_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::optimistic_greedy
