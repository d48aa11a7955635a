#include "suite/leaderboard/task.hpp"

#include "suite/component/reference_evaluator.hpp"
#include "suite/plan/sweep_syntax.hpp"

namespace replaybench {

namespace {

// An environment of two arms, to ask who needs one.
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

// The algorithm with its defaults for a small problem; nothing if it says that it does not
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

// A simulation of a task whose rows are kept.
SimulationSpec simulation_of(const TaskHead& task, const std::string& name) {
  SimulationSpec simulation;
  simulation.name = name;
  simulation.datasets = {task.dataset};
  simulation.logging = task.logging;
  simulation.horizon = std::to_string(task.horizon);
  simulation.replicates = task.replicates;
  simulation.block = task.replicates;
  simulation.keep_rows = true;
  return simulation;
}

ExperimentSpec study_of(const TaskHead& task, const std::string& name,
                        std::vector<SimulationSpec> simulations) {
  ExperimentSpec study;
  study.name = name;
  study.title = task.title;
  study.question = task.about;
  study.seed = task.seed;
  study.simulations = std::move(simulations);
  return study;
}

}  // namespace

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

std::vector<LabelledComponent> evaluators_of(const EvaluatorTask& task) {
  std::vector<LabelledComponent> evaluators;
  for (const EvaluatorDescription* evaluator : evaluators_table()) {
    if (is_reference(*evaluator)) continue;
    evaluators.push_back({evaluator->name, evaluator->name, task.dataset.place});
  }
  evaluators.insert(evaluators.end(), task.evaluators.begin(), task.evaluators.end());
  return evaluators;
}

std::string reference_name(const TaskHead& task) { return task.name + " references"; }

ExperimentSpec study_of(const LeaderboardTask& task) {
  SimulationSpec simulation = simulation_of(task, task.name);
  simulation.evaluators = {task.evaluator};
  simulation.parts = task.replicates + task.selection;
  TuningSpec tuning;
  tuning.numeric = false;
  tuning.selection = task.selection;
  for (const AlgorithmDescription* algorithm : algorithms_table()) {
    if (is_oracle(*algorithm) || is_trained_offline(*algorithm)) continue;
    const ParameterInfo* parameter = tuned_parameter(*algorithm);
    std::vector<std::string> candidates;
    std::string text = algorithm->name;
    if (parameter) {
      for (const double value : parameter->candidates) {
        candidates.push_back(to_text(ParameterValue(value)));
      }
      text += "{" + parameter->name + "=" + std::string(candidate_word) + "}";
    } else {
      candidates.emplace_back();
    }
    tuning.candidates.push_back(std::move(candidates));
    simulation.algorithms.push_back({algorithm->name, text, task.dataset.place});
  }
  simulation.tuning = std::move(tuning);
  if (task.references.text.empty()) return study_of(task, "leaderboard", {std::move(simulation)});
  SimulationSpec references = simulation_of(task, reference_name(task));
  references.algorithms = {references.logging};  // plays no part in it
  references.evaluators = {task.references};
  return study_of(task, "leaderboard", {std::move(simulation), std::move(references)});
}

ExperimentSpec study_of(const EvaluatorTask& task) {
  // Small cells: they are dealt to the threads.
  constexpr std::uint64_t cells = 4;
  SimulationSpec simulation = simulation_of(task, task.name);
  simulation.algorithms = task.algorithms;
  simulation.block = std::max<std::uint64_t>(1, (task.replicates + cells - 1) / cells);
  SimulationSpec truth = simulation;
  truth.name = reference_name(task);
  truth.evaluators = {task.truth};
  simulation.evaluators = evaluators_of(task);
  simulation.where_applicable = true;
  return study_of(task, "leaderboard_evaluators", {std::move(simulation), std::move(truth)});
}

}  // namespace replaybench
