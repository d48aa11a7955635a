#pragma once
// What the benchmarks of algorithms share: agents from texts, taught to their steady state, and the
// three things that are timed.

#include <benchmark/benchmark.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "suite/bench/operation.hpp"
#include "suite/bench/precomputed_environment.hpp"
#include "suite/component/registry.hpp"

namespace replaybench::bench {

/// The component that `text` names; nothing where the registry has no such algorithm, or the
/// algorithm no such parameter (yet).
std::optional<Component<AlgorithmDescription>> find_algorithm(const std::string& text);

/// An agent of `text` for an environment of this shape. Throws SpecErrors or NotApplicable.
Agent fresh_agent(const std::string& text, const Shape& shape);

/// The actions that teach: the action of step i, in no order that a branch predictor could learn;
/// every action is there.
std::vector<Action> teaching_actions(Action action_count);

/// The records and actions that teach an agent up to its steady state: every action at least twice,
/// and `lessons` besides. No round number by default: an algorithm that explores at every tenth
/// step, or at the first of fifty, is then asked for what it does at the others.
void for_each_lesson(const PrecomputedEnvironment& environment,
                     const std::function<void(std::size_t record, Action)>& give,
                     std::size_t lessons = 327);
/// Teaches these: lessons + 2 K updates.
void teach(Agent& agent, const PrecomputedEnvironment& environment, std::size_t lessons = 327);

/// True when neither the choices nor the state depend on the features: two agents are taught the
/// same actions and rewards in different contexts, and stay the same. Throws as fresh_agent does.
bool ignores_contexts(const std::string& text);

/// Times one operation of the agent, again and again: `choose`; `update` of a taught action;
/// `step`: choose, then learn the choice. The draws of a step are made as the suite's loops make
/// them. What the algorithm throws becomes the benchmark's error.
void time_operation(benchmark::State& state, Operation operation, Agent& agent,
                    const PrecomputedEnvironment& environment, const std::vector<Action>& actions);

}  // namespace replaybench::bench
