#pragma once
// The log that the user gives to a command, whatever form it has.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "suite/log/csv_log.hpp"
#include "suite/model/log.hpp"
#include "suite/prepared/prepared_log.hpp"

namespace replaybench {

struct InputLog {
  std::shared_ptr<const Log> log;
  std::size_t lines = 0;  ///< of the source
  std::size_t bad_lines = 0;
  std::vector<std::string> bad;  ///< the first ones, with their places
  std::vector<std::string> ignored_columns;
  std::vector<std::string> warnings;    ///< what else the reader found odd, in sentences
  std::vector<std::uint32_t> clusters;  ///< one per record, where asked for
  /// The segment of each record, a number of its name; where asked for.
  std::vector<std::uint32_t> segments;
  std::vector<std::string> segment_names;  ///< in natural order
  bool has_intercept = false;              ///< the last feature is a constant that the reader added
  std::vector<std::string> missing;        ///< files that the whole data set has
  /// That the log's propensities were estimated, how, and what that means; empty: they were not.
  std::string propensities_estimated;
  /// Of a log that was written in a simulator: which one, and the logging policy; empty: a given log.
  std::string generated;
};

/// How a log is read, and which of its columns are what.
struct InputLogOptions : CsvLogOptions {
  /// A name of log_format_names, or "prepared"; empty: recognised by the content.
  std::string format = {};
  /// Of dsjson and Vowpal Wabbit's text: EventFormatOptions::buckets.
  std::uint32_t feature_buckets = 0;
};

/// Different actions of a log beyond which its action column is taken for an identifier, unless the
/// user says otherwise.
inline constexpr std::size_t usual_most_actions = 100'000;

/// Marks of the options (separator, by, ...) whose values here are not the default ones: those that
/// say what a table's text and columns are. In the order of their help.
std::vector<std::string> table_flags(const InputLogOptions& options);

/// Throws SpecErrors where `table_flags` are given of a prepared log or a folder: they would choose
/// nothing there.
void refuse_table_flags(const std::filesystem::path& path, const InputLogOptions& options);

/// Throws SpecErrors for an empty name.
void require_log_name(const std::filesystem::path& path);

/// A log of any format of suite/format, plain, gzip or zstd ("-": the standard input), whose columns
/// are used like those of a CSV file; a prepared log; or a folder with r6b.replaybench or, failing
/// that, with files of Yahoo! R6B. The format is recognised by the content unless it is named.
/// Throws as the readers do, DataError for another folder, and SpecErrors for an empty name, an
/// unknown format, and where `table_flags` are given of a prepared log or a folder.
InputLog open_log(const std::filesystem::path& path, const InputLogOptions& options);

/// The rows of a table that is open, or that is no file. Throws as read_log.
InputLog read_input(LogRows& rows, const InputLogOptions& options);

/// Reads a log of any format of suite/format as `open_log` does and writes it to `to` as a prepared
/// table, which `open_log` then reads to the same InputLog, but for the name of the file. Gives where
/// the log comes from. Throws as `open_log` and as write_prepared_table.
PreparedOrigin prepare_log(const std::filesystem::path& path, const InputLogOptions& options,
                           const std::filesystem::path& to);

}  // namespace replaybench
