#pragma once
// Discounted UCB: UCB in which an event counts less the older it is, for rewards whose distribution
// changes.
//
// Source: Kocsis, Szepesvari, "Discounted UCB", 2nd PASCAL Challenges Workshop, 2006; Garivier,
// Moulines, "On upper-confidence bound policies for switching bandit problems", ALT 2011 (D-UCB).
//
//   paper             here
//   gamma             discount
//   (2 B)^2 xi        alpha            under the root, as in ucb
//   N_t(gamma, i)     pulls_[i]        sum of gamma^age over the events of action i
//   N X_bar           rewards_[i]      the same sum, each term times its reward
//   n_t(gamma)        events_          sum of gamma^age over all events
//   X_bar_t(gamma, i) + 2 B sqrt(xi ln n_t(gamma) / N_t(gamma, i))     indices_[i]
//
// Deviations from the print:
//   - ln(n + 1) instead of ln n: as in the thesis's UCB, where t is the number of updates + 1. So
//     discount = 1 is exactly ucb, and for discount < 1 the two differ by less than 1 - discount.
//   - an action's weights stop shrinking at 1e-200. By then its bound is past all others for any
//     alpha > 0, and its mean keeps its digits (smaller still, it would lose them and become 0/0).
//   - actions never learned have index +infinity; ties go to the lowest index or are broken at
//     random.
// An event is an update: under replay age is counted in accepted records. The context is not used.

#include <limits>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/index_policy.hpp"

namespace replaybench::algorithms::discounted_ucb {

class DiscountedUcb : public learning::IndexPolicy<DiscountedUcb> {
 public:
  /// `discount` in (0, 1]; `alpha` >= 0, finite.
  DiscountedUcb(Action action_count, double discount, double alpha, Ties ties)
      : IndexPolicy(ties),
        indices_(action_count, std::numeric_limits<double>::infinity()),
        rewards_(action_count),
        pulls_(action_count),
        discount_(discount),
        alpha_(alpha) {}

  /// O(K).
  void update(const Context&, Action action, double reward);

  /// By the three discounted sums. O(K states).
  void become_average_of(std::span<const DiscountedUcb* const> states);

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(indices_, rewards_, pulls_, events_);
  }

  /// Upper confidence bound of an action; +infinity before its first reward.
  double index(Action action) const { return indices_[action]; }

 private:
  void refresh();

  std::vector<double> indices_;
  std::vector<double> rewards_;
  std::vector<double> pulls_;
  double discount_;
  double alpha_;
  double events_ = 0;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::discounted_ucb
