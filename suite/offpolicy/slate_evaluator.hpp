#pragma once
// The evaluator behind the estimators of a fixed policy from a log of slates. Its rows have the columns of
// policy_terms.hpp; a record is a slate.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "suite/offpolicy/slate_estimators.hpp"

namespace replaybench::offpolicy {

struct SlateEvaluatorOptions {
  SlateOptions slates;           ///< of the pseudo-inverse
  bool self_normalised = false;  ///< of the pseudo-inverse
  double level = 0.95;           ///< of the interval
};

class SlateEvaluator final : public Evaluator {
 public:
  /// `owner`: the evaluator's name for messages. Throws
  /// SpecErrors for a number of actions where the logger fills each slot by itself.
  SlateEvaluator(std::string owner, SlateEstimator estimator, const SlateEvaluatorOptions& options);

  LogAssumptions assumptions() const override { return {.static_policy = true}; }
  const RowSchema& schema() const override { return term_columns(); }
  /// One row whose step is the number of slates. Throws NotApplicable for a log of another kind or
  /// without the columns that the estimator needs, and for a policy that is not given by columns.
  /// O(slots).
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  bool never_calls_choose() const override { return true; }

 private:
  PolicyTerms terms_of(Trial& trial) const;

  std::string owner_;
  SlateEstimator estimator_;
  SlateEvaluatorOptions options_;
};

/// The description of `estimator` with the parameter level; that of the pseudo-inverse has the parameters
/// logger, actions and self_normalised too. `applicability` says when it is without bias.
EvaluatorDescription slate_evaluator(SlateEstimator estimator, ComponentDescription of,
                                     const std::string& applicability);

}  // namespace replaybench::offpolicy
