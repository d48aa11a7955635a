#pragma once
// Evaluations as JSON.

#include "suite/cli/evaluation_output.hpp"
#include "suite/evaluate/evaluate_all.hpp"

namespace replaybench::cli {

/// One evaluation as one object; null where there is no number.
void print_json(const EvaluationOutput& output, const InputLog& input,
                const Evaluation& evaluation);

/// All evaluations as one object: what is known of the log, then "segments", the whole log last with
/// "segment": null, each with "evaluations" (the objects of one evaluation, with
/// "algorithm_label" and, where asked for, "lift") and "differences".
void print_json(const EvaluationOutput& output, const InputLog& input, const EvaluationTable& table,
                const EvaluationOptions& options);

}  // namespace replaybench::cli
