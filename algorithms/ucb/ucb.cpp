#include "algorithms/ucb/ucb.hpp"

#include "suite/learning/shared_parameters.hpp"

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

struct Options {
  double alpha = 2;
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(Ucb(problem.action_count, options.alpha, options.ties));
}

const auto parameters = bind_parameters<Options>(
    real(&Options::alpha, "alpha", "width of the confidence bound; stands under the root")
        .at_least(0)
        .finite()
        .source("thesis, section 1.4.2 (p. 17): 2 in the proof; 1 in chapter 5")
        .tuned_over(learning::confidence_widths()),
    learning::ties_parameter(&Options::ties, learning::never_learnt_first)
        .source("thesis, algorithm 1 (section 1.4.3, p. 21): arbitrarily"));

}  // namespace

const AlgorithmDescription description{
    {.name = "ucb",
     .group = Group::without_context,
     .is_core = true,
     .summary = "the highest upper confidence bound on the mean reward",
     .source =
         "thesis algorithm 1 (section 1.4.3, p. 21); Auer, Cesa-Bianchi, Fischer, 2002 (UCB1)",
     .revision = 2,  // the exploration term is a product: other last bits
     .parameters = parameters.described(),
     .aliases = "ucb1"},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::ucb
