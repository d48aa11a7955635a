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

TEST_CASE("default_interval: a segment is a log of its own") {
  Log log = plain_log(2, {0, 1, 0, 1, 0, 1, 0, 1}, {1, 0, 5, 2, 0, 3, 1, 1});
  log.propensities.assign(8, 0.5);
  log.dimension = 2;
  for (int i = 0; i < 8; ++i) {
    log.contexts.insert(log.contexts.end(), {i % 4 < 2 ? 1.0 : 0.0, i % 4 < 2 ? 0.0 : 1.0});
  }
  const LogDataset data(log), part(log.select(std::vector<std::uint32_t>{2, 3, 6, 7}));
  const Trial trial = trial_of(data, Agent(Stochastic{{0.9, 0.1}}));
  const Trial alone = trial_of(part, Agent(Stochastic{{0.9, 0.1}}));
  for (const char* column : {"estimate", "low", "high", "records"}) {
    CHECK(value_of(of("snips", ", segment=1"), column, trial) ==
          value_of(of("snips"), column, alone));
  }
  CHECK_THROWS_WITH(rows_of(of("snips", ", segment=2"), trial), Contains("2 features"));
}

TEST_CASE("default_interval: clusters of copies are as wide as their records") {
  Log log = plain_log(2, {0, 1, 0, 1, 0, 1, 0, 0}, {1, 0, 5, 2, 0, 3, 1, 7});
  log.propensities.assign(8, 0.5);
  std::vector<std::uint32_t> thrice;
  for (std::uint32_t i = 0; i < 24; ++i) thrice.push_back(i / 3);
  Log copies = log.select(thrice);
  copies.originals.clear();
  const LogDataset data(log), threefold(copies);
  const Trial one = trial_of(data, Agent(Stochastic{{0.9, 0.1}}));
  const Trial three = trial_of(threefold, Agent(Stochastic{{0.9, 0.1}}));
  for (const std::string inner : {"ips", "snips"}) {
    for (const char* column : {"low", "high", "rewards_of_one_size"}) {
      CHECK(value_of(of(inner, ", cluster=3"), column, three) ==
            Approx(value_of(of(inner), column, one)).epsilon(1e-12));
    }
  }
  CHECK(std::isnan(value_of(of("ips", ", cluster=24"), "low", three)));
}
