#include "algorithms/best_policy/best_policy.hpp"

#include <string>

namespace replaybench::algorithms::best_policy {

namespace {

Knowledge knowledge_of(const std::string& text) {
  if (text == "full") return Knowledge::full;
  return text == "posterior" ? Knowledge::posterior : Knowledge::plug_in;
}

Agent make(const Parameters& parameters, const Problem& problem) {
  if (!problem.environment) {
    throw NotApplicable("best_policy knows the truth of a simulator; this data set is a file");
  }
  return Agent(BestPolicy(problem.environment, knowledge_of(parameters.text("knowledge")),
                          parameters.real("epsilon")));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "best_policy",
     .summary = "the optimal policy of a simulated environment (an oracle)",
     .source = "thesis, section 5.5.3 (p. 136)",
     .parameters =
         {choice("knowledge", {"plug_in", "posterior", "full"},
                 "what the oracle knows: the model with the noisy features, with Bayes, or the "
                 "signal itself"),
          real("epsilon", 0, "probability of a uniform choice instead")
              .at_least(0)
              .at_most(1)
              .source("thesis, section 5.5.3 (p. 136): 0.5 for the epsilon-optimal policy")}},
    make};

}  // namespace replaybench::algorithms::best_policy
