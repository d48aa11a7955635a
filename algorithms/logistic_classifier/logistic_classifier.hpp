#pragma once
// "1 versus All" logistic regression as a recommendation policy: one regression for each action,
// and the action of the highest log odds is played.
//
// Source: thesis table 4.1 (section 4.5, p. 117, "LogR"), appendix B (B.2.1, p. 238, and B.4,
// p. 242, and figure B.1); the library is not named there. LIBLINEAR 2.30 (Fan et al. 2008), solver
// L2R_LR.
//
//   scheme       positives of action a     negatives
//   clicks       rewards of a              rewards of the other actions
//   all          rewards of a              all other records, those without a reward too
//   regressors   rewards of a              records of a without a reward
//
// Deviations from the print: neither regularisation nor preprocessing is told; defaults are the
// library's and standardised features. The library calls BLAS: with another BLAS the weights may
// differ in their last bits.

#include "suite/component/registry.hpp"
#include "suite/learning/liblinear_training.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::logistic_classifier {

struct Options {
  learning::Scheme scheme = learning::Scheme::clicks;
  bool standardise = true;
  learning::LinearOptions linear;
};

class LogisticClassifier : public learning::ScoredPolicy<LogisticClassifier> {
 public:
  LogisticClassifier(Action action_count, std::size_t dimension, const Options& options)
      : options_(options), scores_(action_count, dimension) {}

  /// Rewards 0 and 1. O(K examples d) an iteration.
  void train(const Log& log) {
    learning::train_linear(learning::training_rows(log, options_.scheme, options_.standardise),
                           options_.linear, scores_);
    became_trained();
  }
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

}  // namespace replaybench::algorithms::logistic_classifier
