#pragma once
// LIBLINEAR's primal solvers, which draw no random numbers: one linear score an action.

#include "suite/learning/training_rows.hpp"

namespace replaybench::learning {

enum class LinearLoss { logistic, squared_hinge };

struct LinearOptions {
  LinearLoss loss = LinearLoss::logistic;
  double cost = 1;          ///< C > 0: weight of the examples' losses against |w|^2 / 2
  double tolerance = 1e-3;  ///< of the gradient, relative
};

/// For each action that can be learnt the linear score that minimises |w|^2 / 2 + C sum of losses
/// over its task; the squared hinge on a task of Scheme::regressors is the squared error. The
/// constant feature is regularised like the others. Thread-safe. Throws std::bad_alloc, and
/// std::logic_error when LIBLINEAR refuses the problem.
void train_linear(const TrainingRows& rows, const LinearOptions& options, LinearScores& scores);

/// The parameters "cost" and "tolerance".
Binding<LinearOptions> linear_parameters();

}  // namespace replaybench::learning
