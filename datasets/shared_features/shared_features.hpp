#pragma once
// Actions that are alike: the weights of each action are weights common to all and a smaller part
// of its own, so that rewards of one action inform the estimates of the others.
//
// Source: the world that hybrid models are made for (Li, Chu, Langford, Schapire, WWW 2010, section
// 3.2: "it is helpful to use features that are shared by all arms, in addition to the arm-specific
// ones"). Not in the thesis, whose linear model (section 2.6.5, p. 60) draws each action apart.
//
//   paper          here
//   d              features
//   x_{t,a}        values(): N(0, 1) each, then the constant 1; the same for all actions
//   z^T beta       shared part: weights ~ N(0, shared^2)
//   x^T theta_a    own part: weights ~ N(0, own^2) of each action
//
// P(reward = 1) = clip(base + (beta + theta_a).x) to [0, 1]. With shared = 0 the actions have
// nothing in common but the base.
//
// Actions may come and go like news (the paper's are articles): with pool = P the first P are
// available, and after each `period` steps the action with the lowest number leaves for good and the
// next one arrives, until all have been available. Decided here: all of it; a new model for each replicate; one
// uniform number a step serves the rewards of all actions (see bernoulli_arms).

#include <cstdint>
#include <memory>
#include <vector>

#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::shared_features {

struct SharedFeaturesOptions {
  std::size_t features = 10;
  Action actions = 20;
  double base = 0.5;           ///< in [0, 1]
  double shared = 0.1;         ///< standard deviation of a weight common to all actions
  double own = 0.05;           ///< of a weight of one action
  Action pool = 0;             ///< available at a time; 0 means all of them. At most `actions`
  std::uint64_t period = 100;  ///< steps until one leaves and another comes; >= 1
};

class SharedFeatures final : public Environment {
 public:
  SharedFeatures(const SharedFeaturesOptions& options, StreamKey model, StreamKey environment);

  Action action_count() const override { return options_.actions; }
  std::size_t dimension() const override { return x_.size(); }
  bool has_pools() const override { return options_.pool > 0; }
  ActionSet actions() const override {
    if (!has_pools()) return ActionSet::all(action_count());
    return ActionSet(std::span(numbers_).subspan(oldest_, options_.pool));
  }
  /// O(features).
  void observe(std::uint64_t step) override;
  Context context() const override { return Context(x_); }
  double reward(Action action) const override {
    return uniform_ < score(x_, action) ? 1 : 0;  // no clipping needed
  }
  /// full: the probability of a reward; otherwise the score, not clipped. O(features).
  double expected_reward(const Context& context, Action action, Knowledge knowledge) const override;

  /// Weights of `action`, common part and own one together: a number a feature.
  std::span<const double> weights(Action action) const {
    return std::span(weights_).subspan(action * options_.features, options_.features);
  }

 private:
  double score(std::span<const double> x, Action action) const;

  SharedFeaturesOptions options_;
  std::vector<double> weights_;  // a row an action
  StreamKey environment_;
  std::vector<double> x_;  // the features, and the constant
  double uniform_ = 0;
  std::vector<Action> numbers_;  // 0, 1, ...: a pool is a stretch of it
  Action oldest_ = 0;
};

}  // namespace replaybench::datasets::shared_features
