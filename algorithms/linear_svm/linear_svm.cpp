#include "algorithms/linear_svm/linear_svm.hpp"

namespace replaybench::algorithms::linear_svm {

namespace {

Agent make(learning::LinearClassifierOptions options, const Problem& problem) {
  options.linear.loss = learning::LinearLoss::squared_hinge;
  return Agent(learning::LinearClassifier(problem.action_count, problem.dimension, options));
}

const auto parameters = learning::linear_classifier_parameters();

}  // namespace

const AlgorithmDescription description{
    {.name = "linear_svm",
     .summary = "one linear support vector machine an action, trained offline on a log",
     .source =
         "thesis, table 4.1 (section 4.5, p. 117; linear SVM); Fan et al., LIBLINEAR, JMLR 9, 2008",
     .parameters = parameters.described()},
    parameters.factory(make),
    RewardRange::binary};

}  // namespace replaybench::algorithms::linear_svm
