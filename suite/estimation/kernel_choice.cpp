#include "suite/estimation/kernel_choice.hpp"

#include <algorithm>

#include "suite/estimation/static_error.hpp"

namespace replaybench::estimation {

std::vector<double> kernel_probabilities(const Agent& agent, const Log& log, Jitter& jitter,
                                         std::uint64_t draws) {
  std::vector<double> result(log.size());
  std::vector<double> distribution(log.action_count);
  ContextReader contexts(log);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const ActionSet actions = log.available(i);
    const Action place = actions.place_of(log.actions[i]);
    const Context context = contexts[i];
    double sum = 0;
    for (std::uint64_t draw = 0; draw < draws; ++draw) {
      agent.probabilities(jitter.apply(i * draws + draw, context), actions,
                          std::span(distribution).first(actions.size()));
      sum += distribution[place];
    }
    result[i] = std::min(sum / static_cast<double>(draws), 1.0);
  }
  return result;
}

}  // namespace replaybench::estimation
