#include "suite/evaluate/play.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "suite/component/replicate_streams.hpp"

namespace replaybench {

namespace {

struct UniformChoice {
  static constexpr bool learns = false;
  static constexpr bool uses_contexts = false;
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return actions[draws.below(actions.size())];
  }
  void update(const Context&, Action, double) {}
};

// Mean rewards of the policies that know the model.
struct Optimum {
  double best_policy = 0;
  double best_action = 0;
};

Optimum find_optimum(Environment& environment, std::uint64_t steps) {
  // By action; a pool that changes leaves them incomparable, and they are not used.
  std::vector<double> expected(environment.action_count(), 0);
  std::vector<double> gained(environment.action_count(), 0);
  double of_policy = 0;
  for (std::uint64_t t = 0; t < steps; ++t) {
    environment.observe(t);
    const Context context = environment.context();
    const ActionSet actions = environment.actions();
    Action best = actions[0];
    double best_score = -std::numeric_limits<double>::infinity();
    for (Action i = 0; i < actions.size(); ++i) {
      const Action action = actions[i];
      const double score = environment.expected_reward(context, action, Knowledge::posterior);
      if (score > best_score) {
        best = action;
        best_score = score;
      }
      expected[action] += environment.expected_reward(context, action, Knowledge::full);
      gained[action] += environment.reward(action);
    }
    of_policy += environment.reward(best);
  }
  const auto place = std::max_element(expected.begin(), expected.end()) - expected.begin();
  const double n = static_cast<double>(steps);
  return {of_policy / n, gained[static_cast<std::size_t>(place)] / n};
}

// Mean rewards by replicate.
struct Scores {
  std::vector<double> algorithm;
  std::vector<double> uniform;
  std::vector<double> best_action;
  std::vector<double> best_policy;
};

PlayReference compare(const std::vector<double>& scores, const std::vector<double>& reference) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < scores.size(); ++i) differences.push_back(scores[i] - reference[i]);
  return {statistics::mean_interval(reference), statistics::mean_interval(differences)};
}

}  // namespace

Play play(const Component<AlgorithmDescription>& algorithm,
          const Component<DatasetDescription>& dataset, const PlayOptions& options) {
  if (options.steps == 0) throw std::invalid_argument("play: steps is 0");
  if (options.replicates < 2) throw std::invalid_argument("play: fewer than 2 replicates");
  const auto made = dataset.description->make(dataset.parameters);
  const auto first = made->environment({}, {});
  if (!first) {
    throw NotApplicable(dataset.canonical() +
                        " is a log, which cannot be played: use 'replaybench evaluate " +
                        option("path") + "'");
  }
  Play result;
  result.algorithm = algorithm.canonical();
  result.dataset = dataset.canonical();
  result.options = options;
  result.action_count = first->action_count();
  result.dimension = first->dimension();
  result.warnings = made->warnings();

  const auto make = [&](const Problem& problem) { return make_agent(algorithm, problem); };
  const double n = static_cast<double>(options.steps);
  Scores scores;
  for (std::uint64_t replicate = 0; replicate < options.replicates; ++replicate) {
    const auto streams = streams_of_replicate({.seed = options.seed,
                                               .dataset = dataset.identity(),
                                               .logging = {},
                                               .algorithm = algorithm.description->name},
                                              replicate);
    const Trial trial(*made, make, make, options.steps, streams);
    Agent agent = trial.untrained_agent();
    if (agent.is_trained_offline()) {
      throw NotApplicable(result.algorithm +
                          " is trained on a log before it is used: it cannot be played from the "
                          "first step");
    }
    const auto environment = trial.environment();
    const auto mean_reward = [&](Agent& player, StreamKey draws) {
      return player.play(*environment, options.steps, draws).sums.reward() / n;
    };
    scores.algorithm.push_back(mean_reward(agent, streams.policy));
    // No algorithm has an empty name: these draws are apart from all others.
    Agent uniform{UniformChoice()};
    scores.uniform.push_back(mean_reward(
        uniform, replicate_key(derive_key(options.seed, "policy", dataset.identity()), replicate)));
    const Optimum optimum = find_optimum(*environment, options.steps);
    scores.best_policy.push_back(optimum.best_policy);
    scores.best_action.push_back(optimum.best_action);
  }

  result.reward = statistics::mean_interval(scores.algorithm);
  result.uniform = compare(scores.algorithm, scores.uniform);
  result.best_policy = compare(scores.algorithm, scores.best_policy);
  if (!first->has_pools()) result.best_action = compare(scores.algorithm, scores.best_action);
  return result;
}

PlayComponents find_play_components(const std::string& algorithm, const std::string& dataset) {
  std::vector<SpecProblem> problems;
  auto found_algorithm =
      find_component(algorithm, {"algorithm", 1, 1}, algorithms_table(), "algorithm", problems);
  auto found_dataset =
      find_component(dataset, {option("on"), 1, 1}, datasets_table(), "data set", problems);
  if (!problems.empty()) throw SpecErrors(problems);
  return {std::move(*found_algorithm), std::move(*found_dataset)};
}

}  // namespace replaybench
