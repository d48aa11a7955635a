#include "algorithms/greedy_with_prior/greedy_with_prior.hpp"

#include "suite/component/registry.hpp"

namespace replaybench::algorithms::greedy_with_prior {

namespace {

struct Options {
  double weight = 2;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(GreedyWithPrior(problem.action_count, options.weight));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::weight, "weight", "how many plays the prior counts for").above(0));

}  // namespace

extern const AlgorithmDescription description;
const AlgorithmDescription description{
    {
        .name = "greedy_with_prior",
        .group = Group::without_context,
        .summary = "plays the best mean reward, drawn towards 1/2; ignores the context",
        .source = "of this project",
        .parameters = parameters.described(),
    },
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::greedy_with_prior
