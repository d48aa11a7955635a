#pragma once
// An environment whose steps are all drawn beforehand, so that a benchmark times the algorithm and
// not the simulator.

#include <cstdint>
#include <vector>

#include "suite/model/environment.hpp"

namespace replaybench::bench {

/// K and F of a problem, and what its contexts look like.
struct Shape {
  Action actions = 10;
  std::size_t features = 15;  ///< F; the dimension is F + 1, with the constant
  bool sparse = false;        ///< features 0 or 1, about 20 of them 1; otherwise normal
};

/// A linear model with Bernoulli rewards: an action has a quality and three relevant features.
/// Dense contexts are the thesis's, N(0, 1) + N(0, 1/2) (section 2.6.5, p. 60), made shorter where
/// there are more than 100 features so that their length stays about the same: an algorithm that
/// steps along the gradient overflows otherwise. Step t has the context t mod `contexts`.
class PrecomputedEnvironment final : public Environment {
 public:
  /// Needs `contexts` >= 1. O(contexts (F + K)).
  PrecomputedEnvironment(const Shape& shape, std::size_t contexts);

  Action action_count() const override { return shape_.actions; }
  std::size_t dimension() const override { return shape_.features + 1; }
  bool has_sparse_contexts() const override { return shape_.sparse; }
  void observe(std::uint64_t step) override { at_ = static_cast<std::size_t>(step) % count_; }
  Context context() const override { return context(at_); }
  double reward(Action action) const override { return reward(at_, action); }
  double expected_reward(const Context& context, Action action, Knowledge) const override;

  /// Number of different contexts.
  std::size_t size() const { return count_; }
  Context context(std::size_t i) const { return contexts_[i]; }
  double reward(std::size_t i, Action action) const {
    return rewards_[i * shape_.actions + action];
  }
  ActionSet pool() const { return ActionSet::all(shape_.actions); }

 private:
  Shape shape_;
  std::size_t count_;
  std::size_t at_ = 0;
  std::vector<double> quality_;
  std::vector<std::uint32_t> relevant_;  // three an action
  std::vector<double> weights_;          // of these
  std::vector<double> features_;
  std::vector<std::uint32_t> active_;
  std::vector<Context> contexts_;
  std::vector<std::uint8_t> rewards_;
};

}  // namespace replaybench::bench
