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
// Where the log has features of single actions, a fold has one model of all actions, on the features of
// (context, action) pairs (suite/learning/pair_features.hpp): their products with the context's where these are
// max_product_features at most, else the two joined.
//
// An action without a training record is predicted to have the mean reward of all training records
// (0 if there is none); by a model of pairs, the prediction from its features.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/forest.hpp"
#include "suite/learning/pair_features.hpp"

namespace replaybench::offpolicy {

enum class ModelKind { ridge, logistic, mean, given, trees };

struct ModelOptions {
  ModelKind kind = ModelKind::ridge;
  std::uint64_t folds = 5;        ///< 1: no cross-fitting, every record is in its own training
  double l2 = 1;                  ///< > 0
  std::string predictions = "q";  ///< the log's predictions (Log::predictions) for `given`
};

/// Features of pairs up to which a model has the products of the context's and the action's.
inline constexpr std::size_t max_product_features = 1000;

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

  /// What all rewards have in common (reward_offset): the models are fitted to what they are above
  /// it, so that a large offset costs no digits. 0 for a logistic model.
  double offset() const { return offset_; }
  /// q(x_i, a) - offset() for the available actions in their order. O(K d), of trees O(K trees
  /// depth).
  void predict(std::size_t i, std::span<double> out);

 private:
  // The part learned from the log, with a row for each model.
  struct Fit {
    std::vector<std::uint32_t> fold;  // of each record
    std::vector<double> theta;
    std::vector<learning::Forest> forests;  // of trees; empty: the mean
    std::vector<double> trained;            // records behind each row
    std::vector<double> means;              // of the training records of each fold, less the offset
  };

  // Sets features_ to those of a record and an action.
  void read(std::size_t i, Action action);
  std::size_t model_of(std::size_t fold, std::size_t action) const {
    return fold * models_ + (pairs_ ? 0 : action);
  }
  void fit(std::vector<std::uint32_t> fold, std::span<const double> weights);
  void fit_least_squares(std::span<const double> weights);
  std::vector<std::uint8_t> settle_equal_rewards(std::span<const double> weights);
  void fit_logistic(std::span<const double> weights);
  void fit_trees();
  double of_trees(std::size_t model) const;
  double reward_of(std::size_t i) const { return log_.rewards[i] - offset_; }
  void find_means(std::span<const double> weights);
  std::span<double> theta(std::size_t model) {
    return std::span(fit_->theta).subspan(model * width_, width_);
  }

  const Log& log_;
  const RewardPredictions* given_ = nullptr;
  ModelOptions options_;
  double offset_;
  std::size_t actions_;
  std::optional<learning::PairFeatures> pairs_;  // of a model of pairs
  std::size_t models_;                           // of each fold: one per action, or one of pairs
  std::size_t width_ = 1;                        // 1, then the features
  ContextReader contexts_;
  std::vector<double> features_;
  std::shared_ptr<Fit> fit_;  // shared once it is made
};

/// The place in Log::predictions of those of this name. Throws NotApplicable, with `evaluator` in the message, if there
/// are none.
std::size_t place_of_predictions(const std::string& evaluator, const Log& log,
                                 const std::string& name);

/// The parameters model, folds, l2 and predictions.
Binding<ModelOptions> model_parameters();

}  // namespace replaybench::offpolicy
