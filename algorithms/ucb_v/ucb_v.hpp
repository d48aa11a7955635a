#pragma once
// UCB-V: an upper confidence bound that uses the empirical variance of the rewards.
//
// Source: thesis, sections 1.4.2 (p. 17) and 4.3 (p. 106), section 4.4.2 (p. 113; it prints no
// formula); Audibert, Munos, Szepesvari, "Exploration-exploitation tradeoff using variance
// estimates in multi-armed bandits", Theoretical Computer Science 410, 2009.
//
//   paper                 here
//   zeta                  zeta     the thesis's "exploration parameter" alpha
//   3 c                   linear   the factor of the linear term; the thesis's one parameter does
//                                  not show whether the winner kept it; linear = 0 leaves it out
//   b                     range
//   t                     t_       number of updates + 1
//   s, Xbar, V            number, mean and variance (divided by s) of an action's rewards
//   Xbar + sqrt(2 V E / s) + 3 c b E / s with E = zeta ln t     index(a)
//
// count = update is the published algorithm. count = update_by_pool is what the thesis proposes for
// the winner of the challenge (section 4.4.2, p. 113), whose code counted t in CHOOSE (see
// ucb_v_counting_choose): each update adds the size of the pool to t. So, live, t is what the
// winner's was when a replay had shown it K records for each one accepted.
//
// Deviations from the print: actions never learned have index +infinity; ties go to the lowest
// index or are broken at random; an index changes only in UPDATE, and is computed once after it,
// when it is first needed.

#include <cstdint>

#include "suite/component/registry.hpp"
#include "suite/learning/index_cache.hpp"
#include "suite/learning/index_policy.hpp"
#include "suite/learning/variance_index.hpp"

namespace replaybench::algorithms::ucb_v {

/// Increment of t by an update: 1, or the number of available actions.
enum class Count { update, update_by_pool };

class UcbV : public learning::IndexPolicy<UcbV> {
 public:
  UcbV(Action action_count, const learning::VarianceIndexOptions& options, Count count, Ties ties)
      : IndexPolicy(ties), indices_(action_count), arms_(action_count, options), count_(count) {}

  /// O(1). Throws NumericalFailure when a sum of squares overflows.
  void update(const Context&, const ActionSet& actions, Action action, double reward);

  /// Upper confidence bound of an action; +infinity before its first reward.
  double index(Action action) const {
    return indices_.get(action, [this](Action a) { return arms_.at(a, log_t_); });
  }
  std::uint64_t t() const { return t_; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(arms_, t_);
  }

 private:
  learning::IndexCache indices_;
  learning::VarianceIndex arms_;
  std::uint64_t t_ = 1;
  double log_t_ = 0;
  Count count_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::ucb_v
