#include "suite/plan/plan.hpp"

#include <algorithm>
#include <cmath>

#include "suite/numeric/decimal.hpp"

namespace replaybench {

namespace {

using Combination = std::vector<std::pair<std::string, std::string>>;

// The sweep as a table, one row a combination: what `only`, `truth` and grid columns are evaluated
// on.
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
  if (sweep.empty()) table.add_column("combination", NumberColumn(rows.size(), 0));
  return table;
}

// Everything about the bits of a result that is not in the cell's own parameters.
std::string profile_line() {
  return "numeric " REPLAYBENCH_PROFILE ", stream philox4x32-10, samplers " +
         std::string(sampler_version) + "\n";
}

class Planner {
 public:
  Planner(std::shared_ptr<const ExperimentSpec> spec, Profile profile) {
    plan_.spec = std::move(spec);
    plan_.profile = profile;
  }

  Plan make() {
    for (const auto& simulation : plan_.spec->simulations) add(simulation);
    for (const auto& grid : plan_.spec->grids) add(grid);
    if (problems_.empty()) check_tables(plan_, problems_);
    if (!problems_.empty()) throw SpecErrors(unique_problems());
    return std::move(plan_);
  }

 private:
  struct DatasetEntry {
    std::shared_ptr<const Dataset> dataset;
    std::string identity;
    std::string unavailable;
    std::uint64_t records = 0;  // of a file, or of a environment that ends
    bool is_environment = false;
  };

  // An algorithm of a simulation, in a tuning with one of its candidates.
  struct Player {
    LabelledComponent algorithm;
    std::string candidate;
  };

  static std::vector<Player> players_of(const SimulationSpec& task) {
    std::vector<Player> players;
    for (std::size_t i = 0; i < task.algorithms.size(); ++i) {
      if (!task.tuning) {
        players.push_back({task.algorithms[i], {}});
        continue;
      }
      for (const auto& candidate : task.tuning->candidates[i]) {
        LabelledComponent algorithm = task.algorithms[i];
        algorithm.text = substitute(algorithm.text, {{"candidate", candidate}});
        players.push_back({std::move(algorithm), candidate});
      }
    }
    return players;
  }

  // The reported ones and those for selection.
  static std::uint64_t all_replicates(const SimulationSpec& task) {
    return task.replicates + (task.tuning ? task.tuning->selection : 0);
  }

  // The sweep of a task; no rows when something is wrong with it.
  template <class Task>
  std::vector<Combination> rows_of(const Task& task, const std::string& title) {
    std::vector<Combination> rows;
    try {
      rows = combinations(task.sweep, task.only);
      if (rows.empty())
        problems_.push_back({task.place, title + ": \"only\" leaves no combination"});
    } catch (const ExpressionError& error) {
      problems_.push_back({task.place, title + ": in \"only\": " + error.what()});
    } catch (const SpecErrors& errors) {
      problems_.push_back({task.place, title + ": " + errors.what()});
    }
    return rows;
  }

  void add(const GridSpec& grid) {
    const auto rows = rows_of(grid, "grid \"" + grid.name + "\"");
    if (rows.empty()) return;
    Cell cell;
    cell.task = grid.name;
    cell.grid = &grid;
    cell.canonical = "replaybench grid\n" + profile_line();
    for (const auto& axis : grid.sweep) {
      cell.canonical += "sweep " + axis.name + " =";
      for (const auto& value : axis.values) cell.canonical += " " + value;
      cell.canonical += "\n";
    }
    if (grid.only) cell.canonical += "only " + grid.only->text() + "\n";
    for (const auto& column : grid.columns) {
      cell.canonical += "column " + column.name + " = " + column.expression.text() + "\n";
    }
    cell.canonical += "theory " + std::string(theory_revision()) + "\n";
    cell.cost = static_cast<double>(rows.size() * grid.columns.size());
    plan_.cells.push_back(std::move(cell));
  }

  void add(const SimulationSpec& task) {
    const std::string title = "simulation \"" + task.name + "\"";
    const auto rows = rows_of(task, title);
    if (rows.empty() || !room_for(task, title, rows.size())) return;
    std::vector<double> truths;
    std::vector<double> horizons;
    try {
      const Table table = sweep_table(task.sweep, rows);
      if (task.truth) truths = numbers(*task.truth, table);
      horizons = numbers(Expression::parse(task.horizon, theory_functions()), table);
    } catch (const ExpressionError& error) {
      problems_.push_back({task.place, title + ": " + error.what()});
      return;
    }
    std::size_t combination = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      constexpr std::size_t most_problems = 100;
      if (problems_.size() > most_problems) problems_ = unique_problems();
      if (problems_.size() > most_problems) return;
      const double horizon = horizons[row];
      if (!(horizon >= 0 && horizon <= 1e12 && horizon == std::floor(horizon))) {
        problems_.push_back({task.place, title + ": horizon \"" + task.horizon + "\" is " +
                                             numeric::to_decimal(horizon) +
                                             "; expected a whole number in [0, 1e12]"});
        return;
      }
      for (const auto& dataset : task.datasets) {
        for (const Player& player : players_of(task)) {
          for (const auto& evaluator : task.evaluators) {
            std::optional<double> truth;
            if (task.truth) truth = truths[row];
            add_combination(task, rows[row], dataset, player, evaluator, truth,
                            static_cast<std::uint64_t>(horizon), combination++);
          }
        }
      }
    }
  }

