#include "suite/stream/normals_ahead.hpp"

#include <cstdint>

#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("normals ahead: what the draws give in any order, and where they go on") {
  for (std::uint64_t step = 0; step < 2'000; ++step) {
    CAPTURE(step);
    Draws one({31}, step);
    Draws other({31}, step);
    Draws order({32}, step);
    // From any place: bits left of a block, a normal left of a pair.
    for (std::uint32_t i = order.below(3); i > 0; --i) REQUIRE(one.bits() == other.bits());
    if (order.below(2) == 1) REQUIRE(one.normal() == other.normal());
    const std::uint32_t calls = order.below(60);
    // Of eight steps one takes uniforms and normals at random, the others mostly in turn.
    const std::uint32_t disorder = step % 8 == 0 ? 2 : 20;
    {
      NormalsAhead ahead(other);
      for (std::uint32_t i = 0; i < calls; ++i) {
        const bool in_turn = order.below(disorder) > 0;
        if ((i % 2 == 0) == in_turn) {
          REQUIRE(ahead.normal() == one.normal());
        } else {
          REQUIRE(ahead.uniform() == one.uniform());
        }
      }
    }
    for (int i = 0; i < 3; ++i) {
      REQUIRE(one.bits() == other.bits());
      REQUIRE(one.normal() == other.normal());
    }
  }
}
