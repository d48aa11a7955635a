#include "algorithms/cemp/cemp.hpp"

namespace replaybench::algorithms::cemp {

namespace {

Agent make(const Parameters& parameters, const Problem& problem) {
  return Agent(Cemp(problem.action_count, problem.dimension, learning::bucket_options(parameters),
                    learning::logistic_options(parameters, problem)));
}

std::vector<ParameterInfo> all_parameters() {
  std::vector<ParameterInfo> list = learning::bucket_parameters();
  for (ParameterInfo& info : learning::logistic_parameters()) list.push_back(std::move(info));
  return list;
}

}  // namespace

const AlgorithmDescription description{
    {.name = "cemp",
     .summary = "a logistic regression for each action, learnt in a random bucket of the visits",
     .source = "Li, Chu, Langford, Wang, WSDM 2011, section 4.3",
     .parameters = all_parameters()},
    make,
    RewardRange::unit};

}  // namespace replaybench::algorithms::cemp
