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
/// Those with the fewest assumptions first.
const std::vector<Candidate>& candidates();

/// Place of an evaluator in this order; behind the table for one that is not in it. O(table).
std::size_t assumptions_of(const Component<EvaluatorDescription>& evaluator);

/// The class of reward model of an evaluator, the value of its parameter "model"; empty: it has none. O(parameters).
std::string model_class_of(const Component<EvaluatorDescription>& evaluator);

}  // namespace replaybench::rehearsal
