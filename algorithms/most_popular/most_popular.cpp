#include "algorithms/most_popular/most_popular.hpp"

#include "suite/learning/shared_parameters.hpp"

namespace replaybench::algorithms::most_popular {

namespace {

struct Options {
  Popularity by = Popularity::rewards;
  Untried untried = Untried::first;
  Ties ties = Ties::lowest;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(MostPopular(problem.action_count, options.by, options.untried, options.ties));
}

const auto parameters = bind_parameters<Options>(
    choice(&Options::by, "by", {{"rewards", Popularity::rewards}, {"rate", Popularity::rate}},
           "popularity: the sum of an action's rewards, or their mean"),
    choice(&Options::untried, "untried", {{"first", Untried::first}, {"zero", Untried::zero}},
           "actions never learned: each is played once first, or it counts as popularity 0"),
    learning::ties_parameter(&Options::ties));

}  // namespace

const AlgorithmDescription description{
    {.name = "most_popular",
     .group = Group::without_context,
     .summary = "the action with the most rewards so far; no exploration",
     .source = "thesis, section 4.4.3 (p. 114), the reference that personalisation has to beat",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::most_popular
