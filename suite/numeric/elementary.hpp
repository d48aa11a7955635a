#pragma once
// Elementary functions whose bits do not depend on the machine.
//
// The C library chooses a fused-multiply-add version of exp, log, pow, sin and kin by the CPU it
// finds at run time, so std::exp may differ in the last bit between two machines that run the same
// program. These call SLEEF's deterministic scalar functions (no FMA, at most 1.0 ULP; the error
// functions 1.5 ULP) instead. Code that produces results uses them instead of <cmath>; std::sqrt,
// std::fabs, std::floor and std::ceil are exact everywhere and stay allowed.

namespace replaybench::numeric {

double exp(double x);
double expm1(double x);
double log(double x);
double log1p(double x);
/// x to the power y, any finite arguments for which the real power exists.
double pow(double x, double y);
double log_gamma(double x);
double erfc(double x);
/// Sine and cosine of pi * x in one call.
void sincos_pi(double x, double& sine, double& cosine);

/// y < exp(x), the same answer, mostly without the exponential. O(1).
bool is_below_exp(double y, double x);
/// log of the four numbers from `x` on; the bits of `log`, at a quarter of the time where the
/// compiler may use AVX. `out` may be `x`.
void log_of_four(const double* x, double* out);
/// log1p of the two numbers from `x` on; the bits of `log1p`, with one logarithm for both where the
/// compiler may use AVX. `out` may be `x`.
void log1p_of_two(const double* x, double* out);
/// sincos_pi of the four numbers from `x` on; its bits, at a fifth of the time. `sines` and
/// `cosines` overlap nothing.
void sincos_pi_of_four(const double* x, double* sines, double* cosines);
/// As two calls of `log_of_four`; about the time of one where the CPU has AVX-512.
void log_of_eight(const double* x, double* out);
/// As two calls of `sincos_pi_of_four`.
void sincos_pi_of_eight(const double* x, double* sines, double* cosines);

/// Standard normal distribution function.
double normal_cdf(double x);
/// Standard normal quantile (Wichura's AS 241 PPND16, relative accuracy about 1e-16), p in (0, 1).
double normal_quantile(double p);
/// ln C(n, k), 0 <= k <= n.
double log_choose(double n, double k);

}  // namespace replaybench::numeric
