#pragma once
// Environments whose distribution can be enumerated.

#include <cstddef>

#include "suite/model/action.hpp"
#include "suite/model/context.hpp"

namespace replaybench {

/// An environment whose distribution can be written down: finitely many contexts, rewards 0 or 1.
/// An `Environment` that is one inherits both, so that an evaluator can enumerate histories instead
/// of drawing them.
class EnumerableEnvironment {
 public:
  virtual ~EnumerableEnvironment() = default;
  virtual std::size_t context_count() const = 0;
  /// The i-th context; the view lives as long as the environment.
  virtual Context context_at(std::size_t i) const = 0;
  virtual double context_probability(std::size_t i) const = 0;
  /// P(reward = 1 | context i, action).
  virtual double reward_probability(std::size_t i, Action action) const = 0;
};

}  // namespace replaybench
