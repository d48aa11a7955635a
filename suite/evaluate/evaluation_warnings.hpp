#pragma once
// What `evaluate` warns of: tests of a log's assumptions, and of what an estimate rests on.

#include <vector>

#include "suite/evaluate/evaluation.hpp"

namespace replaybench {

/// Significance level of the tests below: a log that keeps every assumption gets a false warning
/// from each test with about this probability.
inline constexpr double assumption_test_level = 0.001;

/// Whether every reward is 0 or 1. O(records).
bool all_binary(const Log& log);

/// What does not hold of what an evaluator assumes of this log. `evaluator` is the evaluator's
/// description: its parameters decide which remedies are named. O(records * features).
std::vector<EvaluationWarning> find_assumption_violations(const Log& log,
                                                          const LogAssumptions& assumed,
                                                          const ComponentDescription& evaluator);

/// What is missing of the log that the user gave: files, malformed lines. O(1).
std::vector<EvaluationWarning> find_missing_input(const InputLog& input);

/// What speaks against believing an estimate: `estimate` is a mean reward, `accepted` the number of
/// interactions that it rests on. O(records).
std::vector<EvaluationWarning> find_estimate_warnings(const Log& log, const LogAssumptions& assumed,
                                                      const Agent& agent, double estimate,
                                                      double accepted);

}  // namespace replaybench
