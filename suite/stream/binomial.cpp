#include "suite/stream/binomial.hpp"

#include <cmath>
#include <limits>

#include "suite/numeric/elementary.hpp"
#include "suite/stream/saddle_point.hpp"

namespace replaybench {

using saddle_point::deviance;
using saddle_point::stirling_error;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double two_pi = 6.283185307179586476925;

// Inversion stops here and draws again: with a mean below 10 what lies above has probability 1e-70,
// and rounding could otherwise make the search run to n.
constexpr std::int64_t inversion_end = 110;

}  // namespace

BinomialDistribution::BinomialDistribution(std::int64_t n, double p)
    : n_(n), p_(p <= 0.5 ? p : 1 - p), q_(1 - p_), swapped_(p > 0.5) {
  const auto size = static_cast<double>(n);
  by_rejection_ = size * p_ >= 10;
  if (!by_rejection_) {
    none_ = numeric::exp(size * numeric::log1p(-p_));
    return;
  }
  const double deviation = std::sqrt(size * p_ * q_);
  b_ = 1.15 + 2.53 * deviation;
  a_ = -0.0873 + 0.0248 * b_ + 0.01 * p_;
  center_ = size * p_ + 0.5;
  squeeze_ = 0.92 - 4.2 / b_;
  alpha_ = (2.83 + 5.1 / b_) * deviation;
  log_mode_ = log_probability_of_rarer(static_cast<std::int64_t>((size + 1) * p_));
}

std::int64_t BinomialDistribution::draw(Draws& draws) const {
  if (n_ == 0 || p_ == 0) return swapped_ ? n_ : 0;
  const std::int64_t k = by_rejection_ ? draw_by_rejection(draws) : draw_by_inversion(draws);
  return swapped_ ? n_ - k : k;
}

std::int64_t BinomialDistribution::draw_by_inversion(Draws& draws) const {
  const double odds = p_ / q_;
  const std::int64_t end = n_ < inversion_end ? n_ : inversion_end;
  for (;;) {
    double u = draws.uniform();
    double probability = none_;
    for (std::int64_t k = 0; k <= end; ++k) {
      if (u < probability) return k;
      u -= probability;
      probability *= odds * (static_cast<double>(n_ - k) / static_cast<double>(k + 1));
    }
  }
}

std::int64_t BinomialDistribution::draw_by_rejection(Draws& draws) const {
  const auto size = static_cast<double>(n_);
  for (;;) {
    const double u = draws.uniform() - 0.5;
    const double v = draws.uniform();
    const double room = 0.5 - std::fabs(u);
    const double value = std::floor((2 * a_ / room + b_) * u + center_);
    if (!(value >= 0 && value <= size)) continue;  // also the infinity of room = 0
    const auto k = static_cast<std::int64_t>(value);
    if (room >= 0.07 && v <= squeeze_) return k;
    const double height = v * alpha_ / (a_ / (room * room) + b_);
    if (height <= numeric::exp(log_probability_of_rarer(k) - log_mode_)) return k;
  }
}

double BinomialDistribution::log_probability(std::int64_t k) const {
  if (k < 0 || k > n_) return -infinity;
  return log_probability_of_rarer(swapped_ ? n_ - k : k);
}

double BinomialDistribution::log_probability_of_rarer(std::int64_t k) const {
  if (p_ == 0) return k == 0 ? 0 : -infinity;
  const auto n = static_cast<double>(n_);
  const auto x = static_cast<double>(k);
  if (k == 0) return n * numeric::log1p(-p_);
  if (k == n_) return n * numeric::log(p_);
  const double y = n - x;
  return stirling_error(n) - stirling_error(x) - stirling_error(y) - deviance(x, n * p_) -
         deviance(y, n * q_) + 0.5 * numeric::log(n / (two_pi * x * y));
}

}  // namespace replaybench
