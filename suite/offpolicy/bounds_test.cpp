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
