#pragma once
// The table of default candidates, suite/rehearsal/candidates/candidates.toml.

#include <string>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::rehearsal {

struct Candidate {
  std::string evaluator;  ///< component text
  std::string canonical;
  bool validator = false;  ///< without bias: others are judged by it
};
/// Of fixed policies, those with the fewest assumptions first.
const std::vector<Candidate>& candidates();
/// Of algorithms that learn. On a log whose propensities are not uniform, or whose pools vary, those that are weighted. O(n).
const std::vector<Candidate>& candidates_of_learners(const Log& log);

/// Place of an evaluator in the order of all these; behind them for one that is not among them. O(table).
std::size_t assumptions_of(const Component<EvaluatorDescription>& evaluator);

/// The class of reward model of an evaluator, the value of its parameter "model"; empty: it has none. O(parameters).
std::string model_class_of(const Component<EvaluatorDescription>& evaluator);

}  // namespace replaybench::rehearsal
