// Names that a study's tables may use: checked when the plan is made, before anything runs.

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "suite/numeric/decimal.hpp"
#include "suite/plan/column_name.hpp"
#include "suite/plan/plan.hpp"

namespace replaybench {

namespace {

/// Columns in the order of their first mention.
class Columns {
 public:
  void add(const std::string& name, bool numeric) {
    if (taken_.insert(name).second) columns_.push_back({name, numeric});
  }
  std::vector<TableColumn> take() { return std::move(columns_); }

 private:
  std::set<std::string> taken_;
  std::vector<TableColumn> columns_;
};

void add_cell(Columns& columns, const Cell& cell, const TableSpec& table,
              const std::vector<std::string>& numbers) {
  const auto differs = [&](const std::string& axis) {
    return (table.difference && table.difference->axis == axis) ||
           (table.then && table.then->axis == axis);
  };
  for (const AxisValue& axis : cell.axes) {
    if (axis.name == column_name::candidate && table.select) {
      for (const auto& name : selected_columns(table)) columns.add(name, axis.numeric);
      if (!differs(column_name::selection)) columns.add(column_name::selection, false);
    } else if (!differs(axis.name)) {
      columns.add(axis.name, axis.numeric);
    }
    // In the place of an axis whose pairs are subtracted: the two labels.
    const bool pairs = differs(axis.name) ||
                       (axis.name == column_name::candidate && differs(column_name::selection));
    if (pairs && table.difference->every_pair()) {
      columns.add(column_name::minuend, false);
      columns.add(column_name::subtrahend, false);
    }
  }
  if (table.replicates && !table.difference) columns.add(column_name::replicate, true);
  columns.add(column_name::step, true);
  for (const auto& metric : numbers) {
    columns.add(metric, true);
    if (table.replicates && !table.difference) continue;
    for (const char* suffix : {"_sd", "_se", "_n"}) columns.add(metric + suffix, true);
  }
}

class TableCheck {
 public:
  TableCheck(const Plan& plan, const TableSpec& table, std::vector<SpecProblem>& problems)
      : plan_(plan), table_(table), problems_(problems) {
    for (const TableColumn& column : result_columns(plan, table)) names_.push_back(column.name);
  }

  void check() {
    if (table_.difference) {
      check_difference(*table_.difference);
      check_common_candidate(*table_.difference);
    }
    if (table_.then) {
      check_difference(*table_.then);
      check_common_candidate(*table_.then);
    }
    check_sweep();
    for (const NamedExpression& column : table_.derive) {
      if (column.is_lookup) {
        for (const auto& by : column.expression.names()) {
          if (!has(by)) tell("lookup: there is no column \"" + by + '"' + suggestion(by, names_));
        }
      } else {
        check_reads(column.expression);
      }
      if (has(column.name)) tell("derive: there is a column \"" + column.name + "\" already");
      names_.push_back(column.name);
    }
    if (table_.only) check_reads(*table_.only);
    if (table_.only && !table_.difference) check_rows();
    std::set<std::string> kept;
    for (const auto& name : table_.columns) {
      if (!has(name))
        tell("columns: there is no column \"" + name + "\"" + suggestion(name, names_));
      if (!kept.insert(name).second) tell("columns: \"" + name + "\" is there twice");
    }
  }

 private:
  void tell(const std::string& message) {
    problems_.push_back({table_.place, "table \"" + table_.name + "\": " + message});
  }

  bool has(const std::string& name) const {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
  }

  void check_reads(const Expression& expression) {
    for (const auto& name : expression.names()) {
      if (!has(name)) {
        tell("in \"" + expression.text() + "\": there is no column \"" + name + "\"" +
             suggestion(name, names_));
      }
    }
  }

  // The rows of a grid are known now; those of a simulation if the condition reads the axes of its cells only. A table
  // without rows says nothing.
  void check_rows() {
    try {
      const auto rows = known_rows();
      if (rows && table_.only->matching_rows(*rows).empty()) {
        tell("only: no row fulfils \"" + table_.only->text() + "\"");
      }
    } catch (const ExpressionError& error) {
      tell("in \"" + table_.only->text() + "\": " + error.message());
    }
  }

  std::optional<Table> known_rows() const {
    std::vector<const Cell*> cells;
    for (const Cell& cell : plan_.cells) {
      if (cell.task == table_.from) cells.push_back(&cell);
    }
    if (cells.empty()) return std::nullopt;
    if (cells.front()->grid) {
      Table rows = grid_table(*cells.front()->grid);
      for (const NamedExpression& column : table_.derive) add_computed_column(rows, column);
      return rows;
    }
    Table rows;
    for (std::size_t axis = 0; axis < cells.front()->axes.size(); ++axis) {
      NumberColumn numbers;
      TextColumn texts;
      for (const Cell* cell : cells) {
        const AxisValue& value = cell->axes[axis];
        if (value.numeric)
          numbers.push_back(numeric::parse_decimal(value.value).value_or(std::nan("")));
        texts.push_back(value.value);
      }
      const std::string& name = cells.front()->axes[axis].name;
      if (numbers.size() == texts.size()) {
        rows.add_column(name, std::move(numbers));
      } else {
        rows.add_column(name, std::move(texts));
      }
    }
    for (const std::string& name : table_.only->names()) {
      if (!rows.has_column(name)) return std::nullopt;
    }
    return rows;
  }

