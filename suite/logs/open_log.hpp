#pragma once
// Reads a log of any kind and format. The options are described once, in log_parameters(); from them
// come the flags of the command line, the keywords of Python and the parameters of a study's
// data set.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suite/log/csv_log.hpp"
#include "suite/log/log_options.hpp"
#include "suite/model/log_blocks.hpp"
#include "suite/model/read_report.hpp"
#include "suite/prepared/prepared_log.hpp"

namespace replaybench {

/// A log, and what its reader said of it.
struct InputLog : ReadReport {
  /// The log; if it is read in blocks, LogBlocks::shared_header: names without records.
  std::shared_ptr<const Log> log;
  std::shared_ptr<const LogBlocks> blocks;  ///< null if the log is in memory

  /// `blocks`, or those of the log in memory.
  std::shared_ptr<const LogBlocks> blocks_of_log() const {
    return blocks ? blocks : std::make_shared<const LogInMemory>(log);
  }
};

/// The log to read, and the options of reading.
struct LogOptions : TableOptions {
  /// A file, "-" for the standard input, a part of an SQLite database ("file.db:TABLE"), a pattern (*, ?) of
  /// files, or a folder: with files of Yahoo! R6B, or of parts (log_parts).
  std::string path = {};
  /// Further ones, whose files come behind those of `path` in the same log.
  std::vector<std::string> more_paths = {};
  /// A name of log_format_names, "prepared", or "auto": recognised by the content.
  std::string input_format = "auto";
  /// EventFormatOptions::buckets of dsjson and Vowpal Wabbit's text.
  std::uint32_t feature_buckets = 0;
  /// A table of features of actions (suite/log/action_table.hpp); empty if none.
  std::string action_features = {};
  /// The bounds of the rewards (Log::reward_bounds), or those that the log shows; nothing if not said.
  struct RewardRangeOption {
    bool of_log = false;
    RewardBounds bounds = {};
  };
  std::optional<RewardRangeOption> reward_range = {};
};

/// The options in the order of their help. Who reads a log takes names, defaults, ranges and
/// documentation from here.
const Binding<LogOptions>& log_parameters();

/// log_parameters() without those of these names: for a front end that asks for them otherwise.
std::vector<ParameterInfo> log_parameters_without(const std::vector<std::string_view>& names);

/// Names of the options whose values here are not the default ones and that say what a table's text and
/// columns are, in the order of their help.
std::vector<std::string> table_options_in_use(const LogOptions& options);

/// Throws SpecErrors if `table_options_in_use` has any and the log at `options.path` is a prepared
/// log or a folder: they would choose nothing there.
void refuse_table_options(const LogOptions& options);

/// Name of the log in messages: its path, or the first of several and their number.
std::string name_of_log(const LogOptions& options);

/// SHA-256 of the bytes of the log's file; of several files that of a text with a line per file: the
/// SHA-256 of its bytes and its folders' columns, in the files' order. Folders and names of files do not
/// count otherwise. Throws FileError when a file cannot be read, or not twice, and as log_parts.
std::string digest_of_log(const LogOptions& options);

/// Throws SpecErrors for an empty path.
void require_log_path(const LogOptions& options);

/// A log of any format of suite/format, plain, gzip or zstd ("-": the standard input), whose columns
/// are used like those of a CSV file, in one file or in several (log_parts, joined_rows); a prepared log;
/// or a folder with r6b.replaybench or, failing that, with files of Yahoo! R6B. The format is recognised by
/// the content, of each file, unless it is named.
/// Throws as the readers, log_parts and joined_rows do, and SpecErrors for an empty path, for a prepared log
/// among several files, as refuse_table_options, and if `kind` is not that of actions for a prepared log or
/// Yahoo! R6B, or where action_features or reward_range are given; DataError for a reward outside reward_range
/// and as add_action_table. Time and memory as the readers', twice that of the log with these two options.
InputLog open_log(const LogOptions& options);

/// A prepared log with target policies and without clusters and segments, to be read in blocks; nothing if
/// the options name another log. Memory: the mapped file. Throws as `open_log`.
std::optional<InputLog> open_log_in_blocks(const LogOptions& options);

/// The rows of a table that is open, or that is no file; what the options say of files does not count. Throws as
/// read_log, read_slate_table and read_dose_table, and as open_log for action_features and reward_range.
InputLog open_log(LogRows& rows, const LogOptions& options);

/// Reads a log of any format of suite/format as `open_log` does and writes it to `to` as a prepared
/// table, which `open_log` then reads to the same InputLog. Gives where the log comes from. Throws as
/// `open_log` and as write_prepared_table.
PreparedOrigin prepare_log(const LogOptions& options, const std::filesystem::path& to);

}  // namespace replaybench
