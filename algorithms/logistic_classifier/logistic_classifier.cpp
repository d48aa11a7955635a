#include "algorithms/logistic_classifier/logistic_classifier.hpp"

namespace replaybench::algorithms::logistic_classifier {

const AlgorithmDescription description{
    {.name = "logistic_classifier",
     .summary = "one logistic regression an action, trained offline on a log",
     .source = "thesis, table 4.1 (section 4.5, p. 117; LogR), figure B.1; Fan et al., LIBLINEAR, "
               "JMLR 9, 2008",
     .parameters = learning::linear_classifier_parameters()},
    [](const Parameters& parameters, const Problem& problem) {
      return learning::linear_classifier(learning::LinearLoss::logistic, parameters, problem);
    },
    RewardRange::binary};

}  // namespace replaybench::algorithms::logistic_classifier
