#include "suite/numeric/probit.hpp"

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

}  // namespace

Probit probit(double t) {
  if (t < series_below) {
    // v + t = -t (1/(1 + m) - 1) = t m / (1 + m), without the cancellation.
    const double m = mills_remainder(t);
    const double v = -t / (1 + m);
    return {v, v * (t * m / (1 + m))};
  }
  const double v = inverse_root_two_pi * exp(-t * t / 2) / normal_cdf(t);
  return {v, v * (v + t)};
}

double probit_v(double t) { return probit(t).v; }

double probit_w(double t) { return probit(t).w; }

}  // namespace replaybench::numeric
