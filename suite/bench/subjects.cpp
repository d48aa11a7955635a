#include "suite/bench/subjects.hpp"

#include <exception>
#include <memory>
#include <utility>

#include "suite/component/write_log.hpp"

namespace replaybench::bench {

namespace {

constexpr StreamKey choosing{0xc400};

std::size_t training_records(Action actions, std::size_t records) {
  return records + 2 * std::size_t{actions};
}

Problem problem_of(const Shape& shape) {
  Problem problem;
  problem.action_count = shape.actions;
  problem.dimension = shape.features + 1;
  problem.horizon = 1'000'000;
  problem.rewards = RewardRange::binary;
  problem.environment = std::make_shared<PrecomputedEnvironment>(shape, 1);
  return problem;
}

Agent agent_of(const std::string& text, const Problem& problem) {
  std::vector<SpecProblem> problems;
  const auto component =
      find_component<AlgorithmDescription>(text, {}, algorithms_table(), "algorithm", problems);
  if (!component) throw SpecErrors(problems);
  return make_agent(*component, problem);
}

}  // namespace

std::optional<Component<AlgorithmDescription>> find_algorithm(const std::string& text) {
  std::vector<SpecProblem> problems;
  return find_component<AlgorithmDescription>(text, {}, algorithms_table(), "algorithm", problems);
}

bool applies(const std::string& text, const Shape& shape) {
  try {
    agent_of(text, problem_of(shape));
    return true;
  } catch (const NotApplicable&) {
    return false;
  }
}

Agent fresh_agent(const std::string& text, const Shape& shape) {
  const Problem problem = problem_of(shape);
  Agent agent = agent_of(text, problem);
  if (agent.is_trained_offline()) {
    const std::size_t records = training_records(shape.actions, default_records);
    PrecomputedEnvironment environment(shape, records);
    agent.train(write_log(environment, agent_of(default_logging(), problem), records, {0x109}));
  }
  return agent;
}

Agent replaying_agent(const std::string& text, Action actions, std::size_t dimension) {
  Problem problem;
  problem.action_count = actions;
  problem.dimension = dimension;
  problem.rewards = RewardRange::binary;
  return agent_of(text, problem);
}

std::vector<Action> training_actions(Action action_count) {
  constexpr std::size_t length = 4096;
  std::vector<Action> actions;
  Draws draws({0xac7}, 0);
  while (actions.size() < length) {
    // Round after round, each in a random order.
    const std::size_t begin = actions.size();
    for (Action a = 0; a < action_count; ++a) {
      actions.push_back(a);
      const auto place = begin + draws.below(a + 1);
      std::swap(actions[place], actions.back());
    }
  }
  return actions;
}

void for_each_training_record(const PrecomputedEnvironment& environment,
                              const std::function<void(std::size_t, Action)>& give,
                              std::size_t records) {
  const std::vector<Action> actions = training_actions(environment.action_count());
  const std::size_t count = training_records(environment.action_count(), records);
  for (std::size_t i = 0; i < count; ++i) give(i % environment.size(), actions[i % actions.size()]);
}

void train(Agent& agent, const PrecomputedEnvironment& environment, std::size_t records) {
  for_each_training_record(
      environment,
      [&](std::size_t record, Action action) {
        agent.update(environment.context(record), environment.pool(), action,
                     environment.reward(record, action));
      },
      records);
}

void all_steps(Agent& agent, const PrecomputedEnvironment& contexts,
               const PrecomputedEnvironment& rewards) {
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    Draws draws(choosing, i);
    const Action action = agent.choose(contexts.context(i), contexts.pool(), draws);
    agent.update(contexts.context(i), contexts.pool(), action, rewards.reward(i, action));
  }
}

bool ignores_contexts(const std::string& text) {
  constexpr std::size_t records = 200;
  const Shape shape{.actions = 4, .features = 7};
  const PrecomputedEnvironment environment(shape, 2 * records);
  const std::vector<Action> actions = training_actions(shape.actions);
  Agent one = fresh_agent(text, shape);
  Agent other = one;
  for (std::size_t i = 0; i < records; ++i) {
    const double reward = environment.reward(i, actions[i]);
    one.update(environment.context(i), environment.pool(), actions[i], reward);
    other.update(environment.context(records + i), environment.pool(), actions[i], reward);
    Draws draws(choosing, i);
    Draws same_draws(choosing, i);
    if (one.choose(environment.context(i), environment.pool(), draws) !=
        other.choose(environment.context(records + i), environment.pool(), same_draws)) {
      return false;
    }
  }
  return !one.tells_state() || one.state_digest() == other.state_digest();
}

void time_operation(benchmark::State& state, Operation operation, Agent& agent,
                    const PrecomputedEnvironment& environment, const std::vector<Action>& actions) {
  const ActionSet pool = environment.pool();
  std::uint64_t step = 0;
  std::size_t record = 0;
  std::size_t lesson = 0;
  try {
    for (auto _ : state) {
      const Context context = environment.context(record);
      Action action;
      if (operation == Operation::update) {
        action = actions[lesson];
        if (++lesson == actions.size()) lesson = 0;
      } else {
        Draws draws(choosing, step++);
        action = agent.choose(context, pool, draws);
        benchmark::DoNotOptimize(action);
      }
      if (operation != Operation::choose) {
        agent.update(context, pool, action, environment.reward(record, action));
      }
      if (++record == environment.size()) record = 0;
    }
  } catch (const std::exception& problem) {
    state.SkipWithError(problem.what());
  }
}

}  // namespace replaybench::bench
