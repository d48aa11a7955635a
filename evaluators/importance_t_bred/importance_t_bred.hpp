#pragma once
// Importance-resampled T-BRED: importance_bred that counts only records not learned before, so that
// memorising does not pay.
//
// Source: ours; T-BRED: thesis algorithm 17 (appendix A.4.1, p. 225) and t_bred.hpp; the draws:
// suite/estimation/importance.hpp.
//
// The teaching records are drawn in proportion to 1 / p among those that are no tests. The tests
// are a uniform share of the log, each offered once as in T-BRED, and an accepted one counts with
// weight 1 / p: the test of a policy that does not change is RED with these weights (thesis,
// section 3.6.1, p. 89), and the tests, a share tau / K of the slots, teach too. Pools that change
// are refused: a test then has another share of the slots in each pool.
//
// A teaching record is drawn by its weight, and counts 1 in `training`.
//
// Columns: those of t_bred (entangled_replay.hpp), and effective, fewest_effective, fewest_records
// (importance.hpp).

#include "suite/estimation/entangled_replay.hpp"
#include "suite/estimation/importance.hpp"

namespace replaybench::evaluators::importance_t_bred {

struct ImportanceTBredOptions : estimation::EntangledOptions {
  double expansion = 0;  ///< slots in a resample, in logs; 0 means K
};

class ImportanceTBred final : public Evaluator {
 public:
  /// Records are weighted by the propensities, for every value of the options.
  explicit ImportanceTBred(ImportanceTBredOptions options);

  LogAssumptions assumptions() const override;
  const RowSchema& schema() const override;
  /// The rows of t_bred. Throws NotApplicable without propensities, if pools change, and as
  /// t_bred. B E T chooses, and O(T) a resample for the table of the draws.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  ImportanceTBredOptions options_;
};

}  // namespace replaybench::evaluators::importance_t_bred
