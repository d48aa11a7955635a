#pragma once
// An evaluation as text and as JSON.

#include <string>

#include "suite/evaluate/evaluation.hpp"

namespace replaybench::cli {

struct EvaluationOutput {
  std::string log;               ///< the log's name, as the user wrote it
  bool show_unreliable = false;  ///< print an estimate that the evaluation withholds
  bool all_actions = false;      ///< the table of actions, however many there are
};

/// The table of actions is printed in text for this many actions without being asked for.
inline constexpr std::size_t few_actions = 10;

/// Warnings and diagnostics first, then the numbers; a dash where there is none.
void print_text(const EvaluationOutput& output, const InputLog& input,
                const Evaluation& evaluation);

/// One object; null where there is no number.
void print_json(const EvaluationOutput& output, const InputLog& input,
                const Evaluation& evaluation);

}  // namespace replaybench::cli
