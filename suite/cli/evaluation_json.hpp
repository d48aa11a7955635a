#pragma once
// Evaluations as JSON: the fields of evaluation_fields.hpp, and the rows of evaluators.

#include <nlohmann/json.hpp>

#include "suite/cli/evaluation_output.hpp"
#include "suite/evaluate/evaluate_all.hpp"

namespace replaybench::cli {

/// One evaluation as one object; null where there is no number. With "details", "tests" and "profile" if the
/// evaluation has details.
nlohmann::ordered_json json_of(const EvaluationOutput& output, const InputLog& input,
                               const Evaluation& evaluation);

/// All evaluations as one object: what is known of the log, then "segments", the whole log last with
/// "segment": null, each with "evaluations" (the objects of one evaluation, with
/// "algorithm_label" and, where asked for, "lift") and "differences". Details are those of the whole log.
nlohmann::ordered_json json_of(const EvaluationOutput& output, const InputLog& input,
                               const EvaluationTable& table, const EvaluationOptions& options);

void print_json(const nlohmann::ordered_json& json);

/// Path of a field in its object: "/interval/low" of "interval.low".
nlohmann::ordered_json::json_pointer json_place(const Field& field);

/// The JSON Schema of json_of, and the Table Schema of the CSV of print_csv, made from
/// the lists of fields.
void print_json_schema();
void print_csv_schema();

}  // namespace replaybench::cli
