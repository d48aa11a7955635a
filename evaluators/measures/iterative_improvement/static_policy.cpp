#include "evaluators/measures/iterative_improvement/static_policy.hpp"

#include <algorithm>

namespace replaybench::evaluators::iterative_improvement {

StaticPolicy::StaticPolicy(Agent agent, const Log& log)
    : agent_(std::make_shared<const Agent>(std::move(agent))) {
  if (agent_->has_probabilities()) return;
  ContextReader contexts(log);
  const std::size_t looked_at = std::min<std::size_t>(log.size(), 32);
  for (std::size_t i = 0; i < looked_at; ++i) {
    const Context context = contexts[i];
    Draws first({}, 0);
    const Action action = agent_->choose(context, log.available(i), first);
    for (std::uint64_t step = 1; step < 4; ++step) {
      Draws other({}, step);
      if (agent_->choose(context, log.available(i), other) != action) {
        throw NotApplicable(
            "iterative_improvement: this algorithm chooses at random and does not give its "
            "probabilities: what it logs could not be weighted");
      }
    }
  }
}

void StaticPolicy::probabilities(const Context& context, const ActionSet& actions,
                                 std::span<double> out) const {
  if (!agent_) {
    std::fill(out.begin(), out.end(), 1.0 / actions.size());
  } else if (agent_->has_probabilities()) {
    agent_->probabilities(context, actions, out);
  } else {
    Draws unused({}, 0);
    const Action chosen = agent_->choose(context, actions, unused);
    for (Action i = 0; i < actions.size(); ++i) out[i] = actions[i] == chosen ? 1 : 0;
  }
}

Action StaticPolicy::choose(const Context& context, const ActionSet& actions, Draws& draws) const {
  distribution_.resize(actions.size());
  probabilities(context, actions, distribution_);
  return actions[static_cast<Action>(place_at(distribution_, draws.uniform()))];
}

}  // namespace replaybench::evaluators::iterative_improvement
