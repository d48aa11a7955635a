#pragma once
// Two results compared, as one HTML file that needs no other.

#include <string>

#include "suite/evaluationpage/compared_results.hpp"
#include "suite/evaluationpage/evaluation_page.hpp"

namespace replaybench {

/// The page of a comparison: the answers, both estimates, their differences, the log. `result`: one of the two, which
/// describes the log. O(length of the result).
std::string comparison_page(const evaluationpage::ComparedResults& compared,
                            const nlohmann::ordered_json& result, const EvaluationOrigin& origin);

}  // namespace replaybench
