#include "suite/numeric/elementary.hpp"

#include <sleef.h>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/binomial.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "suite/numeric/near_functions.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Within `ulps` units of 2^-52 of the oracle (long double); below the normal range, of the
/// smallest normal.
void require_ulps(double ours, long double oracle, double ulps) {
  CAPTURE(ours, static_cast<double>(oracle));
  const double unit =
      std::fmax(std::fabs(static_cast<double>(oracle)), std::numeric_limits<double>::min()) * eps;
  REQUIRE(std::fabs(static_cast<double>(ours - oracle)) <= ulps * unit);
}

const std::vector<double> reals{-700.5, -37.2, -5,     -1.5, -1,   -0.3, -1e-3,
                                -1e-9,  0,     1e-300, 1e-9, 1e-3, 0.2,  0.7,
                                1,      1.3,   2,      4.75, 19.9, 88.1, 640.25};

}  // namespace

TEST_CASE("is_below_exp: the comparison with the exponential, near it and far from it") {
  std::uint64_t bits = 7;
  const auto unit = [&] {
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(bits >> 11) * 0x1p-53;
  };
  // Assertions only on failure: two million of them take 40 times as long as the comparisons.
  for (int i = 0; i < 400'000; ++i) {
    const double x = (i % 2 == 0 ? 1500 : 8) * (unit() - 0.5);
    const double power = numeric::exp(x);
    const double near = power * (1 + 0.15 * (unit() - 0.5));
    for (const double y :
         {unit(), near, power, std::nextafter(power, 0), std::nextafter(power, 2)}) {
      if (numeric::is_below_exp(y, x) == (y < power)) continue;
      FAIL("is_below_exp(" << y << ", " << x << "), exp: " << power);
    }
  }
}

TEST_CASE("one number: the bits of SLEEF's scalar functions") {
  struct Pair {
    double (*ours)(double);
    decltype(&Sleef_cinz_expd1_u10purec) theirs;
  };
  const Pair functions[] = {{numeric::exp, Sleef_cinz_expd1_u10purec},
                            {numeric::expm1, Sleef_cinz_expm1d1_u10purec},
                            {numeric::log, Sleef_cinz_logd1_u10purec},
                            {numeric::log1p, Sleef_cinz_log1pd1_u10purec},
                            {numeric::erfc, Sleef_cinz_erfcd1_u15purec}};
  std::uint64_t bits = 1;
  for (int i = 0; i < 400'000; ++i) {
    bits = bits * 6364136223846793005u + 1442695040888963407u;
    const double unit = static_cast<double>(bits >> 11) * 0x1p-53;
    double x;
    switch (i % 4) {
      case 0:
        std::memcpy(&x, &bits, sizeof x);  // any double
        break;
      case 1:
        x = -750 + 1500 * unit;
        break;
      case 2:
        x = -1 + 4 * unit;
        break;
      default:
        x = unit * std::ldexp(1.0, -i % 53);
    }
    CAPTURE(x);
    for (const auto& [ours, theirs] : functions) {
      const double one = ours(x);
      const double scalar = theirs(x);
      const bool same = std::memcmp(&one, &scalar, sizeof one) == 0;
      REQUIRE((same || (std::isnan(one) && std::isnan(scalar))));
    }
    const double two[] = {x, -x / 3};
    double logs[2];
    numeric::log1p_of_two(two, logs);
    for (const int k : {0, 1}) {
      const double one = numeric::log1p(two[k]);
      const bool same = std::memcmp(&logs[k], &one, sizeof one) == 0;
      REQUIRE((same || (std::isnan(logs[k]) && std::isnan(one))));
    }
  }
}

TEST_CASE("of four, of eight: the bits of the functions of one number") {
  const auto same = [](double a, double b) { return std::memcmp(&a, &b, sizeof a) == 0; };
  std::uint64_t bits = 1;
  for (int i = 0; i < 50'000; ++i) {
    double x[8];
    for (int l = 0; l < 8; ++l) {
      bits = bits * 6364136223846793005u + 1442695040888963407u;
      const double u = static_cast<double>((bits >> 11) + 1) * 0x1p-53;  // in (0, 1]
      x[l] = i < 4 ? (8 * i + l) / 16.0 : (i % 2 == 0 ? 2 * u : u * std::ldexp(1.0, -i % 53));
    }
    if (i == 0) x[0] = 0x1p-53;
    double logs[2][8];
    double sines[2][8];
    double cosines[2][8];
    for (int four = 0; four < 8; four += 4) {
      numeric::log_of_four(x + four, logs[0] + four);
      numeric::sincos_pi_of_four(x + four, sines[0] + four, cosines[0] + four);
    }
    numeric::log_of_eight(x, logs[1]);
    numeric::sincos_pi_of_eight(x, sines[1], cosines[1]);
    for (int way = 0; way < 2; ++way) {
      for (int l = 0; l < 8; ++l) {
        CAPTURE(way, x[l]);
        double sine;
        double cosine;
        numeric::sincos_pi(x[l], sine, cosine);
        REQUIRE(same(logs[way][l], numeric::log(x[l])));
        REQUIRE(same(sines[way][l], sine));
        REQUIRE(same(cosines[way][l], cosine));
      }
    }
  }
}

