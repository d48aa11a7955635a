#include "suite/offpolicy/bounds.hpp"

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::offpolicy;

namespace {

// The wealth of the anytime-valid interval, by another library and step by step.
double wealth(const std::vector<double>& x, double mean) {
  double sum = 0, v = 0;
  for (std::size_t t = 0; t < x.size(); ++t) {
    const double guess = (sum + 0.5) / static_cast<double>(t + 1);
    v += (x[t] - guess) * (x[t] - guess);
    sum += x[t];
  }
  const double s = sum - static_cast<double>(x.size()) * mean;
  return s + v - (v + 1) * std::log(s + v + 1) +
         std::log(boost::math::tgamma_lower(v + 1, s + v + 1)) -
         std::log(boost::math::tgamma_lower(1.0, 1.0));
}

// The wealth of the gambler, by plain products.
double betting_wealth(const std::vector<double>& x, double mean) {
  double total = 0;
  for (int share = 1; share <= 16; ++share) {
    double wealth = 1;
    for (const double number : x) wealth *= 1 + std::pow(0.5, share) * (number / mean - 1);
    total += wealth / 16;
  }
  return total;
}

}  // namespace

TEST_CASE("bounds: Hoeffding and empirical Bernstein by hand") {
  const std::vector<double> x{.4, 0, 2, 0, 2.4, 1.25};
  CHECK(hoeffding_interval(x, 2.4, 0.9).low == Approx(-0.190812817603).epsilon(1e-11));
  CHECK(empirical_bernstein_interval(x, 2.4, 0.9).low == Approx(-4.273685662765).epsilon(1e-12));
  const auto [low, high] = empirical_bernstein_interval(x, 2.4, 0.95);
  CHECK((low + high) / 2 == Approx(6.05 / 6));
  CHECK(std::isnan(empirical_bernstein_interval(std::vector<double>{1}, 1, 0.95).low));
}

TEST_CASE("bounds: the anytime-valid interval is where the wealth passes 2 / alpha") {
  std::vector<double> weights, rewards, above, below;
  for (std::size_t i = 0; i < 60; ++i) {
    Draws draws({5}, i);
    weights.push_back(draws.below(2) ? 1.6 : 0.4);
    rewards.push_back(draws.uniform() < 0.4 ? 1 : 0);
    above.push_back(weights[i] * rewards[i]);
    below.push_back(weights[i] * (1 - rewards[i]));
  }
  const auto [low, high] = anytime_interval(weights, rewards, 0, 1, 0.95);
  CHECK(low > 0);
  CHECK(high < 1);
  CHECK(wealth(above, low) == Approx(std::log(40.0)).epsilon(1e-9));
  CHECK(wealth(below, 1 - high) == Approx(std::log(40.0)).epsilon(1e-9));
  // Rewards on another scale: the interval on that scale.
  std::vector<double> scaled;
  for (const double reward : rewards) scaled.push_back(5 * reward - 2);
  const auto other = anytime_interval(weights, scaled, -2, 3, 0.95);
  CHECK(other.low == Approx(5 * low - 2));
  CHECK(other.high == Approx(5 * high - 2));
  const auto first = anytime_interval(std::vector<double>{1}, std::vector<double>{1}, 0, 1, 0.95);
  CHECK(first.low == 0);
  CHECK(first.high == 1);
}

TEST_CASE("bounds: the betting interval is where the gambler's wealth passes 2 / alpha") {
  std::vector<double> weights, rewards, above, below;
  for (std::size_t i = 0; i < 300; ++i) {
    Draws draws({6}, i);
    weights.push_back(draws.below(2) ? 1.6 : 0.4);
    rewards.push_back(draws.uniform() < 0.4 ? 1 : 0);
    above.push_back(weights[i] * rewards[i]);
    below.push_back(weights[i] * (1 - rewards[i]));
  }
  const auto [low, high] = betting_interval(weights, rewards, 0, 1, 0.95);
  CHECK(0 < low);
  CHECK(low < high);
  CHECK(high < 1);
  CHECK(betting_wealth(above, low) == Approx(40).epsilon(1e-8));
  CHECK(betting_wealth(below, 1 - high) == Approx(40).epsilon(1e-8));
  const auto wider = anytime_interval(weights, rewards, 0, 1, 0.95);
  INFO(high - low << " " << wider.high - wider.low);
  CHECK(high - low < wider.high - wider.low);
  // Rewards on another scale: the interval on that scale.
  std::vector<double> scaled;
  for (const double reward : rewards) scaled.push_back(5 * reward - 2);
  const auto other = betting_interval(weights, scaled, -2, 3, 0.95);
  CHECK(other.low == Approx(5 * low - 2));
  CHECK(other.high == Approx(5 * high - 2));
}

TEST_CASE("bounds: with several loggers the gamblers' wealths are multiplied") {
  std::vector<double> weights, rewards;
  std::vector<std::uint32_t> loggers;
  std::vector<double> above[2], below[2];
  for (std::size_t i = 0; i < 300; ++i) {
    Draws draws({7}, i);
    loggers.push_back(draws.below(2));
    // The first logger's weights are 1, the other's far from it.
    weights.push_back(loggers[i] == 0 ? 1 : draws.below(2) ? 1.9 : 0.1);
    rewards.push_back(draws.uniform() < 0.4 ? 1 : 0);
    above[loggers[i]].push_back(weights[i] * rewards[i]);
    below[loggers[i]].push_back(weights[i] * (1 - rewards[i]));
  }
  const auto [low, high] = betting_interval(weights, rewards, loggers, 2, 0, 1, 0.95);
  CHECK(0 < low);
  CHECK(high < 1);
  CHECK(betting_wealth(above[0], low) * betting_wealth(above[1], low) == Approx(40).epsilon(1e-8));
  CHECK(betting_wealth(below[0], 1 - high) * betting_wealth(below[1], 1 - high) ==
        Approx(40).epsilon(1e-8));
}

TEST_CASE("bounds: the betting interval of few records, by hand") {
  // One record of X = 1: the fractions sum to 1 - 2^-16, so that the wealth against m is 1 + (1 - 2^-16)
  // (1 / m - 1) / 16, and 40 where 1 / m is 1 + 39 * 16 / (1 - 2^-16).
  const std::vector<double> one{1};
  const auto first = betting_interval(one, one, 0, 1, 0.95);
  CHECK(first.low == Approx(1 / (1 + 39 * 16 / (1 - std::pow(0.5, 16)))).epsilon(1e-8));
  CHECK(first.high == 1);
  CHECK(std::isnan(betting_interval({}, {}, 0, 1, 0.95).low));
  // Weights of 0: the gambler never wins, for any bet.
  const std::vector<double> none{0, 0, 0};
  const auto nothing = betting_interval(none, none, 0, 1, 0.95);
  CHECK(nothing.low == 0);
  CHECK(nothing.high == 1);
  // Products that leave the range of a double on their way: 10,000 rewards of 1, then as many of 0.
  std::vector<double> weights(20'000, 1.0), rewards;
  for (std::size_t i = 0; i < weights.size(); ++i) rewards.push_back(i < 10'000 ? 1 : 0);
  const auto half = betting_interval(weights, rewards, 0, 1, 0.95);
  CHECK(half.low > 0.48);
  CHECK(half.low < 0.5);
  CHECK(half.high == Approx(1 - half.low).epsilon(1e-9));
}
