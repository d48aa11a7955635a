#include "suite/theory/regret.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"

using namespace replaybench::theory;

TEST_CASE("Bernoulli divergence by hand") {
  CHECK(bernoulli_divergence(0.5, 0.5) == 0);
  // 0.5 ln 2 + 0.5 ln(2/3).
  CHECK(bernoulli_divergence(0.5, 0.25) ==
        Approx(0.5 * std::log(2.0) + 0.5 * std::log(2.0 / 3)).epsilon(1e-14));
  CHECK(bernoulli_divergence(0, 0.3) == Approx(-std::log(0.7)).epsilon(1e-14));
  CHECK(bernoulli_divergence(1, 0.3) == Approx(-std::log(0.3)).epsilon(1e-14));
  CHECK(bernoulli_divergence(0, 0) == 0);
  CHECK(std::isinf(bernoulli_divergence(0.1, 0)));
  CHECK(std::isinf(bernoulli_divergence(0.1, 1)));
  CHECK(std::isnan(bernoulli_divergence(-0.1, 0.5)));
  // Pinsker: at least 2 (p - q)^2.
  for (double p = 0; p <= 1; p += 0.125) {
    for (double q = 0.0625; q < 1; q += 0.125) {
      CHECK(bernoulli_divergence(p, q) >= 2 * (p - q) * (p - q));
    }
  }
}

TEST_CASE("Lai and Robbins's slope is the sum of gap over divergence") {
  const double one = 0.1 / bernoulli_divergence(0.4, 0.5);
  CHECK(lai_robbins_slope(2, 0.5, 0.4) == Approx(one).epsilon(1e-15));
  CHECK(lai_robbins_slope(10, 0.5, 0.4) == Approx(9 * one).epsilon(1e-15));
  // A small gap: about 2 mu (1 - mu) / gap an arm.
  CHECK(lai_robbins_slope(2, 0.501, 0.5) == Approx(0.5 / 0.001).epsilon(1e-3));
  CHECK(std::isnan(lai_robbins_slope(1, 0.5, 0.4)));
  CHECK(std::isnan(lai_robbins_slope(2, 0.4, 0.5)));
}

TEST_CASE("UCB1's bound by hand") {
  CHECK(ucb1_pulls_bound(std::exp(1.0), 0.5) == Approx(32 + 1 + 3.2898681336964528).epsilon(1e-14));
  CHECK(std::isnan(ucb1_pulls_bound(0, 0.5)));
  CHECK(std::isnan(ucb1_pulls_bound(100, 0)));
}
