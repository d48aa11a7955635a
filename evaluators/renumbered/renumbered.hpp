#pragma once
// Another evaluator on the same log, with the actions numbered otherwise.
//
// Source: ours; thesis, algorithm 1 (section 1.4.3, p. 21): ties "broken arbitrarily". Nothing that
// is estimated should depend on the numbers of the actions. It does if ties go to the lowest
// number and the numbers follow the log: an algorithm that tries each action once, from the lowest
// on, then asks for the actions in the order in which the log offers them. Readers of logs number by
// name for that reason (suite/log/action_numbering.hpp); with this evaluator the difference can be
// measured (experiments/beyond/action_numbering).
//
//   by = appearance   from 0 on as they come: at each record the logged action, then its pool's that
//                     are new, in the order of their numbers; then those in no record
//   by = chance       a uniformly random permutation, drawn from the policy's stream
//   by = name         left as they are
//
// An action that is named (fixed_action{action="item14"}) stays the same one; in a simulated log,
// whose actions have no names, a number means the new number. An algorithm that knows the
// environment is refused, except for by = name.

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::renumbered {

enum class NumberedBy { appearance, chance, name };

class Renumbered final : public Evaluator {
 public:
  Renumbered(std::shared_ptr<const Evaluator> inner, NumberedBy by)
      : inner_(std::move(inner)), by_(by) {}

  LogAssumptions assumptions() const override { return inner_->assumptions(); }
  /// The inner evaluator's columns, and its rows.
  const RowSchema& schema() const override { return inner_->schema(); }
  /// The cost and memory of the inner evaluator, and a copy of the log. Throws NotApplicable if
  /// the inner evaluator does, and for an algorithm that knows the environment.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    return inner_->remarks(log, agent, row);
  }

 private:
  /// With the actions numbered anew.
  Trial numbered(Trial& trial) const;
  std::shared_ptr<const Evaluator> inner_;
  NumberedBy by_;
};

}  // namespace replaybench::evaluators::renumbered
