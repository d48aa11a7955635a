#include "algorithms/ucb/ucb.hpp"

#include <limits>

namespace replaybench::algorithms::ucb {

void Ucb::become_average_of(std::span<const Ucb* const> states) {
  std::vector<const learning::ExplorationTerm*> terms;
  for (const Ucb* state : states) terms.push_back(&state->exploration_);
  t_ = learning::average_of(states, [](const Ucb& state) { return state.t_; });
  exploration_.become_average_of(terms, t_);
  learning::average_into(rewards_, states, &Ucb::rewards_);
  for (Action a = 0; a < means_.size(); ++a) {
    means_[a] = exploration_.pulls(a) > 0 ? rewards_[a] / exploration_.pulls(a) : 0;
  }
}

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  const Ties ties = ties_of(parameters);
  return Agent(Ucb(problem.action_count, parameters.real("alpha"), ties));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "ucb",
     .summary = "plays the highest upper confidence bound on the mean reward; ignores the context",
     .source =
         "thesis algorithm 1 (section 1.4.3, p. 21); Auer, Cesa-Bianchi, Fischer, 2002 (UCB1)",
     .revision = 2,  // the exploration term is a product: other last bits
     .parameters = {real("alpha", 2, "width of the confidence bound; stands under the root")
                        .at_least(0)
                        .below(std::numeric_limits<double>::infinity())
                        .source("thesis, section 1.4.2 (p. 17): 2 in the proof; 1 in chapter 5")
                        .tuned_over({0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3}),
                    choice(
                        "ties", {"lowest", "random"},
                        "which of several best actions is played; actions never learnt tie above "
                        "all others")
                        .source("thesis, algorithm 1 (section 1.4.3, p. 21): arbitrarily")}},
    make};

}  // namespace replaybench::algorithms::ucb
