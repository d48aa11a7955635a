#include "suite/leaderboard/evaluator_task.hpp"

#include <set>

#include "suite/leaderboard/task_reading.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

// The components of a list, each checked for what can be told without data; labels are distinct.
template <class Description>
std::vector<LabelledComponent> read_components(TomlReader& toml, const std::string& key,
                                               const std::vector<std::string>& texts,
                                               const std::vector<const Description*>& table,
                                               const char* kind) {
  std::vector<LabelledComponent> components;
  std::set<std::string> labels;
  const auto places = toml.element_places(key);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const SourcePlace place = i < places.size() ? places[i] : toml.place();
    const LabelledComponent text = labelled(texts[i], place);
    std::vector<SpecProblem> problems;
    find_component(text.text, place, table, kind, problems);
    for (const SpecProblem& problem : problems) toml.problem(problem.place, problem.message);
    if (!labels.insert(text.label).second) {
      toml.problem(place, "\"" + text.label + "\" is there twice");
    }
    components.push_back(text);
  }
  return components;
}

EvaluatorTask read_task(const fs::path& file, std::string_view profile,
                        std::vector<SpecProblem>& problems) {
  TomlReader toml = TomlReader::read_file(file);
  EvaluatorTask task;
  read_head(toml, file, task);
  const auto algorithms = toml.required_texts("algorithms");
  toml.expect(algorithms.size() >= 2, "algorithms", "two at least: they are to be put in order");
  task.algorithms =
      read_components(toml, "algorithms", algorithms, algorithms_table(), "algorithm");
  task.evaluators = read_components(toml, "evaluators", toml.optional_texts("evaluators"),
                                    evaluators_table(), "evaluator");
  for (const LabelledComponent& text : task.evaluators) {
    for (const EvaluatorDescription* known : evaluators_table()) {
      if (text.label == known->name) {
        toml.problem(text.place,
                     "\"" + text.label +
                         "\" is there with its default parameters; a declared one needs "
                         "another label");
      }
    }
  }
  task.horizon = read_count(toml, "horizon", profile, 1);
  task.replicates = read_count(toml, "replicates", profile, 1);
  task.live_games = read_count(toml, "live_games", profile, 1);
  task.most_choices = toml.required_number("most_choices");
  toml.expect(task.most_choices > 0, "most_choices", "a number above 0");
  toml.finish();
  for (auto& problem : toml.problems()) problems.push_back(std::move(problem));
  return task;
}

}  // namespace

std::vector<EvaluatorTask> read_evaluator_tasks(const fs::path& folder, Profile profile,
                                                const std::vector<std::string>& wanted) {
  return read_task_files<EvaluatorTask>(
      task_files(folder), wanted, [&](const fs::path& file, std::vector<SpecProblem>& problems) {
        return read_task(file, to_string(profile), problems);
      });
}

ExperimentSpec study_of(const EvaluatorTask& task,
                        const std::vector<LabelledComponent>& evaluators) {
  SimulationSpec simulation;
  simulation.name = task.name;
  simulation.datasets = {task.dataset};
  simulation.algorithms = task.algorithms;
  simulation.evaluators = evaluators;
  simulation.logging = {default_logging(), default_logging(), SourcePlace()};
  simulation.horizon = std::to_string(task.horizon);
  simulation.replicates = task.replicates;
  // Small cells: they are dealt to the threads.
  constexpr std::uint64_t cells = 4;
  simulation.block = std::max<std::uint64_t>(1, (task.replicates + cells - 1) / cells);
  simulation.keep_rows = true;

  ExperimentSpec study;
  study.name = "leaderboard_evaluators";
  study.title = task.title;
  study.question = task.about;
  study.seed = task.seed;
  study.simulations.push_back(std::move(simulation));
  return study;
}

}  // namespace replaybench
