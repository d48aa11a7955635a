#include "suite/log/action_table.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "suite/log/action_dictionary.hpp"
#include "suite/log/action_numbering.hpp"
#include "suite/log/row_values.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/field_number.hpp"
#include "suite/text/quoted_text.hpp"
#include "suite/text/without_blanks.hpp"

namespace replaybench {

namespace {

struct Row {
  std::string action;
  std::vector<std::string> cells;  // of all columns
  std::size_t line;
};

struct Table {
  std::string name;
  std::vector<std::string> columns;
  std::size_t action = 0;
  std::vector<Row> rows;
};

[[noreturn]] void refuse(const Table& table, std::size_t line, const std::string& what) {
  throw DataError(table.name + ":" + std::to_string(line) + ": " + what);
}

Table read(LogRows& rows) {
  Table table{rows.name(), rows.header().names(), 0, {}};
  const auto action = rows.header().find("action");
  if (!action) {
    throw DataError(
        rows.name() + ": a table of features of actions needs a column \"action\"; it has " +
        quoted_text(table.columns.front()) + (table.columns.size() > 1 ? " and others" : ""));
  }
  if (table.columns.size() < 2) {
    throw DataError(rows.name() +
                    ": a table of features of actions has a column per feature beside \"action\"");
  }
  table.action = *action;
  ActionDictionary known;
  while (rows.next()) {
    if (rows.is_bad()) refuse_row(rows, rows.problem());
    Row row{std::string(rows.fields()[table.action]), {}, rows.line()};
    if (row.action.empty())
      refuse_row(rows, column_label(rows.header(), table.action) + " is empty");
    if (known.find(row.action))
      refuse_row(rows, "the action " + quoted_text(row.action) + " comes twice");
    known.index(row.action);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      row.cells.emplace_back(rows.is_number(c) && std::isnan(rows.number(c)) ? std::string()
                                                                             : rows.text(c));
    }
    table.rows.push_back(std::move(row));
  }
  if (table.rows.empty()) throw DataError(table.name + ": the table has no row");
  return table;
}

// True if the column has a number, and no cell that is neither a number nor missing.
bool holds_numbers(const Table& table, std::size_t column) {
  double value = 0;
  bool any = false;
  for (const Row& row : table.rows) {
    const std::string_view cell = without_blanks(row.cells[column]);
    if (is_missing_number(cell)) continue;
    if (!parse_field_number(cell, value)) return false;
    any = true;
  }
  return any;
}

std::string warning_of_gaps(const Table& table, std::size_t column, std::size_t gaps) {
  return table.name + ": column " + quoted_text(table.columns[column]) + " is missing in " +
         std::to_string(gaps) + (gaps == 1 ? " row" : " rows") + ", where it counts as 0";
}

std::string warning_of_missing(const std::vector<std::string>& missing, const std::string& table) {
  if (missing.empty()) return {};
  const bool one = missing.size() == 1;
  return std::to_string(missing.size()) +
         (one ? " action of the log is" : " actions of the log are") + " not in " + table + " (" +
         quoted_text(missing.front()) + (one ? "" : " and others") + "): all " +
         (one ? "its" : "their") + " features are 0";
}

}  // namespace

std::vector<std::string> add_action_table(Log& log, LogRows& rows) {
  const Table table = read(rows);
  std::vector<bool> numbers(table.columns.size());
  for (std::size_t c = 0; c < numbers.size(); ++c) numbers[c] = holds_numbers(table, c);
  ActionDictionary actions, features;
  for (const std::string& name : log.action_names) actions.index(name);
  ActionFeaturesBuilder builder;
  std::vector<ActionFeaturesBuilder::Value> values;
  std::vector<ActionFeatures::Member> members;
  std::vector<bool> seen(log.action_count);
  std::vector<std::size_t> gaps(table.columns.size());
  for (const Row& row : table.rows) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      const std::string& cell = row.cells[c];
      if (c == table.action) continue;
      if (numbers[c] && is_missing_number(without_blanks(cell))) {
        ++gaps[c];
        continue;
      }
      if (!numbers[c]) {
        if (without_blanks(cell).empty()) continue;
        values.push_back({features.index(table.columns[c] + "=" + cell), 1});
        continue;
      }
      double value = 0;
      parse_field_number(without_blanks(cell), value);
      if (!std::isfinite(value)) {
        refuse(table, row.line,
               "column " + quoted_text(table.columns[c]) + ": " + quoted_text(cell) +
                   " is not a finite number");
      }
      values.push_back({features.index(table.columns[c]), value});
    }
    const std::uint32_t number = builder.add_row(values);
    const auto action = actions.find(row.action);
    if (!action) continue;
    seen[*action] = true;
    members.push_back({*action, number});
  }
  if (members.empty()) {
    throw DataError(table.name + ": it has none of the log's actions (" +
                    quoted_text(log.action_names.front()) + " and others)");
  }
  builder.add_set(members);
  std::vector<Action> same(log.action_count);
  for (Action a = 0; a < same.size(); ++a) same[a] = a;
  ActionNumbering numbering = number_by_name(features.tokens());
  const ActionFeatures own = std::move(builder).build({});
  log.action_features = std::make_shared<const ActionFeatures>(
      own.renumbered(same, numbering.number_of, std::move(numbering.names)));
  log.action_sets = {};
  std::vector<std::string> missing;
  for (Action a = 0; a < log.action_count; ++a) {
    if (!seen[a]) missing.push_back(log.action_names[a]);
  }
  std::vector<std::string> warnings;
  std::string of_missing = warning_of_missing(missing, table.name);
  if (!of_missing.empty()) warnings.push_back(std::move(of_missing));
  for (std::size_t c = 0; c < gaps.size(); ++c) {
    if (gaps[c] > 0) warnings.push_back(warning_of_gaps(table, c, gaps[c]));
  }
  return warnings;
}

}  // namespace replaybench
