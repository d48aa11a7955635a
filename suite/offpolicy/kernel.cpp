#include "suite/offpolicy/kernel.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "suite/numeric/constants.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::offpolicy {

double kernel_density(Kernel kernel, double u) {
  if (kernel == Kernel::gaussian) return numeric::exp(-u * u / 2) / numeric::sqrt_two_pi;
  if (!(std::fabs(u) <= 1)) return 0;
  const double rest = 1 - u * u;
  switch (kernel) {
    case Kernel::uniform:
      return 0.5;
    case Kernel::triangular:
      return 1 - std::fabs(u);
    case Kernel::epanechnikov:
      return 0.75 * rest;
    case Kernel::biweight:
      return 0.9375 * rest * rest;
    case Kernel::cosine:
    case Kernel::gaussian:  // above
      break;
  }
  double sine = 0, cosine = 0;
  numeric::sincos_pi(u / 2, sine, cosine);
  return std::numbers::pi / 4 * std::max(cosine, 0.0);
}

double kernel_mass_below(Kernel kernel, double u) {
  if (kernel == Kernel::gaussian) return numeric::normal_cdf(u);
  if (u <= -1) return 0;
  if (u >= 1) return 1;
  switch (kernel) {
    case Kernel::uniform:
      return (1 + u) / 2;
    case Kernel::triangular:
      return u < 0 ? (1 + u) * (1 + u) / 2 : 1 - (1 - u) * (1 - u) / 2;
    case Kernel::epanechnikov:
      return 0.5 + 0.75 * (u - u * u * u / 3);
    case Kernel::biweight:
      return 0.5 + 0.9375 * (u - 2 * u * u * u / 3 + u * u * u * u * u / 5);
    case Kernel::cosine:
    case Kernel::gaussian:  // above
      break;
  }
  double sine = 0, cosine = 0;
  numeric::sincos_pi(u / 2, sine, cosine);
  return (1 + sine) / 2;
}

}  // namespace replaybench::offpolicy
