#include "suite/stream/near_normals.hpp"

#include <cmath>
#include <cstdint>

#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("near normals: what the draws of the step give, in any order") {
  for (std::uint64_t step = 0; step < 4'000; ++step) {
    CAPTURE(step);
    Draws draws({31}, step);
    Draws order({32}, step);
    // With the first bits or without them.
    Draws same({31}, step);
    NearNormals::Bits first;
    for (std::uint64_t& bits : first) bits = same.bits();
    NearNormals near =
        order.below(2) == 1 ? NearNormals({31}, step) : NearNormals({31}, step, first);
    for (std::uint32_t i = order.below(60); i > 0; --i) {
      if (order.below(2) == 1) {
        REQUIRE(near.uniform() == draws.uniform());
        continue;
      }
      const double exact = draws.normal();
      const double error = std::fabs(near.normal() - exact);
      REQUIRE(error <
              (std::fabs(exact) > 1 ? NearNormals::far_normal_error : NearNormals::normal_error));
    }
  }
}
