#include "suite/run/reference_cost.hpp"

#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("reference: a study whose like was measured goes by the measurements") {
  const Expectation half = expected({.seconds = 100, .known = 50}, 10, {7, 10}, {});
  CHECK(half.seconds == 100);
  CHECK(half.known_share() == 0.5);
  // Nothing is left of it.
  CHECK(expected({}, 0, {7, 10}, {}).seconds == 0);
}

TEST_CASE("reference: another goes by what it took elsewhere, in proportion to its cells") {
  const Expectation measured{.seconds = 1e9, .known = 1};
  const Expectation by_reference = expected(measured, 5, {.core_seconds = 80, .cells = 10}, {});
  CHECK(by_reference.seconds == 40);
  // Roughly: at least half, less than nine tenths (see left_text).
  CHECK(by_reference.known_share() > 0.5);
  CHECK(by_reference.known_share() < 0.9);
  CHECK(expected(measured, 5, {}, {}).seconds == 1e9);
}

TEST_CASE("reference: the pace is that of what was computed, and short studies hardly change it") {
  Pace pace;
  CHECK(pace.factor() == 1);
  pace.add(0.3, 0.1);
  CHECK(pace.factor() == Approx(1).epsilon(0.05));
  pace.add(2000, 1000);
  CHECK(pace.factor() == Approx(2).epsilon(0.05));
  CHECK(expected({.seconds = 1, .known = 0}, 1, {50, 1}, pace).seconds ==
        Approx(100).epsilon(0.05));
  pace.add(1e9, 0);  // a study without a reference
  CHECK(pace.factor() == Approx(2).epsilon(0.05));
  pace.add(1e9, 1);
  CHECK(pace.factor() == 20);
}
