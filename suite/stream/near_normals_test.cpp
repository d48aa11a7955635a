#include "suite/stream/near_normals.hpp"

#include <cmath>
#include <cstdint>

#include "suite/testing/catch.hpp"

using namespace replaybench;

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