// SLEEF promises 1.0 ULP (erfc 1.5); an ULP is at most eps of the value.
TEST_CASE("elementary functions are within SLEEF's error of long double") {
  for (const double x : reals) {
    CAPTURE(x);
    const long double wide = x;
    require_ulps(numeric::exp(x), std::exp(wide), 1.01);
    require_ulps(numeric::expm1(x), std::expm1(wide), 1.01);
    if (x > 0) require_ulps(numeric::log(x), std::log(wide), 1.01);
    if (x > -1) require_ulps(numeric::log1p(x), std::log1p(wide), 1.01);
    if (std::fabs(x) < 25) {
      require_ulps(numeric::erfc(x), std::erfc(wide), 1.51);
      require_ulps(numeric::erfc(x), boost::math::erfc(wide), 1.51);
    }
    if (x > 0) {
      for (const double y : {-3.5, -1.0, 0.0, 0.25, 1.0, 7.0}) {
        const long double power = std::pow(wide, static_cast<long double>(y));
        if (power > 1e-300L && power < 1e300L) require_ulps(numeric::pow(x, y), power, 1.01);
      }
    }
  }
  REQUIRE(numeric::exp(0) == 1);
  REQUIRE(numeric::exp(-infinity) == 0);
  REQUIRE(numeric::exp(1000) == infinity);
  REQUIRE(numeric::log(1) == 0);
  REQUIRE(numeric::log(0) == -infinity);
  REQUIRE(std::isnan(numeric::log(-1)));
  REQUIRE(numeric::log1p(-1) == -infinity);
  REQUIRE(numeric::pow(-2, 3) == -8);
  REQUIRE(numeric::pow(0, 0) == 1);
}

TEST_CASE("sine and cosine of pi x") {
  const long double pi = 3.14159265358979323846264338327950288L;
  for (const double x : {-2.25, -0.4, 0.0, 0.125, 0.3, 0.5, 0.75, 0.9999, 1.0, 1.5, 7.3}) {
    double s = 0, c = 0;
    numeric::sincos_pi(x, s, c);
    CAPTURE(x, s, c);
    REQUIRE(std::fabs(s - static_cast<double>(std::sin(pi * x))) < 1e-15);
    REQUIRE(std::fabs(c - static_cast<double>(std::cos(pi * x))) < 1e-15);
  }
  double s = 0, c = 0;
  numeric::sincos_pi(1, s, c);
  REQUIRE(s == 0);
  REQUIRE(c == -1);
}

TEST_CASE("log_gamma against Boost") {
  for (const double x :
       {1e-8, 0.01, 0.5, 0.99, 1.0, 1.001, 1.5, 2.0, 2.001, 3.0, 10.0, 99.5, 1e4, 1e6, 1e12}) {
    CAPTURE(x);
    // Near its zeros at 1 and 2 one ULP of the value is still promised; Boost's long double is the
    // oracle.
    require_ulps(numeric::log_gamma(x), boost::math::lgamma(static_cast<long double>(x)), 1.01);
  }
  double factorial = 1;
  for (int n = 2; n <= 18; ++n) {
    factorial *= n;
    require_ulps(numeric::log_gamma(n + 1), std::log(static_cast<long double>(factorial)), 1.01);
  }
}

TEST_CASE("log_choose against exact binomial coefficients") {
  for (const unsigned n : {0u, 1u, 2u, 7u, 30u, 60u, 500u}) {
    for (unsigned k = 0; k <= n; k += n < 10 ? 1 : n / 6) {
      CAPTURE(n, k);
      const auto exact = std::log(boost::math::binomial_coefficient<long double>(n, k));
      // Three log-gammas of at most ln(n!) each are subtracted: 3 eps ln(n!).
      const double size = numeric::log_gamma(n + 1.0);
      REQUIRE(std::fabs(numeric::log_choose(n, k) - static_cast<double>(exact)) <=
              4 * eps * (1 + size));
    }
  }
}

