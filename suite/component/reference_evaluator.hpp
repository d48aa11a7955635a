#pragma once
// Evaluators that give what is known of a simulator, for comparison with estimates.

#include "suite/component/registry.hpp"

namespace replaybench {

/// Columns that are read from stored results, by their names.
struct ReferenceColumns : RowSchema {
  const std::string& name_of(const RowColumn& column) const { return names()[column.place()]; }
};

/// The columns that a task of algorithms asks of its references: `uniform` and `best_fixed` are the
/// mean rewards of uniform choices and of the best single action (NaN if pools change), the others
/// those of the best policy.
struct ReferenceScoreColumns : ReferenceColumns {
  RowColumn estimate = add(Role::estimate);
  RowColumn expected = add(Role::expected);
  RowColumn best_fixed = add("best_fixed");
  RowColumn uniform = add("uniform");
};

/// The columns that a task of evaluators asks of its truth: the true value of an algorithm, its
/// standard error, and the reward of one game apart.
struct TrueValueColumns : ReferenceColumns {
  RowColumn estimate = add(Role::estimate);
  RowColumn error = add("error");
  RowColumn one_game = add("one_game");
};

/// An evaluator whose numbers are known from a simulator: reference scores, true values. A task of
/// the leaderboard names the one that it needs; none is ranked among the evaluators.
class ReferenceEvaluator : public Evaluator {};

/// True if the evaluator of this description, with its default parameters, is one of those.
inline bool is_reference(const EvaluatorDescription& evaluator) {
  std::vector<SpecProblem> problems;
  const auto made = evaluator.make(resolve_parameters(
      ComponentText{evaluator.name, SourcePlace(), {}}, evaluator.parameters, problems));
  return dynamic_cast<const ReferenceEvaluator*>(made.get()) != nullptr;
}

}  // namespace replaybench
