#include "algorithms/best_policy/best_policy.hpp"

#include <string>

namespace replaybench::algorithms::best_policy {

namespace {

struct Options {
  Knowledge knowledge = Knowledge::plug_in;
  double epsilon = 0;
};

Agent make(const Options& options, const Problem& problem) {
  if (!problem.environment) {
    throw NotApplicable("best_policy knows the truth of a simulator; this data set is a file");
  }
  return Agent(BestPolicy(problem.environment, options.knowledge, options.epsilon));
}

const auto parameters = bind_parameters<Options>(
    choice(&Options::knowledge, "knowledge",
           {{"plug_in", Knowledge::plug_in},
            {"posterior", Knowledge::posterior},
            {"full", Knowledge::full}},
           "what the oracle knows: the model with the noisy features, with Bayes, or the "
           "signal itself"),
    real(&Options::epsilon, "epsilon", "probability of a uniform choice instead")
        .at_least(0)
        .at_most(1)
        .source("thesis, section 5.5.3 (p. 136): 0.5 for the epsilon-optimal policy"));

}  // namespace

const AlgorithmDescription description{
    {.name = "best_policy",
     .group = Group::fixed_policies,
     .summary = "the optimal policy of a simulated environment (an oracle)",
     .source = "thesis, section 5.5.3 (p. 136)",
     .parameters = parameters.described(),
     .aliases = "oracle; optimal"},
    {.make = parameters.factory(make)}};

}  // namespace replaybench::algorithms::best_policy
