#pragma once
// Entangled validation of an algorithm that is trained by a model: the model answers every choice, and held-out records of
// the log, interleaved with its answers, estimate the algorithm's reward.
//
// Source: thesis, appendix A.5.2 (p. 232), two paragraphs; the conclusion (p. 205).
//
//   "left aside for testing"   tau T tests, drawn anew in each of B resamples
//   "we could build a model"   a ridge regression for each action on the other records
//                              (suite/estimation/linear_reward_model.hpp); the text leaves it open
//   "fully labeled records"    contexts of training records, drawn with replacement; whatever is
//                              chosen, its reward is drawn from the model
//   "between the validation milestones"  the tests have distinct slots, uniformly among all
//
// Nothing is rejected but tests, of which one in K is accepted: so that about T interactions are
// simulated, a resample has T - tau T / K taught slots beside its tests (if pools change, K is the
// harmonic mean of their sizes). Accepted tests teach too, with their real reward, as in T-BRED.
// G and N count only tests, so what the model has wrong can make the algorithm learn the wrong
// thing, which lowers the estimate; a model with less noise than the log can make it learn faster
// than live, which raises it (the print's own warning).
//
// Columns: estimate, standard_error, empty, training, overfitting and tested as t_bred's (training:
// mean reward that the model gave); interactions: taught slots and accepted tests of a resample.
//
// B T chooses, and B fits of O(T d^2 + K d^3): about a K-th of t_bred.

#include "suite/estimation/entangled_replay.hpp"

namespace replaybench::evaluators::model_t_bred {

struct ModelTBredOptions {
  std::uint64_t resamples = 100;  ///< B, >= 1
  double tau = 0.1;               ///< in (0, 1)
};

class ModelTBred final : public Evaluator {
 public:
  explicit ModelTBred(ModelTBredOptions options) : options_(options) {}

  LogAssumptions assumptions() const override {
    return {.uniform_actions = true, .constant_pool = true, .whole_horizon = true};
  }
  const RowSchema& schema() const override;
  /// One row. Throws NotApplicable when tau T is below 1 or leaves nothing to learn from.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  ModelTBredOptions options_;
};

}  // namespace replaybench::evaluators::model_t_bred
