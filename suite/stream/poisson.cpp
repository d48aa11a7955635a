#include "suite/stream/poisson.hpp"

#include <cmath>
#include <limits>

#include "suite/numeric/elementary.hpp"
#include "suite/stream/saddle_point.hpp"

namespace replaybench {

namespace {

// As for the binomial: with a mean below 10 what lies above has probability 1e-70.
constexpr std::int64_t poisson_inversion_end = 110;
constexpr double log_of_two_pi = 1.837877066409345483561;

}  // namespace

PoissonDistribution::PoissonDistribution(double mean) : mean_(mean) {
  if (mean < 10) {
    none_ = numeric::exp(-mean);
    return;
  }
  b_ = 0.931 + 2.53 * std::sqrt(mean);
  a_ = -0.059 + 0.02483 * b_;
  squeeze_ = 0.9277 - 3.6224 / (b_ - 2);
  inverse_alpha_ = 1.1239 + 1.1328 / (b_ - 3.4);
}

std::int64_t PoissonDistribution::draw(Draws& draws) const {
  if (mean_ == 0) return 0;
  return mean_ < 10 ? draw_by_inversion(draws) : draw_by_rejection(draws);
}

std::int64_t PoissonDistribution::draw_by_inversion(Draws& draws) const {
  for (;;) {
    double u = draws.uniform();
    double probability = none_;
    for (std::int64_t k = 0; k <= poisson_inversion_end; ++k) {
      if (u < probability) return k;
      u -= probability;
      probability *= mean_ / static_cast<double>(k + 1);
    }
  }
}

std::int64_t PoissonDistribution::draw_by_rejection(Draws& draws) const {
  for (;;) {
    const double u = draws.uniform() - 0.5;
    const double v = draws.uniform();
    const double room = 0.5 - std::fabs(u);
    const double value = std::floor((2 * a_ / room + b_) * u + mean_ + 0.43);
    if (room >= 0.07 && v <= squeeze_) return static_cast<std::int64_t>(value);
    // Also the infinity of room = 0.
    if (!(value >= 0 && value <= 0x1p53) || (room < 0.013 && v > room)) continue;
    const auto k = static_cast<std::int64_t>(value);
    const double height = v * inverse_alpha_ / (a_ / (room * room) + b_);
    if (height <= numeric::exp(log_probability(k))) return k;
  }
}

double PoissonDistribution::log_probability(std::int64_t k) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (k < 0) return -infinity;
  if (k == 0) return -mean_;
  if (mean_ == 0) return -infinity;
  const auto x = static_cast<double>(k);
  return -saddle_point::stirling_error(x) - saddle_point::deviance(x, mean_) -
         0.5 * (log_of_two_pi + numeric::log(x));
}

}  // namespace replaybench
