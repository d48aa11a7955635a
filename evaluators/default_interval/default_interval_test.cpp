#include <cmath>

#include "suite/statistics/skewed_interval.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/trials.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

std::string of(const std::string& inner, const std::string& more = {}) {
  return "default_interval{of=\"" + inner + "\"" + more + "}";
}

}  // namespace

TEST_CASE("default_interval: the mean of real rewards, by hand") {
  // One action, weights 1: the terms are the rewards, mean 1.
  Log log = plain_log(1, {0, 0, 0, 0, 0, 0, 0, 0}, {8, 0, 0, 0, 0, 0, 0, 0});
  log.propensities.assign(8, 1);
  const LogDataset data(log);
  const Trial trial = trial_of(data, Agent(Stochastic{{1}}));
  const auto [low, high] = statistics::skewed_interval(1, {8, 0.875, 0.65625}, 0.95);
  const auto number = [&](const char* column, const std::string& more = {}) {
    return value_of(of("ips", more), column, trial);
  };
  CHECK(number("estimate") == 1);
  CHECK(number("low") == Approx(low).epsilon(1e-12));
  CHECK(number("high") == Approx(high).epsilon(1e-12));
  CHECK(number("rewards_of_one_size") == Approx(0.875 / 0.5625).epsilon(1e-12));
  CHECK(number("shown") == 1);
  CHECK(std::isnan(number("covered")));
  // The normal interval ends at 2.83, this one later.
  CHECK(number("covered", ", truth=3") == 1);
  CHECK(number("normal_covered", ", truth=3") == 0);
  CHECK(number("covered", ", truth=-0.5") == 0);
  // The policy is the logger: no difference.
  CHECK(number("estimate", ", lift=true") == 0);
  CHECK(number("high", ", lift=true") == Approx(0).margin(1e-12));
}

TEST_CASE("default_interval: what has no interval is refused") {
  CHECK_THROWS_WITH(evaluator_of(of("replay")), Contains("no estimator of fixed policies"));
  CHECK_THROWS_WITH(evaluator_of(of("dm")), Contains("no estimator of fixed policies"));
  CHECK_THROWS_WITH(evaluator_of(of("default_interval")), Contains("does not apply itself"));
}
