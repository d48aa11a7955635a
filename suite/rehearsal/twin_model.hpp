#pragma once
// Models of a log's rewards, from which twins are drawn; tilted until they reproduce the log's weighted means.

#include <cstddef>
#include <string>
#include <vector>

#include "suite/rehearsal/rehearsed_log.hpp"
#include "suite/rehearsal/tilt.hpp"

namespace replaybench::rehearsal {

/// The cap in H = min(pi / p, cap), the columns of the tilt.
inline constexpr double max_tilt_weight = 20;

struct TwinModel {
  std::string name;  ///< of the kind of twin: "means", "linear", ...
  /// The value of an estimator's parameter "model" for a model of this class: "ridge" of "linear".
  std::string model_class;
  /// n x K: mean reward of each action, by a model that did not see the record; 0 outside the pool.
  std::vector<double> predictions;
  Tilt tilt;  ///< along H of each policy
};

/// H of each policy for a record and an action. O(policies).
void tilt_columns(const RehearsedLog& log, std::size_t record, Action action,
                  std::span<double> columns);

/// The predictions of a model, tilted along the H of all policies. O(n policies^2) and its steps.
TwinModel tilted_model(const RehearsedLog& log, std::string name, std::string model_class,
                       std::vector<double> predictions);

/// Models of several classes: means by action; if the log has features, least squares, a random forest and, for
/// rewards in [0, 1], a logistic model. Each is cross-fitted and shrunk towards the mean of each action as far as the rewards
/// require; a model that cannot be fitted to the log is omitted. O(n K) per model, plus the cost of offpolicy::RewardModel.
std::vector<TwinModel> twin_models(const RehearsedLog& log, std::uint64_t seed, std::size_t jobs);

/// Models for algorithms that are played live and have no probabilities to tilt along. Each model is tilted along the
/// greedy policies of all models, which become the policies of the log, because algorithms seek the actions of these.
std::vector<TwinModel> twin_models_of_learners(RehearsedLog& log, std::uint64_t seed,
                                               std::size_t jobs);

}  // namespace replaybench::rehearsal
