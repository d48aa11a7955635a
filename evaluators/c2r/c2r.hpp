#pragma once
// Classify-to-recommend: a static policy is a classifier of the rewarded records, and its hit rate
// there is its value, up to a known factor. The records without a reward are not read.
//
// Source: thesis appendix B, algorithm 18 (appendix B.2.1, p. 238), theorems 22-24 (appendix B.2.2,
// p. 240); real-valued rewards in appendix B.2.2 (p. 240); fluctuating pools in appendix B.2.2
// (p. 240).
//   S, T          the log and its number of records
//   K, K_t        actions; those available at record t
//   S_1           records with a reward that is not 0: `clicks`
//   V_t           1 when the policy takes the logged action, else 0
//   q_pi(S_1)     hit_rate: sum_{S_1} r_t V_t / sum_{S_1} r_t; for rewards 0 and 1 hits / clicks
//   g^(C2R)       (|S_1| K / T) q_pi(S_1) = (K / T) sum_{S_1} V_t r_t: the estimate
// It is replay* (thesis, appendix B.2.2, p. 240, theorem 7's variance) on every log, bit for bit:
// what replay* adds for the other records is 0. For rewards 0 and 1 and a fixed pool T estimate / K
// ~ Binomial(T, g/K) exactly, so the variance is g (K - g) / T.
//
//   problem = clicks (P_1) | all (P_{1+0}, appendix B.2.1, p. 238): there a record without a reward
//   has no class and
//     can never be a hit, the factor is K, and all T records are read for the same number.
//   pool_weight = size: if the pool changes a hit weighs K_t, which is unbiased (section 3.7.2,
//   p. 97). printed:
//     it weighs the factor of appendix B.2.2 (p. 240) for its action i, sum_t I(i available at t)
//     K_t / sum_t K_t, times the mean pool size: biased, since it gives most to what was longest in
//     the pool, and no number of the action can make up for 1/K_t of the record. mean: the mean
//     pool size alone.
//   hits = probabilities: of a policy that gives them; pi(a_t|x_t) in the place of V_t. The same
//     mean and less variance (RED*_inf); not in the thesis.
//   known_mean: the logging policy's mean reward if it is known, in the place of sum r_t / T:
//     K known_mean q. Not in the thesis. Biased only in that an empty S_1 gives 0; the variance
//     tends to (g/T) (K - g/known_mean).
//
// Deviations from the print: algorithm 18 divides by S_test where |S_test| is meant; an empty S_1
// gives 0 (the print has 0/0), as replay* does.
//
// Columns: estimate; standard_error (replay*'s; with known_mean that of the hit rate); clicks; hits
// (expected ones with hits = probabilities); hit_rate, 0 when S_1 is empty; touched, the records
// for which the policy was asked; records.

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::c2r {

enum class PoolWeight { size, printed, mean };

struct C2rOptions {
  bool only_clicks = true;  ///< P_1, otherwise P_{1+0}
  PoolWeight pool_weight = PoolWeight::size;
  bool by_probabilities = false;
  double known_mean = 0;  ///< 0: not known
};

class ClassifyToRecommend final : public Evaluator {
 public:
  explicit ClassifyToRecommend(const C2rOptions& options) : options_(options) {}

  LogAssumptions assumptions() const override {
    return {.uniform_actions = true, .static_policy = true};
  }
  const RowSchema& schema() const override;
  /// One row whose step is the size of the log. O(|S_1|) choices, O(T) comparisons of a reward with
  /// 0. Throws NotApplicable for an algorithm that learns; for an algorithm without
  /// probabilities if they are requested; for a known mean if the pool changes.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  // The row; with `basis` also its basis.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const;
  C2rOptions options_;
};

}  // namespace replaybench::evaluators::c2r
