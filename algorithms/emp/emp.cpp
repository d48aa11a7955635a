#include "algorithms/emp/emp.hpp"

namespace replaybench::algorithms::emp {

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  return Agent(Emp(problem.action_count, learning::bucket_options(parameters)));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "emp",
     .summary = "estimated most popular: the best mean reward of a random bucket of the visits",
     .source = "Li, Chu, Langford, Wang, WSDM 2011, section 4.3",
     .parameters = learning::bucket_parameters()},
    make};

}  // namespace replaybench::algorithms::emp
