#pragma once
// A finite contextual bandit written as a table: context i has probability rho_i, and then action a
// pays 1 with probability mu_{i,a}, otherwise 0.
//
// Source: the environments of thesis theorems 1 (section 3.3.2, p. 74), 2 (section 3.4, p. 75) and
// 11 (section 3.6.3, p. 92), and of example 3 of Li et al. 2011.
//   rho_i      probabilities[i]
//   mu_{i,a}   means[i K + a]
//   K          action_count()
// The learner sees the context as a one-hot vector, without a constant feature (it would be the sum
// of the others).
// Deviations: one uniform number a step serves all actions (see bernoulli_arms).

#include <vector>

#include "suite/model/enumerable_environment.hpp"
#include "suite/model/environment.hpp"
#include "suite/model/one_hot.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::tabular {

class Tabular final : public Environment, public EnumerableEnvironment {
 public:
  /// `probabilities`: one a context, sum 1; `means`: contexts x actions, row by row,
  /// in [0, 1].
  Tabular(std::vector<double> probabilities, std::vector<double> means, Action actions,
          StreamKey environment);

  Action action_count() const override { return actions_; }
  std::size_t dimension() const override { return probabilities_.size(); }
  void observe(std::uint64_t step) override;
  Context context() const override { return context_at(current_); }
  double reward(Action action) const override {
    return uniform_ < reward_probability(current_, action) ? 1 : 0;
  }
  /// Needs a one-hot context. O(contexts).
  double expected_reward(const Context& context, Action action, Knowledge) const override;

  std::size_t context_count() const override { return probabilities_.size(); }
  Context context_at(std::size_t i) const override { return contexts_.dense(i); }
  double context_probability(std::size_t i) const override { return probabilities_[i]; }
  double reward_probability(std::size_t i, Action action) const override {
    return means_[i * actions_ + action];
  }

 private:
  std::vector<double> probabilities_;
  std::vector<double> cumulative_;
  std::vector<double> means_;
  OneHotContexts contexts_;
  Action actions_;
  StreamKey environment_;
  std::size_t current_ = 0;
  double uniform_ = 0;
};

}  // namespace replaybench::datasets::tabular
