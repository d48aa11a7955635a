#include "suite/bootstrap/step_law.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "suite/stream/stream.hpp"
#include "suite/tests/catch.hpp"

using namespace replaybench;
using namespace replaybench::bootstrap;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("step_law: a law by hand") {
  const StepLaw law({3, 1, 3, infinity});
  CHECK(law.cdf(-infinity) == 0);
  CHECK(law.cdf(0.5) == 0);
  CHECK(law.cdf(1) == 0.25);
  CHECK(law.cdf(2.9) == 0.25);
  CHECK(law.cdf(3) == 0.75);
  CHECK(law.cdf(1e300) == 0.75);
  CHECK(law.cdf(infinity) == 1);
  REQUIRE(law.values().size() == 3);
  CHECK(law.cumulative()[1] == 0.75);
}

TEST_CASE("step_law: weights, merged and normalised") {
  const StepLaw law(std::vector<double>{2, 1, 2}, std::vector<double>{3, 2, 3});
  REQUIRE(law.values().size() == 2);
  CHECK(law.cdf(1) == 0.25);
  CHECK(law.cdf(2) == 1);
}

TEST_CASE("step_law: the distance by hand") {
  const StepLaw law({0, 1});
  CHECK(law.sup_distance(law) == 0);
  CHECK(law.sup_distance(StepLaw({0.5})) == 0.5);
  CHECK(law.sup_distance(StepLaw({2.0})) == 1);
  CHECK(law.sup_distance(StepLaw({0, 0, 1, 1, 1})) == Approx(0.1));
  // On shifted lattices the distance is a whole step, however small the shift.
  CHECK(law.sup_distance(StepLaw({1e-9, 1 + 1e-9})) == 0.5);
}

TEST_CASE("step_law: the distance is the largest over all values, both ways round") {
  for (std::uint64_t round = 0; round < 200; ++round) {
    Draws draws({501}, round);
    std::vector<double> a(1 + draws.below(20));
    std::vector<double> b(1 + draws.below(20));
    for (double& x : a) x = draws.below(12);
    for (double& x : b) x = draws.below(12);
    const StepLaw first(a);
    const StepLaw second(b);
    double worst = 0;
    for (int x = 0; x < 12; ++x) worst = std::max(worst, std::fabs(first.cdf(x) - second.cdf(x)));
    CHECK(first.sup_distance(second) == worst);
    CHECK(second.sup_distance(first) == worst);
  }
}

TEST_CASE("step_law: scaled, and the distance to a normal law by hand") {
  const StepLaw law({-1, 1});
  // Just below 1 the law has 1/2, the normal law 0.841; with deviation 2, 0.691.
  CHECK(law.sup_distance_to_normal(1) == Approx(0.3413447461));
  CHECK(law.scaled(2).sup_distance_to_normal(2) == Approx(0.3413447461));
  CHECK(law.sup_distance_to_normal(2) == Approx(0.3085375387));  // just below -1
  CHECK(law.scaled(3).values()[1] == 3);
  CHECK(StepLaw({-infinity, infinity}).sup_distance_to_normal(1) == 0.5);
}

TEST_CASE("step_law: what is no law is refused") {
  using List = std::vector<double>;
  CHECK_THROWS_AS(StepLaw(List{}), std::invalid_argument);
  CHECK_THROWS_AS(StepLaw({1, not_a_number}), std::invalid_argument);
  CHECK_THROWS_AS(StepLaw(List{1, not_a_number}, List{1, 1}), std::invalid_argument);
  CHECK_THROWS_AS(StepLaw(List{1, 2}, List{1}), std::invalid_argument);
  CHECK_THROWS_AS(StepLaw(List{1, 2}, List{1, -1}), std::invalid_argument);
  CHECK_THROWS_AS(StepLaw(List{1, 2}, List{0, 0}), std::invalid_argument);
  CHECK_THROWS_AS(StepLaw(List{1, 2}, List{1, infinity}), std::invalid_argument);
}
