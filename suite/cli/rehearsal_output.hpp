#pragma once
// A rehearsal as text.

#include "suite/cli/evaluation_output.hpp"
#include "suite/evaluate/evaluate_all.hpp"
#include "suite/rehearsal/rehearsal.hpp"

namespace replaybench::cli {

/// For each policy the answer and why, or why no estimate can be trusted; then the table of its estimators, the kinds of
/// twins, what the rules of the literature say, and what no rehearsal shows. If nothing could be rehearsed, only the reason.
void print_rehearsal(const EvaluationOutput& output, const InputLog& input,
                     const EvaluationTable& table, const rehearsal::Rehearsal& rehearsal);

}  // namespace replaybench::cli
