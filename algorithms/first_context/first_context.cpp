#include "algorithms/first_context/first_context.hpp"

namespace replaybench::algorithms::first_context {

namespace {

Agent make(const Parameters&, const Problem& problem) {
  if (problem.dimension == 0) {
    throw NotApplicable(
        "first_context reads the context's number off its features; there are none");
  }
  const auto dimension = static_cast<Action>(problem.dimension);
  return Agent(FirstContext(std::min(problem.action_count, dimension)));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "first_context",
     .group = Group::other_models,
     .summary = "counter-example: always the action that its first context names; no estimate of "
                "it converges",
     .source = "thesis, section 3.5.3 (p. 78); Li et al., WSDM 2011, example 3",
     .parameters = {}},
    {.make = make, .properties = {.is_reference = true}}};

}  // namespace replaybench::algorithms::first_context
