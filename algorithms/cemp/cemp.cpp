#include "algorithms/cemp/cemp.hpp"

namespace replaybench::algorithms::cemp {

namespace {

struct Options {
  learning::BucketOptions bucket;
  learning::LogisticOptions logistic;
};

Agent make(const Options& options, const Problem& problem) {
  return Agent(Cemp(problem.action_count, problem.dimension, options.bucket,
                    learning::limited_to(problem, options.logistic)));
}

const auto parameters =
    bind_parameters<Options>(group(&Options::bucket, learning::bucket_parameters()),
                             group(&Options::logistic, learning::logistic_parameters()));

}  // namespace

const AlgorithmDescription description{
    {.name = "cemp",
     .group = Group::other_models,
     .summary = "a logistic regression for each action, learned in a random bucket of the visits",
     .source = "Li, Chu, Langford, Wang, WSDM 2011, section 4.3",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .rewards = RewardRange::unit}};

}  // namespace replaybench::algorithms::cemp
