#include "suite/numeric/elementary.hpp"

#ifdef __AVX__
#include <immintrin.h>
#endif

#include <sleef.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "suite/numeric/wide_functions.hpp"
#include "suite/numeric/wide_vectors.hpp"

namespace replaybench::numeric {

// SLEEF's "cinz" functions give the same bits for any number of lanes; a test compares ours.

#ifdef __AVX__
// One lane of four takes less time than SLEEF's scalar function: from half of it, for exp, to nine
// tenths, for log1p.
double exp(double x) { return Sleef_cinz_expd4_u10avx(_mm256_set1_pd(x))[0]; }
double expm1(double x) { return Sleef_cinz_expm1d4_u10avx(_mm256_set1_pd(x))[0]; }
double log(double x) { return Sleef_cinz_logd4_u10avx(_mm256_set1_pd(x))[0]; }
double log1p(double x) { return Sleef_cinz_log1pd4_u10avx(_mm256_set1_pd(x))[0]; }
double erfc(double x) { return Sleef_cinz_erfcd4_u15avx(_mm256_set1_pd(x))[0]; }
#else
double exp(double x) { return Sleef_cinz_expd1_u10purec(x); }
double expm1(double x) { return Sleef_cinz_expm1d1_u10purec(x); }
double log(double x) { return Sleef_cinz_logd1_u10purec(x); }
double log1p(double x) { return Sleef_cinz_log1pd1_u10purec(x); }
double erfc(double x) { return Sleef_cinz_erfcd1_u15purec(x); }
#endif
double log_gamma(double x) { return Sleef_cinz_lgammad1_u10purec(x); }
double pow(double x, double y) { return Sleef_cinz_powd1_u10purec(x, y); }

bool is_below_exp(double y, double x) {
  if (std::fabs(x) < 700) {
    // 2^z with straight lines between the powers of two (Schraudolph 1999): e^x or up to 6.2 % more.
    constexpr double per_power = 0x1p52;
    const auto line = std::bit_cast<double>(
        static_cast<std::int64_t>(x * (per_power / std::numbers::ln2) + 1023 * per_power));
    if (y > 1.001 * line) return false;
    if (y < 0.94 * line) return true;
  }
  return y < exp(x);
}

void sincos_pi(double x, double& sine, double& cosine) {
  const auto both = Sleef_cinz_sincospid1_u05purec(x);
  sine = both.x;
  cosine = both.y;
}

#ifdef __AVX__
void log_of_four(const double* x, double* out) {
  _mm256_storeu_pd(out, Sleef_cinz_logd4_u10avx(_mm256_loadu_pd(x)));
}

void log1p_of_two(const double* x, double* out) {
  const __m256d both = Sleef_cinz_log1pd4_u10avx(_mm256_setr_pd(x[0], x[1], x[0], x[1]));
  out[0] = both[0];
  out[1] = both[1];
}

void sincos_pi_of_four(const double* x, double* sines, double* cosines) {
  const auto both = Sleef_cinz_sincospid4_u05avx(_mm256_loadu_pd(x));
  _mm256_storeu_pd(sines, both.x);
  _mm256_storeu_pd(cosines, both.y);
}
#else
void log_of_four(const double* x, double* out) {
  for (int i = 0; i < 4; ++i) out[i] = log(x[i]);
}

void log1p_of_two(const double* x, double* out) {
  for (int i = 0; i < 2; ++i) out[i] = log1p(x[i]);
}

void sincos_pi_of_four(const double* x, double* sines, double* cosines) {
  for (int i = 0; i < 4; ++i) sincos_pi(x[i], sines[i], cosines[i]);
}
#endif

void log_of_eight(const double* x, double* out) {
#ifdef REPLAYBENCH_WIDE
  if (has_wide_vectors()) return wide_log_of_eight(x, out);
#endif
  log_of_four(x, out);
  log_of_four(x + 4, out + 4);
}

void sincos_pi_of_eight(const double* x, double* sines, double* cosines) {
#ifdef REPLAYBENCH_WIDE
  if (has_wide_vectors()) return wide_sincos_pi_of_eight(x, sines, cosines);
#endif
  sincos_pi_of_four(x, sines, cosines);
  sincos_pi_of_four(x + 4, sines + 4, cosines + 4);
}

double normal_cdf(double x) { return 0.5 * erfc(-x * 0.70710678118654752440); }

double log_choose(double n, double k) {
  return log_gamma(n + 1) - log_gamma(k + 1) - log_gamma(n - k + 1);
}

namespace {

template <int N>
double polynomial(const double (&coefficients)[N], double x) {
  double value = coefficients[N - 1];
  for (int i = N - 2; i >= 0; --i) value = value * x + coefficients[i];
  return value;
}

}  // namespace

// M. J. Wichura, "Algorithm AS 241: The percentage points of the normal distribution", Applied
// Statistics 37 (1988).
double normal_quantile(double p) {
  static constexpr double a[] = {3.3871328727963666080e0,  1.3314166789178437745e+2,
                                 1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                 4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                 3.3430575583588128105e+4, 2.5090809287301226727e+3};
  static constexpr double b[] = {1.0,
                                 4.2313330701600911252e+1,
                                 6.8718700749205790830e+2,
                                 5.3941960214247511077e+3,
                                 2.1213794301586595867e+4,
                                 3.9307895800092710610e+4,
                                 2.8729085735721942674e+4,
                                 5.2264952788528545610e+3};
  static constexpr double c[] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                                 5.76949722146069140550e0,  3.64784832476320460504e0,
                                 1.27045825245236838258e0,  2.41780725177450611770e-1,
                                 2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static constexpr double d[] = {1.0,
                                 2.05319162663775882187e0,
                                 1.67638483018380384940e0,
                                 6.89767334985100004550e-1,
                                 1.48103976427480074590e-1,
                                 1.51986665636164571966e-2,
                                 5.47593808499534494600e-4,
                                 1.05075007164441684324e-9};
  static constexpr double e[] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                                 1.78482653991729133580e0,  2.96560571828504891230e-1,
                                 2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                 2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static constexpr double f[] = {1.0,
                                 5.99832206555887937690e-1,
                                 1.36929880922735805310e-1,
                                 1.48753612908506148525e-2,
                                 7.86869131145613259100e-4,
                                 1.84631831751005468180e-5,
                                 1.42151175831644588870e-7,
                                 2.04426310338993978564e-15};
  if (!(p > 0 && p < 1)) {
    if (p == 0) return -std::numeric_limits<double>::infinity();
    if (p == 1) return std::numeric_limits<double>::infinity();
    return std::numeric_limits<double>::quiet_NaN();
  }
  const double q = p - 0.5;
  if (std::fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(a, r) / polynomial(b, r);
  }
  double r = std::sqrt(-log(q < 0 ? p : 1 - p));
  double value;
  if (r <= 5) {
    r -= 1.6;
    value = polynomial(c, r) / polynomial(d, r);
  } else {
    r -= 5;
    value = polynomial(e, r) / polynomial(f, r);
  }
  return q < 0 ? -value : value;
}

}  // namespace replaybench::numeric
