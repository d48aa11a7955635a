#pragma once
// Lines of a table that cannot be used: whether the log is refused for them, and in which words.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "suite/log/log_columns.hpp"
#include "suite/log/log_options.hpp"
#include "suite/model/read_report.hpp"
#include "suite/text/csv_header.hpp"

namespace replaybench {

/// Counts of lines by what they lack.
struct LineProblems {
  /// Lines on which a feature is a text.
  struct Texts {
    std::size_t lines = 0;
    std::string first;
  };
  std::vector<Texts> texts;         ///< of each feature
  std::size_t without_feature = 0;  ///< lines left out for it
  std::size_t without_reward = 0;  ///< lines; of those left out for something else, only if refused

  void note_text(std::size_t feature, std::string_view text) {
    if (texts[feature].lines++ == 0) texts[feature].first = text;
  }
};

/// Throws DataError if the log of `file` cannot be used: no good line is left, a feature is a column of texts, or lines
/// are bad and not to be skipped. O(features + shown bad lines).
void refuse_bad_log(const ReadReport& report, const LineProblems& problems,
                    const TableOptions& options, const CsvHeader& header, const LogColumns& columns,
                    const std::string& file);

/// Sentence on the lines without a reward that were left out or count as 0; empty if there are none.
std::string warning_of_missing_rewards(const ReadReport& report, const LineProblems& problems,
                                       MissingReward treatment);

}  // namespace replaybench
