#include "algorithms/uniform_random/uniform_random.hpp"

namespace replaybench::algorithms::uniform_random {

const AlgorithmDescription description{
    {.name = "uniform_random",
     .group = Group::fixed_policies,
     .is_core = true,
     .summary = "each available action with the same probability",
     .source = "thesis, section 2.4.1 (p. 48): the logging policy and the baseline",
     .parameters = {},
     .aliases = "random; uniform"},
    {.make = [](const Parameters&, const Problem&) { return Agent(UniformRandom()); },
     .properties = {.is_default_for = DefaultFor::logging}}};

}  // namespace replaybench::algorithms::uniform_random
