#include "algorithms/linear_svm/linear_svm.hpp"

namespace replaybench::algorithms::linear_svm {

namespace {

std::vector<ParameterInfo> known_parameters() {
  auto parameters = learning::linear_parameters();
  parameters.insert(parameters.begin(),
                    {learning::scheme_parameter(), learning::standardise_parameter()});
  return parameters;
}

Agent make(const Parameters& parameters, const Problem& problem) {
  return Agent(
      LinearSvm(problem.action_count, problem.dimension,
                {learning::scheme_of(parameters), parameters.boolean("standardise"),
                 learning::linear_options(parameters, learning::LinearLoss::squared_hinge)}));
}

}  // namespace

const AlgorithmDescription description{
    {.name = "linear_svm",
     .summary = "one linear support vector machine an action, trained offline on a log",
     .source =
         "thesis, table 4.1 (section 4.5, p. 117; linear SVM); Fan et al., LIBLINEAR, JMLR 9, 2008",
     .parameters = known_parameters()},
    make,
    RewardRange::binary};

}  // namespace replaybench::algorithms::linear_svm
