#include "suite/leaderboard/task.hpp"

#include <algorithm>

#include "suite/leaderboard/task_reading.hpp"
#include "suite/plan/sweep_syntax.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

// A environment of two arms, to ask who needs one.
class TwoArms final : public Environment {
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

// The algorithm with its defaults for a small problem; nothing where it says that it does not
// apply.
std::optional<Agent> try_to_make(const AlgorithmDescription& algorithm,
                                 std::shared_ptr<const Environment> environment) {
  std::vector<SpecProblem> problems;
  const Component<AlgorithmDescription> component{
      &algorithm, resolve_parameters(ComponentText{algorithm.name, SourcePlace(), {}},
                                     algorithm.parameters, problems)};
  Problem problem;
  problem.action_count = 2;
  problem.dimension = 2;
  problem.horizon = 100;
  problem.rewards = RewardRange::binary;
  problem.environment = std::move(environment);
  try {
    return make_agent(component, problem);
  } catch (const NotApplicable&) {
    return std::nullopt;
  }
}

LeaderboardTask read_task(const fs::path& file, std::string_view profile,
                          std::vector<SpecProblem>& problems) {
  TomlReader toml = TomlReader::read_file(file);
  LeaderboardTask task;
  read_head(toml, file, task);
  task.evaluator =
      read_component(toml, "evaluator", toml.optional_text("evaluator", default_live()),
                     evaluators_table(), "evaluator");
  task.horizon = read_count(toml, "horizon", profile, 0);
  task.replicates = read_count(toml, "replicates", profile, 1);
  task.selection = read_count(toml, "selection", profile, 1);
  toml.expect(task.selection <= task.replicates, "selection",
              "at most as many as replicates, " + std::to_string(task.replicates));
  toml.finish();
  for (auto& problem : toml.problems()) problems.push_back(std::move(problem));
  return task;
}

}  // namespace

std::vector<LeaderboardTask> read_tasks(const fs::path& folder, Profile profile,
                                        const std::vector<std::string>& wanted) {
  const auto files = task_files(folder);
  if (files.empty()) throw EnvironmentError("there is no task in " + folder.string());
  return read_task_files<LeaderboardTask>(
      files, wanted, [&](const fs::path& file, std::vector<SpecProblem>& problems) {
        return read_task(file, to_string(profile), problems);
      });
}

bool is_oracle(const AlgorithmDescription& algorithm) {
  return !try_to_make(algorithm, nullptr) && try_to_make(algorithm, std::make_shared<TwoArms>());
}

bool is_trained_offline(const AlgorithmDescription& algorithm) {
  const auto agent = try_to_make(algorithm, nullptr);
  return agent && agent->is_trained_offline();
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
  simulation.logging = {default_logging(), default_logging(), SourcePlace()};
  simulation.horizon = std::to_string(task.horizon);
  simulation.replicates = task.replicates;
  simulation.block = task.replicates;
  simulation.keep_rows = true;
  simulation.parts = task.replicates + task.selection;
  TuningSpec tuning;
  tuning.numeric = false;
  tuning.selection = task.selection;
  for (const AlgorithmDescription* algorithm : algorithms_table()) {
    if (is_oracle(*algorithm) || is_trained_offline(*algorithm)) continue;
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
