#pragma once
// The smallest propensity that an estimate can use.

namespace replaybench {

/// Estimators square the weight 1 / propensity, and their errors square the result: from 1e-77 down the
/// doubles overflow. No logging policy chooses with a probability below this.
inline constexpr double min_propensity = 1e-70;

}  // namespace replaybench
