#include "suite/theory/rates.hpp"

#include <cmath>

#include "suite/numeric/moments.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::theory;

TEST_CASE("rates: each theorem is lemma 1 with its own sample size") {
  const double K = 10;
  const double T = 4000;
  // Theorem 14: T_pi = T/Gamma records, resamples of E T_pi.
  REQUIRE(theorem14_rate(K, T, 3) == Approx(lemma1_rate(T / K, 3 * T / K)).epsilon(1e-14));
  REQUIRE(theorem14_rate(K, T, K) == Approx(std::sqrt(K) / T).epsilon(1e-14));
  REQUIRE(theorem14_rate(K, T, K) == Approx(theorem15_rate(K, T, T)).epsilon(1e-14));
  // Theorem 15: gamma* = T/Gamma* records, resamples of T'.
  REQUIRE(theorem15_rate(3.5, T, 700) == Approx(lemma1_rate(T / 3.5, 700)).epsilon(1e-14));
  REQUIRE(theorem15_rate(3.5, T, 2 * T) == Approx(theorem16_rate(3.5, T, 2)).epsilon(1e-14));
  // BRED (section 5.7, p. 147): T/K records of a deterministic policy, resamples of E T/K.
  for (const double E : {1.0, K}) {
    REQUIRE(bred_rate(K, K, T, E) == Approx(lemma1_rate(T / K, E * T / K)).epsilon(1e-14));
    REQUIRE(bred_rate(K, K, T, E) ==
            // erratum B2, suite/theory/README.md
            Approx(std::sqrt(K) * bred_rate_printed(K, T, E)).epsilon(1e-14));
  }
  REQUIRE(mean_rate(4, 400) == Approx(0.1).epsilon(1e-14));
  REQUIRE(little_bootstraps_rate(10000, 100) == Approx(1e-3).epsilon(1e-14));
  REQUIRE(std::isnan(lemma1_rate(0, 1)));
  REQUIRE(std::isnan(bred_rate(10, -1, 100, 1)));
}

TEST_CASE(
    "theorem 12: the mean of B resamples has deviation sqrt(Var/B), not Var/sqrt(B) (B19, "
    "suite/theory/README.md)") {
  const double variance = 0.01;
  const int B = 25;
  numeric::Moments means;
  for (int i = 0; i < 20000; ++i) {
    Draws draws({68}, static_cast<std::uint64_t>(i));
    double sum = 0;
    for (int b = 0; b < B; ++b) sum += std::sqrt(variance) * draws.normal();
    means.add(sum / B);
  }
  const double T = 1e12;  // the two other terms vanish
  const double scale = std::sqrt(T) * means.standard_deviation();
  REQUIRE(T * theorem12_rate(T, B, variance) == Approx(scale).epsilon(0.03));
  REQUIRE(T * theorem12_printed(T, B, variance) == Approx(scale / 10).epsilon(0.03));
  // All three terms by hand: Var/sqrt(T B) or sqrt(Var/(T B)), 1/T, 1/T^1.5.
  REQUIRE(theorem12_printed(100, 4, 0.25) == Approx(0.25 / 20 + 0.01 + 0.001).epsilon(1e-14));
  REQUIRE(theorem12_rate(100, 4, 0.25) == Approx(0.5 / 20 + 0.01 + 0.001).epsilon(1e-14));
}
