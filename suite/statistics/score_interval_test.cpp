#include "suite/statistics/score_interval.hpp"

#include <boost/math/distributions/gamma.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "suite/numeric/elementary.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::statistics;

namespace {

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("score interval: both ends solve Wilson's equation, for any size") {
  const double z = numeric::normal_quantile(0.975);
  for (const double size : {3.0, 12.5, 4000.0}) {
    for (const double mean : {0.01, 0.3, 0.9}) {
      const auto [low, high] = score_interval(mean, size, 0.95);
      for (const double x : {low, high}) {
        CHECK(std::fabs(x - mean) == Approx(z * std::sqrt(x * (1 - x) / size)));
      }
      CHECK((0 <= low && low < mean && mean < high && high <= 1));
    }
  }
}

TEST_CASE("score interval: none of three successes is no certainty") {
  const auto [low, high] = score_interval(0, 3, 0.95);
  CHECK(low == 0);
  CHECK(high == Approx(0.561497).margin(1e-6));  // z^2 / (3 + z^2)
  const auto [all_low, all_high] = score_interval(1, 3, 0.95);
  CHECK(all_low == Approx(1 - 0.561497).margin(1e-6));
  CHECK(all_high == 1);
}

TEST_CASE("effective size: that of the variance, but never above the weights' own") {
  CHECK(effective_size(0.5, 0.25 / 40, 100) == Approx(40));
  CHECK(effective_size(0.5, 0.25 / 400, 100) == 100);
  CHECK(effective_size(0, 0, 100) == 100);
  CHECK(effective_size(0.5, not_known, 100) == 100);
}

TEST_CASE("gamma interval: its moments, and no reward at all") {
  const auto [low, high] = gamma_interval(2.0, 0.5, 0.25, 0.9);
  CHECK(cdf(boost::math::gamma_distribution<>(8, 0.25), low) == Approx(0.05));
  const double variance = 0.5 + 0.0625;
  const boost::math::gamma_distribution<> upper(2.25 * 2.25 / variance, variance / 2.25);
  CHECK(cdf(upper, high) == Approx(0.95));
  const auto [nothing, most] = gamma_interval(0, 0, 0.1, 0.95);
  CHECK(nothing == 0);
  CHECK(most == Approx(-0.1 * std::log(0.025)));  // 3.69 times the largest term
}

TEST_CASE("score and gamma interval: what cannot be is refused") {
  CHECK_THROWS_AS(score_interval(1.1, 5, 0.95), std::invalid_argument);
  CHECK_THROWS_AS(score_interval(not_known, 5, 0.95), std::invalid_argument);
  CHECK_THROWS_AS(score_interval(0.5, 0, 0.95), std::invalid_argument);
  CHECK_THROWS_AS(score_interval(0.5, 5, 1), std::invalid_argument);
  CHECK_THROWS_AS(gamma_interval(-1, 1, 1, 0.95), std::invalid_argument);
  CHECK_THROWS_AS(gamma_interval(1, not_known, 1, 0.95), std::invalid_argument);
  CHECK_THROWS_AS(gamma_interval(1, 1, 0, 0.95), std::invalid_argument);
}

// Importance-weighted estimates of a uniform policy over five actions from logs of a policy that
// is not, with rewards of mean g, the same for all actions or larger for those taken often.
TEST_CASE("under weights they cover where the normal interval does not (2,000 logs each)") {
  struct Setting {
    double reward;
    bool follows;  // the reward is proportional to the action's propensity
    int records;
  };
  constexpr double propensities[] = {0.6, 0.2, 0.1, 0.07, 0.03};
  constexpr int logs = 2000;
  const double z = numeric::normal_quantile(0.975);
  // Four standard errors of a coverage of 0.95 over the logs.
  const double least = 0.95 - 4 * std::sqrt(0.95 * 0.05 / logs);
  int setting_number = 0;
  bool normal_failed = false;
  for (const Setting& setting : {Setting{0.02, false, 300}, Setting{0.3, false, 300},
                                 Setting{0.02, true, 1000}, Setting{0.1, true, 300}}) {
    const StreamKey key = replicate_key({9173}, ++setting_number);
    const auto reward_of = [&](std::size_t a) {
      return setting.follows ? setting.reward * propensities[a] * 5 / 3 : setting.reward;
    };
    double truth = 0;
    for (std::size_t a = 0; a < 5; ++a) truth += reward_of(a) / 5;
    int covered_ratio = 0, covered_total = 0, covered_normal = 0;
    for (int log = 0; log < logs; ++log) {
      double w = 0, w2 = 0, wr = 0, w2r = 0;
      const StreamKey draws_of = replicate_key(key, static_cast<std::uint64_t>(log));
      for (int t = 0; t < setting.records; ++t) {
        Draws draws(draws_of, static_cast<std::uint64_t>(t));
        double left = draws.uniform();
        std::size_t a = 0;
        while (a < 4 && left >= propensities[a]) left -= propensities[a++];
        const double weight = 0.2 / propensities[a];
        const double reward = draws.uniform() < reward_of(a) ? 1 : 0;
        w += weight;
        w2 += weight * weight;
        wr += weight * reward;
        w2r += weight * weight * reward;
      }
      const double n = setting.records;
      const double ratio = wr / w;
      const double ratio_variance =
          (w2r - 2 * ratio * w2r + ratio * ratio * w2) / (w * w) * n / (n - 1);
      const auto [low, high] =
          score_interval(ratio, effective_size(ratio, ratio_variance, w * w / w2), 0.95);
      covered_ratio += low <= truth && truth <= high;
      covered_normal += std::fabs(ratio - truth) <= z * std::sqrt(ratio_variance);
      const double total = wr / n;
      const double total_variance = (w2r - n * total * total) / (n - 1) / n;
      const auto [from, to] =
          gamma_interval(total, std::fmax(total_variance, 0), 0.2 / 0.03 / n, 0.95);
      covered_total += from <= truth && truth <= to;
    }
    INFO("setting " << setting_number << ": score " << covered_ratio << ", gamma " << covered_total
                    << ", normal " << covered_normal);
    CHECK(covered_ratio >= least * logs);
    CHECK(covered_total >= least * logs);
    normal_failed = normal_failed || covered_normal < least * logs;
  }
  CHECK(normal_failed);
}

TEST_CASE("gamma_interval: terms of any size give an interval or are refused") {
  for (const double largest : {1e-150, 1e-70, 1e70, 1e150}) {
    for (const double sum : {0.0, largest * 1e-200, largest * 1e-20, largest}) {
      CAPTURE(largest, sum);
      const auto [low, high] = gamma_interval(sum, largest * largest, largest, 0.95);
      CHECK(low >= 0);
      CHECK(high > low);
      CHECK(std::isfinite(high));
    }
  }
  CHECK_THROWS_AS(gamma_interval(0, 0, 1e200, 0.95), std::invalid_argument);
}
