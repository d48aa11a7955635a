#pragma once
// Environments whose reward distributions have a known quantile function.

#include "suite/model/action.hpp"

namespace replaybench {

/// An environment without context whose real-valued rewards have a distribution that can be written
/// down. An `Environment` that is one inherits both, so that an evaluator can integrate over the
/// rewards instead of drawing them.
class QuantileEnvironment {
 public:
  virtual ~QuantileEnvironment() = default;
  /// The u-quantile of the reward of `action`, u in (0, 1); continuous in u.
  virtual double reward_quantile(Action action, double u) const = 0;
};

}  // namespace replaybench
