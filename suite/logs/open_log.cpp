#include "suite/logs/open_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "suite/format/log_format.hpp"
#include "suite/format/sqlite.hpp"
#include "suite/log/action_table.hpp"
#include "suite/log/dose_table.hpp"
#include "suite/log/slate_table.hpp"
#include "suite/logs/joined_rows.hpp"
#include "suite/logs/log_parts.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/prepared/prepared_blocks.hpp"
#include "suite/prepared/prepared_table.hpp"
#include "suite/prepared/source_change.hpp"
#include "suite/prepared/spooled_log.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/field_number.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/sha256.hpp"
#include "suite/text/text_source.hpp"
#include "suite/yahoo/prepare_yahoo.hpp"
#include "suite/yahoo/yahoo_log.hpp"

namespace replaybench {

namespace {

constexpr std::string_view recognised = "auto", prepared_format = "prepared";

struct FormatName {
  using Value = std::string;
  using Written = std::string;
  static constexpr std::string_view allowed =
      "auto | csv | dsjson | vw | npz | parquet | json | sqlite | prepared";
  static const Written& write(const Value& format) { return format; }
  static std::vector<std::string> read(const Written& written, Value& format) {
    std::vector<std::string> names{std::string(recognised), std::string(prepared_format)};
    names.insert(names.end(), log_format_names.begin(), log_format_names.end());
    if (std::find(names.begin(), names.end(), written) == names.end()) {
      return {"unknown format " + quoted_text(written) + suggestion(written, names)};
    }
    format = written;
    return {};
  }
};

// LogOptions::reward_range: "0:5", or "log".
struct RewardRangeText {
  using Value = std::optional<LogOptions::RewardRangeOption>;
  using Written = std::string;
  static constexpr std::string_view allowed = "LEAST:MOST | log";
  static std::string write(const Value& range) {
    if (!range) return "";
    if (range->of_log) return "log";
    return numeric::to_decimal(range->bounds.least) + ":" + numeric::to_decimal(range->bounds.most);
  }
  static std::vector<std::string> read(const Written& written, Value& range) {
    range = {};
    if (written.empty()) return {};
    LogOptions::RewardRangeOption read{.of_log = written == "log"};
    const auto colon = written.find(':');
    const std::string_view text = written;
    const bool good =
        read.of_log || (colon != std::string::npos &&
                        parse_field_number(text.substr(0, colon), read.bounds.least) &&
                        parse_field_number(text.substr(colon + 1), read.bounds.most) &&
                        std::isfinite(read.bounds.most - read.bounds.least) &&
                        read.bounds.least < read.bounds.most);
    if (!good) {
      return {quoted_text(written) +
              " is no range of rewards, such as 0:5 (the least first), nor log: that of the log"};
    }
    range = read;
    return {};
  }
};

InputLog input_of(TableLog table) {
  InputLog input{std::move(table.report), nullptr, nullptr};
  input.log = std::make_shared<const Log>(std::move(table.log));
  return input;
}

std::vector<std::string> paths_of(const LogOptions& options) {
  std::vector<std::string> paths{options.path};
  paths.insert(paths.end(), options.more_paths.begin(), options.more_paths.end());
  return paths;
}

// One file or several: the parameter "path".
struct LogPaths {
  static ParameterValue get(const void* options) {
    const auto& of = *static_cast<const LogOptions*>(options);
    return of.more_paths.empty() ? ParameterValue(of.path) : ParameterValue(paths_of(of));
  }
  static void set(void* options, const ParameterValue& value) {
    auto& of = *static_cast<LogOptions*>(options);
    if (const auto* one = std::get_if<std::string>(&value)) {
      of.path = *one;
      of.more_paths.clear();
      return;
    }
    const auto& several = value_as<std::vector<std::string>>(value);
    of.path = several.front();
    of.more_paths.assign(several.begin() + 1, several.end());
  }
};

OpenRows opener(const LogOptions& options) {
  const LogRowsOptions how{.format = log_format_names.find(options.input_format),
                           .csv = csv_options(options),
                           .events = {.buckets = options.feature_buckets}};
  return [how](const std::string& path) { return open_log_rows(path, how); };
}

// Prepared logs are no tables that others could be joined to.
std::unique_ptr<JoinedRows> open_joined(const std::vector<LogPart>& parts,
                                        const LogOptions& options) {
  for (const LogPart& part : parts) {
    if (options.input_format != prepared_format && !PreparedLog::is_one(part.path)) continue;
    throw SpecErrors(fmt::format(
        "{} is one of {} files, and a prepared log: only tables and events are read from several "
        "files; prepare them together",
        part.path, parts.size()));
  }
  return joined_rows(parts, opener(options));
}

bool is_single(const std::vector<LogPart>& parts) {
  return parts.size() == 1 && parts[0].partition.empty();
}

// A source that is gone, or was no file, is not compared.
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

RewardBounds bounds_of(const Log& log, const LogOptions::RewardRangeOption& range,
                       const std::string& name) {
  const auto [least, most] = std::minmax_element(log.rewards.begin(), log.rewards.end());
  if (range.of_log) {
    if (*least == *most) {
      throw DataError(fmt::format("{}: all rewards are {}: the log shows no range of them", name,
                                  numeric::to_decimal(*least)));
    }
    return {*least, *most};
  }
  const auto outside = std::find_if(log.rewards.begin(), log.rewards.end(),
                                    [&](double reward) { return !range.bounds.contain(reward); });
  if (outside == log.rewards.end()) return range.bounds;
  throw DataError(fmt::format("{}: the reward of record {} is {}, outside of {}", name,
                              outside - log.rewards.begin() + 1, numeric::to_decimal(*outside),
                              option("reward_range", RewardRangeText::write(range))));
}

// True if the options add something to a log in memory.
bool has_additions(const LogOptions& options) {
  return !options.action_features.empty() || options.reward_range;
}

// Adds what the options name, regardless of the format.
InputLog with_additions(InputLog input, const LogOptions& options) {
  if (!has_additions(options)) return input;
  const std::string given =
      option(options.action_features.empty() ? "reward_range" : "action_features");
  if (options.kind != LogKind::actions) {
    throw SpecErrors(fmt::format("{} is for logs of actions", given));
  }
  auto log = std::make_shared<Log>(*input.log);
  if (!options.action_features.empty()) {
    if (log->action_names.empty()) {
      throw SpecErrors(fmt::format("{}: the actions of {} have no names", given, input.name));
    }
    const auto table = open_log_rows(options.action_features);
    for (std::string& warning : add_action_table(*log, *table)) {
      input.warnings.push_back(std::move(warning));
    }
  }
  if (options.reward_range) {
    log->reward_bounds = bounds_of(*log, *options.reward_range, input.name);
    if (options.reward_range->of_log) {
      input.warnings.push_back(
          fmt::format("the rewards of the log are from {} to {}: learning algorithms that need "
                      "rewards in [0, 1] see them "
                      "scaled from this range, which no learner knows beforehand",
                      numeric::to_decimal(log->reward_bounds->least),
                      numeric::to_decimal(log->reward_bounds->most)));
    }
  }
  input.log = std::move(log);
  return input;
}

// Prepared logs and folders have actions.
void require_actions(const LogOptions& options) {
  if (options.kind == LogKind::actions) return;
  throw SpecErrors(
      fmt::format("{} is a log of actions; a log of {} is a table: CSV, npz or Parquet",
                  options.path, log_kind_names[options.kind]));
}

void warn_of_changes(ReadReport& report, const std::filesystem::path& path,
                     const PreparedOrigin& origin) {
  for (std::string& change : changes_of_sources(path, origin)) {
    report.warnings.push_back(std::move(change));
  }
}

InputLog open_prepared(const std::filesystem::path& path) {
  if (is_prepared_table(path)) {
    PreparedTable table = read_prepared_table(path);
    warn_of_changes(table.report, path, table.origin);
    return input_of(std::move(table));
  }
  const PreparedLog prepared(path);
  InputLog input;
  input.log = prepared.log();
  input.lines = prepared.origin().lines;
  input.bad_lines = prepared.origin().left_out;
  input.missing = prepared.origin().missing;
  return input;
}

InputLog open_r6b_folder(const LogOptions& options) {
  const std::filesystem::path path = options.path;
  const auto prepared = path / "r6b.replaybench";
  refuse_table_options(options);
  if (PreparedLog::is_one(prepared)) {
    check_prepared_sources(prepared, PreparedLog(prepared).origin());
    return open_prepared(prepared);
  }
  R6bFiles found = find_r6b_files(path);
  YahooLog read = read_yahoo_log(found.files, {.format = YahooFormat::r6b});
  read.log.timestamps = {};
  InputLog input;
  input.log = std::make_shared<const Log>(std::move(read.log));
  input.lines = read.report.lines;
  input.bad_lines = read.report.left_out;
  input.missing = std::move(found.missing);
  return input;
}

std::string origin_format(const std::filesystem::path& path, const LogOptions& options) {
  if (options.input_format != recognised) return options.input_format;
  if (find_sqlite_log(path.string())) return std::string(log_format_names[LogFormat::sqlite]);
  const std::string beginning = beginning_of(path, log_beginning);
  if (beginning.empty()) return "a table";
  return std::string(log_format_names[recognise_log(beginning)]);
}

}  // namespace

const Binding<LogOptions>& log_parameters() {
  using Options = LogOptions;
  static const auto parameters = bind_parameters<Options>(
      BoundParameter<Options>(
          {parameter_info(ParameterType::text_or_texts, "path",
                          "the file, relative to the working directory; FILE:TABLE or FILE:QUERY "
                          "of an SQLite database; or a pattern (*, ?), a "
                          "folder of parts, or a list of these: one log"),
           0, MemberAccess{LogPaths::get, LogPaths::set}}),
      table_parameters(),
      spelt<FormatName>(&Options::input_format, "input_format",
                        "csv, json, dsjson, vw, npz, parquet, sqlite or prepared; auto: recognised "
                        "by the content")
          .added_later(),
      integer(&Options::feature_buckets, "feature_buckets",
              "buckets for hashed names of features (dsjson, VW text); 0: a feature per name")
          .at_least(0)
          .at_most(65536)
          .added_later(),
      text(&Options::action_features, "action_features",
           "a table of the actions' features: a column action, the others features")
          .added_later(),
      spelt<RewardRangeText>(&Options::reward_range, "reward_range",
                             "the range of the rewards, 0:5, or log: what the log shows; learners "
                             "that need rewards in "
                             "[0, 1] see them scaled, estimates keep their units")
          .added_later());
  return parameters;
}

std::vector<ParameterInfo> log_parameters_without(const std::vector<std::string_view>& names) {
  std::vector<ParameterInfo> parameters = log_parameters().described();
  std::erase_if(parameters, [&](const ParameterInfo& info) {
    return std::find(names.begin(), names.end(), info.name) != names.end();
  });
  return parameters;
}

std::vector<std::string> table_options_in_use(const LogOptions& options) {
  std::vector<std::string> names = log_parameters().changed(options);
  std::erase_if(names, [](const std::string& name) {
    return name == "path" || name == "input_format" || name == "kind" ||
           name == "action_features" || name == "reward_range";  // of every log
  });
  return names;
}

void refuse_table_options(const LogOptions& options) {
  const std::string given = option_list(table_options_in_use(options));
  if (given.empty()) return;
  if (is_prepared_table(options.path)) {
    throw SpecErrors(fmt::format(
        "{} is a prepared log: its columns were chosen when it was prepared; give {} to data "
        "prepare",
        options.path, given));
  }
  throw SpecErrors(fmt::format("{} is no table and has no columns to choose: {} not allowed",
                               options.path, given));
}

std::string name_of_log(const LogOptions& options) {
  return name_of_files(options.path, 1 + options.more_paths.size());
}

std::string digest_of_log(const LogOptions& options) {
  const auto digest_of = [](const std::string& path) {
    if (const auto part = find_sqlite_log(path)) return digest_of_sqlite_log(*part);
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) &&
        !std::filesystem::is_regular_file(path, ignored)) {
      throw FileError(path + " is not a file that can be read twice");
    }
    try {
      return sha256_hex_of_file(path);
    } catch (const std::filesystem::filesystem_error& error) {
      throw FileError("cannot read " + path + ": " + error.code().message());
    }
  };
  const std::vector<LogPart> parts = log_parts(paths_of(options));
  const std::string& actions = options.action_features;
  if (is_single(parts) && actions.empty()) return digest_of(parts[0].path);
  std::string text = actions.empty() ? "" : "actions " + digest_of(actions) + "\n";
  for (const LogPart& part : parts) {
    text += digest_of(part.path);
    for (const auto& [key, value] : part.partition) {
      text += fmt::format(" {}={}", quoted_text(key), quoted_text(value));
    }
    text += '\n';
  }
  return sha256_hex(text);
}

