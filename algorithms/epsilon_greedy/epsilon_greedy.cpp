#include "algorithms/epsilon_greedy/epsilon_greedy.hpp"

namespace replaybench::algorithms::epsilon_greedy {

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  const Ties ties = ties_of(parameters);
  return Agent(EpsilonGreedy(problem.action_count, parameters.real("epsilon"), ties));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "epsilon_greedy",
     .summary = "the best empirical mean; with probability epsilon a uniform choice",
     .source =
         "thesis, section 1.4.2 (p. 17); Auer, Cesa-Bianchi, Fischer, Machine Learning 47, 2002",
     .parameters = {real("epsilon", 0.1, "probability of a uniform choice")
                        .at_least(0)
                        .at_most(1)
                        .source("thesis, section 1.4.2 (p. 17), which gives no value")
                        .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.3, 0.5}),
                    choice(
                        "ties", {"lowest", "random"},
                        "which of several best actions is played; actions never learnt tie above "
                        "all others")}},
    make};

}  // namespace replaybench::algorithms::epsilon_greedy
