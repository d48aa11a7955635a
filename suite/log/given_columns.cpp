#include "suite/log/given_columns.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "suite/log/probability_value.hpp"
#include "suite/numeric/decimal.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/field_number.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

// Probabilities are often written with six digits, or were 32-bit numbers. A little less than
// Log::check allows, whose sum has another rounding.
constexpr double sum_tolerance = 1e-6 - 1e-11;

bool read_number(const LogRows& rows, std::size_t field, double& value) {
  if (rows.is_number(field)) {
    value = rows.number(field);
    return std::isfinite(value);
  }
  return parse_field_number(rows.fields()[field], value) && std::isfinite(value);
}

// The least and most of a column's numbers, and the words about others.
struct Range {
  double least, most;
  const char* problem;
};
constexpr double no_limit = std::numeric_limits<double>::infinity();
constexpr Range any_number{-no_limit, no_limit, ""}, any_weight{0, no_limit, " is below 0"},
    probability{0, 1, " is not in [0, 1]"};

bool read_in(const Range& range, const LogRows& rows, std::size_t field, double& value) {
  if (!read_number(rows, field, value)) return false;
  if (range.least == 0) value = without_roundoff(value);
  return value >= range.least && value <= range.most;
}

// Why the value is not in the range, to follow its column. A text of each value would take longer than its reading.
std::string problem_of(const Range& range, const LogRows& rows, std::size_t field) {
  const std::string text = rows.text(field);
  double value;
  if (read_number(rows, field, value)) return ": " + quoted_text(text) + range.problem;
  return (text.empty() ? "" : ": " + quoted_text(text)) + " " + number_problem(text);
}

bool is_absent(const LogRows& rows, std::size_t field) {
  if (!rows.is_number(field)) return rows.fields()[field].empty();
  return std::isnan(rows.number(field)) && rows.text(field).empty();
}

// The decimals that the text of a number shows; of one with an exponent, none is known.
int decimals_of(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == text.npos || text.find_first_of("eE") != text.npos) return 0;
  return static_cast<int>(text.size() - point - 1);
}

std::string two_digits(double value) {
  char digits[32];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 2);
  return std::string(digits, end.ptr);
}

// Largest distance of the sum of `terms` numbers from 1 if each was rounded to `decimals` decimals.
// With fewer than three, rounding would explain too much.
double rounding_of_sum(std::size_t terms, int decimals) {
  return decimals < 3 ? 0 : 0.5 * static_cast<double>(terms) * std::pow(10.0, -decimals);
}

}  // namespace

GivenColumns::GivenColumns(const CsvHeader& header, const LogColumns& columns, std::string file,
                           bool normalise)
    : names_(header.names()), file_(std::move(file)), normalise_(normalise) {
  for (const auto& given : columns.policies) logged_.push_back({given, {}});
  logged_row_.resize(logged_.size());
  const auto add_table = [&](const LogColumns::Given& given, bool is_policy) {
    Table table;
    table.given = given;
    table.is_policy = is_policy;
    for (const auto& column : given.columns) table.tokens.index(column.token);
    table.ever_positive.resize(given.columns.size());
    table.row.resize(given.columns.size());
    tables_.push_back(std::move(table));
  };
  for (const auto& given : columns.all_policies) add_table(given, true);
  for (const auto& given : columns.predictions) add_table(given, false);
}

std::string GivenColumns::label(std::size_t field) const {
  return "column " + quoted_text(names_[field]);
}

std::string GivenColumns::Table::pattern() const {
  return (is_policy ? "target policy " : "reward model ") + quoted_text(given.name);
}

std::string GivenColumns::Table::advice() const {
  if (!given.is_list) return {};
  return "; element i of a list is of the action named i, from 0: for actions of other names write "
         "a "
         "column per action";
}

std::string GivenColumns::read(const LogRows& rows, std::string_view logged_action,
                               const InPool& in_pool) {
  for (std::size_t i = 0; i < logged_.size(); ++i) {
    const std::size_t field = logged_[i].given.columns.front().field;
    if (!read_in(probability, rows, field, logged_row_[i])) {
      return label(field) + problem_of(probability, rows, field);
    }
  }
  for (Table& table : tables_) {
    std::string problem = read_table(table, rows, logged_action, in_pool);
    if (!problem.empty()) return problem;
  }
  return {};
}

std::string GivenColumns::read_table(Table& table, const LogRows& rows,
                                     std::string_view logged_action, const InPool& in_pool) const {
  numeric::Sum sum;
  table.off = 0;
  const Range& range = !table.is_policy ? any_number : normalise_ ? any_weight : probability;
  const auto is_no_term = [&](const LogColumns::Given::Column& column) {
    return is_absent(rows, column.field) && in_pool && !in_pool(column.token);
  };
  for (std::size_t i = 0; i < table.row.size(); ++i) {
    const auto& column = table.given.columns[i];
    double& value = table.row[i];
    if (!read_in(range, rows, column.field, value)) {
      if (!is_no_term(column)) {
        return label(column.field) + problem_of(range, rows, column.field);
      }
      value = 0;
      continue;
    }
    if (!table.is_policy) continue;
    if (value > 0 && in_pool && !in_pool(column.token)) {
      return label(column.field) + ": " + quoted_text(rows.text(column.field)) +
             " for an action outside the pool";
    }
    sum.add(value);
  }
  const double off = sum.value() - 1;
  if (table.is_policy && !(std::fabs(off) <= sum_tolerance)) {  // an overflow is not a number
    constexpr double roundoff = 1e-12;
    int decimals = 0;
    std::size_t terms = 0;  // a number that is rounded to 0 may be one too
    for (const auto& column : table.given.columns) {
      if (is_no_term(column)) continue;
      ++terms;
      decimals = std::max(decimals, decimals_of(rows.text(column.field)));
    }
    const bool rounding = std::fabs(off) <= rounding_of_sum(terms, decimals) + roundoff;
    if (!rounding && !(normalise_ && sum.value() > 0 && std::isfinite(sum.value()))) {
      return table.pattern() + ": the probabilities of all actions sum to " +
             numeric::to_decimal(std::round(sum.value() * 1e12) / 1e12) +
             ", not 1, which is more than their rounding explains; " + option("normalise", "true") +
             " divides them by their sum";
    }
    table.is_beyond = !rounding;
    table.off = off;
    for (double& value : table.row) value /= sum.value();
  }
  const auto logged = table.tokens.find(logged_action);
  if (!logged) {
    return table.pattern() + " has no column for the logged action " + quoted_text(logged_action) +
           table.advice();
  }
  table.logged = *logged;
  return {};
}

