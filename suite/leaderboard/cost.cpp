#include "suite/leaderboard/cost.hpp"

#include <algorithm>
#include <vector>

#include "suite/model/cpu_time.hpp"
#include "suite/model/numerical_failure.hpp"
#include "suite/run/compute.hpp"

namespace replaybench {

namespace {

constexpr std::uint64_t max_learnt = 2'000;
constexpr std::size_t max_moments = 256;
constexpr int rounds = 3;

// Input of an algorithm at one step, separate from the environment.
struct Moment {
  std::vector<double> values;
  std::vector<double> hidden;
  std::vector<std::uint32_t> active;
  bool sparse = false;
  std::vector<Action> pool;  // empty: all actions
  Action action_count = 0;
  Action action = 0;  // that the agent chooses, and learns from
  double reward = 0;

  Moment(const Context& context, const ActionSet& actions)
      : values(context.values().begin(), context.values().end()),
        hidden(context.hidden().begin(), context.hidden().end()),
        active(context.active().begin(), context.active().end()),
        sparse(context.is_sparse()),
        action_count(actions.size()) {
    if (actions.is_all()) return;
    for (Action i = 0; i < actions.size(); ++i) pool.push_back(actions[i]);
  }
  Context context() const {
    return sparse ? Context::sparse(values, active, hidden) : Context(values, hidden);
  }
  ActionSet actions() const {
    return pool.empty() ? ActionSet::all(action_count) : ActionSet(pool);
  }
};

// Nanoseconds a call: `pass` makes `calls` of them and gives the CPU seconds that they took.
template <class Pass>
double nanoseconds(double seconds, std::size_t calls, Pass pass) {
  double best = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    double spent = 0;
    double done = 0;
    while (spent < seconds) {
      spent += pass();
      done += static_cast<double>(calls);
    }
    best = std::min(best, 1e9 * spent / done);
  }
  return best;
}

// Learns from the first records of a log; the input of its choices then.
std::vector<Moment> learn(Agent& agent, const Log& log, StreamKey key) {
  agent.replay(log, Schedule::range(0, std::min<std::size_t>(log.size(), max_learnt)), key);
  std::vector<Moment> moments;
  ContextReader contexts(log);
  for (std::size_t i = 0; i < std::min(log.size(), max_moments); ++i) {
    moments.emplace_back(contexts[i], log.available(i));
    moments.back().reward = log.rewards[i];
  }
  return moments;
}

Cost cost_of(const Agent& learned, std::vector<Moment>& moments, StreamKey key, double seconds) {
  Agent agent = learned;
  Cost cost;
  if (agent.tells_state()) cost.state_bytes = agent.state_bytes();
  if (seconds <= 0 || moments.empty()) return cost;

  std::uint64_t step = 0;
  cost.choose_ns = nanoseconds(seconds, moments.size(), [&] {
    const double start = cpu_seconds();
    for (Moment& moment : moments) {
      Draws draws(key, step++);
      moment.action = agent.choose(moment.context(), moment.actions(), draws);
    }
    return cpu_seconds() - start;
  });
  // Each pass begins with the same state: nothing grows, at any speed of the machine.
  constexpr int repeats = 4;
  try {
    cost.update_ns = nanoseconds(seconds, repeats * moments.size(), [&] {
      Agent learner = agent;
      const double start = cpu_seconds();
      for (int repeat = 0; repeat < repeats; ++repeat) {
        for (const Moment& moment : moments) {
          learner.update(moment.context(), moment.actions(), moment.action, moment.reward);
        }
      }
      return cpu_seconds() - start;
    });
  } catch (const NumericalFailure&) {
    // The same few rewards for chosen actions, again and again, are no data: the failure has no consequence.
  }
  return cost;
}

}  // namespace

Cost measure_cost(Agent agent, const Log& log, StreamKey key, double seconds) {
  std::vector<Moment> moments = learn(agent, log, key);
  return cost_of(agent, moments, key, seconds);
}

Cost measure_cost(const SimulationCell& cell, double seconds) {
  Trial trial = trial_of(cell, 0);
  const StreamKey key = trial.policy_stream();
  if (cell.dataset->log()) return measure_cost(trial.agent(), *trial.log(), key, seconds);
  Agent agent = trial.agent();
  std::vector<Moment> moments;
  const auto environment = trial.environment();
  agent.play(*environment, std::min(trial.horizon(), max_learnt), key);
  for (std::uint64_t t = 0; t < std::min<std::uint64_t>(trial.horizon(), max_moments); ++t) {
    environment->observe(t);
    moments.emplace_back(environment->context(), environment->actions());
    moments.back().reward = static_cast<double>(t % 2);
  }
  return cost_of(agent, moments, key, seconds);
}

}  // namespace replaybench
