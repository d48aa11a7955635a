#include "suite/log/csv_log.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <stdexcept>

#include "suite/log/action_dictionary.hpp"
#include "suite/log/action_feature_reading.hpp"
#include "suite/log/action_numbering.hpp"
#include "suite/log/bad_lines.hpp"
#include "suite/log/given_columns.hpp"
#include "suite/log/log_columns.hpp"
#include "suite/log/missing_features.hpp"
#include "suite/log/pool_cells.hpp"
#include "suite/log/probability_value.hpp"
#include "suite/log/record_copies.hpp"
#include "suite/log/suspect_values.hpp"
#include "suite/log/text_features.hpp"
#include "suite/model/min_propensity.hpp"
#include "suite/model/stop.hpp"
#include "suite/numeric/huge_pages.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/text/csv_header.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/field_number.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {
namespace {

class LogReading {
 public:
  LogReading(LogRows& rows, const TableOptions& options)
      : options_(options),
        reader_(rows),
        header_(rows.header()),
        columns_(header_, options, reader_.name(), rows.lists()),
        text_features_(header_, columns_, reader_.name()),
        given_(header_, columns_, reader_.name(), options.normalise),
        pools_(options.pool_separator, columns_.pool && rows.is_list(*columns_.pool)) {
    refuse_pool_separator();
    problems_.texts.resize(columns_.features.size());
    Log& log = result_.log;
    for (const auto column : columns_.features)
      log.feature_names.push_back(header_.names()[column]);
    if (options_.intercept) log.feature_names.emplace_back("intercept");
    log.dimension = log.feature_names.size();
    row_.assign(log.dimension, 1.0);
    result_.report.name = reader_.name();
    result_.report.has_intercept = options_.intercept;
    result_.report.ignored_columns = columns_.ignored;
    name_uses();
  }

  TableLog read() && {
    read_lines();
    fill_features();
    name_actions();
    text_features_.join(result_.log, options_.intercept);
    order_by_name(segments_, result_.report.segments, result_.report.segment_names);
    order_by_name(loggers_, result_.log.loggers, result_.log.logger_names);
    name_and_number_actions(result_.log, dictionary_.tokens(), logged_actions_);
    std::move(action_features_).join(result_.log);
    std::move(given_).finish(result_.log);
    report_suspect_values();
    weights_.apply(result_);
    return std::move(result_);
  }

  ReadReport read_to(LogSink& sink) && {
    sink_ = &sink;
    read_lines();
    give_part();
    name_actions();
    Log& log = result_.log;
    given_.take(log);
    LogNames names;
    names.number_of = number_by_name(dictionary_.tokens(), logged_actions_).number_of;
    ActionNumbering loggers = number_by_name(loggers_.tokens());
    names.logger_number_of = std::move(loggers.number_of);
    log.logger_names = std::move(loggers.names);
    name_and_number_actions(log, dictionary_.tokens(), logged_actions_);
    names.columns = given_.columns_by_action(log);
    report_suspect_values();
    names.header = std::move(log);
    sink.finish(std::move(names));
    return std::move(result_.report);
  }

 private:
  void read_lines() {
    ReadReport& report = result_.report;
    while (reader_.next()) {
      stop_point(report.lines);
      if (++report.lines % lines_between_reports == 0) report_progress();
      reward_is_missing_ = feature_is_missing_ = false;
      if (read_line()) {
        reader_.count_record();
        weights_.add(reader_.weight());
        if (dictionary_.tokens().size() > options_.max_actions) refuse_actions();
        if (++report.records == sample_records && !sink_) reserve();
        problems_.without_reward += reward_is_missing_;
        if (sink_ && result_.log.size() == records_per_part) give_part();
      } else if (reward_is_missing_ && options_.missing_reward == MissingReward::drop) {
        ++problems_.without_reward;
      } else {
        problems_.without_reward +=
            reward_is_missing_ && options_.missing_reward == MissingReward::refuse;
        ++report.bad_lines;
        problems_.without_feature += feature_is_missing_;
        if (report.first_bad.size() < options_.shown_bad_lines) {
          const bool other = reader_.name() != report.name;  // one of several files
          report.first_bad.push_back(
              {reader_.line(), std::move(reason_), other ? reader_.name() : std::string()});
        }
      }
    }
    refuse_bad_log(report, problems_, options_, header_, columns_, reader_.name());
    add_warning(warning_of_missing_rewards(report, problems_, options_.missing_reward));
  }

