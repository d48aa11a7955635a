#include "algorithms/linear_svm/linear_svm.hpp"

namespace replaybench::algorithms::linear_svm {

namespace {

Agent make(const learning::LinearClassifierOptions& options, const Problem& problem) {
  return learning::linear_classifier(learning::LinearLoss::squared_hinge, options, problem);
}

const auto parameters = learning::linear_classifier_parameters();

}  // namespace

const AlgorithmDescription description{
    {.name = "linear_svm",
     .group = Group::trained_offline,
     .summary = "one linear support vector machine per action, trained offline on a log",
     .source =
         "thesis, table 4.1 (section 4.5, p. 117; linear SVM); Fan et al., LIBLINEAR, JMLR 9, 2008",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .rewards = RewardRange::binary}};

}  // namespace replaybench::algorithms::linear_svm
