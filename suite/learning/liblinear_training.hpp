#pragma once
// LIBLINEAR's primal solvers, which draw no random numbers: one linear score an action, and the
// policy that plays the highest.

#include "suite/component/registry.hpp"
#include "suite/learning/training_rows.hpp"

namespace replaybench::learning {

enum class LinearLoss { logistic, squared_hinge };

struct LinearOptions {
  LinearLoss loss = LinearLoss::logistic;
  double cost = 1;          ///< C > 0: weight of the examples' losses against |w|^2 / 2
  double tolerance = 1e-3;  ///< of the gradient, relative
};

/// For each action that can be learned the linear score that minimises |w|^2 / 2 + C sum of losses
/// over its task; the squared hinge on a task of Scheme::regressors is the squared error. The
/// constant feature is regularised like the others. Thread-safe. Throws std::bad_alloc, and
/// std::logic_error when LIBLINEAR refuses the problem.
void train_linear(const TrainingRows& rows, const LinearOptions& options, LinearScores& scores);

struct LinearClassifierOptions {
  Scheme scheme = Scheme::clicks;
  bool standardise = true;
  LinearOptions linear;
};

/// One linear score for each action, trained offline; the action of the highest score is played.
class LinearClassifier : public ScoredPolicy<LinearClassifier> {
 public:
  LinearClassifier(Action action_count, std::size_t dimension,
                   const LinearClassifierOptions& options)
      : options_(options), scores_(action_count, dimension) {}

  /// Rewards 0 and 1. O(K examples d) an iteration. Throws as `train_linear`.
  void train(const Log& log) {
    train_linear(training_rows(log, options_.scheme, options_.standardise), options_.linear,
                 scores_);
    became_trained();
  }
  /// O(d) a score, less for a sparse context.
  auto scores(const Context& context, const ActionSet&) const {
    return [this, &context](Action action) { return scores_(context, action); };
  }
  const LinearScores& linear_scores() const { return scores_; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(scores_);
  }

 private:
  LinearClassifierOptions options_;
  LinearScores scores_;
};

/// The parameters of a linear classifier: scheme, standardise, cost, tolerance.
Binding<LinearClassifierOptions> linear_classifier_parameters();
/// The classifier of this loss, regardless of the loss in the options.
Agent linear_classifier(LinearLoss loss, LinearClassifierOptions options, const Problem& problem);

}  // namespace replaybench::learning
