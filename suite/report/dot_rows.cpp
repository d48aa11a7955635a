#include "suite/report/dot_rows.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "suite/claim/decision.hpp"
#include "suite/report/claim_values.hpp"

namespace replaybench {

namespace {

constexpr std::size_t most_dot_rows = 24;

// One row of the figure; an exact number is its own interval.
struct DotRow {
  std::string name;
  double value = 0;
  statistics::Interval interval;
};

struct DotTable {
  std::string table;
  std::string column;
  bool is_measured = false;
  std::size_t rows = 0;         // of the whole table
  double fewest = 0, most = 0;  // repetitions
  std::vector<DotRow> shown;
};

const NumberColumn* numbers_of(const Table& table, const std::string& name) {
  return table.has_column(name) ? std::get_if<NumberColumn>(&table.column(name)) : nullptr;
}

// The column that the figure shows; empty if there is none.
std::string shown_column(const Table& table, bool is_measured) {
  std::string last;
  for (const std::string& name : table.names()) {
    if (!numbers_of(table, name)) continue;
    last = name;
    if (is_measured && numbers_of(table, name + "_se") && numbers_of(table, name + "_n")) {
      return name;
    }
  }
  return is_measured ? std::string() : last;
}

std::string cell_text(const Column& column, std::size_t row) {
  const auto* numbers = std::get_if<NumberColumn>(&column);
  return numbers ? fmt::format("{:.6g}", (*numbers)[row]) : std::get<TextColumn>(column)[row];
}

// Names of the first rows, by the columns before `until` that differ.
std::vector<std::string> row_names(const Table& table, const std::string& until, std::size_t rows) {
  std::vector<std::string> names(rows);
  for (const std::string& name : table.names()) {
    if (name == until) break;
    const Column& column = table.column(name);
    std::set<std::string> texts;
    for (std::size_t row = 0; row < rows; ++row) texts.insert(cell_text(column, row));
    if (texts.size() < 2) continue;
    const bool is_number = std::holds_alternative<NumberColumn>(column);
    for (std::size_t row = 0; row < rows; ++row) {
      names[row] += (names[row].empty() ? "" : ", ") + (is_number ? name + " = " : std::string()) +
                    cell_text(column, row);
    }
  }
  return names;
}

std::optional<DotTable> dots_of(const std::string& name, const Table& table, bool is_measured) {
  DotTable dots{name, shown_column(table, is_measured), is_measured, table.rows(), 0, 0, {}};
  if (dots.column.empty()) return std::nullopt;
  const std::size_t rows = std::min(table.rows(), most_dot_rows);
  const auto names = row_names(table, dots.column, rows);
  const auto& values = *numbers_of(table, dots.column);
  for (std::size_t row = 0; row < rows; ++row) {
    if (!std::isfinite(values[row])) continue;
    DotRow dot{names[row], values[row], {values[row], values[row]}};
    if (is_measured) {
      const double repetitions = (*numbers_of(table, dots.column + "_n"))[row];
      const double error = (*numbers_of(table, dots.column + "_se"))[row];
      dot.interval = confidence_interval({dot.value, error, repetitions}, 0.95);
      dots.fewest = dots.shown.empty() ? repetitions : std::min(dots.fewest, repetitions);
      dots.most = std::max(dots.most, repetitions);
    }
    dots.shown.push_back(std::move(dot));
  }
  std::set<std::string> different;
  for (const DotRow& dot : dots.shown) different.insert(dot.name);
  if (different.size() < 2) return std::nullopt;
  return dots;
}

std::optional<DotTable> main_table(const StudyTables& tables) {
  for (const bool is_measured : {true, false}) {
    for (const auto& [name, table] : tables.tables) {
      if (auto dots = dots_of(name, table, is_measured)) return dots;
    }
  }
  return std::nullopt;
}

}  // namespace

nlohmann::json dot_rows(const StudyTables& tables) {
  const auto dots = main_table(tables);
  if (!dots) return nullptr;
  double low = dots->shown.front().value;
  double high = low;
  for (const DotRow& dot : dots->shown) {
    for (const double end : {dot.value, dot.interval.low, dot.interval.high}) {
      if (!std::isfinite(end)) continue;
      low = std::min(low, end);
      high = std::max(high, end);
    }
  }
  if (low == high) high = low + 1;
  // Places are in percent of the width, from 2 to 98.
  const auto place = [&](double value) {
    return fmt::format("{:.2f}", 2 + 96 * std::clamp((value - low) / (high - low), 0.0, 1.0));
  };
  auto rows = nlohmann::json::array();
  for (const DotRow& dot : dots->shown) {
    const double half = (dot.interval.high - dot.interval.low) / 2;
    const bool has_interval = dots->is_measured && std::isfinite(half);
    rows.push_back({{"name", dot.name},
                    {"text", fmt::format("{:.5g}", dot.value)},
                    {"half", has_interval ? fmt::format("{:.2g}", half) : std::string()},
                    {"low", place(has_interval ? dot.interval.low : dot.value)},
                    {"high", place(has_interval ? dot.interval.high : dot.value)},
                    {"place", place(dot.value)}});
  }
  const std::string repetitions = dots->fewest == dots->most
                                      ? fmt::format("{:.0f}", dots->most)
                                      : fmt::format("{:.0f} to {:.0f}", dots->fewest, dots->most);
  return {{"table", dots->table},
          {"anchor", anchor(dots->table)},
          {"column", dots->column},
          {"about", dots->is_measured ? "95% intervals over " + repetitions + " replicates"
                                      : std::string("computed, so without intervals")},
          {"cut", dots->rows > most_dot_rows
                      ? fmt::format("the first {} of {}", most_dot_rows, counted(dots->rows, "row"))
                      : std::string()},
          {"zero", low < 0 && high > 0 ? place(0) : std::string()},
          {"low", fmt::format("{:.4g}", low)},
          {"high", fmt::format("{:.4g}", high)},
          {"rows", rows}};
}

}  // namespace replaybench
