#pragma once
// Evaluations as JSON: the fields of evaluation_fields.hpp, and the rows of evaluators.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "suite/evaluate/evaluation_fields.hpp"

namespace replaybench {

/// Parts of a result's JSON that depend on the user: names, and the form of options in sentences.
struct ResultNames {
  std::string log;                           ///< the log's name
  bool show_unreliable = false;              ///< include withheld estimates
  std::vector<std::string> labels = {};      ///< of the algorithms
  std::vector<std::string> evaluators = {};  ///< of the evaluators
  /// Writes a message with marks of options in the user's form.
  std::string (*sentence)(std::string_view marked) = nullptr;

  ResultLabels result_labels() const { return {labels, evaluators, show_unreliable}; }
};

/// The fields' source of a single evaluation, with the policy's label if it is not the algorithm's name.
FieldSource source_of_single(const ResultNames& names, const Evaluation& evaluation);

/// One evaluation as one object; null if there is no number. With "details", "tests" and "profile" if the
/// evaluation has details.
nlohmann::ordered_json json_of(const ResultNames& names, const InputLog& input,
                               const Evaluation& evaluation);

/// All evaluations as one object: the facts of the log, then "segments", the whole log last with
/// "segment": null, each with "evaluations" (the objects of one evaluation, with
/// "algorithm_label" and, if asked for, "lift") and "differences". Details are those of the whole log.
nlohmann::ordered_json json_of(const ResultNames& names, const InputLog& input,
                               const EvaluationTable& table, const EvaluationOptions& options);

/// Path of a field in its object: "/interval/low" of "interval.low".
nlohmann::ordered_json::json_pointer json_place(const Field& field);

}  // namespace replaybench
