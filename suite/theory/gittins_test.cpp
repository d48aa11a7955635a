#include "suite/theory/gittins.hpp"

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
