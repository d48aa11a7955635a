#pragma once
// Models of the mean reward q(x, a) that an estimator rests on, fitted on the log, a record never
// being predicted by a model that saw it.
//
// least_squares: for each action the (theta_0, theta) that minimises
//   sum v (r - theta_0 - theta.x)^2 + l2 |theta|^2
// over its training records, v their weights (1, or what `fit` is given); the constant is not
// regularised, so that a constant added to all rewards is added to all predictions. From the sums of
// each fold, whose total less the fold's are those of its training records: O(n d^2) for all folds,
// and O(folds K d^3).
// logistic: the same for the log loss - sum v (r log s + (1 - r) log(1 - s)) + (l2 / 2) |theta|^2, s =
// 1 / (1 + exp(-theta_0 - theta.x)), rewards in [0, 1]. The constant is not regularised either: the
// predictions of a model have the mean of its training rewards, and are 0 (1) where all of these are
// 0 (1). Newton's method, O(folds n d^2) a step.
// trees: a random forest (learning/forest.hpp) of 50 trees of depth 8 at most, whose nodes of fewer
// than 10 examples are not split; the mean of an action of fewer than 20 training records. Its draws
// are those of a fixed seed. O(folds n trees log n).
// mean: least_squares without features.
// given: columns of the log.
//
// An action without a training record is predicted to have the mean reward of all training records
// (0 if there is none).

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/forest.hpp"

namespace replaybench::offpolicy {

enum class ModelKind { ridge, logistic, mean, given, trees };

struct ModelOptions {
  ModelKind kind = ModelKind::ridge;
  std::uint64_t folds = 5;        ///< 1: no cross-fitting, every record is in its own training
  double l2 = 1;                  ///< > 0
  std::string predictions = "q";  ///< the log's predictions (Log::predictions) for `given`
};

/// Predictions of q(x, a) for each record of one log. Models without weights are fitted once for a log that evaluations
/// share (SharedFits).
class RewardModel {
 public:
  /// Fits the models. `weights`: one per record, not negative, or empty for 1. Folds: folds_of, where
  /// `folds` is Trial::folds, so that every algorithm is judged on the same models. Throws
  /// NotApplicable, with `evaluator` in the message, where the options do not suit the log (no such
  /// columns, rewards outside [0, 1], more folds than records, sums beyond 2^27 numbers, forests
  /// beyond 2^26 nodes; weights for trees).
  RewardModel(const std::string& evaluator, const Log& log, const ModelOptions& options,
              StreamKey folds, std::span<const double> weights = {});

  /// Common offset of all rewards (reward_offset): the models are fitted to the rewards minus the
  /// offset, so that a large offset costs no digits. 0 for a logistic model.
  double offset() const { return offset_; }
  /// q(x_i, a) - offset() for the available actions in their order. O(K d), of trees O(K trees
  /// depth).
  void predict(std::size_t i, std::span<double> out);

 private:
  // What is learned from the log.
  struct Fit {
    std::vector<std::uint32_t> fold;        // of each record
    std::vector<double> theta;              // a row for each fold and action
    std::vector<learning::Forest> forests;  // of trees: for each fold and action; empty: the mean
    std::vector<double> trained;            // records behind each row
    std::vector<double> means;              // of the training records of each fold, less the offset
  };

  void read(std::size_t i);
  void fit(std::vector<std::uint32_t> fold, std::span<const double> weights);
  void fit_least_squares(std::span<const double> weights);
  std::vector<std::uint8_t> settle_equal_rewards(std::span<const double> weights);
  void fit_logistic(std::span<const double> weights);
  void fit_trees();
  double of_trees(std::size_t model) const;
  double reward_of(std::size_t i) const { return log_.rewards[i] - offset_; }
  void find_means(std::span<const double> weights);
  std::span<double> theta(std::size_t fold, std::size_t action) {
    return std::span(fit_->theta).subspan((fold * actions_ + action) * width_, width_);
  }

  const Log& log_;
  const RewardPredictions* given_ = nullptr;
  ModelOptions options_;
  double offset_;
  std::size_t actions_;
  std::size_t width_ = 1;  // 1, then the features
  ContextReader contexts_;
  std::vector<double> features_;
  std::shared_ptr<Fit> fit_;  // shared once it is made
};

/// The parameters model, folds, l2 and predictions.
Binding<ModelOptions> model_parameters();

}  // namespace replaybench::offpolicy