TEST_CASE("normal_cdf against Boost, tails in relative error") {
  const boost::math::normal_distribution<long double> normal;
  for (const double x :
       {-37.0, -20.0, -8.0, -4.0, -2.0, -1.0, -0.25, -1e-6, 0.0, 0.3, 1.0, 1.96, 3.0, 6.0, 9.0}) {
    CAPTURE(x);
    const double ours = numeric::normal_cdf(x);
    const auto oracle = boost::math::cdf(normal, static_cast<long double>(x));
    // x/sqrt(2) is rounded twice: relative error x^2 eps in the lower tail, beside erfc's.
    REQUIRE(std::fabs(static_cast<double>(ours - oracle)) <=
            (2 + 2 * x * x) * eps * static_cast<double>(oracle));
  }
  REQUIRE(numeric::normal_cdf(0) == 0.5);
  REQUIRE(numeric::normal_cdf(infinity) == 1);
  REQUIRE(numeric::normal_cdf(-infinity) == 0);
}

TEST_CASE("normal_quantile against Boost, over all of AS 241's three ranges") {
  const boost::math::normal_distribution<long double> normal;
  for (const double p : {1e-300, 1e-100, 1e-20,  1e-12,  1e-9,  1e-5, 0.001,    0.01,
                         0.025,  0.05,   0.0749, 0.0751, 0.1,   0.3,  0.49,     0.4999999,
                         0.51,   0.7,    0.9,    0.925,  0.975, 0.99, 0.999999, 1 - 1e-12}) {
    CAPTURE(p);
    const double ours = numeric::normal_quantile(p);
    const auto oracle =
        static_cast<double>(boost::math::quantile(normal, static_cast<long double>(p)));
    // AS 241 states about 1e-16; the two polynomials add rounding of degree 7: 16 eps.
    REQUIRE(std::fabs(ours - oracle) <= 16 * eps * std::fabs(oracle));
  }
  REQUIRE(numeric::normal_quantile(0.5) == 0);
  REQUIRE(numeric::normal_quantile(0) == -infinity);
  REQUIRE(numeric::normal_quantile(1) == infinity);
  REQUIRE(std::isnan(numeric::normal_quantile(-0.1)));
  REQUIRE(std::isnan(numeric::normal_quantile(1.1)));
  REQUIRE(std::isnan(numeric::normal_quantile(std::nan(""))));
}

TEST_CASE("normal_quantile is symmetric and increasing") {
  double before = -infinity;
  for (int i = 1; i < 4096; ++i) {
    const double p = i / 4096.0;  // 1 - p is exact
    const double x = numeric::normal_quantile(p);
    REQUIRE(x > before);
    REQUIRE(x == -numeric::normal_quantile(1 - p));
    before = x;
  }
}

TEST_CASE("known bits: the functions are the same on every machine") {
  const auto bits = [](double x) {
    std::uint64_t out;
    std::memcpy(&out, &x, sizeof out);
    return out;
  };
  // Recorded from SLEEF 3.5.1 on x86-64; another value means that old results no longer reproduce.
  std::uint64_t hash = 1469598103934665603u;
  const auto mix = [&](double x) { hash = (hash ^ bits(x)) * 1099511628211u; };
  for (int i = 1; i <= 2000; ++i) {
    const double x = i * 0.0078125;
    mix(numeric::exp(-x));
    mix(numeric::expm1(x));
    mix(numeric::log(x));
    mix(numeric::log1p(x));
    mix(numeric::pow(x, 0.3));
    mix(numeric::log_gamma(x));
    mix(numeric::erfc(x));
    mix(numeric::normal_quantile(i / 2001.0));
  }
  REQUIRE(hash == 0xfb9aed5eae826f0du);
}

TEST_CASE("near functions: their errors") {
  const auto& near = numeric::NearFunctions::tables();
  Draws draws({30}, 0);
  for (int i = 0; i < 200'000; ++i) {
    const double u = draws.uniform();
    // Also next to both ends of the intervals between the tables' places.
    const double x = i % 3 == 0 ? u : std::floor(256 * u) / 256 + (i % 3 == 1 ? 0 : 0x1.fffp-9);
    double sine, cosine, wanted_sine, wanted_cosine;
    near.sincos_of_turns(x, sine, cosine);
    numeric::sincos_pi(2 * x, wanted_sine, wanted_cosine);
    REQUIRE(std::fabs(sine - wanted_sine) < 1e-11);
    REQUIRE(std::fabs(cosine - wanted_cosine) < 1e-11);
    const double positive = std::ldexp(1 + x, static_cast<int>(draws.below(1'000)) - 500);
    REQUIRE(std::fabs(near.log(positive) - numeric::log(positive)) < 1e-11);
    REQUIRE(std::fabs(near.log(1 - u) - numeric::log(1 - u)) < 1e-11);
  }
  for (const double x : {1.0, 0x1p-53, 1 - 0x1p-53, 1 + 0x1p-52}) {
    REQUIRE(std::fabs(near.log(x) - numeric::log(x)) < 1e-11);
  }
}
