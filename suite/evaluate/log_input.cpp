#include "suite/evaluate/log_input.hpp"

#include <fmt/format.h>

#include <utility>

#include "suite/format/log_format.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/prepared/prepared_log.hpp"
#include "suite/prepared/prepared_table.hpp"
#include "suite/prepared/source_change.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/sha256.hpp"
#include "suite/text/text_source.hpp"
#include "suite/yahoo/prepare_yahoo.hpp"
#include "suite/yahoo/prepared_sources.hpp"
#include "suite/yahoo/yahoo_log.hpp"

namespace replaybench {

namespace {

std::unique_ptr<LogRows> open_rows(const std::filesystem::path& path,
                                   const InputLogOptions& options) {
  LogRowsOptions opening;
  opening.separator = options.separator;
  opening.events.buckets = options.feature_buckets;
  if (!options.format.empty()) {
    opening.format = log_format_names.find(options.format);
    if (!opening.format) {
      std::vector<std::string> names(log_format_names.begin(), log_format_names.end());
      names.emplace_back("prepared");
      throw SpecErrors(option("input_format") + ": unknown format " + quoted_text(options.format) +
                       suggestion(options.format, names));
    }
  }
  return open_log_rows(path, opening);
}

// `name` stands for the file in messages on its lines.
InputLog input_of(CsvLog csv, const std::string& name, bool has_intercept) {
  InputLog given;
  given.lines = csv.report.lines;
  given.bad_lines = csv.report.bad_lines;
  for (const auto& bad : csv.report.first_bad) {
    given.bad.push_back(fmt::format("{}:{}: {}", name, bad.line, bad.reason));
  }
  given.ignored_columns = csv.report.ignored_columns;
  given.warnings = std::move(csv.report.warnings);
  given.clusters = std::move(csv.report.clusters);
  given.segments = std::move(csv.report.segments);
  given.segment_names = std::move(csv.report.segment_names);
  given.has_intercept = has_intercept;
  given.log = std::make_shared<const Log>(std::move(csv.log));
  return given;
}

InputLog open_table(const std::filesystem::path& path, const InputLogOptions& options) {
  return read_input(*open_rows(path, options), options);
}

// What is not there any more, or was no file, is not asked for.
std::vector<std::string> changes_of_sources(const std::filesystem::path& prepared,
                                            const PreparedOrigin& origin) {
  std::vector<std::string> changes;
  std::error_code error;
  const auto made = std::filesystem::last_write_time(prepared, error);
  for (const PreparedOrigin::Source& source : origin.sources) {
    if (error || source.sha256.empty()) continue;
    const std::string change = change_of_source(source.name, source, made);
    if (change.empty()) continue;
    changes.push_back(
        fmt::format("{} has changed since {} was prepared from it ({}): prepare it again",
                    source.name, prepared.string(), change));
  }
  return changes;
}

InputLog open_prepared(const std::filesystem::path& path) {
  if (is_prepared_table(path)) {
    PreparedTable table = read_prepared_table(path);
    const auto& sources = table.origin.sources;
    const std::string name = sources.empty() ? path.string() : sources.front().name;
    for (std::string& change : changes_of_sources(path, table.origin)) {
      table.report.warnings.push_back(std::move(change));
    }
    return input_of({std::move(table.log), std::move(table.report)}, name, table.has_intercept);
  }
  const PreparedLog prepared(path);
  InputLog given;
  given.log = prepared.log();
  given.lines = prepared.origin().lines;
  given.bad_lines = prepared.origin().left_out;
  given.missing = prepared.origin().missing;
  return given;
}

InputLog open_folder(const std::filesystem::path& path, const InputLogOptions& options) {
  const auto prepared = path / "r6b.replaybench";
  const bool is_prepared = PreparedLog::is_one(prepared);
  R6bFiles found;
  if (!is_prepared) found = find_r6b_files(path);
  if (!is_prepared && found.files.empty()) {
    throw DataError(path.string() +
                    " is a folder; expected a file. (Only of Yahoo! R6B a log is a folder: with "
                    "r6b.replaybench, or with files " +
                    r6b_file_name(1) + " to " + r6b_file_name(r6b_days) + ".)");
  }
  refuse_table_flags(path, options);
  if (is_prepared) {
    check_prepared_sources(prepared, PreparedLog(prepared).origin());
    return open_prepared(prepared);
  }
  YahooLog read = read_yahoo_log(found.files, {.format = YahooFormat::r6b});
  read.log.timestamps = {};
  InputLog given;
  given.log = std::make_shared<const Log>(std::move(read.log));
  given.lines = read.report.lines;
  given.bad_lines = read.report.left_out;
  given.missing = std::move(found.missing);
  return given;
}

std::string origin_format(const std::filesystem::path& path, const InputLogOptions& options) {
  if (!options.format.empty()) return options.format;
  const std::string beginning = beginning_of(path, log_beginning);
  if (beginning.empty()) return "a table";
  return std::string(log_format_names[recognise_log(beginning)]);
}

}  // namespace

std::vector<std::string> table_flags(const InputLogOptions& options) {
  const std::pair<bool, std::string> given_options[] = {
      {!options.columns.empty(), option("columns")},
      {!options.features.empty(), option("features")},
      {!options.categorical.empty(), option("categorical")},
      {!options.hashed.empty(), option("hashed")},
      {!options.policy_columns.empty(), option("policy_column")},
      {!options.policy_patterns.empty(), option("policy_columns")},
      {!options.prediction_patterns.empty(), option("q_columns")},
      {!options.cluster.empty(), option("cluster")},
      {options.feature_buckets > 0, option("feature_buckets")},
      {options.separator != ',', option("separator")},
      {!options.intercept, option("intercept", "false")},
      {options.skip_bad_lines, option("skip_bad_lines", "true")},
      {options.missing_reward != MissingReward::refuse, option("missing_reward")},
      {options.missing_feature != MissingFeature::refuse, option("missing_feature")},
      {options.pool_separator != ' ', option("pool_separator")},
      {!options.segment.empty(), option("by")}};
  std::vector<std::string> names;
  for (const auto& [given, name] : given_options) {
    if (given) names.emplace_back(name);
  }
  return names;
}

InputLog read_input(LogRows& rows, const InputLogOptions& options) {
  return input_of(read_log(rows, options), rows.name(), options.intercept);
}

void refuse_table_flags(const std::filesystem::path& path, const InputLogOptions& options) {
  const auto flags = table_flags(options);
  if (flags.empty()) return;
  if (is_prepared_table(path)) {
    throw SpecErrors(fmt::format(
        "{} is a prepared log: its columns were chosen when it was prepared; give {} to data "
        "prepare",
        path.string(), fmt::join(flags, ", ")));
  }
  throw SpecErrors(fmt::format("{} is no table and has no columns to choose: {} not allowed",
                               path.string(), fmt::join(flags, ", ")));
}

void require_log_name(const std::filesystem::path& path) {
  if (!path.empty()) return;
  throw SpecErrors("the name of the log is empty; expected a file, or - for the standard input");
}

InputLog open_log(const std::filesystem::path& path, const InputLogOptions& options) {
  require_log_name(path);
  if (path == "-") return open_table("/dev/stdin", options);
  std::error_code unreadable;  // the reader has the reason
  if (std::filesystem::is_directory(path, unreadable)) return open_folder(path, options);
  const bool prepared = options.format == "prepared";
  if (prepared || (options.format.empty() && PreparedLog::is_one(path))) {
    refuse_table_flags(path, options);
    return open_prepared(path);
  }
  return open_table(path, options);
}

PreparedOrigin prepare_log(const std::filesystem::path& path, const InputLogOptions& options,
                           const std::filesystem::path& to) {
  require_log_name(path);
  if (PreparedLog::is_one(path)) throw SpecErrors(path.string() + " is a prepared log already");
  const bool stream = path == "-";
  const std::filesystem::path file = stream ? "/dev/stdin" : path;
  PreparedTable table;
  table.origin.format = origin_format(path, options);
  PreparedOrigin::Source& source = table.origin.sources.emplace_back();
  source.name = file.string();
  if (std::filesystem::is_regular_file(file)) {
    source.bytes = std::filesystem::file_size(file);
    source.sha256 = sha256_hex_of_file(file);
  }
  CsvLog csv = read_log(*open_rows(file, options), options);
  table.log = std::move(csv.log);
  table.report = std::move(csv.report);
  table.has_intercept = options.intercept;
  table.origin.lines = source.lines = table.report.lines;
  table.origin.left_out = table.report.bad_lines;
  source.records = table.log.size();
  write_prepared_table(to, table);
  return table.origin;
}

}  // namespace replaybench
