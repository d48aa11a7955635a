#pragma once
// An evaluation as text; what its text and its tables share.

#include <optional>
#include <string>
#include <vector>

#include "suite/evaluate/evaluation.hpp"

namespace replaybench::cli {

struct EvaluationOutput {
  std::string log;                           ///< the log's name, as the user wrote it
  bool show_unreliable = false;              ///< print an estimate that the evaluation withholds
  bool all_actions = false;                  ///< the table of actions, however many there are
  std::vector<std::string> labels = {};      ///< of the algorithms, as the user wrote them
  std::vector<std::string> evaluators = {};  ///< of the evaluators

  /// True when no number of this evaluation is to be shown.
  bool withholds(const Evaluation& evaluation) const {
    return !show_unreliable && !evaluation.withheld.empty();
  }
  bool withholds(const std::optional<Evaluation>& evaluation) const {
    return evaluation && withholds(*evaluation);
  }
};

/// The table of actions is printed in text for this many actions without being asked for.
inline constexpr std::size_t few_actions = 10;

/// Warnings and diagnostics first, then the numbers; a dash where there is none.
void print_text(const EvaluationOutput& output, const InputLog& input,
                const Evaluation& evaluation);

/// The lines about the log and about its mean reward.
void print_log(const EvaluationOutput& output, const InputLog& input);
void print_log_value(const statistics::IntervalEstimate& value);

/// A number with six digits; a count in full; an interval. A dash where there is none.
std::string shown(double value);
std::string shown_count(double value);
std::string shown_interval(double low, double high);

/// Lines of equally many cells (at least one line) as columns, right-aligned but for the first
/// `left`.
void print_columns(const std::vector<std::vector<std::string>>& lines, std::size_t left);

}  // namespace replaybench::cli
