#pragma once
// The boundary between a caller who may be wrong and an algorithm that is not asked to check.

#include "suite/component/registry.hpp"

namespace replaybench {

/// An agent for callers whose data are unchecked, for example a service that embeds an algorithm. The
/// engine's own loops do not need it, because they read logs that were checked once (Log::check).
///
/// Every call checks what it is given and throws std::invalid_argument, with the value seen and
/// what is allowed, before the algorithm sees anything: a context of another length than the
/// problem's or with a number that is not finite, an empty pool, a pool that is not increasing or
/// beyond the problem's actions, an action outside its pool, a reward outside `problem.rewards`.
class CheckedAgent {
 public:
  CheckedAgent(Agent agent, Problem problem)
      : agent_(std::move(agent)), problem_(std::move(problem)) {}

  /// O(dimension + actions) above the algorithm's own cost.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const;
  /// O(dimension + actions) in addition to the algorithm's own cost.
  void update(const Context& context, const ActionSet& actions, Action action, double reward);

  const Agent& agent() const { return agent_; }

 private:
  void check(const Context& context, const ActionSet& actions) const;

  Agent agent_;
  Problem problem_;
};

}  // namespace replaybench
