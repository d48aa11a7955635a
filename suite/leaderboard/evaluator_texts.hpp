#pragma once
// Texts of the evaluators' page, the same in Markdown and HTML.

#include <string>
#include <vector>

#include "suite/leaderboard/evaluator_board.hpp"

namespace replaybench {

/// A column and what it means.
struct Explanation {
  std::string name;
  std::string meaning;
};
const std::vector<Explanation>& column_explanations();

/// "-0.0312 (lin_ucb)"
std::string worst_bias_text(const EvaluatorEntry& entry, const EvaluatorTaskBoard& task);
/// "9/11"
std::string applicable_text(const EvaluatorEntry& entry, const EvaluatorTaskBoard& task);
/// The data set as `dataset` writes it, the sizes, the error of the truth.
std::string facts_text(const EvaluatorTaskBoard& task, const std::string& dataset);

}  // namespace replaybench
