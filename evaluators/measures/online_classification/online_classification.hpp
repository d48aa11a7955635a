#pragma once
// The classification problem of classify-to-recommend put to a learning algorithm, one record after
// the other. The thesis describes it and discards it as an evaluator of learning algorithms; here
// it is to show why.
//
// Source: thesis appendix B, B.2.1 (p. 238) and B.3 (p. 241).
//   S_1, T, K   the log's rewarded records, its records, its actions
//   problem = clicks (P_1)      the records of S_1 are offered
//             all (P_{1+0})     all T are; one without a reward has no class and is never a hit
//   feedback = full     the label (the logged action, reward 1) is learned for any answer
//              hit      only when the answer was right (appendix B.3, p. 241)
//   misses = silent     nothing is learned from a wrong answer (the thesis: the algorithm "would
//   only
//                       get to see" its hits)
//            zero       the algorithm's own answer is learned with reward 0
//   estimate    K hits / T, which for a static policy is c2r's
//
// Faults of this method (thesis, appendix B.3, p. 241):
//   full   nobody need explore: every label is seen. What is measured is the ability to learn
//   alone.
//   hit    another problem than the recommendation; all that is learned are rewards of 1, so that
//   the
//          mean of every action that was ever learned is 1; and few records are learned from, a
//          fraction g_A / K of the log (g_A the reward of the *evaluated* algorithm, not of the
//          logging policy as printed), where replay has 1/K.
// With problem = all, feedback = hit, misses = zero the rewards have the distribution of a bandit
// whose rewards are divided by K, over T interactions: not in the thesis.
//
// Columns: estimate; hit_rate, hits / asked; hits; asked, the records offered; learned, the records
// learned from; learnt_share, learned / T; records.

#include "suite/component/registry.hpp"

namespace replaybench::evaluators::online_classification {

struct OnlineOptions {
  bool only_clicks = true;
  bool full_feedback = true;
  bool learns_misses = false;
};

class OnlineClassification final : public Evaluator {
 public:
  explicit OnlineClassification(const OnlineOptions& options) : options_(options) {}

  LogAssumptions assumptions() const override {
    return {.uniform_actions = true, .constant_pool = true};
  }
  const RowSchema& schema() const override;
  /// One row whose step is the size of the log. O(asked) choices. Throws NotApplicable if the
  /// pool changes or a reward is neither 0 nor 1.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  OnlineOptions options_;
};

}  // namespace replaybench::evaluators::online_classification
