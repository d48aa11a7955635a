// Cost of every algorithm of the registry, over numbers of actions K and of features F:
// `choose`, `update`, and the `step` of both. A new folder in algorithms/ is in here by itself.
//
// The agent was taught some hundred records before (its steady state); contexts, actions and
// rewards are made beforehand. Every call goes through the type-erased Agent, as a service's would, which the suite's own
// loops do not pay. `fixed_action` shows what is left when the algorithm does nothing.
//
// An algorithm whose choices and state do not depend on the features (found out, not declared) is
// timed with the constant feature alone. `features/...` times its step with 136 features and without, in turns: its time must
// not depend on F either.
//
// A subject that fails is reported as a failed benchmark; the others are timed.

#include <algorithm>
#include <cstdio>
#include <memory>

#include "suite/bench/main.hpp"
#include "suite/bench/quick.hpp"
#include "suite/bench/race.hpp"
#include "suite/bench/subjects.hpp"

namespace {

using namespace replaybench;
using namespace replaybench::bench;

constexpr Action action_counts[] = {2, 10, 50, 200};
constexpr std::size_t feature_counts[] = {0, 15, 50, 136};
constexpr std::size_t sparse_feature_counts[] = {50, 136};
constexpr std::size_t contexts = 256;

// Parameters beyond the defaults that table 2.1 of the thesis asks for.
struct Variant {
  const char* text;
  std::int64_t period;  ///< updates between two costly ones; 0 means all are alike
};
const Variant variants[] = {{"lin_ucb{inverse=\"exact\"}", 0}, {"lin_ucb{refresh_every=50}", 50}};

struct Case {
  std::string text;
  Shape shape;
};

// The agent and environment of the case at hand: its operations follow each other, so one is
// enough.
struct Prepared {
  explicit Prepared(const Case& wanted)
      : name(wanted.text),
        shape(wanted.shape),
        environment(wanted.shape, contexts),
        actions(training_actions(wanted.shape.actions)),
        agent(fresh_agent(wanted.text, wanted.shape)) {
    train(agent, environment);
  }
  std::string name;
  Shape shape;
  PrecomputedEnvironment environment;
  std::vector<Action> actions;
  Agent agent;
};

const Prepared& prepared(const Case& wanted) {
  static std::unique_ptr<Prepared> last;
  if (!last || last->name != wanted.text || last->shape.actions != wanted.shape.actions ||
      last->shape.features != wanted.shape.features || last->shape.sparse != wanted.shape.sparse) {
    last.reset();
    last = std::make_unique<Prepared>(wanted);
  }
  return *last;
}

void time_case(benchmark::State& state, const Case& wanted, Operation operation) {
  try {
    const Prepared& ready = prepared(wanted);
    Agent agent = ready.agent;
    time_operation(state, operation, agent, ready.environment, ready.actions);
    // A counter of 0 would make Google Benchmark write NaN, which no reader of JSON takes.
    const auto bytes =
        ready.agent.tells_state() ? static_cast<double>(ready.agent.state_bytes()) : 0.0;
    if (bytes > 0) state.counters["state_bytes"] = bytes;
  } catch (const std::exception& problem) {
    state.SkipWithError(problem.what());
  }
}

void add(const Case& wanted, std::int64_t period) {
  if (!applies(wanted.text, wanted.shape)) return;
  for (const Operation operation : {Operation::choose, Operation::update, Operation::step}) {
    const std::string name = "algorithm/" + to_text(operation) + "/" + wanted.text +
                             "/K:" + std::to_string(wanted.shape.actions) +
                             "/F:" + std::to_string(wanted.shape.features) +
                             (wanted.shape.sparse ? "/sparse" : "");
    auto* one = benchmark::RegisterBenchmark(
        name.c_str(),
        [wanted, operation](benchmark::State& state) { time_case(state, wanted, operation); });
    repeat(*one, 0.002, 3, operation == Operation::choose ? 0 : 10 * period);
  }
}

void race_features(benchmark::State& state, const std::string& text) {
  try {
    const Shape shape{10, 0, false};
    const Shape wide_shape{10, 136, false};
    const PrecomputedEnvironment plain(shape, contexts);
    const PrecomputedEnvironment wide(wide_shape, contexts);
    Agent without = fresh_agent(text, shape);
    Agent with = fresh_agent(text, wide_shape);
    // Both logs have these actions and rewards; only their contexts differ.
    for_each_training_record(plain, [&](std::size_t record, Action action) {
      const double reward = plain.reward(record, action);
      without.update(plain.context(record), plain.pool(), action, reward);
      with.update(wide.context(record), wide.pool(), action, reward);
    });
    race(
        state, [&] { all_steps(without, plain, plain); }, [&] { all_steps(with, wide, plain); });
  } catch (const std::exception& problem) {
    state.SkipWithError(problem.what());
  }
}

void add_algorithm(const std::string& text, std::int64_t period = 0) {
  if (!find_algorithm(text)) {
    std::printf("absent: %s\n", text.c_str());
    return;
  }
  try {
    const bool contextual = !ignores_contexts(text);
    for (const Action k : action_counts) {
      for (const std::size_t f : feature_counts) {
        if (contextual || f == 0) add({text, {k, f, false}}, period);
      }
      for (const std::size_t f : sparse_feature_counts) {
        if (contextual) add({text, {k, f, true}}, period);
      }
    }
    if (!contextual) {
      benchmark::RegisterBenchmark(("features/" + text).c_str(), [text](benchmark::State& state) {
        race_features(state, text);
      })->Iterations(unless_quick(501));
    }
  } catch (const NotApplicable& reason) {
    std::printf("not applicable: %s: %s\n", text.c_str(), reason.what());
  } catch (const std::exception& problem) {
    benchmark::RegisterBenchmark(("algorithm/step/" + text).c_str(),
                                 [what = std::string(problem.what())](benchmark::State& state) {
                                   state.SkipWithError(what.c_str());
                                 });
  }
}

}  // namespace

int main(int count, char** values) {
  for (const AlgorithmDescription* description : algorithms_table()) {
    add_algorithm(description->name);
    for (const auto& [text, period] : variants) {
      if (std::string(text).rfind(description->name + "{", 0) == 0) add_algorithm(text, period);
    }
  }
  return run_registered(count, values);
}
