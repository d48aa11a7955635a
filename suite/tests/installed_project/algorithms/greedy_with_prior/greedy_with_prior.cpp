#include "algorithms/greedy_with_prior/greedy_with_prior.hpp"

#include "suite/component/registry.hpp"

namespace replaybench::algorithms::greedy_with_prior {

extern const AlgorithmDescription description;
const AlgorithmDescription description{
    {
        .name = "greedy_with_prior",
        .summary = "plays the best mean reward, drawn towards 1/2; ignores the context",
        .source = "of this project",
        .parameters = {real("weight", 2, "how many plays the prior counts for").above(0)},
    },
    [](const Parameters& parameters, const Problem& problem) {
      return Agent(GreedyWithPrior(problem.action_count, parameters.real("weight")));
    }};

}  // namespace replaybench::algorithms::greedy_with_prior
