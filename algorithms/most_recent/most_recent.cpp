#include "algorithms/most_recent/most_recent.hpp"

namespace replaybench::algorithms::most_recent {

namespace {

Agent make(const Parameters&, const Problem&) { return Agent(MostRecent()); }

}  // namespace

const AlgorithmDescription description{
    {.name = "most_recent",
     .summary = "the available action that appeared last: the highest index",
     .source = "thesis, section 4.3 (p. 106) and figure 4.9",
     .parameters = {}},
    make};

}  // namespace replaybench::algorithms::most_recent