  // Gives the records to the sink.
  void give_part() {
    Log& log = result_.log;
    if (log.size() == 0) return;
    given_.take(log);
    sink_->add(log);
    log.actions.clear();
    log.rewards.clear();
    log.propensities.clear();
    log.pools.clear();
    log.timestamps.clear();
    log.loggers.clear();
    log.contexts.clear();
    log.targets.clear();
    log.predictions.clear();
  }

  // Actions that the log shows, and those that a target policy may take, are known.
  void name_actions() {
    logged_actions_ = dictionary_.tokens().size();
    given_.name_unseen_actions(dictionary_, result_.report.warnings);
    drop_constant_pool();
    add_warning(warning_of_odd_bytes(dictionary_.tokens()));
    for (std::string& warning : reader_.warnings()) add_warning(std::move(warning));
  }

  // A format that keeps numbers as such need not make texts of them.
  void name_uses() {
    std::vector<ColumnUse> uses(header_.size(), ColumnUse::unused);
    for (const std::size_t column : columns_.features) uses[column] = ColumnUse::number;
    uses[columns_.reward] = ColumnUse::number;
    if (columns_.propensity) uses[*columns_.propensity] = ColumnUse::number;
    uses[columns_.action] = ColumnUse::text;  // whatever else it is
    for (const auto& column :
         {columns_.pool, columns_.timestamp, columns_.logger, columns_.cluster, columns_.segment}) {
      if (column) uses[*column] = ColumnUse::text;
    }
    for (const std::size_t column : columns_.categorical) uses[column] = ColumnUse::text;
    for (const auto& hashed : columns_.hashed) uses[hashed.column] = ColumnUse::text;
    for (const auto* given : {&columns_.policies, &columns_.all_policies, &columns_.predictions}) {
      for (const LogColumns::Given& target : *given) {
        for (const auto& column : target.columns) uses[column.field] = ColumnUse::number;
      }
    }
    reader_.use(uses);
  }

  // Adds the current record to the log; or leaves the log as it is, gives the reason, and gives
  // false.
  bool read_line() {
    if (reader_.is_bad()) return refuse([&] { return reader_.problem(); });
    const auto fields = reader_.fields();
    const std::string_view token = fields[columns_.action];
    if (token.empty()) return refuse([&] { return label(columns_.action) + " is empty"; });
    double reward, propensity = 1;
    if (!read_reward(reward)) return false;
    if (columns_.propensity) {
      if (!read_number(*columns_.propensity, propensity)) return false;
      propensity = without_roundoff(propensity);
      if (!(propensity > 0 && propensity <= 1)) {
        return refuse([&] { return seen(*columns_.propensity) + " is not in (0, 1]"; });
      }
      if (propensity < min_propensity) {
        return refuse([&] {
          return seen(*columns_.propensity) +
                 " is too small: the weight 1/p overflows; allowed: 1e-70 to 1";
        });
      }
    }
    for (std::size_t i = 0; i < columns_.features.size(); ++i) {
      if (!read_feature(i)) return false;
    }
    if (columns_.logger && fields[*columns_.logger].empty()) {
      return refuse([&] { return label(*columns_.logger) + " is empty"; });
    }
    if (columns_.pool && !check_pool(fields[*columns_.pool], token)) return false;
    if (!given_.empty() && !read_given(token)) return false;

    Log& log = result_.log;
    log.actions.push_back(dictionary_.index(token));
    if (log.actions.back() >= records_of_.size()) records_of_.resize(log.actions.back() + 1);
    ++records_of_[log.actions.back()];
    log.rewards.push_back(reward);
    times_as_rewards_.add(reward);
    if (columns_.propensity) log.propensities.push_back(propensity);
    if (columns_.pool) {
      log.pools.push_back(pools_.intern(fields[*columns_.pool], dictionary_, log.pool_table));
    }
    if (columns_.timestamp) log.timestamps.emplace_back(fields[*columns_.timestamp]);
    if (columns_.logger) log.loggers.push_back(loggers_.index(fields[*columns_.logger]));
    if (!columns_.features.empty()) {  // an intercept alone is added at the end
      log.contexts.insert(log.contexts.end(), row_.begin(), row_.end());
    }
    if (!text_features_.empty()) text_features_.add(fields, reader_.line());
    if (reader_.is_of_events()) action_features_.add(reader_);
    if (!given_.empty()) given_.add();
    if (columns_.cluster) {
      result_.report.clusters.push_back(clusters_.index(fields[*columns_.cluster]));
    }
    if (columns_.segment) {
      result_.report.segments.push_back(segments_.index(fields[*columns_.segment]));
    }
    return true;
  }

