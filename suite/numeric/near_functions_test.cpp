#include "suite/numeric/near_functions.hpp"

#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using numeric::NearFunctions;

TEST_CASE("near functions: their errors") {
  const NearFunctions& near = NearFunctions::tables();
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
