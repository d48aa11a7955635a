#pragma once
// A static policy that gives its probabilities: what iterative improvements chooses
// among.

#include <memory>

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::iterative_improvement {

/// An algorithm as it is now, or (default) the uniform policy. Copies share the algorithm; not
/// thread-safe.
class StaticPolicy {
 public:
  static constexpr bool learns = false;

  StaticPolicy() = default;
  /// The distribution of the policy comes from the probabilities of `agent`, or, without them, from its one
  /// choice. Throws NotApplicable if it has no probabilities and yet chooses at random, as some contexts
  /// of `log` show.
  StaticPolicy(Agent agent, const Log& log);

  void probabilities(const Context& context, const ActionSet& actions, std::span<double> out) const;
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const;
  void update(const Context&, Action, double) {}

 private:
  std::shared_ptr<const Agent> agent_;  // null: uniform
  mutable std::vector<double> distribution_;
};

/// The place in `distribution` (probabilities, sum 1) that the uniform number u in [0, 1) falls on.
inline std::size_t place_at(std::span<const double> distribution, double u) {
  std::size_t last = 0;
  double below = 0;
  for (std::size_t i = 0; i < distribution.size(); ++i) {
    if (distribution[i] == 0) continue;
    last = i;
    below += distribution[i];
    if (u < below) return i;
  }
  return last;  // the sum is below u by roundoff
}

}  // namespace replaybench::evaluators::iterative_improvement
