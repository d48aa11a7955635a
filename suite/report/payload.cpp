#include "suite/report/payload.hpp"

#include <cmath>
#include <variant>
#include <vector>

#include "suite/plan/column_name.hpp"
#include "suite/store/store.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

namespace {

[[noreturn]] void refuse(const std::string& problem) {
  throw DataError("it holds no result of this cell: " + problem);
}

void check_columns(const Table& table, const std::vector<std::string>& names) {
  if (table.names() != names) refuse("its columns are others");
  if (table.rows() == 0) return;  // CSV loses the types
  for (const auto& name : names) {
    const bool is_text = std::holds_alternative<TextColumn>(table.column(name));
    if (is_text != (name == column_name::metric)) {
      refuse("column \"" + name + "\" has a value that is no " + (is_text ? "number" : "name"));
    }
  }
}

void check_replicates(const Table& table, const SimulationCell& cell) {
  if (table.rows() == 0) return;
  const auto first = static_cast<double>(cell.first_replicate);
  const auto end = first + static_cast<double>(cell.replicates);
  for (const double replicate : std::get<NumberColumn>(table.column(column_name::replicate))) {
    if (!(replicate >= first && replicate < end && replicate == std::floor(replicate))) {
      refuse("it has a replicate outside " + std::to_string(cell.first_replicate) + ".." +
             std::to_string(cell.first_replicate + cell.replicates - 1));
    }
  }
}

}  // namespace

Table payload_table(const Cell& cell, const std::string& payload) {
  Table table = Table::from_csv(payload, "cell " + Store::key_of(cell.canonical));
  if (!cell.simulation) return table;
  if (cell.simulation->keep_rows) {
    std::vector<std::string> names{column_name::replicate, column_name::step};
    const auto& own = cell.simulation->columns->names();
    names.insert(names.end(), own.begin(), own.end());
    check_columns(table, names);
    check_replicates(table, *cell.simulation);
  } else {
    check_columns(table, {column_name::step, column_name::metric, column_name::count,
                          column_name::mean, column_name::m2});
  }
  return table;
}

}  // namespace replaybench
