#pragma once
// The best single action of a log, "the policy picking the best news" of table 4.1. Trained offline,
// without context.
//
// Source: thesis, table 4.1 (section 4.5, p. 117; "lift ... w.r.t. the policy picking the best
// news"), section 4.4.3 (p. 114). Whether the best is the training part's or the test part's is not
// stated there; here it is the training part's, because the lift of a classifier would otherwise be compared
// with a policy that has seen the test.
//
//   by = rate      the highest mean reward of an action's records (of an action never displayed:
//   none)
//        rewards   the largest sum of rewards: the majority class of S_1
//
// In a pool without it the next best plays.

#include "suite/component/registry.hpp"
#include "suite/learning/training_rows.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::best_single_action {

class BestSingleAction : public learning::ScoredPolicy<BestSingleAction> {
 public:
  static constexpr bool uses_contexts = false;

  BestSingleAction(Action action_count, bool by_rate) : by_rate_(by_rate), scores_(action_count) {}

  /// Any rewards. O(records).
  void train(const Log& log);
  auto scores(const Context&, const ActionSet&) const {
    return [this](Action action) { return scores_[action]; };
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(scores_);
  }

 private:
  bool by_rate_;
  std::vector<double> scores_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::best_single_action
