#pragma once
// `evaluate --one-pass`.

#include "suite/cli/evaluate_request.hpp"

namespace replaybench::cli {

/// Evaluates and prints; `shown`: with its progress. Throws as evaluate_in_one_pass, and SpecErrors where a flag does not go with
/// it or the log is no prepared table.
void run_one_pass(const EvaluateRequest& request, bool shown);

}  // namespace replaybench::cli
