#include "algorithms/logistic_classifier/logistic_classifier.hpp"

namespace replaybench::algorithms::logistic_classifier {

namespace {

std::vector<ParameterInfo> known_parameters() {
  auto parameters = learning::linear_parameters();
  parameters.insert(parameters.begin(),
                    {learning::scheme_parameter(), learning::standardise_parameter()});
  return parameters;
}

Agent make(const Parameters& parameters, const Problem& problem) {
  return Agent(
      LogisticClassifier(problem.action_count, problem.dimension,
                         {learning::scheme_of(parameters), parameters.boolean("standardise"),
                          learning::linear_options(parameters, learning::LinearLoss::logistic)}));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "logistic_classifier",
     .summary = "one logistic regression an action, trained offline on a log",
     .source = "thesis, table 4.1 (section 4.5, p. 117; LogR), figure B.1; Fan et al., LIBLINEAR, "
               "JMLR 9, 2008",
     .parameters = known_parameters()},
    make,
    RewardRange::binary};

}  // namespace replaybench::algorithms::logistic_classifier
