#include "suite/leaderboard/task.hpp"

#include <algorithm>

#include "suite/plan/spec_texts.hpp"
#include "suite/spec/toml_reader.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

// A world of two arms, to ask who needs one.
class TwoArms final : public World {
 public:
  Action action_count() const override { return 2; }
  std::size_t dimension() const override { return 2; }
  void observe(std::uint64_t) override {}
  Context context() const override { return Context(features); }
  double reward(Action) const override { return 0; }
  double expected_reward(const Context&, Action, Knowledge) const override { return 0; }

 private:
  static constexpr double features[2] = {0, 1};
};

bool can_be_made(const AlgorithmDescription& algorithm, std::shared_ptr<const World> world) {
  std::vector<SpecProblem> problems;
  const Component<AlgorithmDescription> component{
      &algorithm, resolve_parameters(ComponentText{algorithm.name, SourcePlace(), {}},
                                     algorithm.parameters, problems)};
  Problem problem;
  problem.action_count = 2;
  problem.dimension = 2;
  problem.horizon = 100;
  problem.rewards = RewardRange::binary;
  problem.world = std::move(world);
  try {
    make_agent(component, problem);
    return true;
  } catch (const NotApplicable&) {
    return false;
  }
}

std::uint64_t count(TomlReader& toml, const std::string& key, std::string_view profile,
                    std::int64_t least) {
  const std::int64_t value = toml.integer_for_profile(key, profile);
  toml.expect(value >= least, key, "a whole number from " + std::to_string(least));
  return static_cast<std::uint64_t>(std::max(value, least));
}

// A component text, checked for what can be told without data.
template <class Description>
LabelledText component(TomlReader& toml, const std::string& key, const std::string& text,
                       const std::vector<const Description*>& table, const char* kind) {
  if (text.empty() || !toml.has(key)) return {text, text, toml.place()};
  const SourcePlace place = toml.place_in_text(key, 0);
  std::vector<SpecProblem> problems;
  find_component(text, place, table, kind, problems);
  for (const SpecProblem& problem : problems) toml.problem(problem.place, problem.message);
  return {text, text, place};
}

LeaderboardTask read_task(const fs::path& file, std::string_view profile,
                          std::vector<SpecProblem>& problems) {
  TomlReader toml = TomlReader::read_file(file);
  LeaderboardTask task;
  task.name = file.stem().string();
  if (!is_identifier(task.name)) {
    toml.problem(SourcePlace{file.string()}, "the file's name \"" + task.name +
                                                 "\" is not a task's: letters, digits and _, not "
                                                 "a digit first");
  }
  task.title = toml.required_text("title");
  task.about = toml.required_text("about");
  task.dataset =
      component(toml, "dataset", toml.required_text("dataset"), datasets_table(), "data set");
  task.evaluator = component(toml, "evaluator", toml.optional_text("evaluator", "world"),
                             evaluators_table(), "evaluator");
  const std::int64_t seed = toml.required_integer("seed");
  toml.expect(seed >= 0, "seed", "a whole number from 0");
  task.seed = static_cast<std::uint64_t>(std::max<std::int64_t>(seed, 0));
  task.horizon = count(toml, "horizon", profile, 0);
  task.replicates = count(toml, "replicates", profile, 1);
  task.selection = count(toml, "selection", profile, 1);
  toml.expect(task.selection <= task.replicates, "selection",
              "at most as many as replicates, " + std::to_string(task.replicates));
  toml.finish();
  for (auto& problem : toml.problems()) problems.push_back(std::move(problem));
  return task;
}

std::vector<fs::path> task_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  }
  if (files.empty()) throw EnvironmentError("there is no task in " + folder.string());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<LeaderboardTask> read_tasks(const fs::path& folder, Profile profile,
                                        const std::vector<std::string>& wanted) {
  const auto files = task_files(folder);
  std::vector<std::string> names;
  names.reserve(files.size());
  for (const auto& file : files) names.push_back(file.stem().string());
  std::vector<SpecProblem> problems;
  for (const auto& name : wanted) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      problems.push_back(
          {SourcePlace(), "unknown task \"" + name + "\"" + suggestion(name, names)});
    }
  }
  std::vector<LeaderboardTask> tasks;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), names[i]) == wanted.end()) {
      continue;
    }
    try {
      tasks.push_back(read_task(files[i], to_string(profile), problems));
    } catch (const SpecErrors& errors) {  // not TOML at all
      for (const auto& problem : errors.problems()) problems.push_back(problem);
    }
  }
  if (!problems.empty()) throw SpecErrors(problems);
  return tasks;
}

bool is_oracle(const AlgorithmDescription& algorithm) {
  return !can_be_made(algorithm, nullptr) && can_be_made(algorithm, std::make_shared<TwoArms>());
}

const ParameterInfo* tuned_parameter(const AlgorithmDescription& algorithm) {
  for (const ParameterInfo& parameter : algorithm.parameters) {
    if (!parameter.candidates.empty()) return &parameter;
  }
  return nullptr;
}

ExperimentSpec study_of(const LeaderboardTask& task) {
  SimulationSpec simulation;
  simulation.name = task.name;
  simulation.datasets = {task.dataset};
  simulation.evaluators = {task.evaluator};
  simulation.logging = {"uniform_random", "uniform_random", SourcePlace()};
  simulation.horizon = std::to_string(task.horizon);
  simulation.replicates = task.replicates;
  simulation.block = task.replicates;
  simulation.keep_rows = true;
  simulation.parts = task.replicates + task.selection;
  TuningSpec tuning;
  tuning.numeric = false;
  tuning.selection = task.selection;
  for (const AlgorithmDescription* algorithm : algorithms_table()) {
    if (is_oracle(*algorithm)) continue;
    const ParameterInfo* parameter = tuned_parameter(*algorithm);
    std::vector<std::string> candidates;
    if (parameter) {
      for (const double value : parameter->candidates) {
        candidates.push_back(to_text(ParameterValue(value)));
      }
    } else {
      candidates.emplace_back();
    }
    tuning.candidates.push_back(std::move(candidates));
    const std::string text = parameter ? algorithm->name + "{" + parameter->name + "=" +
                                             std::string(candidate_word) + "}"
                                       : algorithm->name;
    simulation.algorithms.push_back({algorithm->name, text, task.dataset.place});
  }
  simulation.tuning = std::move(tuning);

  ExperimentSpec study;
  study.name = "leaderboard";
  study.title = task.title;
  study.question = task.about;
  study.seed = task.seed;
  study.simulations.push_back(std::move(simulation));
  return study;
}

}  // namespace replaybench
