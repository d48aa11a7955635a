#include "suite/statistics/empirical_distribution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::statistics;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("step_distribution: a distribution by hand") {
  const EmpiricalDistribution distribution({3, 1, 3, infinity});
  CHECK(distribution.cdf(-infinity) == 0);
  CHECK(distribution.cdf(0.5) == 0);
  CHECK(distribution.cdf(1) == 0.25);
  CHECK(distribution.cdf(2.9) == 0.25);
  CHECK(distribution.cdf(3) == 0.75);
  CHECK(distribution.cdf(1e300) == 0.75);
  CHECK(distribution.cdf(infinity) == 1);
  REQUIRE(distribution.values().size() == 3);
  CHECK(distribution.cumulative()[1] == 0.75);
}

TEST_CASE("step_distribution: weights, merged and normalised") {
  const EmpiricalDistribution distribution(std::vector<double>{2, 1, 2},
                                           std::vector<double>{3, 2, 3});
  REQUIRE(distribution.values().size() == 2);
  CHECK(distribution.cdf(1) == 0.25);
  CHECK(distribution.cdf(2) == 1);
}

TEST_CASE("step_distribution: the distance by hand") {
  const EmpiricalDistribution distribution({0, 1});
  CHECK(distribution.sup_distance(distribution) == 0);
  CHECK(distribution.sup_distance(EmpiricalDistribution({0.5})) == 0.5);
  CHECK(distribution.sup_distance(EmpiricalDistribution({2.0})) == 1);
  CHECK(distribution.sup_distance(EmpiricalDistribution({0, 0, 1, 1, 1})) == Approx(0.1));
  // On shifted lattices the distance is a whole step, however small the shift.
  CHECK(distribution.sup_distance(EmpiricalDistribution({1e-9, 1 + 1e-9})) == 0.5);
}

TEST_CASE("step_distribution: the distance is the largest over all values, both ways round") {
  for (std::uint64_t round = 0; round < 200; ++round) {
    Draws draws({501}, round);
    std::vector<double> a(1 + draws.below(20));
    std::vector<double> b(1 + draws.below(20));
    for (double& x : a) x = draws.below(12);
    for (double& x : b) x = draws.below(12);
    const EmpiricalDistribution first(a);
    const EmpiricalDistribution second(b);
    double worst = 0;
    for (int x = 0; x < 12; ++x) worst = std::max(worst, std::fabs(first.cdf(x) - second.cdf(x)));
    CHECK(first.sup_distance(second) == worst);
    CHECK(second.sup_distance(first) == worst);
  }
}

TEST_CASE("step_distribution: scaled, and the distance to a normal distribution by hand") {
  const EmpiricalDistribution distribution({-1, 1});
  // Just below 1 the distribution has 1/2, the normal distribution 0.841; with deviation 2, 0.691.
  CHECK(distribution.sup_distance_to_normal(1) == Approx(0.3413447461));
  CHECK(distribution.scaled(2).sup_distance_to_normal(2) == Approx(0.3413447461));
  CHECK(distribution.sup_distance_to_normal(2) == Approx(0.3085375387));  // just below -1
  CHECK(distribution.scaled(3).values()[1] == 3);
  CHECK(EmpiricalDistribution({-infinity, infinity}).sup_distance_to_normal(1) == 0.5);
}

TEST_CASE("step_distribution: what is no distribution is refused") {
  using List = std::vector<double>;
  CHECK_THROWS_AS(EmpiricalDistribution(List{}), std::invalid_argument);
  CHECK_THROWS_AS(EmpiricalDistribution({1, not_a_number}), std::invalid_argument);
  CHECK_THROWS_AS(EmpiricalDistribution(List{1, not_a_number}, List{1, 1}), std::invalid_argument);
  CHECK_THROWS_AS(EmpiricalDistribution(List{1, 2}, List{1}), std::invalid_argument);
  CHECK_THROWS_AS(EmpiricalDistribution(List{1, 2}, List{1, -1}), std::invalid_argument);
  CHECK_THROWS_AS(EmpiricalDistribution(List{1, 2}, List{0, 0}), std::invalid_argument);
  CHECK_THROWS_AS(EmpiricalDistribution(List{1, 2}, List{1, infinity}), std::invalid_argument);
}
