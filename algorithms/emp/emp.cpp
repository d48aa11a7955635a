#include "algorithms/emp/emp.hpp"

namespace replaybench::algorithms::emp {

namespace {

Agent make(const learning::BucketOptions& options, const Problem& problem) {
  return Agent(Emp(problem.action_count, options));
}

const auto parameters = learning::bucket_parameters();

}  // namespace

const AlgorithmDescription description{
    {.name = "emp",
     .group = Group::without_context,
     .summary = "estimated most popular: the best mean reward of a random bucket of the visits",
     .source = "Li, Chu, Langford, Wang, WSDM 2011, section 4.3",
     .parameters = parameters.described()},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::emp
