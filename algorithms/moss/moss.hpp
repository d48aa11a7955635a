#pragma once
// MOSS: an upper confidence bound that knows the horizon and stops exploring an action once it has
// had its share.
//
// Source: Audibert, Bubeck, "Minimax policies for adversarial and stochastic bandits", COLT 2009
// (not in the thesis; it belongs to the family of thesis section 1.4.2, p. 17).
//
//   paper               here
//   n (the horizon)     horizon
//   K                   action_count
//   s, Xbar_{i,s}       pulls_[i], rewards_[i] / pulls_[i]
//   Xbar + sqrt(max(ln(n / (K s)), 0) / s)       indices_[i]
//
// The horizon is a number of updates. It is the parameter, or (0) the problem's; under replay the
// problem's horizon is the number of records, of which about one in K is learned: then the
// parameter should be set. If the horizon is unknown, t = number of updates + 1 takes its
// place, the anytime form of Degenne, Perchet, "Anytime optimal algorithms in stochastic
// multi-armed bandits", ICML 2016 (there with a factor above 1 under the root).
//
// Deviations from the print: `factor` multiplies what stands under the root (1: the paper), as
// alpha does in the thesis's UCB; K is the size of the dictionary, also if pools change; actions
// never learned have index +infinity; ties go to the lowest index or are broken at random.

#include <cstdint>
#include <limits>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/index_policy.hpp"

namespace replaybench::algorithms::moss {

class Moss : public learning::IndexPolicy<Moss> {
 public:
  /// `factor` >= 0, finite; `horizon` 0: not known.
  Moss(Action action_count, std::uint64_t horizon, double factor, Ties ties)
      : IndexPolicy(ties),
        indices_(action_count, std::numeric_limits<double>::infinity()),
        rewards_(action_count),
        pulls_(action_count),
        horizon_(static_cast<double>(horizon)),
        factor_(factor) {}

  /// O(1) with a horizon; O(K) without, for t is then in every index. Throws NumericalFailure when
  /// a sum of rewards overflows.
  void update(const Context&, Action action, double reward);

  /// Upper confidence bound of an action; +infinity before its first reward.
  double index(Action action) const { return indices_[action]; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(indices_, rewards_, pulls_, t_);
  }

 private:
  /// The index of an action with a reward, when `horizon` steps are to be shared.
  double index_for(Action action, double horizon) const;

  std::vector<double> indices_;
  std::vector<double> rewards_;
  std::vector<double> pulls_;
  double horizon_;
  double factor_;
  std::uint64_t t_ = 1;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::moss
