#pragma once
// What `evaluate` warns of a log: what it lacks, and assumptions that do not hold of it.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "suite/evaluate/evaluation.hpp"

namespace replaybench {

/// Whether every reward is 0 or 1. O(records).
bool all_binary(const Log& log);

/// More actions than this, and the cost of an algorithm that keeps an index per action is said.
inline constexpr Action many_actions = 10'000;

/// What does not hold of what an evaluator assumes of this log. `evaluator` is the evaluator's
/// description: its parameters decide which remedies for pools are named. With clusters (one per
/// record) the tests use the first record of each; where records near each other are
/// dependent, a tenth of them, drawn. O(records * features).
std::vector<EvaluationWarning> find_assumption_violations(const Log& log,
                                                          const LogAssumptions& assumed,
                                                          const ComponentDescription& evaluator,
                                                          std::span<const std::uint32_t> clusters);

/// What is missing of the log that the user gave: files, malformed lines, columns that are no
/// features; and what its reader found odd. O(columns).
std::vector<EvaluationWarning> find_missing_input(const InputLog& input);

/// That the log has more than `many_actions` actions, and what that costs, or fewer than two records
/// per action, in a sentence; empty where it has not. O(1).
std::string warning_of_many_actions(const Log& log);

}  // namespace replaybench
