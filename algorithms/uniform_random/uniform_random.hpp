#pragma once
// The uniform policy: each available action with the same probability, for any context.
//
// Source: the logging policy and the implicit baseline of the whole thesis (section 2.4.1, p. 48);
// Li et al., WSDM 2011.
//
//   thesis      here
//   K           actions.size()
//
// Deviations from the print: none.

#include <span>

#include "suite/component/registry.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::uniform_random {

class UniformRandom {
 public:
  static constexpr bool learns = false;
  static constexpr bool uses_contexts = false;

  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return actions[draws.below(actions.size())];
  }
  void update(const Context&, Action, double) {}
  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    for (double& p : out) p = 1.0 / actions.size();
  }
  std::size_t choose_display(std::span<const Display> batch, Draws& draws) const {
    return draws.below(static_cast<std::uint32_t>(batch.size()));
  }
  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit();
  }
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::uniform_random
