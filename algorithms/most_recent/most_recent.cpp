#include "algorithms/most_recent/most_recent.hpp"

namespace replaybench::algorithms::most_recent {

namespace {

Agent make(const Parameters&, const Problem& problem) {
  return Agent(MostRecent(problem.action_count));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "most_recent",
     .group = Group::without_context,
     .summary = "the available action that appeared last; of several, the highest number",
     .source = "thesis, section 4.3 (p. 106) and figure 4.9",
     .revision = 2,
     .parameters = {}},
    {.make = make}};

}  // namespace replaybench::algorithms::most_recent
