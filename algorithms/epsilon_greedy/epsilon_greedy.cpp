#include "algorithms/epsilon_greedy/epsilon_greedy.hpp"

#include "suite/learning/shared_parameters.hpp"

namespace replaybench::algorithms::epsilon_greedy {

namespace {

struct Options {
  double epsilon = 0.1;
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(EpsilonGreedy(problem.action_count, options.epsilon, options.ties));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::epsilon, "epsilon", "probability of a uniform choice")
        .at_least(0)
        .at_most(1)
        .source("thesis, section 1.4.2 (p. 17), which gives no value")
        .tuned_over(learning::exploration_shares()),
    learning::ties_parameter(&Options::ties, learning::never_learnt_first));

}  // namespace

const AlgorithmDescription description{
    {.name = "epsilon_greedy",
     .group = Group::without_context,
     .is_core = true,
     .summary = "the best mean so far; uniform with probability epsilon",
     .source =
         "thesis, section 1.4.2 (p. 17); Auer, Cesa-Bianchi, Fischer, Machine Learning 47, 2002",
     .parameters = parameters.described(),
     .aliases = "egreedy; eps_greedy"},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::epsilon_greedy
