#include "suite/estimation/static_error.hpp"

#include <algorithm>

#include "suite/estimation/tally_estimates.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench::estimation {

Action place_of(const ActionSet& actions, Action action) {
  if (actions.is_all()) return action;
  Action first = 0;
  for (Action size = actions.size(); size > 0;) {
    const Action half = size / 2;
    if (actions[first + half] < action) {
      first += half + 1;
      size -= half + 1;
    } else {
      size = half;
    }
  }
  return first;
}

std::vector<double> choice_probabilities(const Agent& agent, const Log& log) {
  std::vector<double> probabilities(log.size());
  std::vector<double> distribution(log.action_count);
  ContextReader contexts(log);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const ActionSet actions = log.available(i);
    agent.probabilities(contexts[i], actions, std::span(distribution).first(actions.size()));
    probabilities[i] = std::min(distribution[place_of(actions, log.actions[i])], 1.0);
  }
  return probabilities;
}

StaticError::StaticError(const Log& log, const Agent& agent, const JitterRequest& jitter)
    : log_(log) {
  if (agent.learns() || !agent.has_probabilities()) return;
  if (jitter.wanted() && agent.uses_contexts()) return;
  probabilities_ = choice_probabilities(agent, log);
}

void StaticError::add(Sums& total, std::size_t first, std::size_t count, double offered) const {
  if (probabilities_.empty()) return;
  for (std::size_t i = first; i < first + count; ++i) {
    const double mass = offered * probabilities_[i];
    if (mass > 0) total.accept(mass, log_.rewards[i]);
  }
}

double StaticError::variance(const Sums& total) const {
  if (probabilities_.empty()) return nan;
  const double error = ratio_standard_error(total);
  return error * error;
}

double StaticError::variance(std::span<const double> weights) const {
  Sums total;
  for (std::size_t i = 0; i < probabilities_.size(); ++i) {
    add(total, i, 1, weights.empty() ? 1 : weights[i]);
  }
  return variance(total);
}

}  // namespace replaybench::estimation