  // One number for each row of a table.
  static NumberColumn numbers(const Expression& expression, const Table& table) {
    const Column column = expression.evaluate(table);
    const auto* values = std::get_if<NumberColumn>(&column);
    if (!values || values->size() != table.rows()) {
      throw ExpressionError(
          0, "\"" + expression.text() + "\" does not give one number for each combination");
    }
    return *values;
  }

  // Whether the cells of a task still fit into the plan.
  bool room_for(const SimulationSpec& task, const std::string& title, std::size_t rows) {
    const double blocks =
        std::ceil(static_cast<double>(all_replicates(task)) / static_cast<double>(task.block));
    const double cells = static_cast<double>(rows) * static_cast<double>(task.datasets.size()) *
                         static_cast<double>(players_of(task).size()) *
                         static_cast<double>(task.evaluators.size()) * blocks;
    if (static_cast<double>(plan_.cells.size()) + cells <= static_cast<double>(most_cells))
      return true;
    problems_.push_back({task.place, title + ": it has " + numeric::to_decimal(cells) +
                                         " cells; a plan may have " + std::to_string(most_cells) +
                                         " (fewer combinations or replicates, or a larger block)"});
    return false;
  }

  void add_combination(const SimulationSpec& task, const Combination& sweep,
                       const LabelledComponent& dataset_texts, const Player& player,
                       const LabelledComponent& evaluator_text, std::optional<double> truth,
                       std::uint64_t horizon, std::size_t combination) {
    const LabelledComponent& algorithm_text = player.algorithm;
    const auto find = [&](const LabelledComponent& text, const auto& table, const char* kind) {
      return find_component(substitute(text.text, sweep), text.place, table, kind, problems_);
    };
    const auto algorithm = find(algorithm_text, algorithms_table(), "algorithm");
    const auto evaluator = find(evaluator_text, evaluators_table(), "evaluator");
    const auto logging = find(task.logging, algorithms_table(), "algorithm");
    const LabelledComponent* dataset_text = nullptr;
    const DatasetEntry* opened = nullptr;
    // Of the alternatives the first whose data are here; the first when none are. All are checked.
    const auto consider = [&](const LabelledComponent& text) {
      const auto dataset = find(text, datasets_table(), "data set");
      if (!dataset) return false;
      return made_without_problem(text.place, [&] {
        const DatasetEntry& entry = open(*dataset);
        if (opened && (opened->unavailable.empty() || !entry.unavailable.empty())) return;
        opened = &entry;
        dataset_text = &text;
      });
    };
    bool dataset_made = consider(dataset_texts);
    for (const LabelledComponent& other : dataset_texts.otherwise) {
      dataset_made = consider(other) && dataset_made;
    }
    if (!algorithm || !evaluator || !logging) return;

    Cell cell;
    SimulationCell simulation;
    simulation.truth = truth;
    const bool evaluator_made = made_without_problem(evaluator_text.place, [&] {
      simulation.set_evaluator(evaluator->description->make(evaluator->parameters));
    });
    if (!dataset_made || !evaluator_made) return;
    const DatasetEntry& entry = *opened;
    cell.task = task.name;
    cell.combination = combination;
    cell.unavailable = entry.unavailable;
    if (horizon == 0 && entry.is_environment) horizon = entry.records;
    for (std::size_t axis = 0; axis < sweep.size(); ++axis) {
      cell.axes.push_back({sweep[axis].first, sweep[axis].second, task.sweep[axis].numeric});
    }
    const auto label = [&](const LabelledComponent& text) { return substitute(text.label, sweep); };
    cell.axes.push_back({"dataset", label(*dataset_text), false});
    cell.axes.push_back({"algorithm", label(algorithm_text), false});
    if (task.tuning) {
      cell.axes.push_back({"candidate", substitute(player.candidate, sweep), task.tuning->numeric});
    }
    cell.axes.push_back({"evaluator", label(evaluator_text), false});
    cell.axes.push_back({"horizon", std::to_string(horizon), true});

    simulation.dataset = entry.dataset;
    simulation.dataset_identity = entry.identity;
    simulation.algorithm = *algorithm;
    simulation.logging = *logging;
    simulation.seed = plan_.spec->seed;
    simulation.horizon = horizon;
    simulation.keep_rows = task.keep_rows;
    simulation.parts = task.parts;
    const bool fits = made_without_problem(algorithm_text.place, [&] {
      if (cell.unavailable.empty()) cell.unavailable = why_not_applicable(simulation);
    });
    if (!fits) return;

    std::string canonical = "replaybench simulation\n" + profile_line();
    canonical += "seed " + std::to_string(plan_.spec->seed) + "\n";
    canonical += "dataset " + entry.identity + "\n";
    canonical += "logging " + logging->identity() + "\n";
    canonical += "algorithm " + algorithm->identity() + "\n";
    canonical += "evaluator " + evaluator->identity() + "\n";
    canonical += "horizon " + std::to_string(horizon) + "\n";
    if (truth) canonical += "truth " + numeric::to_decimal(*truth) + "\n";
    if (task.parts > 0 && entry.records > 0)
      canonical += "parts " + std::to_string(task.parts) + "\n";
    canonical += task.keep_rows ? "keep rows\n" : "keep moments\n";

    const double interactions =
        static_cast<double>(horizon == 0 ? std::max<std::uint64_t>(entry.records, 1) : horizon);
    const std::uint64_t replicates = all_replicates(task);
    for (std::uint64_t first = 0; first < replicates; first += simulation.replicates) {
      simulation.first_replicate = first;
      simulation.replicates = std::min(task.block, replicates - first);
      cell.simulation = simulation;
      cell.canonical = canonical + "replicates " + std::to_string(first) + ".." +
                       std::to_string(first + simulation.replicates - 1);
      cell.cost = interactions * static_cast<double>(simulation.replicates);
      plan_.cells.push_back(cell);
    }
  }

