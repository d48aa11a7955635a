#pragma once
// The evaluator behind the kernel estimators of deterministic policies from a log of doses. Its rows have
// the columns of policy_terms.hpp, and: bandwidth, the one that was used; within, the share of the records
// whose action is within a bandwidth of the policy's; near_end, the share of the records in which the
// policy's action is within a bandwidth of the least or the largest action.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "suite/offpolicy/kernel_estimators.hpp"

namespace replaybench::offpolicy {

struct KernelEvaluatorOptions {
  Kernel kernel = Kernel::epanechnikov;
  double bandwidth = 0;            ///< 0 means that SLOPE++ chooses among the candidates
  std::vector<double> candidates;  ///< of `bandwidth`; empty means those of bandwidth_grid
  std::vector<double> range;       ///< the least and the largest action that exist, or empty
  double level = 0.95;             ///< of the interval
};

/// The parameter "kernel".
template <class Options>
BoundParameter<Options> kernel_parameter(Kernel Options::*member) {
  std::vector<Named<Kernel>> kernels;
  for (const Kernel kernel : kernel_names.values()) {
    kernels.push_back({std::string(kernel_names[kernel]), kernel});
  }
  return choice(member, "kernel", std::move(kernels),
                "how much a logged action counts that is not the policy's");
}

class KernelEvaluator final : public Evaluator {
 public:
  /// `owner`: the evaluator's name for messages. Throws
  /// SpecErrors for a range that is not two numbers, the lower one first.
  KernelEvaluator(std::string owner, KernelEstimator estimator, KernelEvaluatorOptions options);

  LogAssumptions assumptions() const override { return {.static_policy = true}; }
  const RowSchema& schema() const override;
  /// One row whose step is the number of records. Throws NotApplicable for a log of another kind or
  /// without the columns that the estimator needs, and for a policy that is not given by columns.
  /// O(records) per bandwidth.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override;
  bool never_calls_choose() const override { return true; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override;

 private:
  struct Result;
  Result result_of(Trial& trial) const;

  std::string owner_;
  KernelEstimator estimator_;
  KernelEvaluatorOptions options_;
};

/// The description of `estimator` with the parameters kernel, bandwidth, candidates, range and level.
EvaluatorDescription kernel_evaluator(KernelEstimator estimator, ComponentDescription of,
                                      const std::string& applicability);

}  // namespace replaybench::offpolicy
