#pragma once
// An evaluation as a self-contained HTML file: the answer, the estimates, the log, the basis of the estimates, the
// assumptions, and the command that computes them again. All its numbers are those of `evaluate --format json`.

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace replaybench {

/// How to compute an evaluation again.
struct EvaluationOrigin {
  std::string command;  ///< in the syntax of a shell
  std::string version;
  std::string log_digest;  ///< SHA-256; empty if unknown
};

/// The page of a result that has the schema of schema/evaluation.json, with its details. Throws
/// std::logic_error if keys are missing. O(length of the result).
std::string evaluation_page(const nlohmann::ordered_json& result, const EvaluationOrigin& origin);

}  // namespace replaybench
