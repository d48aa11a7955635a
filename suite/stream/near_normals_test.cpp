#include "suite/stream/near_normals.hpp"

#include <cmath>
#include <cstdint>

#include "suite/numeric/elementary.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

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

TEST_CASE("near normals: what the draws give in any order, and where they go on") {
  for (std::uint64_t step = 0; step < 4'000; ++step) {
    CAPTURE(step);
    Draws one({31}, step);
    Draws other({31}, step);
    Draws order({32}, step);
    // From any place: bits left of a block, a normal left of a pair.
    for (std::uint32_t i = order.below(3); i > 0; --i) REQUIRE(one.bits() == other.bits());
    if (order.below(2) == 1) REQUIRE(one.normal() == other.normal());
    NearNormals near(other);
    for (std::uint32_t i = order.below(60); i > 0; --i) {
      if (order.below(2) == 1) {
        REQUIRE(near.uniform() == one.uniform());
        continue;
      }
      const double exact = one.normal();
      const double error = std::fabs(near.normal() - exact);
      REQUIRE(error <
              (std::fabs(exact) > 1 ? NearNormals::far_normal_error : NearNormals::normal_error));
    }
    near.move(other);
    for (int i = 0; i < 3; ++i) {
      REQUIRE(one.bits() == other.bits());
      REQUIRE(one.normal() == other.normal());
    }
  }
}
