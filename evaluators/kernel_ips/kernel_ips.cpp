// IPS of real-valued actions: rewards weighted by a kernel around the policy's action.
//
// The estimator: suite/offpolicy/kernel_estimators.hpp; the columns: suite/offpolicy/kernel_evaluator.hpp.

#include "suite/offpolicy/kernel_evaluator.hpp"

namespace replaybench::evaluators::kernel_ips {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::kernel_evaluator(
    offpolicy::KernelEstimator::ips,
    {.name = "kernel_ips",
     .group = Group::doses,
     .summary = "real-valued actions: the mean of w r, w a kernel "
                "around the policy's action over the logging density",
     .source = "Kallus, Zhou 2018",
     .revision = 2,  // bandwidths that are worse in both respects are not chosen
     .parameters = {}},
    "Without bias for the policy smoothed by the bandwidth; near an "
    "end of the range it needs the range.");

}  // namespace replaybench::evaluators::kernel_ips
