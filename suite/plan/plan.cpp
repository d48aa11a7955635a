#include "suite/plan/plan.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "suite/numeric/decimal.hpp"
#include "suite/plan/cell_identity.hpp"
#include "suite/plan/cell_sources.hpp"
#include "suite/plan/column_name.hpp"
#include "suite/plan/opened_datasets.hpp"
#include "suite/plan/sweep.hpp"
#include "suite/plan/sweep_syntax.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench {

namespace {

class Planner {
 public:
  Planner(std::shared_ptr<const ExperimentSpec> spec, Profile profile, OpenedDatasets& datasets)
      : datasets_(datasets) {
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
  // An algorithm of a simulation, in a tuning with one of its candidates.
  struct Player {
    LabelledComponent algorithm;
    std::string candidate;
  };

  // A combination of a simulation, as its spec names it.
  struct CombinationTexts {
    const SimulationSpec& task;
    const Combination& sweep;
    const LabelledComponent& dataset;
    const Player& player;
    const LabelledComponent& evaluator;
    std::uint64_t horizon;
    std::optional<double> truth;
    std::size_t index;
  };

  // Its components.
  struct ResolvedCombination {
    const OpenedDataset* dataset = nullptr;
    const LabelledComponent* dataset_text = nullptr;  // of the alternatives
    Component<AlgorithmDescription> algorithm;
    Component<AlgorithmDescription> logging;
    std::string algorithm_identity;
    std::string logging_identity;
    std::string evaluator_identity;
    std::shared_ptr<const Evaluator> evaluator;
    Component<EvaluatorDescription> evaluator_component;
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

  // A line "---" would end the stored text early; the cell would look damaged and be recomputed by every run.
  bool can_be_stored(const Cell& cell, const SourcePlace& place, const std::string& title) {
    if (!has_end_line(cell.canonical)) return true;
    problems_.push_back(
        {place, title + ": a line of its texts is \"---\", which ends the text of a stored cell; "
                        "join it with the line before"});
    return false;
  }

  void add(const GridSpec& grid) {
    const auto rows = rows_of(grid, "grid \"" + grid.name + "\"");
    if (rows.empty()) return;
    Cell cell;
    cell.task = grid.name;
    cell.grid = &grid;
    cell.canonical = identity_text(grid);
    cell.sources = std::make_shared<const std::string>(cell_sources(cell.canonical));
    if (!can_be_stored(cell, grid.place, "grid \"" + grid.name + "\"")) return;
    cell.cost = static_cast<double>(rows.size() * grid.columns.size());
    plan_.cells.push_back(std::move(cell));
  }

  void add(const SimulationSpec& task) {
    const std::string title = "simulation \"" + task.name + "\"";
    const auto rows = rows_of(task, title);
    if (rows.empty() || !has_space_for(task, title, rows.size())) return;
    for (const auto* list : {&task.datasets, &task.algorithms, &task.evaluators}) {
      check_labels(*list, rows);
    }
    std::vector<double> truths;
    std::vector<double> horizons;
    try {
      const Table table = sweep_table(task.sweep, rows);
      if (task.truth) truths = numbers_by_row(*task.truth, table);
      horizons = numbers_by_row(Expression::parse(task.horizon, theory_functions()), table);
    } catch (const ExpressionError& error) {
      problems_.push_back({task.place, title + ": " + error.what()});
      return;
    }
    std::size_t combination = 0;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      constexpr std::size_t max_problems = 100;
      if (problems_.size() > max_problems) problems_ = unique_problems();
      if (problems_.size() > max_problems) return;
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
            add_cells({task, rows[row], dataset, player, evaluator,
                       static_cast<std::uint64_t>(horizon), truth, combination++});
          }
        }
      }
    }
  }

  // Labels that differ as written may be equal with the values of a row: its results would have one name.
  void check_labels(const std::vector<LabelledComponent>& list,
                    const std::vector<Combination>& rows) {
    const bool vary = std::any_of(list.begin(), list.end(), [](const LabelledComponent& component) {
      return component.label.find('$') != std::string::npos;
    });
    if (!vary) return;
    for (const Combination& row : rows) {
      std::set<std::string> labels;
      for (const LabelledComponent& component : list) {
        const std::string label = substitute(component.label, row);
        if (labels.insert(label).second) continue;
        std::string where;
        for (const auto& [name, value] : row)
          where += (where.empty() ? "" : ", ") + name + " = " + value;
        problems_.push_back({component.place, "the label \"" + label + "\" is there twice at " +
                                                  where + "; give one of them another"});
        return;
      }
    }
  }

  // True if the cells of a task still fit into the plan.
  bool has_space_for(const SimulationSpec& task, const std::string& title, std::size_t rows) {
    const double blocks =
        std::ceil(static_cast<double>(all_replicates(task)) / static_cast<double>(task.block));
    const double cells = static_cast<double>(rows) * static_cast<double>(task.datasets.size()) *
                         static_cast<double>(players_of(task).size()) *
                         static_cast<double>(task.evaluators.size()) * blocks;
    if (static_cast<double>(plan_.cells.size()) + cells <= static_cast<double>(max_cells))
      return true;
    problems_.push_back({task.place, title + ": it has " + numeric::to_decimal(cells) +
                                         " cells; a plan may have " + std::to_string(max_cells) +
                                         " (fewer combinations or replicates, or a larger block)"});
    return false;
  }

  // The interactions of a replicate times what the evaluator says of its parameters: how often it does its work,
  // and to how many records it is limited.
  static double work_of(const Component<EvaluatorDescription>& evaluator, double interactions) {
    double work = interactions;
    double repeats = 1;
    for (const ParameterInfo& info : evaluator.description->parameters) {
      if (!info.repeats_work && !info.limits_records) continue;
      const auto* value = std::get_if<std::int64_t>(&evaluator.parameters.value(info.name));
      if (!value || *value < 1) continue;
      if (info.limits_records) work = std::min(work, static_cast<double>(*value));
      if (info.repeats_work) repeats *= static_cast<double>(*value);
    }
    return repeats * work;
  }

  // The cells of a combination, one a block of replicates; none when something is wrong with it.
  void add_cells(const CombinationTexts& texts) {
    const auto resolved = resolve(texts);
    if (!resolved) return;
    const SimulationSpec& task = texts.task;
    const OpenedDataset& dataset = *resolved->dataset;
    Cell cell;
    cell.task = task.name;
    cell.combination = texts.index;
    cell.simulation = simulation_of(texts, *resolved);
    SimulationCell& simulation = *cell.simulation;
    cell.axes = axes_of(texts, *resolved, simulation.horizon);
    cell.unavailable = dataset.unavailable;
    const bool fits = made_without_problem(texts.player.algorithm.place, [&] {
      if (cell.unavailable.empty()) {
        cell.unavailable = why_not_applicable(simulation, resolved->algorithm_identity);
      }
    });
    if (!fits || !can_write_logs(texts, *resolved, simulation)) return;
    const double work = work_of(
        resolved->evaluator_component,
        static_cast<double>(simulation.horizon == 0 ? std::max<std::uint64_t>(dataset.records, 1)
                                                    : simulation.horizon));
    const std::uint64_t replicates = all_replicates(task);
    for (std::uint64_t first = 0; first < replicates; first += simulation.replicates) {
      simulation.first_replicate = first;
      simulation.replicates = std::min(task.block, replicates - first);
      cell.canonical = identity_of(simulation, *resolved).text();
      if (!cell.sources) {
        cell.sources = std::make_shared<const std::string>(cell_sources(cell.canonical));
      }
      if (!can_be_stored(cell, task.place, "simulation \"" + task.name + "\"")) return;
      cell.cost = work * static_cast<double>(simulation.replicates);
      plan_.cells.push_back(cell);
    }
  }

  // "an algorithm", "an evaluator" or "a data set"; empty for a name that no component has.
  static std::string kind_named(const std::string& name) {
    if (find_description(name, algorithms_table())) return "an algorithm";
    if (find_description(name, evaluators_table())) return "an evaluator";
    return find_description(name, datasets_table()) ? "a data set" : "";
  }

  // Finds and makes the components; nothing when one is wrong.
  std::optional<ResolvedCombination> resolve(const CombinationTexts& texts) {
    // Many combinations have the same text.
    const auto find = [&]<class Description>(const LabelledComponent& text,
                                             const std::vector<const Description*>& table,
                                             const char* kind, Resolved<Description>& found) {
      std::string written = substitute(text.text, texts.sweep);
      const auto known = found.find(written);
      if (known != found.end()) return std::optional(known->second);
      auto component = find_component(written, text.place, table, kind, problems_);
      const std::string name = trimmed(written.substr(0, written.find('{')));
      const std::string other = component || find_description(name, table) ? "" : kind_named(name);
      if (!other.empty()) {
        const char* expected = kind == std::string_view("data set") ? "a " : "an ";
        problems_.back() = {text.place,
                            quoted_text(name) + " is " + other + "; expected " + expected + kind};
      }
      if (component) found.emplace(std::move(written), *component);
      return component;
    };
    ResolvedCombination resolved;
    const auto algorithm =
        find(texts.player.algorithm, algorithms_table(), "algorithm", algorithms_);
    const auto evaluator = find(texts.evaluator, evaluators_table(), "evaluator", evaluators_);
    const auto logging = find(texts.task.logging, algorithms_table(), "algorithm", algorithms_);
    // Uses the first alternative whose data are on this machine, or the first if there is none. All are checked.
    const auto consider = [&](const LabelledComponent& text) {
      const auto dataset = find(text, datasets_table(), "data set", resolved_datasets_);
      if (!dataset) return false;
      return made_without_problem(text.place, [&] {
        const OpenedDataset& opened = datasets_.open(*dataset);
        const OpenedDataset* before = resolved.dataset;
        if (before && (before->unavailable.empty() || !opened.unavailable.empty())) return;
        resolved.dataset = &opened;
        resolved.dataset_text = &text;
      });
    };
    bool complete = consider(texts.dataset);
    for (const LabelledComponent& other : texts.dataset.otherwise) {
      complete = consider(other) && complete;
    }
    if (!algorithm || !evaluator || !logging) return std::nullopt;
    complete =
        made_without_problem(
            texts.evaluator.place,
            [&] { resolved.evaluator = evaluator->description->make(evaluator->parameters); }) &&
        complete;
    if (!complete) return std::nullopt;
    resolved.algorithm = *algorithm;
    resolved.logging = *logging;
    resolved.evaluator_component = *evaluator;
    resolved.algorithm_identity = algorithm->identity();
    resolved.logging_identity = logging->identity();
    resolved.evaluator_identity = evaluator->identity();
    return resolved;
  }

  // The computation of a cell, without its replicates.
  SimulationCell simulation_of(const CombinationTexts& texts,
                               const ResolvedCombination& resolved) const {
    const OpenedDataset& dataset = *resolved.dataset;
    SimulationCell simulation;
    simulation.dataset = dataset.dataset;
    simulation.dataset_identity = dataset.identity;
    simulation.algorithm = resolved.algorithm;
    simulation.logging = resolved.logging;
    simulation.seed = texts.task.seed.value_or(plan_.spec->seed);
    const bool whole_environment = texts.horizon == 0 && dataset.is_environment;
    simulation.horizon = whole_environment ? dataset.records : texts.horizon;
    simulation.truth = texts.truth;
    simulation.set_evaluator(resolved.evaluator);
    simulation.keep_rows = texts.task.keep_rows;
    simulation.where_applicable = texts.task.where_applicable;
    simulation.parts = dataset.records > 0 ? texts.task.parts : 0;
    return simulation;
  }

  static CellIdentity identity_of(const SimulationCell& cell, const ResolvedCombination& resolved) {
    CellIdentity identity;
    identity.seed = cell.seed;
    identity.dataset = cell.dataset_identity;
    identity.logging = resolved.logging_identity;
    identity.algorithm = resolved.algorithm_identity;
    identity.evaluator = resolved.evaluator_identity;
    identity.horizon = cell.horizon;
    identity.truth = cell.truth;
    identity.parts = cell.parts;
    identity.keep_rows = cell.keep_rows;
    identity.where_applicable = cell.where_applicable;
    identity.first_replicate = cell.first_replicate;
    identity.replicates = cell.replicates;
    return identity;
  }

  static std::vector<AxisValue> axes_of(const CombinationTexts& texts,
                                        const ResolvedCombination& resolved,
                                        std::uint64_t horizon) {
    const SimulationSpec& task = texts.task;
    std::vector<AxisValue> axes;
    for (std::size_t axis = 0; axis < texts.sweep.size(); ++axis) {
      const auto& [name, value] = texts.sweep[axis];
      axes.push_back({name, value, task.sweep[axis].numeric});
    }
    const auto add = [&](const char* name, const std::string& value, bool numeric = false) {
      axes.push_back({name, substitute(value, texts.sweep), numeric});
    };
    add(column_name::dataset, resolved.dataset_text->label);
    add(column_name::algorithm, texts.player.algorithm.label);
    if (task.tuning) add(column_name::candidate, texts.player.candidate, task.tuning->numeric);
    add(column_name::evaluator, texts.evaluator.label);
    axes.push_back({column_name::horizon, std::to_string(horizon), true});
    return axes;
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

  // An oracle on a real log, an action that the data set does not have: told before anything runs.
  // Asked once for all evaluators: the answer takes an environment and an agent.
  const std::string& why_not_applicable(const SimulationCell& cell,
                                        const std::string& algorithm_identity) {
    const auto asked = std::make_tuple(cell.dataset.get(), cell.horizon, algorithm_identity);
    const auto known = why_not_applicable_.find(asked);
    if (known != why_not_applicable_.end()) return known->second;
    return why_not_applicable_.emplace(asked, ask_why_not_applicable(cell)).first->second;
  }

  static std::string ask_why_not_applicable(const SimulationCell& cell) {
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

  // A log is written by a policy as it is at the start, which is not what a learning one would have
  // written. The default is known to be right, and a file has its log.
  bool can_write_logs(const CombinationTexts& texts, const ResolvedCombination& resolved,
                      const SimulationCell& cell) {
    const std::string& name = cell.logging.description->name;
    if (name == default_logging() || !resolved.dataset->is_environment) return true;
    const auto policy = [&cell](const Problem& problem) {
      return make_agent(cell.logging, problem);
    };
    bool learns = false;
    const bool made = made_without_problem(texts.task.logging.place, [&] {
      try {
        learns = Trial(*cell.dataset, policy, policy, cell.horizon, {}).untrained_agent().learns();
      } catch (const NotApplicable&) {  // the cell says so where it is computed
      }
    });
    if (!learns) return made;
    problems_.push_back(
        {texts.task.logging.place, "\"logging\" is " + name +
                                       ", which learns; a logging policy must not change while it "
                                       "writes the log (the default is " +
                                       default_logging() + ")"});
    return false;
  }

  // A string is checked once per combination, but each of its problems is reported once.
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

  template <class Description>
  using Resolved = std::map<std::string, Component<Description>>;

  Plan plan_;
  OpenedDatasets& datasets_;
  Resolved<AlgorithmDescription> algorithms_;
  Resolved<EvaluatorDescription> evaluators_;
  Resolved<DatasetDescription> resolved_datasets_;
  std::map<std::tuple<const Dataset*, std::uint64_t, std::string>, std::string> why_not_applicable_;
  std::vector<SpecProblem> problems_;
};

}  // namespace

void SimulationCell::set_evaluator(std::shared_ptr<const Evaluator> other) {
  evaluator = std::move(other);
  RowSchema schema = evaluator->schema();
  if (truth) {
    schema.add("error");
    schema.add("squared_error");
  }
  columns = std::make_shared<const RowSchema>(std::move(schema));
}

Plan make_plan(std::shared_ptr<const ExperimentSpec> spec, Profile profile,
               OpenedDatasets& datasets) {
  return Planner(std::move(spec), profile, datasets).make();
}

Plan make_plan(std::shared_ptr<const ExperimentSpec> spec, Profile profile) {
  OpenedDatasets datasets;
  return make_plan(std::move(spec), profile, datasets);
}

}  // namespace replaybench
