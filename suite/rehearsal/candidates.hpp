#pragma once
// The table of default candidates, suite/rehearsal/candidates/candidates.toml.

#include <string>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::rehearsal {

struct Candidate {
  std::string evaluator;  ///< component text
  std::string canonical;
  bool validator = false;  ///< unbiased: other estimators are compared with it
};
/// The default candidates for fixed policies, in order of increasing assumptions.
const std::vector<Candidate>& candidates();
/// The default candidates if an algorithm learns; on a log with non-uniform propensities or varying pools, those
/// that are weighted. O(n).
const std::vector<Candidate>& candidates_of_learners(const Log& log);

/// Index of an evaluator in the order of all these; their number for other evaluators. O(table).
std::size_t assumptions_of(const Component<EvaluatorDescription>& evaluator);

/// The class of reward model of an evaluator, the value of its parameter "model"; empty without this parameter. O(parameters).
std::string model_class_of(const Component<EvaluatorDescription>& evaluator);

}  // namespace replaybench::rehearsal
