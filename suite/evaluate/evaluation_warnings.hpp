#pragma once
// Warnings of `evaluate` about a log: missing parts, and assumptions that do not hold.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "suite/estimation/assumption_tests.hpp"
#include "suite/evaluate/evaluation.hpp"
#include "suite/evaluate/log_sums.hpp"

namespace replaybench {

/// More actions than this, and the cost of an algorithm that keeps an index per action is said.
inline constexpr Action many_actions = 10'000;

/// The records on which the assumptions are tested.
struct TestedRecords {
  std::optional<Log> part;  ///< std::nullopt if all records of the log
  std::optional<EvaluationWarning> dependence;
  DependenceTest independence;
  double propensity_parameters = 0;  ///< of the model that estimates the propensities
};
/// With clusters (one per record) the first record of each; where records near each other are dependent
/// a tenth of them, drawn. O(records).
TestedRecords find_tested_records(const LogBlocks& log, std::span<const std::uint32_t> clusters);

/// Results of the tests of what an evaluator assumes of a log.
struct TestedAssumptions {
  std::vector<EvaluationWarning> violations;
  /// Assumptions that were tested and not rejected, by the warning that a rejection gives.
  std::vector<EvaluationWarning> held;
};
/// Tests what an evaluator assumes of this log, except for changing pools. O(records * features).
TestedAssumptions test_assumptions(const LogBlocks& log, const TestedRecords& tested,
                                   const LogAssumptions& assumed);
/// The tests that need no more than the sums of a log, for an evaluator by propensities. O(actions).
TestedAssumptions test_assumptions(const LogSums& sums, const Log& header);
/// Warning: the pool of actions changes although an evaluator assumes that it does not: its description's
/// parameters decide which remedies are named.
EvaluationWarning warning_of_pools(const ComponentDescription& evaluator);

/// Missing parts of the user's log: files, malformed lines, columns that are not features; and
/// unexpected input that its reader found. O(columns).
std::vector<EvaluationWarning> find_missing_input(const InputLog& input);

/// Sentence about a log with more than `many_actions` actions and their cost, or with fewer than
/// two records per action; empty for other logs. O(1).
std::string warning_of_many_actions(Action actions, std::uint64_t records);

}  // namespace replaybench
