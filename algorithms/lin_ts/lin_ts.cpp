#include "algorithms/lin_ts/lin_ts.hpp"

#include <limits>

namespace replaybench::algorithms::lin_ts {

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  const Ties ties = ties_of(parameters);
  return Agent(LinTs(problem.action_count, problem.dimension, parameters.real("v"),
                     parameters.real("lambda"), ties));
}

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

const AlgorithmDescription description{
    {.name = "lin_ts",
     .summary = "a ridge regression of the reward for each action; plays the highest reward drawn "
                "from the normal distribution of its estimate",
     .source = "Agrawal, Goyal, ICML 2013, algorithm 1, with disjoint weights",
     .parameters =
         {real("v", 0.3,
               "width of the distribution that is drawn from; multiplies the standard deviation")
              .at_least(0)
              .below(infinity)
              .source("Agrawal and Goyal: R sqrt(24 / epsilon d ln(1 / delta)) in the theorem")
              .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3}),
          real("lambda", 1, "ridge regularisation")
              .above(0)
              .below(infinity)
              .source("1 in Agrawal and Goyal"),
          choice("ties", {"lowest", "random"},
                 "which of several best actions is played (ties happen where v or the context is "
                 "0)")}},
    make};

}  // namespace replaybench::algorithms::lin_ts