void require_log_path(const LogOptions& options) {
  const auto& more = options.more_paths;
  if (!options.path.empty() && std::find(more.begin(), more.end(), "") == more.end()) return;
  throw SpecErrors("the name of the log is empty; expected a file, or - for the standard input");
}

namespace {

InputLog read_rows(LogRows& rows, const TableOptions& options) {
  switch (options.kind) {
    case LogKind::slates:
      return input_of(read_slate_table(rows, options));
    case LogKind::doses:
      return input_of(read_dose_table(rows, options));
    case LogKind::actions:
      break;
  }
  return input_of(read_log(rows, options));
}

}  // namespace

InputLog open_log(LogRows& rows, const LogOptions& options) {
  return with_additions(read_rows(rows, options), options);
}

namespace {

std::optional<InputLog> prepared_in_blocks(const std::string& path) {
  auto blocks = std::make_shared<const PreparedBlocks>(path);
  // Without target policies the log is for learners, which are fast on sparse contexts in memory.
  const bool may_be_sparse = blocks->header().targets.empty() && blocks->header().dimension >= 64;
  if (blocks->has_groups() || blocks->has_action_features() || may_be_sparse) return std::nullopt;
  InputLog input{blocks->report(), blocks->shared_header(), blocks};
  warn_of_changes(input, path, blocks->origin());
  return input;
}

InputLog open_rows(LogRows& rows, const LogOptions& options, RecordsIn records) {
  const bool in_blocks = records == RecordsIn::blocks && !has_additions(options) &&
                         can_be_read_in_parts(rows, options);
  if (!in_blocks) return open_log(rows, options);
  auto spooled = std::make_shared<SpooledLog>();
  InputLog input{read_log_in_parts(rows, options, *spooled), spooled->shared_header(), spooled};
  return input;
}

}  // namespace

