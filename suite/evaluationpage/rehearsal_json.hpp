#pragma once
// A rehearsal as JSON, and its schema, from the same lists of members.

#include <nlohmann/json.hpp>

#include "suite/evaluationpage/evaluation_json.hpp"
#include "suite/rehearsal/rehearsal.hpp"

namespace replaybench {

/// The object "rehearsal" of a result; null if there is no number. O(estimators).
nlohmann::ordered_json json_of(const rehearsal::Rehearsal& rehearsal, const ResultNames& names);
nlohmann::ordered_json schema_of_rehearsal();

}  // namespace replaybench
