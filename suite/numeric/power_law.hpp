#pragma once
// The exponent of a cost measured at several sizes.

#include <span>

namespace replaybench::numeric {

/// y = factor x^exponent.
struct PowerLaw {
  double exponent = 0;
  double factor = 0;
  double standard_error = 0;  ///< of the exponent, from the residuals; NaN for two points
};

/// Least squares of ln y on ln x. Needs as many y as x, at least two different x, all positive.
PowerLaw fit_power_law(std::span<const double> x, std::span<const double> y);

}  // namespace replaybench::numeric
