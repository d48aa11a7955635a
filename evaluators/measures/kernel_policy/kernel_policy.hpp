#pragma once
// A deterministic policy with real-valued actions, estimated from a log of another one by kernels. The
// policy plays the best dose plus `offset`, cut to the range; the algorithm plays no part.
//
// Source: Kallus, Zhou 2018; suite/offpolicy/kernel_estimators.hpp has the formulas.
// The model of the doubly robust estimators is given, not learned: the truth, or a line that falls with
// the dose for any context.

#include "suite/component/registry.hpp"
#include "suite/model/dose_world.hpp"
#include "suite/offpolicy/kernel_evaluator.hpp"

namespace replaybench::evaluators::kernel_policy {

enum class DoseModel { right, wrong };

struct KernelPolicyOptions {
  offpolicy::KernelEstimator estimator = offpolicy::KernelEstimator::snips;
  offpolicy::Kernel kernel = offpolicy::Kernel::epanechnikov;
  double bandwidth = 0;  ///< 0: chosen by SLOPE++
  bool in_range = true;
  double offset = 0;
  DoseModel model = DoseModel::right;
};

class KernelPolicy final : public Evaluator {
 public:
  explicit KernelPolicy(const KernelPolicyOptions& options) : options_(options) {}
  const RowSchema& schema() const override;
  /// Throws NotApplicable if the environment's actions are no real numbers, or without a horizon.
  /// The log, of as many records as the horizon, is drawn from the stream of the policy.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;

 private:
  double dose(const DoseWorld& world, std::size_t context) const;
  double predicted(const DoseWorld& world, std::size_t context, double action) const;

  KernelPolicyOptions options_;
};

}  // namespace replaybench::evaluators::kernel_policy
