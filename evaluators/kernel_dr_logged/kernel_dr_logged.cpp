// Doubly robust estimator of real-valued actions, with the model at the logged action in the residuals.
//
// The estimator: suite/offpolicy/kernel_estimators.hpp; the columns: suite/offpolicy/kernel_evaluator.hpp.

#include "suite/offpolicy/kernel_evaluator.hpp"

namespace replaybench::evaluators::kernel_dr_logged {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::kernel_evaluator(
    offpolicy::KernelEstimator::dr_logged,
    {.name = "kernel_dr_logged",
     .group = Group::doses,
     .summary =
         "real-valued actions: doubly robust, with residuals of the model at the logged action",
     .source = "our design: the residual where the reward was seen",
     .revision = 2,  // bandwidths that are worse in both respects are not chosen
     .parameters = {}},
    "What is smoothed is only what the model leaves; without bias for any bandwidth if the model "
    "is right.");

}  // namespace replaybench::evaluators::kernel_dr_logged
