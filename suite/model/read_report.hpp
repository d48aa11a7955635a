#pragma once
// Findings of the reader of a log, in addition to the log itself.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace replaybench {

/// A line that cannot be used.
struct BadLine {
  std::size_t line;       ///< from 1; the first one of a record of several lines
  std::string reason;     ///< names the column and quotes the value seen
  std::string file = {};  ///< of several files the one with the line; empty: ReadReport::name
};

/// Name of a log of `count` files in messages: "a.csv", or "a.csv and 2 more files". Needs count >=
/// 1.
inline std::string name_of_files(const std::string& first, std::size_t count) {
  if (count == 1) return first;
  return first + " and " + std::to_string(count - 1) + (count == 2 ? " more file" : " more files");
}

/// Counts of input that was read and left out; `lines` = `records` + `bad_lines` + the lines
/// dropped because they have no reward, whose number is in `warnings`.
struct ReadReport {
  std::string name;         ///< of the source, in messages on its lines
  std::size_t lines = 0;    ///< data lines: without the header; a record of several lines is one
  std::size_t records = 0;  ///< good ones
  std::size_t bad_lines = 0;
  std::vector<BadLine> first_bad = {};  ///< the first of them
  std::vector<std::string> ignored_columns = {};
  std::vector<std::string> warnings = {};  ///< further warnings, as sentences
  /// The cluster of each record, numbered by first appearance; empty unless requested.
  std::vector<std::uint32_t> clusters = {};
  /// The segment of each record, as the index of its name; empty unless requested.
  std::vector<std::uint32_t> segments = {};
  std::vector<std::string> segment_names = {};  ///< in natural order
  bool has_intercept = false;             ///< the last feature is a constant that the reader added
  std::vector<std::string> missing = {};  ///< files that the whole data set has
  /// Method of estimating the log's propensities, and its meaning; empty if they were not
  /// estimated.
  std::string propensities_estimated = {};
  /// The simulator and the logging policy of a simulated log; empty if the log was given.
  std::string generated = {};

  /// "log.csv:3: reason" of each line in `first_bad`.
  std::vector<std::string> bad_line_texts() const {
    std::vector<std::string> texts;
    for (const BadLine& bad : first_bad) {
      texts.push_back((bad.file.empty() ? name : bad.file) + ":" + std::to_string(bad.line) + ": " +
                      bad.reason);
    }
    return texts;
  }
};

}  // namespace replaybench
