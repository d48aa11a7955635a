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
  double mean = 0, z = 0, effective = 0;
};
/// Of the target of this place. O(n).
WeightLaw weight_law(const Log& log, std::size_t policy);

/// The kind of a model, with what its tilted means do not fit at level 0.01: the mean reward of each action, and that of ten
/// groups of records by predicted reward. O(n log n).
TwinKind checked_kind(const RehearsedLog& log, const TwinModel& model);

/// A sentence if the effective sample size of a policy's weights on the log lies outside the twins' central 99 %, by more than
/// a tenth; a tenth changes an error by a twentieth, as chance does with 200 twins. It does not depend on the kind of
/// twin. Otherwise empty. O(twins log twins).
std::string misfit_of_weights(const std::string& policy, const WeightLaw& log,
                              std::span<const WeightLaw> twins);

/// A sentence if the log's differences between candidates and a validator are not such as twins show, at level 0.01 for
/// all candidates together, and differ by more than a quarter of the validator's deviation on twins (a bias of that adds 6 %
/// to a mean squared error); otherwise empty. `on_log`: an estimate per candidate, NaN if there is none; `on_twins`
/// [candidate][twin]. The test is that of a new observation, by Student's t. O(candidates twins).
std::string misfit_of_differences(std::span<const std::string> names,
                                  std::span<const double> on_log,
                                  std::span<const std::vector<TwinEstimate>> on_twins,
                                  std::size_t validator);

}  // namespace replaybench::rehearsal