  // A sweep variable named like a number of the evaluator would be two columns of one name.
  void check_sweep() {
    std::vector<std::string> checked;
    for (const Cell& cell : plan_.cells) {
      if (cell.task != table_.from || !cell.simulation) continue;
      const auto& numbers = cell.simulation->columns->names();
      if (numbers == checked) continue;
      checked = numbers;
      for (const AxisValue& axis : cell.axes) {
        for (const auto& metric : numbers) {
          for (const char* suffix : {"", "_sd", "_se", "_n"}) {
            if (axis.name != metric + suffix) continue;
            return tell("the sweep variable \"" + axis.name + "\" has the name of a result of " +
                        label(cell, column_name::evaluator));
          }
        }
      }
    }
  }

  static std::string label(const Cell& cell, const std::string& name) {
    for (const AxisValue& axis : cell.axes) {
      if (axis.name == name) return axis.value;
    }
    return {};
  }

  void check_difference(const DifferenceSpec& difference) {
    std::set<std::string> known;
    if (difference.axis == column_name::selection) known = {"printed", "separate"};
    for (const Cell& cell : plan_.cells) {
      if (cell.task == table_.from && difference.axis != column_name::selection)
        known.insert(label(cell, difference.axis));
    }
    if (difference.every_pair()) {
      if (known.size() < 2) {
        tell("difference: \"" + table_.from + "\" has one " + difference.axis +
             "; a difference is between two");
      }
      return;
    }
    if (difference.minuend == difference.subtrahend) {
      tell("difference: minuend and subtrahend are both \"" + difference.minuend +
           "\"; a difference is between two");
    }
    for (const auto& wanted : {difference.minuend, difference.subtrahend}) {
      if (!known.contains(wanted)) {
        tell("difference: there is no " + difference.axis + " \"" + wanted + "\"" +
             suggestion(wanted, {known.begin(), known.end()}));
      }
    }
  }

  // Every candidate on its own: only those that both algorithms have can be subtracted.
  void check_common_candidate(const DifferenceSpec& difference) {
    if (difference.axis != column_name::algorithm || difference.every_pair() || table_.select)
      return;
    std::set<std::string> left;
    std::set<std::string> right;
    for (const Cell& cell : plan_.cells) {
      if (cell.task != table_.from) continue;
      const std::string algorithm = label(cell, column_name::algorithm);
      if (algorithm == difference.minuend) left.insert(label(cell, column_name::candidate));
      if (algorithm == difference.subtrahend) right.insert(label(cell, column_name::candidate));
    }
    if (left.empty() || right.empty()) return;
    const bool common = std::any_of(left.begin(), left.end(), [&](const std::string& candidate) {
      return right.contains(candidate);
    });
    if (!common) {
      tell("difference: \"" + difference.minuend + "\" and \"" + difference.subtrahend +
           "\" have no candidate in common; choose one of each with select");
    }
  }

  const Plan& plan_;
  const TableSpec& table_;
  std::vector<SpecProblem>& problems_;
  std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> selected_columns(const TableSpec& table) {
  if (!table.difference) return {column_name::candidate};
  return {column_name::minuend_candidate, column_name::subtrahend_candidate};
}

std::vector<TableColumn> result_columns(const Plan& plan, const TableSpec& table) {
  Columns columns;
  std::vector<std::string> added;
  for (const Cell& cell : plan.cells) {
    if (cell.task != table.from) continue;
    if (cell.grid) {
      if (cell.grid->sweep.empty()) columns.add("combination", true);
      for (const SweepAxis& axis : cell.grid->sweep) columns.add(axis.name, axis.numeric);
      for (const NamedExpression& column : cell.grid->columns) columns.add(column.name, true);
    } else if (const auto& numbers = cell.simulation->columns->names(); numbers != added) {
      add_cell(columns, cell, table, numbers);
      added = numbers;
    }
  }
  return columns.take();
}

std::vector<std::string> columns_of(const Plan& plan, const TableSpec& table) {
  if (!table.columns.empty()) return table.columns;
  std::vector<std::string> names;
  for (const TableColumn& column : result_columns(plan, table)) names.push_back(column.name);
  for (const NamedExpression& column : table.derive) names.push_back(column.name);
  return names;
}

void check_tables(const Plan& plan, std::vector<SpecProblem>& problems) {
  for (const TableSpec& table : plan.spec->tables) TableCheck(plan, table, problems).check();
}

}  // namespace replaybench
