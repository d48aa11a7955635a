#include "suite/theory/lattice.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "suite/numeric/constants.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/theory/binomial.hpp"
#include "suite/theory/domain.hpp"

namespace replaybench::theory {
namespace {

constexpr double deviations = 10;  ///< Beyond, less than 1e-22 of a binomial.

/// A discrete distribution by its atoms: increasing places, and P(. <= place).
struct Distribution {
  std::vector<double> place;
  std::vector<double> cumulated;
};

/// The counts first, first + 1, ..., first + size - 1.
struct Window {
  double first;
  std::int64_t size;

  double count(std::int64_t i) const { return first + static_cast<double>(i); }
};

Window window(double T, double g) {
  const double reach = deviations * std::sqrt(T * g * (1 - g)) + 1;
  const double first = std::max(0.0, std::floor(T * g - reach));
  return {first, static_cast<std::int64_t>(std::min(T, std::ceil(T * g + reach)) - first) + 1};
}

/// The distribution of (S - centre) / sqrt(S (1 - S/T)), S ~ Bin(T, g): increasing in S for any
/// centre in [0, T], infinite if S is 0 or T.
Distribution studentized(double T, double g, double centre) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const Window w = window(T, g);
  Distribution distribution;
  double sum = 0;
  for (std::int64_t i = 0; i < w.size; ++i) {
    const double s = w.count(i);
    const double spread = std::sqrt(s * (1 - s / T));
    sum += binomial_pmf(T, s, g);
    distribution.place.push_back(spread > 0 ? (s - centre) / spread : s == 0 ? -inf : inf);
    distribution.cumulated.push_back(sum);
  }
  return distribution;
}

/// sup over x of the distance of two step functions: it is attained right at an atom of one.
double distance(const Distribution& a, const Distribution& b) {
  double worst = 0;
  double at_a = 0;
  double at_b = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.place.size() || j < b.place.size()) {
    const double next_a = i < a.place.size() ? a.place[i] : std::numeric_limits<double>::infinity();
    const double next_b = j < b.place.size() ? b.place[j] : std::numeric_limits<double>::infinity();
    const double x = std::min(next_a, next_b);
    while (i < a.place.size() && a.place[i] <= x) at_a = a.cumulated[i++];
    while (j < b.place.size() && b.place[j] <= x) at_b = b.cumulated[j++];
    worst = std::max(worst, std::fabs(at_a - at_b));
  }
  return worst;
}

bool in_domain(double T, double g) { return is_count(T) && T >= 2 && g > 0 && g < 1; }

}  // namespace

double lattice_constant(double sigma, double span) {
  return is_positive(sigma) && is_positive(span) ? span / (numeric::sqrt_two_pi * sigma)
                                                 : undefined;
}

double bernoulli_bootstrap_error(double T, double g) {
  if (!in_domain(T, g)) return undefined;
  const Distribution truth = studentized(T, g, T * g);
  const Window w = window(T, g);
  double sum = 0;
  for (std::int64_t i = 0; i < w.size; ++i) {
    const double s = w.count(i);
    const bool degenerate = s == 0 || s == T;
    sum += binomial_pmf(T, s, g) * (degenerate ? 1 : distance(truth, studentized(T, s / T, s)));
  }
  return sum;
}

double bernoulli_normal_error(double T, double g) {
  if (!in_domain(T, g)) return undefined;
  const Distribution truth = studentized(T, g, T * g);
  double worst = 0;
  double before = 0;
  for (std::size_t i = 0; i < truth.place.size(); ++i) {
    const double normal = numeric::normal_cdf(truth.place[i]);
    worst = std::max(worst, std::fabs(normal - before));
    before = truth.cumulated[i];
    worst = std::max(worst, std::fabs(normal - before));
  }
  return worst;
}

double bernoulli_normal_constant(double g) {
  if (!(g > 0 && g < 1)) return undefined;
  return (0.5 + std::fabs(1 - 2 * g) / 6) / (numeric::sqrt_two_pi * std::sqrt(g * (1 - g)));
}

}  // namespace replaybench::theory
