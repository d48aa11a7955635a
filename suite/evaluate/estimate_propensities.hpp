#pragma once
// Propensities for a log whose logging policy is unknown.

#include <cstdint>

#include "suite/logs/open_log.hpp"
#include "suite/offpolicy/propensity_model.hpp"

namespace replaybench {

/// Gives the log estimated propensities (suite/offpolicy/propensity_model.hpp) in the place of
/// those that it has, if any, and says so in `propensities_estimated`: every evaluation of the input
/// then has that warning, and another if the logger looked at features that frequencies ignore, or if the features
/// nearly decide the action. A constant that the reader added is no feature of the model. `seed`
/// decides the folds. Throws NotApplicable as the model does. Copies the log.
void estimate_propensities(InputLog& input, const offpolicy::PropensityOptions& options,
                           std::uint64_t seed);

}  // namespace replaybench
