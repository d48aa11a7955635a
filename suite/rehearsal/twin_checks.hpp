#pragma once
// Tests that a twin fits its log.

#include <span>
#include <string>
#include <vector>

#include "suite/rehearsal/error_scores.hpp"
#include "suite/rehearsal/rehearsal.hpp"
#include "suite/rehearsal/twin.hpp"

namespace replaybench::rehearsal {

/// Importance weights of a policy on a log or a twin.
struct WeightLaw {
  double mean = 0;
  double z = 0;  ///< standard errors of the mean from `expected`
  double effective = 0;
  double expected =
      1;  ///< of the mean; less if the logging policy does not take all actions of the policy
};
/// Weights of the policy with this index among the log's targets, of which the logging policy never takes actions of the
/// probability `unsupported`. O(n).
WeightLaw weight_law(const Log& log, std::size_t policy, double unsupported = 0);

/// The kind of a model, with the misfits of its tilted means at level 0.01: in the mean reward of each action, and in the mean
/// reward of ten groups of records by predicted reward. O(n log n).
TwinKind checked_kind(const RehearsedLog& log, const TwinModel& model);

/// A sentence if the effective sample size of a policy's weights on the log lies outside the twins' central 99 % by more than
/// a tenth; otherwise empty. A tenth changes an error by a twentieth, like chance with 200 twins. The result does not depend
/// on the kind of twin. O(twins log twins).
std::string misfit_of_weights(const std::string& policy, const WeightLaw& log,
                              std::span<const WeightLaw> twins);

/// A sentence if the differences between candidates and a validator on the log differ from those on twins, at level 0.01 for
/// all candidates together, and by more than a quarter of the validator's standard deviation on twins (such a bias adds 6 %
/// to a mean squared error); otherwise empty. `on_log` has an estimate per candidate, NaN if there is none; `on_twins` is
/// indexed [candidate][twin]. Student's t-test of a new observation. O(candidates twins).
std::string misfit_of_differences(std::span<const std::string> names,
                                  std::span<const double> on_log,
                                  std::span<const std::vector<TwinEstimate>> on_twins,
                                  std::size_t validator);

}  // namespace replaybench::rehearsal
