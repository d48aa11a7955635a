#include "suite/statistics/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace replaybench::statistics {

double kendall_tau_b(std::span<const double> a, std::span<const double> b) {
  double agreement = 0;
  double untied_a = 0;
  double untied_b = 0;
  const auto sign = [](double x, double y) { return (x > y) - (x < y); };
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = i + 1; j < a.size(); ++j) {
      const int of_a = sign(a[i], a[j]);
      const int of_b = sign(b[i], b[j]);
      agreement += of_a * of_b;
      untied_a += of_a != 0;
      untied_b += of_b != 0;
    }
  }
  if (untied_a == 0 || untied_b == 0) return std::numeric_limits<double>::quiet_NaN();
  return agreement / std::sqrt(untied_a * untied_b);
}

std::size_t place_of_best(std::span<const double> values) {
  return static_cast<std::size_t>(std::max_element(values.begin(), values.end()) - values.begin());
}

}  // namespace replaybench::statistics