  bool read_given(std::string_view token) {
    const GivenColumns::InPool in_pool = [&](std::string_view other) {
      return pools_.contains(other, dictionary_, result_.log.pool_table);
    };
    const std::string problem = given_.read(reader_, token, columns_.pool ? in_pool : nullptr);
    return problem.empty() || refuse([&] { return problem; });
  }

  // Of a value that is no finite number. One that a format has not is NaN.
  bool is_missing(std::size_t column) const {
    if (reader_.is_number(column)) return std::isnan(reader_.number(column));
    return is_missing_number(reader_.fields()[column]);
  }

  bool read_reward(double& reward) {
    if (reader_.is_number(columns_.reward)) {
      reward = reader_.number(columns_.reward);
      if (std::isfinite(reward)) return true;
    } else {
      const std::string_view text = reader_.fields()[columns_.reward];
      if (parse_field_number(text, reward) && std::isfinite(reward)) return true;
      if (text == "true" || text == "True" || text == "TRUE") {
        reward = 1;
        return true;
      }
      if (text == "false" || text == "False" || text == "FALSE") {
        reward = 0;
        return true;
      }
    }
    reward_is_missing_ = is_missing(columns_.reward);
    if (reward_is_missing_ && options_.missing_reward != MissingReward::refuse) {
      reward = 0;
      return options_.missing_reward == MissingReward::zero;
    }
    return read_number(columns_.reward, reward);
  }

  bool read_feature(std::size_t i) {
    const std::size_t column = columns_.features[i];
    if (parse_number(column, row_[i])) return true;
    if (!is_missing(column)) {
      note_text(i);
    } else if (options_.missing_feature == MissingFeature::mean) {
      row_[i] = nan;  // until all are read
      has_gaps_ = true;
      return true;
    } else {
      feature_is_missing_ = true;
    }
    return refuse_number(column);
  }

  void fill_features() {
    Log& log = result_.log;
    if (columns_.features.empty()) log.contexts.assign(log.size() * log.dimension, 1.0);
    if (!has_gaps_) return;
    for (auto& warning : fill_missing_features(log, columns_.features.size(), reader_.name())) {
      add_warning(std::move(warning));
    }
  }

  // Counts the lines that feature `i` makes unusable because it is neither empty nor a number.
  void note_text(std::size_t i) {
    if (reader_.is_number(columns_.features[i])) return;
    const std::string_view text = reader_.fields()[columns_.features[i]];
    if (number_problem(text) != "is not a number") return;
    problems_.note_text(i, text);
  }

