#include "suite/estimation/tally_estimates.hpp"

#include <cmath>
#include <vector>

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

struct Accepted {
  double weight;
  double reward;
};

Sums sums_of(const std::vector<Accepted>& records) {
  Sums sums;
  for (const auto& [weight, reward] : records) sums.accept(weight, reward);
  return sums;
}

}  // namespace

TEST_CASE(
    "tally estimates: of equal weights the mean, with the sample standard deviation's error") {
  const Sums sums = sums_of({{1, 1}, {1, 0}, {1, 0}, {1, 1}, {1, 1}});
  CHECK(estimation::ratio_estimate(sums) == Approx(0.6).epsilon(1e-14));
  // Sample variance (3 (0.4)^2 + 2 (0.6)^2) / 4 = 0.3.
  CHECK(estimation::ratio_standard_error(sums) == Approx(std::sqrt(0.3 / 5)).epsilon(1e-14));
}

TEST_CASE("tally estimates: of weights the delta method's error") {
  const Sums sums = sums_of({{2, 1}, {1, 0}, {1, 3}});
  const double g = 5.0 / 4;
  CHECK(estimation::ratio_estimate(sums) == Approx(g).epsilon(1e-14));
  const double squares = 4 * (1 - g) * (1 - g) + g * g + (3 - g) * (3 - g);
  CHECK(estimation::ratio_standard_error(sums) ==
        Approx(std::sqrt(squares * 3 / 2) / 4).epsilon(1e-14));
}

TEST_CASE("tally estimates: nothing accepted is 0, and one record has no error") {
  CHECK(estimation::ratio_estimate(Sums{}) == 0);
  CHECK(std::isnan(estimation::ratio_standard_error(Sums{})));
  CHECK(std::isnan(estimation::ratio_standard_error(sums_of({{1, 1}}))));
  CHECK(estimation::ratio_standard_error(sums_of({{1, 0.1}, {1, 0.1}, {1, 0.1}})) == 0);
}

TEST_CASE("tally estimates: the size of the rewards does not hide how they vary") {
  // Rewards of offset + k / 16, which the doubles hold: the error is that without the offset.
  const auto error = [](double offset, bool weighted, int exponent) {
    std::vector<Accepted> records;
    for (int i = 0; i < 400; ++i) {
      const double reward = offset + (i * 37 % 97 - 48) / 16.0;
      records.push_back({weighted ? 1 / (0.1 + i % 7) : 1, std::ldexp(reward, exponent)});
    }
    return estimation::ratio_standard_error(sums_of(records));
  };
  for (const bool weighted : {false, true}) {
    const double exact = error(0, weighted, 0);
    CHECK(exact > 0.08);
    for (const double offset : {1e6, 1e8, 1e9, -1e9}) {
      CHECK(error(offset, weighted, 0) == Approx(exact).epsilon(1e-11));
    }
    CHECK(error(0, weighted, 990) == Approx(std::ldexp(exact, 990)).epsilon(1e-13));
  }
}
