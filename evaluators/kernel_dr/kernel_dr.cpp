// Doubly robust estimator of real-valued actions, with the model at the policy's action.
//
// The estimator: suite/offpolicy/kernel_estimators.hpp; the columns: suite/offpolicy/kernel_evaluator.hpp.

#include "suite/offpolicy/kernel_evaluator.hpp"

namespace replaybench::evaluators::kernel_dr {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::kernel_evaluator(
    offpolicy::KernelEstimator::dr,
    {.name = "kernel_dr",
     .group = Group::doses,
     .summary =
         "real-valued actions: doubly robust, with residuals of the model at the policy's action",
     .source = "Kallus, Zhou 2018, as in the Open Bandit Pipeline",
     .revision = 2,  // bandwidths that are worse in both respects are not chosen
     .parameters = {}},
    "Without bias for the policy smoothed by the bandwidth, whatever the model.");

}  // namespace replaybench::evaluators::kernel_dr
