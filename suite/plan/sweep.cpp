#include "suite/plan/sweep.hpp"

#include "suite/numeric/decimal.hpp"
#include "suite/plan/column_name.hpp"
#include "suite/plan/plan.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

Table sweep_table(const std::vector<SweepAxis>& sweep, const std::vector<Combination>& rows) {
  Table table;
  for (std::size_t axis = 0; axis < sweep.size(); ++axis) {
    if (sweep[axis].numeric) {
      NumberColumn values;
      values.reserve(rows.size());
      for (const auto& row : rows) values.push_back(*numeric::parse_decimal(row[axis].second));
      table.add_column(sweep[axis].name, std::move(values));
    } else {
      TextColumn values;
      for (const auto& row : rows) values.push_back(row[axis].second);
      table.add_column(sweep[axis].name, std::move(values));
    }
  }
  // A sweep without variables is one combination; expressions need a row to stand on.
  if (sweep.empty()) table.add_column(column_name::combination, NumberColumn(rows.size(), 0));
  return table;
}

NumberColumn numbers_by_row(const Expression& expression, const Table& table) {
  const Column column = expression.evaluate(table);
  const auto* values = std::get_if<NumberColumn>(&column);
  if (!values || values->size() != table.rows()) {
    throw ExpressionError(
        0, "\"" + expression.text() + "\" does not give one number for each combination");
  }
  return *values;
}

std::vector<Combination> combinations(const std::vector<SweepAxis>& sweep,
                                      const std::optional<Expression>& only) {
  std::size_t count = 1;
  for (const auto& axis : sweep) {
    if (axis.values.empty()) return {};
    if (axis.with_previous) continue;
    if (axis.values.size() > max_cells / count) {
      throw SpecErrors("the sweep has more than " + std::to_string(max_cells) + " combinations");
    }
    count *= axis.values.size();
  }
  std::vector<Combination> rows(count);
  for (std::size_t row = 0; row < count; ++row) {
    std::size_t rest = row;
    rows[row].resize(sweep.size());
    for (std::size_t axis = sweep.size(); axis-- > 0;) {
      const std::size_t at = rest % sweep[axis].values.size();
      rows[row][axis] = {sweep[axis].name, sweep[axis].values[at]};
      if (!sweep[axis].with_previous) rest /= sweep[axis].values.size();
    }
  }
  if (!only) return rows;
  std::vector<Combination> kept;
  for (const std::size_t row : only->matching_rows(sweep_table(sweep, rows))) {
    kept.push_back(std::move(rows[row]));
  }
  return kept;
}

Table grid_table(const GridSpec& grid) {
  Table table = sweep_table(grid.sweep, combinations(grid.sweep, grid.only));
  for (const auto& column : grid.columns) add_computed_column(table, column);
  return table;
}

void add_computed_column(Table& table, const NamedExpression& column) {
  Column values = column.expression.evaluate(table);
  const std::size_t size =
      std::visit([](const auto& column_values) { return column_values.size(); }, values);
  if (size != table.rows()) {
    throw ExpressionError(0, "\"" + column.name + " =" + column.expression.text() + "\" gives " +
                                 std::to_string(size) + " values for " +
                                 std::to_string(table.rows()) + " rows");
  }
  table.add_column(column.name, std::move(values));
}

}  // namespace replaybench
