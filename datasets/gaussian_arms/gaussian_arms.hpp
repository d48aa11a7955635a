#pragma once
// Gaussian multi-armed bandit: K arms without context, arm a pays mu_a + s Z, Z standard normal.
//
// Source: thesis, section 3.5.6 (p. 83; replay's theorems 3, 4, 7 and 8 hold for real-valued
// rewards).
//   K      action_count()
//   mu_a   means[a]
//   s      standard_deviation
// Deviations: one normal a step serves all arms (see bernoulli_arms). The context is the constant
// feature 1 alone.

#include <vector>

#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::gaussian_arms {

class GaussianArms final : public Environment {
 public:
  /// `means`: one mean an arm, at least one arm; `standard_deviation` >= 0, the
  /// same for all.
  GaussianArms(std::vector<double> means, double standard_deviation, StreamKey environment)
      : means_(std::move(means)),
        standard_deviation_(standard_deviation),
        environment_(environment) {}

  Action action_count() const override { return static_cast<Action>(means_.size()); }
  std::size_t dimension() const override { return 1; }
  RewardRange rewards() const override { return RewardRange::real; }
  void observe(std::uint64_t step) override {
    deviation_ = standard_deviation_ * Draws(environment_, step).normal();
  }
  Context context() const override { return Context(constant_); }
  double reward(Action action) const override { return means_[action] + deviation_; }
  double expected_reward(const Context&, Action action, Knowledge) const override {
    return means_[action];
  }

 private:
  static constexpr double constant_[1] = {1};
  std::vector<double> means_;
  double standard_deviation_;
  StreamKey environment_;
  double deviation_ = 0;
};

}  // namespace replaybench::datasets::gaussian_arms
