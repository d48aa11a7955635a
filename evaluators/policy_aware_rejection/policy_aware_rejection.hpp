#pragma once
// Policy-aware rejection: record k is accepted with probability c pi_k / p_k, where pi_k is the
// probability with which the algorithm, as it is by then, would take the logged action. No action is
// drawn.
//
// Source: one sentence of Li, Chu, Langford, Wang, "Unbiased offline evaluation of
// contextual-bandit-based news article recommendation algorithms", WSDM 2011 ("rejection
// sampling"); Dudik, Erhan, Langford, Li, "Doubly robust policy evaluation and optimization",
// Statistical Science 29, 2014, section 4, with c fixed and without a reward model.
//   c       constant
//   pi_k    the algorithm's `probabilities`
//   p_k     the log's propensity
// With c pi / p <= 1 for all records a record is accepted with probability c, for any context
// and the history, and given that its action has the distribution pi: accepted records are
// interactions, for every learning algorithm, and their number depends on nothing that was
// accepted. It keeps at least as much as thinning (c = p_min): with thinning c is the same, but if pi is
// known not to exceed some number below 1, c may be larger.
// Choices of ours: without `constant`, c is the smallest propensity of the log's records, which is
// safe for every algorithm except for an action that the logging policy could have taken with less and
// never took. Where c pi / p exceeds 1 the record is accepted and counted in `exceeded`, and the
// histories are no longer exact.
//
// Draws: record i is judged by the first uniform number of step i of replicate_key(policy, 1).
//
// Columns: estimate, standard_error (as replay); accepted; records (T, or those looked at up to the
// checkpoint); constant (c); exceeded (records with c pi / p > 1).

#include <cstdint>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::policy_aware_rejection {

class PolicyAwareRejection final : public Evaluator {
 public:
  /// `constant` in [0, inf); 0 means the log's smallest propensity. `checkpoints` increase.
  PolicyAwareRejection(double constant, std::vector<std::uint64_t> checkpoints)
      : constant_(constant), checkpoints_(std::move(checkpoints)) {}

  const RowSchema& schema() const override;
  /// One row whose step is the size of the log, or one for each checkpoint that was reached, whose
  /// step it is. Throws NotApplicable without propensities, and for an algorithm that does not give
  /// its probabilities. O(T) times the cost of probabilities.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  /// Reports whether the histories are exact, and how many interactions the estimate covers.
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  // The rows; with `basis` also the basis of the last row.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const;
  double constant_;
  std::vector<std::uint64_t> checkpoints_;
};

}  // namespace replaybench::evaluators::policy_aware_rejection
