#pragma once
// The flags that say how a log is read and what its columns are.

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "suite/evaluate/log_input.hpp"

namespace replaybench::cli {

/// The options, and the texts of those whose values have parts.
struct ReadingFlags : InputLogOptions {
  ReadingFlags() { most_actions = usual_most_actions; }

  std::string separator_text = ",";
  std::string pool_separator_text = " ";
  std::string missing_reward_text = "refuse";
  std::string missing_feature_text = "refuse";
  std::vector<std::string> role_texts;    ///< "role=column"
  std::vector<std::string> hashed_texts;  ///< "column:buckets"
};

/// Adds the flags, which fill `reading`; it must live as long as the command.
void add_reading_flags(CLI::App& command, ReadingFlags& reading);

/// Adds "role=column" of --columns to `columns`; what is wrong is added to `problems`.
void add_role(const std::string& text, std::map<std::string, std::string>& columns,
              std::vector<SpecProblem>& problems);

/// Reads the texts into the options; what is wrong is added to `problems`.
void finish_reading_flags(ReadingFlags& reading, std::vector<SpecProblem>& problems);

}  // namespace replaybench::cli
