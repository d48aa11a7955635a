#pragma once
// The bins and tests behind an evaluation as JSON, and their schema.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "suite/evaluate/evaluation_details.hpp"
#include "suite/evaluate/log_profile.hpp"

namespace replaybench {

/// {"weights": [...], "largest_terms": [...], "use": [...], "running": [...], "learning_curve": [...]}.
/// Estimates are null if `withheld`.
nlohmann::ordered_json json_of(const EvaluationDetails& details, bool withheld);
/// Profile of the log: period, rewards, ranges of records, propensities.
nlohmann::ordered_json json_of(const LogProfile& profile);
/// A list of {"test", "verdict", "sentence"}: failures, cautions, notes, passed tests.
nlohmann::ordered_json json_tests(const Evaluation& evaluation,
                                  std::string (*sentence)(std::string_view marked));

/// JSON Schemas of these.
nlohmann::ordered_json schema_of_details();
nlohmann::ordered_json schema_of_profile();
nlohmann::ordered_json schema_of_tests();

}  // namespace replaybench