InputLog open_log(const LogOptions& options, RecordsIn records) {
  require_log_path(options);
  if (options.path != "-" && options.more_paths.empty()) {
    if (is_r6b_folder(options.path)) {
      require_actions(options);
      return with_additions(open_r6b_folder(options), options);
    }
    const bool prepared = options.input_format == prepared_format;
    if (prepared || (options.input_format == recognised && PreparedLog::is_one(options.path))) {
      require_actions(options);
      refuse_table_options(options);
      if (records == RecordsIn::blocks && !has_additions(options) &&
          is_prepared_table(options.path)) {
        if (auto input = prepared_in_blocks(options.path)) return std::move(*input);
      }
      return with_additions(open_prepared(options.path), options);
    }
  }
  const std::vector<LogPart> parts = log_parts(paths_of(options));
  if (is_single(parts) && parts[0].path != options.path && PreparedLog::is_one(parts[0].path)) {
    LogOptions one = options;  // of a folder or pattern
    one.path = parts[0].path;
    return open_log(one, records);
  }
  if (is_single(parts)) return open_rows(*opener(options)(parts[0].path), options, records);
  return open_rows(*open_joined(parts, options), options, records);
}

PreparedOrigin prepare_log(const LogOptions& options, const std::filesystem::path& to) {
  require_log_path(options);
  if (options.more_paths.empty() && PreparedLog::is_one(options.path)) {
    throw SpecErrors(options.path + " is a prepared log already");
  }
  if (options.kind != LogKind::actions) {
    throw SpecErrors("a prepared log is one of actions: " + option("kind", "actions"));
  }
  if (options.reward_range) {
    throw SpecErrors(fmt::format("{} is not part of a prepared log: give it where that is read",
                                 option("reward_range")));
  }
  const std::vector<LogPart> parts = log_parts(paths_of(options));
  PreparedOrigin origin;
  origin.format = origin_format(parts[0].path, options);
  for (const LogPart& part : parts) {
    PreparedOrigin::Source& source = origin.sources.emplace_back();
    source.name = part.path;
    if (!std::filesystem::is_regular_file(part.path)) continue;
    source.bytes = std::filesystem::file_size(part.path);
    source.sha256 = sha256_hex_of_file(part.path);
  }
  auto& sources = origin.sources;
  InputLog input;
  if (is_single(parts)) {
    input = open_rows(*opener(options)(parts[0].path), options, RecordsIn::blocks);
    sources[0].lines = input.lines;
    sources[0].records = input.blocks_of_log()->size();
  } else {
    const auto rows = open_joined(parts, options);
    input = open_rows(*rows, options, RecordsIn::blocks);
    for (std::size_t i = 0; i < sources.size(); ++i) {
      sources[i].lines = rows->read_of_parts()[i].lines;
      sources[i].records = rows->read_of_parts()[i].records;
    }
  }
  origin.lines = input.lines;
  origin.left_out = input.bad_lines;
  write_prepared_table(to, *input.blocks_of_log(), input, origin);
  return origin;
}

}  // namespace replaybench
