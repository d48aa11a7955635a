#include "algorithms/user_neighbours/user_neighbours.hpp"

#include "suite/learning/reward_neighbour_parameters.hpp"

namespace replaybench::algorithms::user_neighbours {

namespace {

Agent make(const Options& options, const Problem& problem) {
  return Agent(UserNeighbours(options, problem));
}

const auto parameters = bind_parameters<Options>(
    learning::reward_neighbour_parameters("users", "items"), learning::context_user_parameters(),
    learning::epsilon_choice_parameters());

}  // namespace

const AlgorithmDescription description{
    {.name = "user_neighbours",
     .group = Group::collaborative_filtering,
     .summary = "collaborative filtering: rewards predicted from the nearest users; "
                "epsilon-greedy",
     .source = "thesis, appendix C.1 (p. 246)",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::user_neighbours
