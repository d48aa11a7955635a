#pragma once
// UCB with a bound that does not grow with time: the mean reward plus alpha over the root of the
// number of plays.
//
// Source: Li, Chu, Langford, Wang, WSDM 2011, section 4.4 (table 1: "UCB, a deterministic,
// context-free variant of UCB1", alpha = 1), whose appendix has mu + alpha c; Li, Chu, Langford,
// Schapire, WWW 2010, gives c = 1 / sqrt(n) for it.
//
//   paper              here
//   alpha              alpha
//   mu_a, n_a          rewards_[a] / pulls_[a], pulls_[a]
//   mu_a + alpha / sqrt(n_a)      index(a)
//
// It is LinUCB with only the constant feature and without regularisation: a test compares the two.
// Without a logarithm of the time an action may be given up forever; `ucb` is algorithm 1 of the
// thesis, with it.
//
// Deviations from the print: actions never learned have index +infinity; ties go to the lowest index or are
// broken at random. The paper states neither.

#include <cmath>
#include <limits>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/index_policy.hpp"

namespace replaybench::algorithms::ucb_root_n {

class UcbRootN : public learning::IndexPolicy<UcbRootN> {
 public:
  /// `alpha` >= 0, finite.
  UcbRootN(Action action_count, double alpha, Ties ties)
      : IndexPolicy(ties),
        alpha_(alpha),
        indices_(action_count, std::numeric_limits<double>::infinity()),
        rewards_(action_count),
        pulls_(action_count) {}

  /// O(1). Throws NumericalFailure when a sum of rewards overflows.
  void update(const Context&, Action action, double reward);

  /// Upper confidence bound of an action; +infinity before its first reward.
  double index(Action action) const { return indices_[action]; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(indices_, rewards_, pulls_);
  }

 private:
  double alpha_;
  std::vector<double> indices_;
  std::vector<double> rewards_;
  std::vector<double> pulls_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::ucb_root_n
