#include "suite/component/algorithm_traits.hpp"

#include "suite/component/registry.hpp"

namespace replaybench {

std::optional<AlgorithmTraits> traits_by_default(const AlgorithmDescription& description) {
  const Problem problem{3, 4, 100, RewardRange::binary, nullptr, nullptr};
  try {
    std::vector<SpecProblem> problems;
    const auto found = find_component<AlgorithmDescription>(description.name, {}, {&description},
                                                            "algorithm", problems);
    if (!found) return std::nullopt;
    const Agent agent = make_agent(*found, problem);
    return AlgorithmTraits{agent.learns(), agent.uses_contexts(), agent.has_probabilities(),
                           agent.is_trained_offline()};
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace replaybench
