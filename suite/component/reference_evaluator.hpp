#pragma once
// Evaluators that give what is known of a simulator, for comparison with estimates.

#include "suite/component/registry.hpp"

namespace replaybench {

/// An evaluator whose numbers are known from a simulator: reference scores, true values. A task of
/// the leaderboard names the one that it needs; none is ranked among the evaluators.
class ReferenceEvaluator : public Evaluator {};

/// Whether the evaluator of this description, with its default parameters, is one of those.
inline bool is_reference(const EvaluatorDescription& evaluator) {
  std::vector<SpecProblem> problems;
  const auto made = evaluator.make(resolve_parameters(
      ComponentText{evaluator.name, SourcePlace(), {}}, evaluator.parameters, problems));
  return dynamic_cast<const ReferenceEvaluator*>(made.get()) != nullptr;
}

}  // namespace replaybench
