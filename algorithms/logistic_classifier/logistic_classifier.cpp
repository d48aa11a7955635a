#include "algorithms/logistic_classifier/logistic_classifier.hpp"

namespace replaybench::algorithms::logistic_classifier {

namespace {

Agent make(const learning::LinearClassifierOptions& options, const Problem& problem) {
  return learning::linear_classifier(learning::LinearLoss::logistic, options, problem);
}

const auto parameters = learning::linear_classifier_parameters();

}  // namespace

const AlgorithmDescription description{
    {.name = "logistic_classifier",
     .group = Group::trained_offline,
     .summary = "one logistic regression per action, trained offline on a log",
     .source = "thesis, table 4.1 (section 4.5, p. 117; LogR), figure B.1; Fan et al., LIBLINEAR, "
               "JMLR 9, 2008",
     .parameters = parameters.described()},
    {.make = parameters.factory(make), .rewards = RewardRange::binary}};

}  // namespace replaybench::algorithms::logistic_classifier
