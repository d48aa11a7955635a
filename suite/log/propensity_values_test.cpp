#include "suite/log/propensity_values.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

// 4,000 propensities of a logger that follows a continuous score.
std::vector<double> continuous() {
  std::vector<double> values;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    Draws draws(derive_key(1, "log", "propensity_values_test"), i);
    values.push_back(0.002 + 0.9 * draws.uniform());
  }
  return values;
}

}  // namespace

TEST_CASE("propensity values: continuous ones are neither floored nor rounded") {
  const PropensityValues values = examine_propensities(continuous());
  CHECK(values.examined == 4000);
  CHECK(values.distinct > 3900);
  CHECK(values.at_smallest == 1);
  CHECK_FALSE(values.floored());
  CHECK_FALSE(values.rounded());
  CHECK(values.decimals == PropensityValues::max_decimals + 1);
}

TEST_CASE("propensity values: a floor shows as many equal smallest ones") {
  auto floored = continuous();
  for (double& value : floored) value = std::max(value, 0.01);
  const PropensityValues values = examine_propensities(floored);
  CHECK(values.smallest == 0.01);
  CHECK(values.at_smallest ==
        static_cast<std::size_t>(std::count(floored.begin(), floored.end(), 0.01)));
  CHECK(values.share_of_smallest == Approx(static_cast<double>(values.at_smallest) / 4000));
  CHECK(values.floored());
  CHECK_FALSE(values.rounded());
}

TEST_CASE("propensity values: few decimals beside small values") {
  auto rounded = continuous();
  for (double& value : rounded) value = std::max(0.01, std::round(value * 100) / 100);
  const PropensityValues values = examine_propensities(rounded);
  CHECK(values.decimals == 2);
  CHECK(values.rounding_error() == Approx(0.5));
  CHECK(values.rounded());
  // These decimals are sufficient if no propensity is small.
  for (double& value : rounded) value = std::max(0.3, value);
  CHECK_FALSE(examine_propensities(rounded).rounded());
}

TEST_CASE("propensity values: a rule of few values is no floor and no rounding") {
  std::vector<double> values;
  for (int i = 0; i < 1000; ++i) values.push_back(i % 10 == 0 ? 0.01 : 0.91);
  CHECK(examine_propensities(values).distinct == 2);
  CHECK_FALSE(examine_propensities(values).floored());
  CHECK_FALSE(examine_propensities(values).rounded());
  CHECK(examine_propensities({}).examined == 0);
}

TEST_CASE("propensity values: a number rounded to the decimals that write it") {
  CHECK(is_rounded_from(1.0 / 3, 0.33));
  CHECK(is_rounded_from(1.0 / 3, 0.3333));
  CHECK(is_rounded_from(1.0 / 6, 0.1667));
  CHECK(is_rounded_from(1.0 / 4, 0.25));
  CHECK_FALSE(is_rounded_from(1.0 / 3, 0.34));
  CHECK_FALSE(is_rounded_from(1.0 / 4, 0.24));
  CHECK_FALSE(is_rounded_from(1.0 / 3, 1.0 / 3.01));  // of all digits nothing is rounded
}

TEST_CASE("propensity values: of more than a million, equal steps are looked at") {
  const std::vector<double> values(2'500'000, 0.5);
  const PropensityValues seen = examine_propensities(values);
  CHECK(seen.examined <= 1'000'000);
  CHECK(seen.examined > 800'000);
  CHECK(seen.share_of_smallest == 1);
}

}  // namespace replaybench
