#include "datasets/doses/doses.hpp"

#include <cmath>

#include "suite/numeric/moments.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::datasets::doses;

TEST_CASE("doses: mean rewards by hand") {
  const Doses world({}, {1});
  CHECK(world.best_dose(0) == Approx(0.35));
  CHECK(world.best_dose(3) == Approx(0.65));
  CHECK(world.mean_reward(2, world.best_dose(2)) == 0.8);
  CHECK(world.mean_reward(0, 0.55) == Approx(0.2 + 0.6 * std::exp(-0.5)).epsilon(1e-14));
  CHECK(world.reward_probability(0, 3) == 0.8);  // (3 + 1/2) / 10 is the best dose
}

TEST_CASE("doses: the logged density is that of the logged actions") {
  // Kolmogorov's distance in each context on fixed streams: 1.95 / sqrt(n) is exceeded once in 1,000.
  const DoseOptions options{.contexts = 3, .skew = 0.9};
  const Doses world(options, {1});
  std::vector<std::vector<double>> actions(3);
  numeric::Moments weights;
  for (std::uint64_t step = 0; step < 30'000; ++step) {
    const DoseRecord record = world.log_record({5}, step);
    REQUIRE((record.action >= 0 && record.action <= 1));
    const double tilt = 0.9 * (2 * (static_cast<double>(record.context) + 0.5) / 3 - 1);
    REQUIRE(record.density == Approx(1 + tilt * (2 * record.action - 1)).epsilon(1e-14));
    actions[record.context].push_back(record.action);
    weights.add(1 / record.density);  // its mean is the length of the range
  }
  CHECK(std::fabs(weights.mean - 1) < 4 * weights.standard_error());
  for (std::size_t c = 0; c < 3; ++c) {
    auto& of = actions[c];
    std::sort(of.begin(), of.end());
    const double tilt = 0.9 * (2 * (static_cast<double>(c) + 0.5) / 3 - 1);
    double distance = 0;
    for (std::size_t i = 0; i < of.size(); ++i) {
      const double below = tilt * of[i] * of[i] + (1 - tilt) * of[i];
      const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(of.size());
      distance = std::max(distance, std::fabs(below - share));
    }
    CHECK(distance < 1.95 / std::sqrt(static_cast<double>(of.size())));
  }
}

TEST_CASE("doses: rewards have their mean near each dose") {
  const Doses world({.contexts = 2, .width = 0.1}, {1});
  std::vector<numeric::Moments> off(10);
  for (std::uint64_t step = 0; step < 20'000; ++step) {
    const DoseRecord record = world.log_record({6}, step);
    const auto bin = std::min<std::size_t>(9, static_cast<std::size_t>(10 * record.action));
    off[bin].add(record.reward - world.mean_reward(record.context, record.action));
  }
  for (const auto& bin : off) CHECK(std::fabs(bin.mean) < 4 * bin.standard_error());
}