  // Parameters that are valid alone but not together: the component's word, with the place of its
  // text.
  template <class Make>
  bool made_without_problem(const SourcePlace& place, Make make) {
    try {
      make();
      return true;
    } catch (const SpecErrors& errors) {
      problems_.push_back({place, errors.what()});
      return false;
    }
  }

  const DatasetEntry& open(const Component<DatasetDescription>& component) {
    const auto known = datasets_.find(component.identity());
    if (known != datasets_.end()) return known->second;
    DatasetEntry entry;
    entry.identity = component.identity();
    try {
      entry.dataset = component.description->make(component.parameters);
      if (const auto digest = entry.dataset->content_digest(); !digest.empty()) {
        entry.identity += " content " + digest;
        if (const auto log = entry.dataset->log()) entry.records = log->size();
      }
      if (const auto environment = entry.dataset->environment({}, {})) {
        entry.is_environment = true;
        entry.records = environment->length();
      }
    } catch (const EnvironmentError& error) {
      entry.unavailable = error.what();
    } catch (const NotApplicable& error) {
      entry.unavailable = error.what();
    }
    return datasets_.emplace(component.identity(), std::move(entry)).first->second;
  }

  // An oracle on a real log, an action that the data set does not have: told before anything runs.
  static std::string why_not_applicable(const SimulationCell& cell) {
    const auto maker = [](const Component<AlgorithmDescription>& component) {
      return [&component](const Problem& problem) { return make_agent(component, problem); };
    };
    try {
      Trial(*cell.dataset, maker(cell.algorithm), maker(cell.logging), cell.horizon, {})
          .untrained_agent();
    } catch (const NotApplicable& error) {
      return error.what();
    }
    return {};
  }

  // The same text is checked once a combination; what is wrong in it is told once.
  std::vector<SpecProblem> unique_problems() const {
    std::vector<SpecProblem> unique;
    for (const auto& problem : problems_) {
      const bool told = std::any_of(unique.begin(), unique.end(), [&](const SpecProblem& other) {
        return other.text() == problem.text();
      });
      if (!told) unique.push_back(problem);
    }
    return unique;
  }

  static std::string_view theory_revision() { return "1"; }

  Plan plan_;
  std::map<std::string, DatasetEntry> datasets_;
  std::vector<SpecProblem> problems_;
};

}  // namespace

std::vector<Combination> combinations(const std::vector<SweepAxis>& sweep,
                                      const std::optional<Expression>& only) {
  std::size_t count = 1;
  for (const auto& axis : sweep) {
    if (axis.values.size() > most_cells / count) {
      throw SpecErrors("the sweep has more than " + std::to_string(most_cells) + " combinations");
    }
    count *= axis.values.size();
    if (count == 0) return {};
  }
  std::vector<Combination> rows(count);
  for (std::size_t row = 0; row < count; ++row) {
    std::size_t rest = row;
    rows[row].resize(sweep.size());
    for (std::size_t axis = sweep.size(); axis-- > 0;) {
      rows[row][axis] = {sweep[axis].name, sweep[axis].values[rest % sweep[axis].values.size()]};
      rest /= sweep[axis].values.size();
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

void SimulationCell::set_evaluator(std::shared_ptr<const Evaluator> other) {
  evaluator = std::move(other);
  RowSchema schema = evaluator->schema();
  if (truth) {
    schema.add("error");
    schema.add("squared_error");
  }
  columns = std::make_shared<const RowSchema>(std::move(schema));
}

Plan make_plan(std::shared_ptr<const ExperimentSpec> spec, Profile profile) {
  return Planner(std::move(spec), profile).make();
}

}  // namespace replaybench