void GivenColumns::add() {
  for (std::size_t i = 0; i < logged_.size(); ++i) logged_[i].values.push_back(logged_row_[i]);
  for (Table& table : tables_) {
    table.values.insert(table.values.end(), table.row.begin(), table.row.end());
    if (table.is_policy) table.of_logged.push_back(table.row[table.logged]);
    if (table.off != 0) {
      ++table.rounded;
      table.beyond_rounding |= table.is_beyond;
      table.farthest = std::max(table.farthest, std::fabs(table.off));
    }
    for (std::size_t i = 0; i < table.row.size(); ++i) {
      table.ever_positive[i] |= static_cast<char>(table.row[i] > 0);
    }
  }
}

void GivenColumns::name_unseen_actions(ActionDictionary& dictionary,
                                       std::vector<std::string>& warnings) const {
  for (const Table& table : tables_) {
    if (table.rounded == 0) continue;
    warnings.push_back(
        table.pattern() + ": the probabilities of " + std::to_string(table.rounded) +
        (table.rounded == 1 ? " line" : " lines") +
        (table.beyond_rounding ? " do not sum to 1" : " sum to 1 only up to rounding") +
        " (off by " + two_digits(table.farthest) + " at most); they were divided by their sum");
  }
  for (const Table& table : tables_) {
    if (!table.given.is_list || dictionary.find("0")) continue;
    warnings.push_back("element 0 of " + table.pattern() +
                       " is of action \"0\", which the log never shows; are its actions counted "
                       "from 1?");
  }
  for (const Table& table : tables_) {
    if (!table.is_policy) continue;
    for (std::size_t i = 0; i < table.given.columns.size(); ++i) {
      if (table.ever_positive[i]) dictionary.index(table.given.columns[i].token);
    }
  }
  for (const Table& table : tables_) {
    std::vector<std::string> unused;
    for (const auto& column : table.given.columns) {
      if (!dictionary.find(column.token)) unused.push_back(names_[column.field]);
    }
    if (unused.empty()) continue;
    const bool one = unused.size() == 1;
    warnings.push_back((one ? "a column of " : "columns of ") + table.pattern() +
                       (one ? " belongs" : " belong") +
                       " to no action of the log: " + shown_names(unused, 12));
  }
}

std::vector<std::size_t> GivenColumns::columns_of(const Table& table, const Log& log) const {
  std::vector<std::size_t> columns;
  std::vector<std::string> missing;
  for (const std::string& token : log.action_names) {
    const auto column = table.tokens.find(token);
    if (column) {
      columns.push_back(*column);
    } else {
      missing.push_back(token);
    }
  }
  if (!missing.empty()) {
    throw DataError(file_ + ": " + table.pattern() + " has no column for " +
                    (missing.size() == 1 ? "action " : "actions ") + shown_names(missing, 12) +
                    table.advice());
  }
  return columns;
}

std::vector<std::vector<std::size_t>> GivenColumns::columns_by_action(const Log& log) const {
  std::vector<std::vector<std::size_t>> columns;
  for (const Table& table : tables_) columns.push_back(columns_of(table, log));
  return columns;
}

void GivenColumns::take(Log& part) {
  for (Logged& logged : logged_) {
    part.targets.push_back({logged.given.name, std::exchange(logged.values, {}), {}});
  }
  for (Table& table : tables_) {
    std::vector<double> all = std::exchange(table.values, {});
    if (table.is_policy) {
      part.targets.push_back(
          {table.given.name, std::exchange(table.of_logged, {}), std::move(all)});
    } else {
      part.predictions.push_back({table.given.name, std::move(all)});
    }
  }
}

void GivenColumns::finish(Log& log) && {
  const auto columns = columns_by_action(log);
  take(log);
  // The rows of `all` with a number per action.
  const auto by_action = [&](std::vector<double>& all, const std::vector<std::size_t>& places) {
    const std::size_t width = log.size() == 0 ? 0 : all.size() / log.size();
    std::vector<double> rows;
    rows.reserve(log.size() * places.size());
    for (std::size_t i = 0; i < log.size(); ++i) {
      for (const std::size_t column : places) rows.push_back(all[i * width + column]);
    }
    all = std::move(rows);
  };
  auto next = columns.begin();
  for (std::size_t i = logged_.size(); i < log.targets.size(); ++i) {
    by_action(log.targets[i].all, *next++);
  }
  for (RewardPredictions& given : log.predictions) by_action(given.all, *next++);
}

}  // namespace replaybench
