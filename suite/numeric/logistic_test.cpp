#include "suite/numeric/logistic.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "suite/numeric/elementary.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("logistic: by its definition, at the ends, and four at once") {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  CHECK(numeric::logistic(0) == 0.5);
  CHECK(numeric::logistic(infinity) == 1);
  CHECK(numeric::logistic(-infinity) == 0);
  CHECK(numeric::logistic(-700) == Approx(std::exp(-700.0)).epsilon(1e-14));
  Draws draws({61}, 0);
  for (int t = 0; t < 20'000; ++t) {
    double z[4];
    for (double& value : z) value = std::ldexp(draws.normal(), static_cast<int>(draws.below(12)));
    if (t % 50 == 0) z[t % 4] = t % 100 == 0 ? infinity : -0.0;
    double four[4];
    numeric::logistic_of_four(z, four);
    for (int i = 0; i < 4; ++i) {
      CAPTURE(z[i]);
      const double one = numeric::logistic(z[i]);
      REQUIRE(std::memcmp(&one, &four[i], sizeof one) == 0);
      const double odds = numeric::exp(z[i]);
      const double wanted = z[i] >= 0 ? 1 / (1 + numeric::exp(-z[i])) : odds / (1 + odds);
      REQUIRE(one == wanted);
    }
  }
}
