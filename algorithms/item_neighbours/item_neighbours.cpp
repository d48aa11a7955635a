#include "algorithms/item_neighbours/item_neighbours.hpp"

#include "suite/learning/reward_neighbour_parameters.hpp"

namespace replaybench::algorithms::item_neighbours {

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(ItemNeighbours(options, problem));
}

const auto parameters = bind_parameters<Options>(
    learning::reward_neighbour_parameters("items", "users"), learning::context_user_parameters(),
    learning::epsilon_choice_parameters());

}  // namespace

const AlgorithmDescription description{
    {.name = "item_neighbours",
     .group = Group::collaborative_filtering,
     .summary = "collaborative filtering: rewards predicted from the nearest items; "
                "epsilon-greedy",
     .source = "thesis, appendix C.2 (p. 248)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::item_neighbours
