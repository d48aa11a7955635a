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

/// A log, with the report of its reader.
struct InputLog : ReadReport {
  /// The log; if it is read in blocks, LogBlocks::shared_header: names without records.
  std::shared_ptr<const Log> log;
  std::shared_ptr<const LogBlocks> blocks;  ///< null if the log is in memory
  double propensity_parameters =
      0;  ///< of the model that estimates the propensities; 0: they are given

  /// `blocks`, or the blocks of the log in memory.
  std::shared_ptr<const LogBlocks> blocks_of_log() const {
    return blocks ? blocks : std::make_shared<const LogInMemory>(log);
  }
};

/// The log to read, and the options of reading.
struct LogOptions : TableOptions {
  /// A file, "-" for the standard input, a part of an SQLite database ("file.db:TABLE"), a pattern (*, ?) of
  /// files, or a folder: with files of Yahoo! R6B, or of parts (log_parts).
  std::string path = {};
  /// Additional paths; their files follow the files of `path` in the same log.
  std::vector<std::string> more_paths = {};
  /// A name of log_format_names, "prepared", or "auto": recognised by the content.
  std::string input_format = "auto";
  /// EventFormatOptions::buckets of dsjson and Vowpal Wabbit's text.
  std::uint32_t feature_buckets = 0;
  /// A table of features of actions (suite/log/action_table.hpp); empty if none.
  std::string action_features = {};
  /// The bounds of the rewards (Log::reward_bounds), or the observed bounds; std::nullopt if not given.
  struct RewardRangeOption {
    bool of_log = false;
    RewardBounds bounds = {};
  };
  std::optional<RewardRangeOption> reward_range = {};
};

/// Where the records of an open log are.
enum class RecordsIn { memory, blocks };

/// The options in the order of their help: names, defaults, ranges and documentation for every front
/// end.
const Binding<LogOptions>& log_parameters();

/// log_parameters() without these names, for a front end that has them in another form.
std::vector<ParameterInfo> log_parameters_without(const std::vector<std::string_view>& names);

/// Names of the options with non-default values that describe the text and the columns of a table, in the
/// order of their help.
std::vector<std::string> table_options_in_use(const LogOptions& options);

/// Throws SpecErrors if `table_options_in_use` has any and the log at `options.path` is a prepared
/// log or a folder, where they have no effect.
void refuse_table_options(const LogOptions& options);

/// Name of the log in messages: its path, or the first of several and their number.
std::string name_of_log(const LogOptions& options);

/// SHA-256 of the bytes of the log's file; for several files the SHA-256 of a text with a line
/// per file, in their order: the SHA-256 of its bytes and the columns of its folders. Other parts of the
/// path do not count. Throws FileError if a file cannot be read, or not twice; throws like log_parts.
std::string digest_of_log(const LogOptions& options);

/// Throws SpecErrors for an empty path.
void require_log_path(const LogOptions& options);

/// A log of any format of suite/format, plain, gzip or zstd ("-": the standard input), whose columns
/// are used like those of a CSV file, in one file or in several (log_parts, joined_rows); a prepared log;
/// or a folder with r6b.replaybench or, failing that, with files of Yahoo! R6B. The format is recognised by
/// the content of each file, unless it is named.
/// Throws like the readers, log_parts, joined_rows, refuse_table_options and add_action_table; SpecErrors for an
/// empty path, for a prepared log among several files, and for a `kind` other than actions with a prepared log,
/// Yahoo! R6B, action_features or reward_range; DataError for a reward outside reward_range. Time and memory of
/// the reader; twice the memory of the log with action_features or reward_range.
///
/// Records in blocks (InputLog::blocks) take memory that does not grow with their number: those of a table are kept in
/// a file without a name once they are many (SpooledLog), those of a prepared log stay in it. A log is read whole all the
/// same if it must be (can_be_read_in_parts): with clusters, segments, features of actions or a reward_range; a prepared
/// log without target policies whose contexts may be sparse; and Yahoo! R6B.
InputLog open_log(const LogOptions& options, RecordsIn records);
inline InputLog open_log(const LogOptions& options) { return open_log(options, RecordsIn::memory); }

/// Reads the rows of an open table, which need not be a file; options about files have no effect. Throws like read_log,
/// read_slate_table and read_dose_table, and like open_log for action_features and reward_range.
InputLog open_log(LogRows& rows, const LogOptions& options);

/// Reads a log of any format of suite/format as `open_log` does and writes it to `to` as a prepared
/// table, which `open_log` then reads to the same InputLog. Returns the origin of the log. Throws like
/// `open_log` and write_prepared_table. Memory as of `open_log` with records in blocks.
PreparedOrigin prepare_log(const LogOptions& options, const std::filesystem::path& to);

}  // namespace replaybench
