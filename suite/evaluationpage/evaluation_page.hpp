#pragma once
// An evaluation as one HTML file that needs no other: the answer, the estimates, the log, what the estimates use, the
// assumptions, and what computes them again. All its numbers are those of `evaluate --format json`.

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace replaybench {

/// How to compute an evaluation again.
struct EvaluationOrigin {
  std::string command;  ///< as a shell takes it
  std::string version;
  std::string log_digest;  ///< SHA-256; empty if unknown
};

/// The page of a result that has the schema of schema/evaluation.json, with its details. Throws
/// std::logic_error if keys are missing. O(length of the result).
std::string evaluation_page(const nlohmann::ordered_json& result, const EvaluationOrigin& origin);

}  // namespace replaybench
