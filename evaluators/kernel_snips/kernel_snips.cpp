// Self-normalised IPS of real-valued actions.
//
// The estimator: suite/offpolicy/kernel_estimators.hpp; the columns: suite/offpolicy/kernel_evaluator.hpp.

#include "suite/offpolicy/kernel_evaluator.hpp"

namespace replaybench::evaluators::kernel_snips {

extern const EvaluatorDescription description;
const EvaluatorDescription description = offpolicy::kernel_evaluator(
    offpolicy::KernelEstimator::snips,
    {.name = "kernel_snips",
     .summary = "real-valued actions: sum of w r over sum of w, w a kernel around the policy's "
                "action over the logging density",
     .source = "Kallus, Zhou 2018",
     .parameters = {}},
    "For the policy smoothed by the bandwidth. A ratio: its bias is of order 1/n.");

}  // namespace replaybench::evaluators::kernel_snips
