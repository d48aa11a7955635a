#pragma once
// A simple model of a log's rewards: for each action a ridge regression on the features.
//
//   S, v     sum of z z^T and of r z over the records of an action, z = the features that vary and
//            a constant 1
//   theta    (S + lambda D)^-1 v, D = 1 for the features, 0 for the constant
//   lambda   for each action the one of eleven (10^-4 to 10 times the mean diagonal of S, and
//            infinity) with the least generalised cross validation n RSS / (n - edf)^2, where edf =
//            tr((S + lambda D)^-1 S) (Golub, Heath, Wahba, "Generalized cross-validation as a
//            method for choosing a good ridge parameter", Technometrics 1979)
//
//   sigma^2  RSS / (n - edf)
//
// Each twin has its own weights: theta plus N(0, sigma^2 (S + lambda D)^-1), a draw from the
// posterior of the regression. The fitted weights themselves would be an environment in which there
// is less to learn than in the true one, because they are shrunk; unregularised ones an environment in
// which there is more.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/model/log.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::estimation {

class LinearRewardModel {
 public:
  /// O(n d^2 + K d^3). An action without records always gets the rewards' offset
  /// (reward_offset), mostly 0.
  explicit LinearRewardModel(const Log& log);
  /// Fits a model to the rewards of these records; the features that vary are determined from all contexts.
  LinearRewardModel(const Log& log, std::span<const std::uint32_t> records);

  RewardRange rewards() const { return rewards_; }
  /// The weights of another twin; before the first call they are the fitted ones. O(K d^2).
  void redraw(StreamKey key);
  /// Binary rewards: the probability of 1, the prediction kept in [0, 1]; otherwise the prediction.
  /// O(d).
  double expected(const Context& context, Action action) const;
  /// Binary rewards: 1 with that probability; otherwise the prediction plus the error of a random
  /// record of the action, kept in [0, 1] if all rewards of the log are.
  double draw(const Context& context, Action action, Draws& draws) const;

 private:
  // Less the offset.
  double prediction(const Context& context, Action action) const;

  RewardRange rewards_;
  double offset_;                            // taken off the rewards (reward_offset)
  std::vector<std::uint32_t> features_;      // those that vary in the log
  std::vector<std::vector<double>> theta_;   // an action: one weight a feature, then the constant
  std::vector<std::vector<double>> fitted_;  // an action: likewise
  std::vector<std::vector<double>>
      factor_;  // an action: L of (S + lambda D)/sigma^2 = L L^T, d x d;
                // empty if there is nothing to draw
  std::vector<std::vector<double>> residuals_;  // an action; empty for binary rewards
};

}  // namespace replaybench::estimation