  // Makes room for the whole log, as the lines so far let expect it: growing by doubling would touch twice the memory,
  // which takes longer than the reading of a short line. Room that is never touched costs only addresses.
  void reserve() {
    constexpr double margin = 1.02;
    const double expected = margin * reader_.size_ratio() * sample_records;
    const auto records = static_cast<std::size_t>(expected);
    Log& log = result_.log;
    try {
      log.actions.reserve(records);
      log.rewards.reserve(records);
      if (columns_.propensity) log.propensities.reserve(records);
      if (columns_.pool) log.pools.reserve(records);
      if (columns_.timestamp) log.timestamps.reserve(records);
      if (columns_.logger) log.loggers.reserve(records);
      numeric::reserve_large(log.contexts, records * log.dimension);
    } catch (const std::bad_alloc&) {
      // The estimate was too high (later lines are longer); the log itself may fit.
    } catch (const std::length_error&) {
    }
  }

  bool parse_number(std::size_t column, double& value) {
    if (reader_.is_number(column)) {
      value = reader_.number(column);
      return std::isfinite(value);
    }
    return parse_field_number(reader_.fields()[column], value) && std::isfinite(value);
  }

  bool read_number(std::size_t column, double& value) {
    return parse_number(column, value) || refuse_number(column);
  }

  bool refuse_number(std::size_t column) {
    return refuse([&] {
      const std::string text = reader_.text(column);
      std::string problem = number_problem(text);
      if (problem.find("the decimal mark is a comma") != problem.npos) {
        problem += ", or give " + option("decimal", ",");
      }
      return (text.empty() ? label(column) : seen(column)) + " " + problem;
    });
  }

  bool check_pool(std::string_view cell, std::string_view token) {
    using Verdict = PoolCells::Verdict;
    const std::size_t column = *columns_.pool;
    switch (pools_.check(cell, token, dictionary_, result_.log.pool_table)) {
      case Verdict::good:
        return true;
      case Verdict::empty:
        return refuse([&] { return label(column) + " is empty"; });
      case Verdict::empty_element:
        return refuse([&] {
          return label(column) + " has an element " + std::to_string(pools_.empty_element()) +
                 " that is empty";
        });
      case Verdict::twice:
        return refuse([&] {
          return label(column) + ": " + quoted_text(pools_.shown(cell)) + " has " +
                 quoted_text(pools_.token_twice()) + " twice";
        });
      case Verdict::without_action:
        return refuse([&] {
          const std::string problem = label(columns_.action) + ": " + quoted_text(token) +
                                      " is not in its pool " + quoted_text(pools_.shown(cell));
          if (pools_.is_bracketed(cell)) {
            return problem + "; write a pool without brackets and quotes, as in a|b|c, and give " +
                   option("pool_separator", "|");
          }
          if (const char other = pools_.likely_separator(cell, token)) {
            return problem + "; is the separator '" + other + "'? then give " +
                   option("pool_separator", std::string(1, other));
          }
          if (token.find(options_.pool_separator) == std::string_view::npos) return problem;
          return problem + "; the action's name has the separator '" + options_.pool_separator +
                 "' in it: write pools with another, as in a|b|c, and give " +
                 option("pool_separator", "|");
        });
    }
    return false;
  }

  // `reason` is a function, so that a file of bad lines does not cost a text for each.
  template <typename Reason>
  bool refuse(const Reason& reason) {
    if (result_.report.first_bad.size() < options_.shown_bad_lines) reason_ = reason();
    return false;
  }
  std::string label(std::size_t column) const { return column_label(header_, column); }
  std::string seen(std::size_t column) const {
    return label(column) + ": " + quoted_text(reader_.text(column));
  }

  // Numbers that were given as the tokens came become places in the tokens' natural order.
  static void order_by_name(const ActionDictionary& tokens, std::vector<std::uint32_t>& numbers,
                            std::vector<std::string>& names) {
    ActionNumbering numbering = number_by_name(tokens.tokens());
    for (std::uint32_t& number : numbers) number = numbering.number_of[number];
    names = std::move(numbering.names);
  }

