#pragma once
// DR-ns: doubly robust estimation of a policy that changes as it learns, with a history grown by
// rejection sampling whose constant adapts.
//
// Source: Dudik, Erhan, Langford, Li, "Sample-efficient nonstationary policy evaluation for
// contextual bandits", UAI 2012, algorithm 1; "Doubly robust policy evaluation and optimization",
// Statistical Science 29, 2014, section 4.
//   c_max   maximum
//   q       quantile
//   c_t     the constant after t - 1 acceptances: min(c_max, q-quantile of p / pi over the records so
//           far), c_1 = c_max
//   R_k     sum over a of pi(a | x, h) rhat(x, a) + pi_k / p_k (r_k - rhat(x, a_k))
//   V       sum c_t R_k / sum c_t: each record counts as the c_t interactions that it stands for
//   rhat    model: a ridge regression for each action (lambda), or the action's mean so far; both
//           learned from the records before k only, so that given the past R_k is without bias,
//           for every rhat; "none": 0
// Each record is accepted with probability min(1, c_t pi / p), and then the algorithm learns it. With
// q = 0 the constant is the smallest p / pi of all records so far; those to come may have a smaller
// one, and then the acceptance is too frequent there. A larger q makes longer histories, and more of
// that. With c_1 = c_max = 1 the first records are accepted too freely: `exceeded` counts the records
// with c pi / p > 1.
// Choices of ours: a q-quantile of n numbers is the one in place floor(q (n - 1)), from 0, in
// increasing order; pi = 0 makes an infinite one, which counts.
//
// Draws: record i is judged by the first uniform number of step i of replicate_key(policy, 1).
//
// Columns: estimate (V; 0 for an empty log); standard_error: sqrt(sum c^2 (R - V)^2) / sum c, given
// the histories; accepted; records; constant: the last c; exceeded.

#include <cstdint>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::dr_ns {

enum class DrNsModel { ridge, mean, none };

struct DrNsOptions {
  double quantile = 0;  ///< [0, 1]
  double maximum = 1;   ///< > 0
  DrNsModel model = DrNsModel::ridge;
  double lambda = 1;  ///< > 0
  std::vector<std::uint64_t> checkpoints;
};

class DrNs final : public Evaluator {
 public:
  explicit DrNs(DrNsOptions options) : options_(std::move(options)) {}

  const RowSchema& schema() const override;
  /// One row whose step is the size of the log, or one for each checkpoint (a number of accepted
  /// records) that was reached, whose step it is. Throws NotApplicable without propensities, and for
  /// an algorithm that does not give its probabilities. O(T log T) and T times the cost of
  /// probabilities; O(T K d^2) for the ridge model.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  DrNsOptions options_;
};

}  // namespace replaybench::evaluators::dr_ns
