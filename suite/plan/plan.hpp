#pragma once
// A plan: the cells of an experiment, each with the text that names its result.

#include <map>
#include <memory>

#include "suite/plan/experiment.hpp"
#include "suite/plan/opened_datasets.hpp"

namespace replaybench {

/// Labels of a cell's rows in tables: sweep variables, then dataset, algorithm, in a tuning
/// candidate, evaluator, horizon.
struct AxisValue {
  std::string name;
  std::string value;
  bool numeric = false;
};

/// One simulation cell: a combination and a range of replicates.
struct SimulationCell {
  std::shared_ptr<const Dataset> dataset;
  Component<AlgorithmDescription> algorithm;
  Component<AlgorithmDescription> logging;
  std::shared_ptr<const Evaluator> evaluator;
  std::string dataset_identity;
  std::uint64_t seed = 0;
  std::uint64_t horizon = 0;
  std::uint64_t first_replicate = 0;
  std::uint64_t replicates = 0;
  std::optional<double> truth;
  bool keep_rows = false;
  bool where_applicable = false;  ///< see SimulationSpec
  std::uint64_t parts = 0;        ///< see SimulationSpec; 0 for what is not a file
  /// The numbers of a row: those of the evaluator, then `error` and `squared_error` when the truth
  /// is known. The cells of one combination share them.
  std::shared_ptr<const RowSchema> columns;

  /// Sets the evaluator, and the columns by it and by `truth`.
  void set_evaluator(std::shared_ptr<const Evaluator> other);
};

struct Cell {
  std::string canonical;  ///< the text of its identity (cell_identity.hpp); its SHA-256 is the key
  /// Sources recorded with the result (cell_sources.hpp), shared by the cells of a combination; null if unknown.
  std::shared_ptr<const std::string> sources;
  std::string task;  ///< name of the simulation or grid
  std::vector<AxisValue> axes;
  std::size_t combination = 0;  ///< cells of one combination differ in their replicates only
  /// Declared work: the interactions, times what the evaluator's parameters repeat (ParameterInfo::repeats_work).
  double cost = 0;
  std::string
      unavailable;  ///< why it cannot run here (a missing file, an oracle on a real log); empty if it can
  std::optional<SimulationCell> simulation;
  const GridSpec* grid = nullptr;

  /// Number of replicates that the cell computes; 1 for a grid.
  double replicates() const {
    return simulation ? static_cast<double>(simulation->replicates) : 1.0;
  }
};

struct Plan {
  std::shared_ptr<const ExperimentSpec> spec;
  Profile profile = Profile::standard;
  std::vector<Cell> cells;  ///< in the order of the spec: tasks, combinations, replicates
};

/// Maximum number of cells of a plan, of combinations of a sweep, and of rows of a grid. A cell takes about 2 kB of
/// memory here and a file in the store; a larger number is almost certainly a typing error in a sweep.
inline constexpr std::size_t max_cells = 1'000'000;

/// Expands a spec into cells. Throws SpecErrors with everything that is wrong in component texts,
/// expressions and tables: unknown columns and labels are reported here, not after the work. Data
/// files that are not here make their cells unavailable, nothing worse. Plans that are given the same
/// `datasets` open each data set once together; what is in it stays in memory as long as it lives.
Plan make_plan(std::shared_ptr<const ExperimentSpec> spec, Profile profile,
               OpenedDatasets& datasets);
Plan make_plan(std::shared_ptr<const ExperimentSpec> spec, Profile profile);

/// Rows of a grid: its sweep variables and columns. Throws ExpressionError. O(rows * columns).
Table grid_table(const GridSpec& grid);

/// Adds a column to a table. Throws ExpressionError, also when the expression does not give one
/// value a row.
void add_computed_column(Table& table, const NamedExpression& column);

/// A column that results give to a table, before its `derive` and `columns`.
struct TableColumn {
  std::string name;
  bool numeric = true;
};

/// The columns that the cells of `table.from` give, in order. Evaluators with different numbers
/// give all of them.
std::vector<TableColumn> result_columns(const Plan& plan, const TableSpec& table);

/// The columns in which a table with `select` gives the candidate of a row, or of the two sides of
/// its difference.
std::vector<std::string> selected_columns(const TableSpec& table);

/// The names of the columns of a table as its CSV file has them.
std::vector<std::string> columns_of(const Plan& plan, const TableSpec& table);

/// Adds the problems in the tables of a plan: unknown, repeated and reserved columns, unknown labels of a
/// difference, and an `only` that keeps no row of a grid or of the labels and sweep variables of a simulation.
void check_tables(const Plan& plan, std::vector<SpecProblem>& problems);

/// Every combination of the axes' values, the last axis fastest; those for which `only` does not
/// hold left out. Throws SpecErrors for more than `max_cells`, ExpressionError for a wrong `only`.
std::vector<std::vector<std::pair<std::string, std::string>>> combinations(
    const std::vector<SweepAxis>& sweep, const std::optional<Expression>& only);

}  // namespace replaybench
