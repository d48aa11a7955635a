#include "suite/numeric/probit.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "suite/numeric/elementary.hpp"

namespace replaybench::numeric {

namespace {

// Below this, roundoff in t^2 spoils the quotient phi/Phi (and from -38 on both are 0); eight terms
// of the asymptotic series of Mills' ratio are exact to the last bit there:
// (Phi/phi)(t) = -(1 - 1/t^2 + 3/t^4 - 15/t^6 + ...) / t.
constexpr double series_below = -20;
constexpr double inverse_root_two_pi = 0.39894228040143267794;

// -u + 3 u^2 - 15 u^3 + 105 u^4 - ..., with u = 1/t^2.
double mills_remainder(double t) {
  const double u = 1 / (t * t);
  return -u *
         (1 -
          u * (3 - u * (15 - u * (105 - u * (945 - u * (10395 - u * (135135 - u * 2027025)))))));
}

double quotient(double t) { return inverse_root_two_pi * exp(-t * t / 2) / normal_cdf(t); }

// Taylor series of v about the multiples of 1/64 in [-8, 10], where nearly all arguments lie: eight
// terms there, without an exponential or an error function. The first one left out is at most
// (10/128)^8 / 8! of v, 4e-14, at 10, and below 1e-15 for t < 6. The nodes are computed at the
// first use (some 0.1 ms) from functions whose bits are the same everywhere; so are the series'
// then.
class TaylorTable {
 public:
  static bool covers(double t) { return t >= lowest && t <= highest; }

  TaylorTable() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      // v' = -v (v + t), term by term about t: (n+1) c[n+1] = -(sum of c[k] c[n-k] + t c[n] +
      // c[n-1]).
      const double t = node(i);
      auto& c = nodes_[i].c;
      c[0] = quotient(t);
      for (std::size_t n = 0; n + 1 < c.size(); ++n) {
        double sum = t * c[n] + (n > 0 ? c[n - 1] : 0);
        for (std::size_t k = 0; k <= n; ++k) sum += c[k] * c[n - k];
        c[n + 1] = -sum / static_cast<double>(n + 1);
      }
    }
  }

  /// v(t) where the table covers t.
  double operator()(double t) const {
    // Doubles of this size are whole multiples of 1/64: the sum is rounded to one, and its lowest
    // bits count them.
    constexpr double steps = 0x1.8p52 / per_unit;
    const double rounded = t + steps;
    constexpr std::uint64_t first = std::bit_cast<std::uint64_t>(lowest + steps);
    const auto& c = nodes_[std::bit_cast<std::uint64_t>(rounded) - first].c;
    const double x = t - (rounded - steps);  // exact
    const double x2 = x * x;
    return ((c[0] + c[1] * x) + (c[2] + c[3] * x) * x2) +
           ((c[4] + c[5] * x) + (c[6] + c[7] * x) * x2) * (x2 * x2);
  }

 private:
  static constexpr double lowest = -8;
  static constexpr double highest = 10;
  static constexpr double per_unit = 64;

  struct alignas(64) Node {
    std::array<double, 8> c;
  };
  static double node(std::size_t i) { return static_cast<double>(i) * (1 / per_unit) + lowest; }

  std::array<Node, static_cast<std::size_t>((highest - lowest) * per_unit) + 1> nodes_;
};

}  // namespace

Probit probit(double t) {
  static const TaylorTable table;
  if (t < series_below) {
    // v + t = -t (1/(1 + m) - 1) = t m / (1 + m), without the cancellation.
    const double m = mills_remainder(t);
    const double v = -t / (1 + m);
    return {v, v * (t * m / (1 + m))};
  }
  const double v = TaylorTable::covers(t) ? table(t) : quotient(t);
  return {v, v * (v + t)};
}

double probit_v(double t) { return probit(t).v; }

double probit_w(double t) { return probit(t).w; }

}  // namespace replaybench::numeric
