#pragma once
// Weibull multi-armed bandit: K arms without context, skewed rewards on (0, infinity) (dwell times,
// say); exponential ones when the shape is 1.
//
// Source: not in the thesis, whose rewards are Bernoulli (section 1.4.2, p. 17). The rates of
// section 5.6 (p. 138) need rewards that are not on a lattice (Cramer's condition), and skewed ones
// to show anything: for symmetric rewards the first term of Edgeworth's expansion is 0.
//   K      action_count()
//   mu_a   means[a]
//   k      shape: the reward is lambda_a (-ln(1 - U))^(1/k), lambda_a = mu_a / Gamma(1 + 1/k)
// Skewness 2 at k = 1 (exponential), 0.63 at k = 2 (Rayleigh), near 0 at k = 3.6.
// One uniform a step serves all arms (see bernoulli_arms). The context is the constant feature 1
// alone.

#include <vector>

#include "suite/model/environment.hpp"
#include "suite/model/quantile_environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::weibull_arms {

class WeibullArms final : public Environment, public QuantileEnvironment {
 public:
  /// `means`: one mean > 0 an arm, at least one arm; `shape` > 0.
  WeibullArms(const std::vector<double>& means, double shape, StreamKey environment);

  Action action_count() const override { return static_cast<Action>(means_.size()); }
  std::size_t dimension() const override { return 1; }
  RewardRange rewards() const override { return RewardRange::real; }
  void observe(std::uint64_t step) override { uniform_ = Draws(environment_, step).uniform(); }
  Context context() const override { return Context(constant_); }
  double reward(Action action) const override { return reward_quantile(action, uniform_); }
  double expected_reward(const Context&, Action action, Knowledge) const override {
    return means_[action];
  }
  double reward_quantile(Action action, double u) const override;

 private:
  static constexpr double constant_[1] = {1};
  std::vector<double> means_;
  double shape_;
  double unit_scale_;  // 1 / Gamma(1 + 1/shape)
  StreamKey environment_;
  double uniform_ = 0;
};

}  // namespace replaybench::datasets::weibull_arms
