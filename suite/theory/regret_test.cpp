#include "suite/theory/regret.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "suite/testing/catch.hpp"

using namespace replaybench::theory;

namespace {

/// Another way (Katehakis and Veinott's): the index is 1 - discount times the value of an arm that
/// may be set back to its first state before each play, here by value iteration on up to `steps`
/// plays, after which the mean counts as known.
double by_restarts(double a, double b, double discount, int steps) {
  std::map<std::pair<int, int>, double> values;
  double restart = 0;
  for (int sweep = 0; sweep < 400; ++sweep) {
    for (int plays = steps; plays >= 0; --plays) {
      for (int s = 0; s <= plays; ++s) {
        const double p = (a + s) / (a + b + plays);
        const double go_on = plays == steps ? p / (1 - discount)
                                            : p * (1 + discount * values[{plays + 1, s + 1}]) +
                                                  (1 - p) * discount * values[{plays + 1, s}];
        values[{plays, s}] = std::max(go_on, restart);
      }
    }
    restart = values[{0, 0}];
  }
  return (1 - discount) * restart;
}

}  // namespace

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

TEST_CASE("Gittins's index by calibration is that by restarts") {
  CHECK(gittins_index(1, 1, 0.5, 12) == Approx(by_restarts(1, 1, 0.5, 12)).epsilon(1e-8));
  CHECK(gittins_index(1, 1, 0.9, 20) == Approx(by_restarts(1, 1, 0.9, 20)).epsilon(1e-8));
  CHECK(gittins_index(2, 5, 0.9, 20) == Approx(by_restarts(2, 5, 0.9, 20)).epsilon(1e-8));
  CHECK(gittins_index(0.5, 0.5, 0.8, 15) == Approx(by_restarts(0.5, 0.5, 0.8, 15)).epsilon(1e-8));
}

TEST_CASE("Gittins's index of one step by hand") {
  // After a success the arm pays 2/3 at every later step, after a failure x is taken:
  // (1 + g (2/3) / (1 - g)) / 2 + g x / (1 - g) / 2 = x / (1 - g).
  const double g = 0.9;
  const double x = (1 + g * 2 / 3 / (1 - g)) / 2 / ((1 - g / 2) / (1 - g));
  CHECK(gittins_index(1, 1, g, 1) == Approx(x).epsilon(1e-8));
}

TEST_CASE("Gittins's index lies above the mean and rises with steps and discount") {
  double before = 0.5;
  for (const double steps : {1., 2., 5., 20., 100.}) {
    const double index = gittins_index(1, 1, 0.95, steps);
    CHECK(index > before);
    before = index;
  }
  CHECK(gittins_index(1, 1, 0.99, 100) > before);
  // An action that is known well has no value of information.
  CHECK(gittins_index(3e6, 7e6, 0.9, 50) == Approx(0.3).epsilon(1e-3));
}

TEST_CASE("Gittins's index outside its domain") {
  CHECK(std::isnan(gittins_index(0, 1, 0.9, 10)));
  CHECK(std::isnan(gittins_index(1, -1, 0.9, 10)));
  CHECK(std::isnan(gittins_index(1, 1, 1, 10)));
  CHECK(std::isnan(gittins_index(1, 1, 0, 10)));
  CHECK(std::isnan(gittins_index(1, 1, 0.9, 0)));
  CHECK(std::isnan(gittins_index(1, 1, 0.9, 2.5)));
  CHECK(std::isnan(gittins_index(1, 1, 0.9, 10001)));
}
