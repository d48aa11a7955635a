#include "algorithms/exp3/exp3.hpp"

namespace replaybench::algorithms::exp3 {

namespace {

struct Options {
  double gamma = 0.1;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(Exp3(problem.action_count, options.gamma));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::gamma, "gamma",
         "probability of a uniform choice; K times the learning rate, K the size of the "
         "record's pool")
        .above(0)
        .at_most(1)
        .source("corollary 3.2: min(1, sqrt(K ln K / ((e - 1) g))), g the best action's sum")
        .tuned_over({0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.2, 0.5}));

}  // namespace

const AlgorithmDescription description{
    {.name = "exp3",
     .group = Group::changing_rewards,
     .is_core = true,
     .summary = "exponential weights; the rewards may be adversarial",
     .source = "Auer, Cesa-Bianchi, Freund, Schapire, SIAM Journal on Computing 32, 2002, section "
               "3; named in thesis section 1.4.2 (p. 17)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .rewards = RewardRange::unit}};

}  // namespace replaybench::algorithms::exp3
