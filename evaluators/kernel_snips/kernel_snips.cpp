// Self-normalised IPS of real-valued actions.
//
// The estimator: suite/offpolicy/kernel_estimators.hpp; the columns: suite/offpolicy/kernel_evaluator.hpp.

#include "suite/offpolicy/kernel_evaluator.hpp"

namespace replaybench::evaluators::kernel_snips {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::kernel_evaluator(
    offpolicy::KernelEstimator::snips,
    {.name = "kernel_snips",
     .group = Group::doses,
     .is_core = true,
     .summary = "real-valued actions: SNIPS with a kernel around the policy",
     .source = "Kallus, Zhou 2018",
     .revision = 2,  // bandwidths that are worse in both respects are not chosen
     .parameters = {}},
    "For the policy smoothed by the bandwidth. A ratio: its bias is of order 1/n.");

}  // namespace replaybench::evaluators::kernel_snips
