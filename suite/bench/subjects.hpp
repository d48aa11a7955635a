#pragma once
// Shared by the benchmarks of algorithms: agents from texts, trained to their steady state, and the
// three timed operations.

#include <benchmark/benchmark.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "suite/bench/orders.hpp"
#include "suite/bench/precomputed_environment.hpp"
#include "suite/bench/quick.hpp"
#include "suite/component/registry.hpp"

namespace replaybench::bench {

/// The component that `text` names; nothing if the registry has no such algorithm, or the
/// algorithm no such parameter (yet).
std::optional<Component<AlgorithmDescription>> find_algorithm(const std::string& text);

/// False if the algorithm refuses problems of this shape.
bool applies(const std::string& text, const Shape& shape);

/// An agent of `text` for an environment of this shape; an algorithm that is trained offline is trained on a uniform log
/// of as many records as `teach` gives. Throws SpecErrors or NotApplicable.
Agent fresh_agent(const std::string& text, const Shape& shape);

/// An agent of `text` that replays a log of binary rewards. Throws SpecErrors or NotApplicable.
Agent replaying_agent(const std::string& text, Action actions, std::size_t dimension);

/// Training actions: the action of each step, in an order that a branch predictor cannot learn; every action occurs.
std::vector<Action> training_actions(Action action_count);

/// Training records beyond two per action. Not a round number: an algorithm that explores at every tenth step, or at the
/// first of fifty, is then timed at other steps.
inline const std::size_t default_records = unless_quick<std::size_t>(327, 7);

/// Calls `give` with the records and actions that train an agent up to its steady state: every action at least twice, and
/// `records` more.
void for_each_training_record(const PrecomputedEnvironment& environment,
                              const std::function<void(std::size_t record, Action)>& give,
                              std::size_t records = default_records);
/// Trains `agent` on these records: records + 2 K updates.
void train(Agent& agent, const PrecomputedEnvironment& environment,
           std::size_t records = default_records);

/// One step (choose, then learn the choice) in each context, with the rewards of an environment that has as many. The agent
/// goes on learning.
void all_steps(Agent& agent, const PrecomputedEnvironment& contexts,
               const PrecomputedEnvironment& rewards);

/// True if neither the choices nor the state depend on the features: two agents are taught the
/// same actions and rewards in different contexts, and stay the same. Throws as fresh_agent does.
bool ignores_contexts(const std::string& text);

/// Times one operation of the agent, again and again: `choose`; `update` of a taught action;
/// `step`: choose, then learn the choice. The draws of a step are made as the suite's loops make
/// them. What the algorithm throws becomes the benchmark's error.
void time_operation(benchmark::State& state, Operation operation, Agent& agent,
                    const PrecomputedEnvironment& environment, const std::vector<Action>& actions);

}  // namespace replaybench::bench
