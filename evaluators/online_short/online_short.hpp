#pragma once
// The ideal experiment that replay is measured against: T/K interactions with the environment, as
// many as replay retains of T uniformly logged records on average.
//
// Source: thesis, sections 3.5.4 (p. 81) and 3.5.6 (p. 83) and table 3.1.
//   T   the horizon: records of the log that replay would read
//   K   actions
// estimate = g_environment(T/K) = (K/T) sum_{t <= T/K} r_t.
// Deviations: the thesis treats T/K as an integer. Here n = floor(T/K) steps are played and their
// sum is divided by n: without bias for every T, and equal to the print if K divides T (the
// printed factor K/T would be too small by (T mod K)/T elsewhere).
// Columns of `online`; the row's step is T.

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::online_short {

class ShortOnlinePlay final : public Evaluator {
 public:
  const RowSchema& schema() const override;
  /// One row. Throws NotApplicable on a file, or when the horizon is below the number of actions.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
};

}  // namespace replaybench::evaluators::online_short
