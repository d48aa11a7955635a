#include "suite/evaluate/estimate_warnings.hpp"

#include <algorithm>

#include "suite/numeric/nan.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("evaluation warnings: weights whose mean is too far from 1, on either side") {
  const auto warned = [](double mean, double z, bool clipped = false) {
    const auto warnings = warnings_of_weights(
        {.effective = 1000, .records = 1000, .mean = mean, .z = z, .clipped = clipped},
        replaybench::nan);
    return std::any_of(warnings.begin(), warnings.end(), [](const auto& warning) {
      return warning.kind == WarningKind::weights_do_not_fit;
    });
  };
  CHECK(warned(1.2, 4.1));
  CHECK(warned(0.8, -4.1));
  CHECK_FALSE(warned(1.2, 3.9));
  CHECK_FALSE(warned(0.8, -3.9));
  CHECK_FALSE(warned(0.8, -4.1, true));  // clipped weights are meant to be below 1 on average
  // Equal weights have no standard error.
  CHECK(warned(1.2, replaybench::nan));
  CHECK(warned(0.8, replaybench::nan));
  CHECK_FALSE(warned(1, replaybench::nan));
}

TEST_CASE("evaluation warnings: propensities of a uniform choice that are rounded") {
  const auto kinds = [](double mean, double by_rounding) {
    std::vector<WarningKind> found;
    for (const auto& warning : warnings_of_weights(
             {.effective = 1000, .records = 1000, .mean = mean, .z = replaybench::nan},
             by_rounding)) {
      found.push_back(warning.kind);
    }
    return found;
  };
  CHECK(kinds(1.0001, 1.0001).empty());
  CHECK(kinds(1.0101, 1.0101) == std::vector{WarningKind::propensities_rounded});
  CHECK(kinds(1.0101, replaybench::nan) == std::vector{WarningKind::weights_do_not_fit});
  CHECK(kinds(1.3, 1.0101) == std::vector{WarningKind::weights_do_not_fit});
}
