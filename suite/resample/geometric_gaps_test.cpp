#include "suite/resample/geometric_gaps.hpp"

#include <cmath>
#include <cstdint>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

double by_logarithm(double probability, double uniform) {
  return std::floor(numeric::log(1 - uniform) / numeric::log1p(-probability));
}

}  // namespace

TEST_CASE("geometric gaps: those of the logarithm, to the last uniform number") {
  for (const double probability : {1e-9, 0.02, 0.0999, 0.1, 0.25, 0.3, 0.5, 0.75, 0.9, 0.999}) {
    INFO(probability);
    const GeometricGaps gaps(probability);
    Draws draws({3}, 0);
    for (int i = 0; i < 20'000; ++i) {
      const double u = draws.uniform();
      REQUIRE(gaps.of(u) == by_logarithm(probability, u));
    }
    // Bounds between which one gap ends and the next begins: the numbers around it, one by one.
    double failing = 1;
    for (int gap = 0; gap < 40; ++gap) {
      failing *= 1 - probability;
      const auto end = static_cast<std::int64_t>((1 - failing) * 0x1p53);
      for (std::int64_t k = end - 200; k <= end + 200; ++k) {
        const double u = static_cast<double>(k) * 0x1p-53;
        if (u >= 0 && u < 1) REQUIRE(gaps.of(u) == by_logarithm(probability, u));
      }
    }
    REQUIRE(gaps.of(0) == 0);
    REQUIRE(gaps.of(1 - 0x1p-53) == by_logarithm(probability, 1 - 0x1p-53));
  }
}

TEST_CASE("geometric gaps: none where every trial succeeds") {
  const GeometricGaps gaps(1);
  for (const double u : {0.0, 0.3, 1 - 0x1p-53}) CHECK(gaps.of(u) == 0);
}
