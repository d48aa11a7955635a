#include "suite/component/algorithm.hpp"

namespace replaybench {

Agent make_agent(const Component<AlgorithmDescription>& algorithm, const Problem& problem) {
  const AlgorithmDescription& description = *algorithm.description;
  if (!fits(problem.rewards, description.rewards)) {
    throw NotApplicable(description.name +
                        (description.rewards == RewardRange::binary
                             ? " learns from rewards that are 0 or 1"
                             : " learns from rewards in [0, 1]") +
                        "; here they are " +
                        (problem.rewards == RewardRange::unit ? "in [0, 1], not only 0 and 1"
                                                              : "not all in [0, 1]"));
  }
  return description.make(algorithm.parameters, problem);
}

}  // namespace replaybench
