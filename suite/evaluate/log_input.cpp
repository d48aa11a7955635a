#include "suite/evaluate/log_input.hpp"

#include <fmt/core.h>

#include "suite/format/log_format.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/log/prepared_log.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/yahoo/prepare_yahoo.hpp"
#include "suite/yahoo/yahoo_log.hpp"

namespace replaybench {

namespace {

std::unique_ptr<LogRows> open_rows(const std::filesystem::path& path,
                                   const InputLogOptions& options) {
  LogRowsOptions opening;
  opening.separator = options.separator;
  opening.events.buckets = options.feature_buckets;
  if (!options.format.empty()) {
    opening.format = log_format(options.format);
    if (!opening.format) {
      std::vector<std::string> names = log_format_names();
      names.emplace_back("prepared");
      throw SpecErrors("--input-format: unknown format " + quoted_text(options.format) +
                       suggestion(options.format, names));
    }
  }
  return open_log_rows(path, opening);
}

InputLog open_table(const std::filesystem::path& path, const InputLogOptions& options) {
  CsvLog csv = read_log(*open_rows(path, options), options);
  InputLog given;
  given.lines = csv.report.lines;
  given.bad_lines = csv.report.bad_lines;
  for (const auto& bad : csv.report.first_bad) {
    given.bad.push_back(fmt::format("{}:{}: {}", path.string(), bad.line, bad.reason));
  }
  given.ignored_columns = csv.report.ignored_columns;
  given.warnings = std::move(csv.report.warnings);
  given.clusters = std::move(csv.report.clusters);
  given.segments = std::move(csv.report.segments);
  given.segment_names = std::move(csv.report.segment_names);
  given.has_intercept = options.intercept;
  given.log = std::make_shared<const Log>(std::move(csv.log));
  return given;
}

InputLog open_prepared(const std::filesystem::path& path) {
  const PreparedLog prepared(path);
  InputLog given;
  given.log = prepared.log();
  given.lines = prepared.origin().lines;
  given.bad_lines = prepared.origin().left_out;
  given.missing = prepared.origin().missing;
  return given;
}

InputLog open_folder(const std::filesystem::path& path) {
  if (const auto prepared = path / "r6b.replaybench"; PreparedLog::is_one(prepared)) {
    return open_prepared(prepared);
  }
  R6bFiles found = find_r6b_files(path);
  if (found.files.empty()) {
    throw DataError(path.string() + " is a folder, and has neither r6b.replaybench nor files " +
                    r6b_file_name(1) + " to " + r6b_file_name(r6b_days) + " of Yahoo! R6B");
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

// Whether any option speaks of a column.
bool names_columns(const InputLogOptions& options) {
  return !options.features.empty() || !options.cluster.empty() || !options.columns.empty() ||
         !options.categorical.empty() || !options.hashed.empty() || !options.segment.empty() ||
         !options.policy_columns.empty() || !options.policy_patterns.empty() ||
         !options.prediction_patterns.empty();
}

}  // namespace

InputLog open_log(const std::filesystem::path& path, const InputLogOptions& options) {
  if (path == "-") return open_table("/dev/stdin", options);
  const bool folder = std::filesystem::is_directory(path);
  const bool prepared = options.format == "prepared";
  if (folder || prepared || (options.format.empty() && PreparedLog::is_one(path))) {
    if (names_columns(options)) {
      throw SpecErrors(
          "--columns, --features, --cluster, --by and flags of other columns choose columns of a "
          "table; " +
          path.string() + " is none");
    }
    return folder ? open_folder(path) : open_prepared(path);
  }
  return open_table(path, options);
}

}  // namespace replaybench
