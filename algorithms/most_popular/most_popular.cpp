#include "algorithms/most_popular/most_popular.hpp"

namespace replaybench::algorithms::most_popular {

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  const Popularity by = parameters.text("by") == "rate" ? Popularity::rate : Popularity::rewards;
  const Untried untried = parameters.text("untried") == "zero" ? Untried::zero : Untried::first;
  const Ties ties = ties_of(parameters);
  return Agent(MostPopular(problem.action_count, by, untried, ties));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "most_popular",
     .summary = "the action with the most rewards so far; no exploration",
     .source = "thesis, section 4.4.3 (p. 114), the reference that personalisation has to beat",
     .parameters =
         {choice("by", {"rewards", "rate"},
                 "popularity: the sum of an action's rewards, or their mean"),
          choice("untried", {"first", "zero"},
                 "actions never learnt: each is played once first, or it counts as popularity 0"),
          choice("ties", {"lowest", "random"}, "which of several best actions is played")}},
    make};

}  // namespace replaybench::algorithms::most_popular