  // Before they fill the memory: an algorithm has a state per action, an evaluator a count.
  [[noreturn]] void refuse_actions() const {
    throw DataError(
        reader_.name() + ":" + std::to_string(reader_.line()) + ": " + label(columns_.action) +
        " has more than " + std::to_string(options_.max_actions) + " different actions" +
        (columns_.pool ? ", with those of the pools" : "") + ", after " +
        std::to_string(result_.report.lines) + " lines: is it an identifier of the record? " +
        option("max_actions") + " allows more");
  }

  void report_progress() const {
    if (!options_.progress) return;
    const double ratio = reader_.size_ratio();
    options_.progress(result_.report.lines, ratio > 0 ? 1 / ratio : 0);
  }

  void refuse_pool_separator() const {
    if (options_.pool_separator == ' ' || !columns_.pool) return;
    if (!reader_.is_list(*columns_.pool)) return;
    throw SpecErrors(option("pool_separator") + ": the pools of " + reader_.name() +
                     " are lists, which have no separator");
  }

  // One pool on every line is all actions: nothing that an evaluator has to mind.
  void drop_constant_pool() {
    Log& log = result_.log;
    if (log.pool_table.size() != 1) return;
    log.pools = {};
    log.pool_table = {};
  }

  void add_warning(std::string sentence) {
    if (!sentence.empty()) result_.report.warnings.push_back(std::move(sentence));
  }

  // After the actions have their names.
  void report_suspect_values() {
    const ActionNumbering numbering = number_by_name(dictionary_.tokens(), logged_actions_);
    std::vector<std::uint64_t> records(numbering.names.size());
    for (std::size_t a = 0; a < records_of_.size(); ++a) {
      records[numbering.number_of[a]] = records_of_[a];
    }
    add_warning(warning_of_similar_actions(numbering.names, records));
    add_warning(times_as_rewards_.warning());
  }

  static constexpr std::size_t sample_records = 1024;
  static constexpr std::size_t lines_between_reports = 4096;

  TableOptions options_;
  LogRows& reader_;
  CsvHeader header_;
  LogColumns columns_;
  TextFeatures text_features_;
  ActionFeatureReading action_features_;
  GivenColumns given_;
  RecordWeights weights_;
  ActionDictionary dictionary_;
  std::size_t logged_actions_ = 0;  // of the dictionary; the others are in policies' columns alone
  ActionDictionary clusters_;
  ActionDictionary segments_;
  ActionDictionary loggers_;
  bool reward_is_missing_ = false;   // of the current line
  bool feature_is_missing_ = false;  // of the current line
  bool has_gaps_ = false;            // features to be filled
  LineProblems problems_;
  std::vector<std::uint64_t> records_of_;  // of each action, numbered as they came
  TimesAsRewards times_as_rewards_;
  LogSink* sink_ = nullptr;
  PoolCells pools_;
  std::vector<double> row_;  // a line's features, with the intercept already behind them
  std::string reason_;
  TableLog result_;
};

}  // namespace

TableLog read_csv_log(const std::filesystem::path& path, const TableOptions& options) {
  return read_log(*csv_rows(open_text_file(path), csv_options(options)), options);
}

TableLog read_csv_log(std::string_view text, const std::string& name, const TableOptions& options) {
  return read_log(*csv_rows(text_in_memory(text, name), csv_options(options)), options);
}

TableLog read_log(LogRows& rows, const TableOptions& options) {
  return LogReading(rows, options).read();
}

bool can_be_read_in_parts(const LogRows& rows, const TableOptions& options) {
  return options.kind == LogKind::actions && !rows.is_of_events() && options.categorical.empty() &&
         options.hashed.empty() && options.cluster.empty() && options.segment.empty() &&
         options.missing_feature == MissingFeature::refuse;
}

ReadReport read_log_in_parts(LogRows& rows, const TableOptions& options, LogSink& sink) {
  if (!can_be_read_in_parts(rows, options)) {
    throw std::logic_error("read_log_in_parts: a log that must be read whole");
  }
  return LogReading(rows, options).read_to(sink);
}

}  // namespace replaybench
