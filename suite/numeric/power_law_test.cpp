#include "suite/numeric/power_law.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("power law: an exact power is found again, with no error") {
  const double x[] = {1, 10, 100, 1000};
  const double y[] = {3, 300, 3e4, 3e6};
  const auto distribution = numeric::fit_power_law(x, y);
  CHECK(distribution.exponent == Approx(2).epsilon(1e-14));
  CHECK(distribution.factor == Approx(3).epsilon(1e-13));
  CHECK(distribution.standard_error == Approx(0).margin(1e-13));
}

TEST_CASE("power law: a constant has exponent 0") {
  const double x[] = {2, 4, 8};
  const double y[] = {5, 5, 5};
  const auto distribution = numeric::fit_power_law(x, y);
  CHECK(distribution.exponent == Approx(0).margin(1e-14));
  CHECK(distribution.factor == Approx(5));
}

TEST_CASE("power law: three points by hand") {
  // ln x = 0, 1, 2 and ln y = 0, 3, 3: slope 3/2, intercept 1/2, residuals -1/2, 1, -1/2;
  // s^2 = 3/2 / (3 - 2), sum of (ln x - 1)^2 = 2, standard error sqrt(3/4).
  const double e = std::exp(1.0);
  const double x[] = {1, e, e * e};
  const double y[] = {1, e * e * e, e * e * e};
  const auto distribution = numeric::fit_power_law(x, y);
  CHECK(distribution.exponent == Approx(1.5));
  CHECK(distribution.factor == Approx(std::exp(0.5)));
  CHECK(distribution.standard_error == Approx(std::sqrt(0.75)));
}

TEST_CASE("power law: two points leave no standard error") {
  const double x[] = {1, 2};
  const double y[] = {1, 8};
  const auto distribution = numeric::fit_power_law(x, y);
  CHECK(distribution.exponent == Approx(3));
  CHECK(std::isnan(distribution.standard_error));
}
