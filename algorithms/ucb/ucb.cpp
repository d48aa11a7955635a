#include "algorithms/ucb/ucb.hpp"

#include <limits>

namespace replaybench::algorithms::ucb {

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  const Ties ties = parameters.text("ties") == "random" ? Ties::random : Ties::lowest;
  return Agent(Ucb(problem.action_count, parameters.real("alpha"), ties));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "ucb",
     .summary = "plays the highest upper confidence bound on the mean reward; ignores the context",
     .source = "thesis algorithm 1 (l. 699-727); Auer, Cesa-Bianchi, Fischer, 2002 (UCB1)",
     .revision = 2,  // the exploration term is a product: other last bits
     .parameters = {real("alpha", 2, "width of the confidence bound; stands under the root")
                        .at_least(0)
                        .below(std::numeric_limits<double>::infinity())
                        .source("thesis l. 659: 2 in the proof; 1 in chapter 5")
                        .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3}),
                    choice(
                        "ties", {"lowest", "random"},
                        "which of several best actions is played; actions never learnt tie above "
                        "all others")
                        .source("thesis l. 717: arbitrarily")}},
    make};

}  // namespace replaybench::algorithms::ucb
