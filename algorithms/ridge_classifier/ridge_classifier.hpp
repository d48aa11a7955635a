#pragma once
// K linear regressions trained offline, the highest prediction is played: the multiple-regressor
// policy with which the thesis compares classify-to-recommend, in closed form.
//
// Source: thesis, appendix B.4 (p. 242; "train various regressors that, for each action, map the
// context to the reward ... LinUCB is an online multiple-regressor"). With scheme = regressors it
// is LinUCB without exploration after it has learned the whole log; clicks and all regress the
// indicators of figure B.1's (iii) and (ii) on the context.
//
//   w_a = (lambda I + sum z z^T)^{-1} sum z y     z: scaled features; sums over the action's
//   examples
//
// Deviations from the print: which regression is not stated there. Everything is regularised, the
// constant feature too.

#include "suite/component/registry.hpp"
#include "suite/learning/training_rows.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::ridge_classifier {

struct Options {
  learning::Scheme scheme = learning::Scheme::regressors;
  bool standardise = true;
  double lambda = 1;  ///< > 0
};

class RidgeClassifier : public learning::ScoredPolicy<RidgeClassifier> {
 public:
  RidgeClassifier(Action action_count, std::size_t dimension, const Options& options)
      : options_(options), scores_(action_count, dimension) {}

  /// Any rewards. O(examples d^2 + K d^3). Throws NumericalFailure when the weights are not finite.
  void train(const Log& log);
  /// O(d) a score, less for a sparse context.
  auto scores(const Context& context, const ActionSet&) const {
    return [this, &context](Action action) { return scores_(context, action); };
  }
  const learning::LinearScores& linear_scores() const { return scores_; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(scores_);
  }

 private:
  Options options_;
  learning::LinearScores scores_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::ridge_classifier
