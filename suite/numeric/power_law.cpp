#include "suite/numeric/power_law.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "suite/numeric/elementary.hpp"

namespace replaybench::numeric {

PowerLaw fit_power_law(std::span<const double> x, std::span<const double> y) {
  const auto n = static_cast<double>(x.size());
  std::vector<double> u;
  std::vector<double> v;
  double mean_u = 0;
  double mean_v = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    u.push_back(numeric::log(x[i]));
    v.push_back(numeric::log(y[i]));
    mean_u += u[i] / n;
    mean_v += v[i] / n;
  }
  double uu = 0;
  double uv = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    uu += (u[i] - mean_u) * (u[i] - mean_u);
    uv += (u[i] - mean_u) * (v[i] - mean_v);
  }
  PowerLaw distribution;
  distribution.exponent = uv / uu;
  distribution.factor = numeric::exp(mean_v - distribution.exponent * mean_u);
  double residuals = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double residual = v[i] - mean_v - distribution.exponent * (u[i] - mean_u);
    residuals += residual * residual;
  }
  distribution.standard_error =
      x.size() > 2 ? std::sqrt(residuals / (n - 2) / uu) : std::numeric_limits<double>::quiet_NaN();
  return distribution;
}

}  // namespace replaybench::numeric
