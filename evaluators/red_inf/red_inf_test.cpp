#include "suite/estimation/acceptance_distribution.hpp"
#include "suite/statistics/intervals.hpp"
#include "suite/testing/trials.hpp"

using Catch::Matchers::Contains;
using namespace replaybench;
using namespace replaybench::testing;

namespace {

/// Action 0 always, and it says so.
Agent first_action(Action actions) {
  std::vector<double> distribution(actions, 0.0);
  distribution[0] = 1;
  return Agent(Stochastic{distribution});
}

/// Twelve records of three actions with rewards that are not binary.
Log mixed_log() {
  Log log =
      plain_log(3, {0, 1, 2, 0, 0, 1, 2, 2, 1, 0, 1, 0}, {1, 0, 2.5, 0, 1, -1, 0.5, 0, 1, 3, 0, 1});
  log.propensities = {0.5, 0.25, 0.25, 0.5, 0.5, 0.25, 0.25, 0.25, 0.25, 0.5, 0.25, 0.5};
  return log;
}

Log log_with_pools() {
  Log log = plain_log(4, {0, 0, 1, 0, 0, 3, 0}, {1, 0, 1, 1, 1, 1, 0});
  const auto small = log.pool_table.intern({0, 1});
  const auto large = log.pool_table.intern({0, 1, 3});
  log.pools = {small, small, small, large, large, large, small};
  return log;
}

}  // namespace

TEST_CASE("red_inf: a log by hand") {
  Log log = plain_log(2, {0, 1, 0, 0}, {1, 1, 0, 1});
  log.propensities = {0.5, 0.5, 0.25, 0.8};
  const LogDataset dataset(std::move(log));
  const Trial trial = trial_of(dataset, Agent(Stochastic{{0.25, 0.75}}));
  // p = .25 .75 .25 .25, r = 1 1 0 1.
  const auto row = rows_of("red_inf", trial)[0];
  CHECK(row.step == 4);
  CHECK(row.values[0] == Approx(1.25 / 1.5));
  // sum p^2 (r - g)^2 = (.0625 + .5625 + .0625) / 36 + .0625 * 25 / 36, times 4/3, over 1.5^2.
  const double squares = (0.6875 + 0.0625 * 25) / 36 * 4 / 3 / 2.25;
  CHECK(row.values[1] == Approx(std::sqrt(squares)));
  CHECK(row.values[2] == Approx(1.25 / 1.5 - 1.959963984540054 * std::sqrt(squares)));
  CHECK(row.values[3] == Approx(1.25 / 1.5 + 1.959963984540054 * std::sqrt(squares)));
  CHECK(row.values[4] == 4);
  CHECK(row.values[5] == 4);
  CHECK(row.values[6] == 1.5);
  CHECK(row.values[7] == Approx(4 * squares / (5.0 / 36)));  // g (1 - g)
  CHECK(std::isnan(row.values[8]));
  // K p r = .5 1.5 0 .5, of mean 2.5/4.
  CHECK(value_of("red_inf{star=true}", "estimate", trial) == Approx(0.625));
  CHECK(value_of("red_inf{star=true}", "standard_error", trial) ==
        Approx(std::sqrt((2 * 0.015625 + 0.765625 + 0.390625) / 3 / 4)));
  // w p = .5 1.5 1 .3125.
  CHECK(value_of("red_inf{weights=\"propensity\"}", "estimate", trial) == Approx(2.3125 / 3.3125));
  CHECK(value_of("red_inf{weights=\"propensity\", star=true}", "estimate", trial) ==
        Approx(2.3125 / 4));
  CHECK(value_of("red_inf{weights=\"propensity\", clip=1}", "estimate", trial) ==
        Approx(1.25 / 1.5));
}

TEST_CASE("red_inf: for a deterministic policy it is replay and replay*, error included") {
  const LogDataset mixed(mixed_log());
  const auto bernoulli = dataset_of("bernoulli_arms{arms=3, means=[0.3, 0.5]}");
  for (const char* weights : {"", "weights=\"propensity\"", "weights=\"propensity\", clip=0.3"}) {
    const std::string w = weights;
    const std::string star = w.empty() ? "star=true" : "star=true, " + w;
    for (const Trial& trial :
         {trial_of(mixed, first_action(3)), trial_of(*bernoulli, first_action(3), 500)}) {
      for (const char* column : {"estimate", "standard_error"}) {
        INFO(w << " " << column);
        CHECK(value_of("red_inf{" + w + "}", column, trial) ==
              Approx(value_of("replay{" + w + "}", column, trial)).epsilon(1e-12));
        CHECK(value_of("red_inf{" + star + "}", column, trial) ==
              Approx(value_of("replay_star{" + w + "}", column, trial)).epsilon(1e-12));
      }
    }
  }
  // Bernoulli rewards and whole counts: the same bits.
  const Trial trial = trial_of(*bernoulli, first_action(3), 500);
  CHECK(value_of("red_inf", "estimate", trial) == value_of("replay", "estimate", trial));
}

TEST_CASE("red_inf: a changing pool") {
  const LogDataset dataset(log_with_pools());
  const Trial trial = trial_of(dataset, Agent(Stochastic{}));
  // p = 1/2 1/2 1/2 1/3 1/3 1/3 1/2; with w = 1/p every record counts as much.
  CHECK(value_of("red_inf", "estimate", trial) == Approx((0.5 + 0.5 + 1) / 3));
  CHECK(value_of("red_inf{weights=\"pool_size\"}", "estimate", trial) == Approx(5.0 / 7));
  CHECK(value_of("red_inf{weights=\"pool_size\", star=true}", "estimate", trial) ==
        Approx(5.0 / 7));
  CHECK_THROWS_AS(rows_of("red_inf{star=true}", trial), NotApplicable);
  // The place of action 3 in {0, 1, 3} is 2.
  CHECK(value_of("red_inf", "accepted", trial_of(dataset, Agent(Stochastic{{0, 0, 1}}))) == 1);
}

TEST_CASE("red_inf: nothing that can be accepted") {
  const LogDataset dataset(plain_log(2, {1, 1, 1}, {1, 1, 0}));
  const auto row = rows_of("red_inf{resamples=20}", trial_of(dataset, first_action(2)))[0].values;
  CHECK(row[0] == 0);
  CHECK(std::isnan(row[1]));
  CHECK(std::isnan(row[2]));
  CHECK(std::isnan(row[3]));
  CHECK(row[5] == 0);
  CHECK(std::isnan(row[7]));
  CHECK(row[8] == 0);
  for (const char* method : {"percentile", "basic", "studentised", "bca"}) {
    const std::string text = "red_inf{resamples=40, interval=\"" + std::string(method) + "\"}";
    CHECK(std::isnan(value_of(text, "low", trial_of(dataset, first_action(2)))));
  }
}

TEST_CASE("red_inf: what cannot be is refused, and reported") {
  const LogDataset dataset(mixed_log());
  CHECK_THROWS_WITH(rows_of("red_inf", trial_of(dataset, Agent(Alternating{}))),
                    Contains("the algorithm learns"));
  CHECK_THROWS_WITH(rows_of("red_inf", trial_of(dataset, Agent(Always{}))),
                    Contains("does not give the probabilities"));
  const Trial trial = trial_of(dataset, Agent(Stochastic{}));
  CHECK_THROWS_WITH(rows_of("red_inf{resamples=1, expansion=0.3}", trial),
                    "expansion: 0.3 times 12 records is not a positive whole number");
  CHECK_THROWS_AS(rows_of("red_inf{resamples=1, expansion=0.01}", trial), NotApplicable);
  CHECK_NOTHROW(rows_of("red_inf{resamples=1, expansion=0.25}", trial));
  CHECK_THROWS_AS(evaluator_of("red_inf{resamples=-1}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("red_inf{expansion=0}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("red_inf{level=1}"), SpecErrors);
  CHECK_THROWS_WITH(evaluator_of("red_inf{interval=\"bca\", resamples=39}"),
                    Contains("40 at least"));
  CHECK_THROWS_AS(evaluator_of("red_inf{interval=\"basic\", resamples=50, expansion=2}"),
                  SpecErrors);
}

TEST_CASE("red_inf: it is the limit of replay's mean over the draws of the policy") {
  // The ratio of the totals of 20,000 passes of replay, V and all.
  const LogDataset dataset(mixed_log());
  const Agent agent(Stochastic{{0.2, 0.3, 0.5}});
  double accepted = 0;
  double reward = 0;
  constexpr int passes = 20'000;
  for (std::uint64_t i = 0; i < passes; ++i) {
    const auto row = rows_of("replay", trial_of(dataset, agent, 0, i))[0].values;
    accepted += row[2];
    reward += row[4];
  }
  Trial trial = trial_of(dataset, agent);
  const estimation::AcceptanceDistribution distribution("test", trial, {});
  require_near(reward / accepted, distribution.ratio(),
               std::sqrt(distribution.choice_variance(passes)));
}

TEST_CASE("red_inf: the bootstrap's distribution by enumeration of all resamples") {
  // Three records, E = 1 and E = 2/3: 27 and 9 resamples.
  const std::vector<double> p{0.2, 0.8, 0.2};
  const std::vector<double> r{1, 0, 3};
  const LogDataset dataset(plain_log(2, {0, 1, 0}, r));
  const Trial trial = trial_of(dataset, Agent(Stochastic{{0.2, 0.8}}));
  const auto exact = [&](int size, bool star) {
    numeric::Moments distribution;
    int resamples = 1;
    for (int i = 0; i < size; ++i) resamples *= 3;
    for (int code = 0; code < resamples; ++code) {
      double weight = 0;
      double reward = 0;
      for (int i = 0, rest = code; i < size; ++i, rest /= 3) {
        weight += p[static_cast<std::size_t>(rest % 3)];
        reward += p[static_cast<std::size_t>(rest % 3)] * r[static_cast<std::size_t>(rest % 3)];
      }
      distribution.add(star ? 2 * reward / size : reward / weight);
    }
    return distribution.m2 / resamples;
  };
  // The variance of 100,000 draws of a distribution of kurtosis below 6 is within 4 sqrt(5e-5) = 3
  // %.
  const auto variance = [&](const std::string& options) {
    return value_of("red_inf{resamples=100000" + options + "}", "bootstrap_variance", trial);
  };
  const double relative = std::sqrt(5.0 / 100'000);
  require_near(variance(""), exact(3, false), exact(3, false) * relative);
  require_near(variance(", star=true"), exact(3, true), exact(3, true) * relative);
  require_near(variance(", expansion=0.6666666666666666"), exact(2, false),
               exact(2, false) * relative);
}

TEST_CASE("red_inf: the intervals from the resamples, against all 27") {
  const std::vector<double> p{0.2, 0.8, 0.5};
  const std::vector<double> r{1, 0, 3};
  const LogDataset dataset(plain_log(3, {0, 1, 2}, r));
  const Trial trial = trial_of(dataset, Agent(Stochastic{{0.2, 0.8, 0.5}}));
  const double theta = (0.2 + 1.5) / 1.5;
  std::vector<double> estimates;
  std::vector<double> studentised;
  for (std::size_t code = 0; code < 27; ++code) {
    const std::size_t drawn[3] = {code % 3, code / 3 % 3, code / 9};
    double weight = 0, reward = 0, squares = 0;
    for (const std::size_t i : drawn) {
      weight += p[i];
      reward += p[i] * r[i];
    }
    const double g = reward / weight;
    for (const std::size_t i : drawn) squares += p[i] * p[i] * (r[i] - g) * (r[i] - g);
    estimates.push_back(g);
    const double error = std::sqrt(squares * 1.5) / weight;
    studentised.push_back((g - theta) / error);
  }
  // The distribution of the 27, as if each had come up 100 times. Its quantiles are inside steps
  // (0.1 and 0.9 of 27 are 2.7 and 24.3), so 50,000 draws have the same.
  const auto many = [](const std::vector<double>& values) {
    std::vector<double> copies;
    for (int i = 0; i < 100; ++i) copies.insert(copies.end(), values.begin(), values.end());
    return copies;
  };
  const auto check = [&](const std::string& method, const statistics::Interval& expected) {
    INFO(method);
    const std::string text = "red_inf{resamples=50000, level=0.8, interval=\"" + method + "\"}";
    CHECK(value_of(text, "low", trial) == Approx(expected.low).epsilon(1e-12));
    CHECK(value_of(text, "high", trial) == Approx(expected.high).epsilon(1e-12));
  };
  const double error = value_of("red_inf", "standard_error", trial);
  check("percentile", statistics::percentile_interval(many(estimates), 0.8));
  check("basic", statistics::basic_interval(theta, many(estimates), 0.8));
  check("studentised", statistics::studentised_interval(theta, error, many(studentised), 0.8));
  const std::vector<double> without{1.5 / 1.3, 1.7 / 0.7, 0.2 / 1.0};
  const double a = statistics::jackknife_acceleration(without);
  check("bca", statistics::bca_interval(theta, many(estimates), a, 0.8));
}

TEST_CASE("red_inf: with star, records that are never accepted count in a resample's error") {
  // The terms K p r of three records, the last of which the policy never takes; all 27 resamples.
  const std::vector<double> terms{3 * 0.2, 3 * 0.8 * 2, 0};
  const LogDataset dataset(plain_log(3, {0, 1, 2}, {1, 2, 5}));
  const Trial trial = trial_of(dataset, Agent(Stochastic{{0.2, 0.8, 0}}));
  const double theta = 5.4 / 3;
  std::vector<double> studentised;
  for (std::size_t code = 0; code < 27; ++code) {
    const double drawn[3] = {terms[code % 3], terms[code / 3 % 3], terms[code / 9]};
    const double g = (drawn[0] + drawn[1] + drawn[2]) / 3;
    double squares = 0;
    for (const double term : drawn) squares += (term - g) * (term - g);
    const double error = std::sqrt(squares * 1.5) / 3;
    // Without the roundoff of three equal terms, whose error is 0.
    studentised.push_back((g - theta) / (error < 1e-9 ? 0 : error));
  }
  std::vector<double> many;  // quantiles as in the test above
  for (int i = 0; i < 100; ++i) many.insert(many.end(), studentised.begin(), studentised.end());
  const double error = value_of("red_inf{star=true}", "standard_error", trial);
  const auto expected = statistics::studentised_interval(theta, error, many, 0.8);
  REQUIRE(std::isfinite(expected.low));
  REQUIRE(std::isfinite(expected.high));
  const std::string text =
      "red_inf{star=true, resamples=50000, level=0.8, interval=\"studentised\"}";
  CHECK(value_of(text, "low", trial) == Approx(expected.low).epsilon(1e-12));
  CHECK(value_of(text, "high", trial) == Approx(expected.high).epsilon(1e-12));
}

TEST_CASE("red_inf: of skewed rewards bca's interval goes to the long side") {
  // All 6^6 resamples; of the other sign of the acceleration the interval would be another.
  const std::vector<double> r{0, 0.5, 1, 1.5, 2, 9};
  const LogDataset dataset(plain_log(2, {0, 1, 0, 1, 0, 1}, r));
  const Trial trial = trial_of(dataset, Agent(Stochastic{{0.5, 0.5}}));
  std::vector<double> means;
  for (std::size_t code = 0; code < 46'656; ++code) {
    double sum = 0;
    for (std::size_t rest = code, i = 0; i < 6; ++i, rest /= 6) sum += r[rest % 6];
    means.push_back(sum / 6);
  }
  std::vector<double> without;
  for (const double reward : r) without.push_back((14 - reward) / 5);
  const double a = statistics::jackknife_acceleration(without);
  CHECK(a > 0.1);
  const auto right = statistics::bca_interval(14.0 / 6, means, a, 0.8);
  const auto wrong = statistics::bca_interval(14.0 / 6, means, -a, 0.8);
  const std::string text = "red_inf{resamples=50000, level=0.8, interval=\"bca\"}";
  const double low = value_of(text, "low", trial);
  const double high = value_of(text, "high", trial);
  CHECK(std::fabs(low - right.low) < 0.1 * std::fabs(low - wrong.low));
  CHECK(std::fabs(high - right.high) < 0.1 * std::fabs(high - wrong.high));
}

TEST_CASE("red_inf: the intervals cover (600 logs of 200 records)") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.1, 0.5]}");
  const Agent agent(Stochastic{{0.2, 0.8}});
  for (const char* options :
       {"interval=\"normal\"", "interval=\"percentile\"", "interval=\"basic\"",
        "interval=\"studentised\"", "interval=\"bca\"", "interval=\"studentised\", star=true",
        "interval=\"bca\", star=true"}) {
    INFO(options);
    const auto evaluator =
        evaluator_of(std::string("red_inf{resamples=400, level=0.9, ") + options + "}");
    int covered = 0;
    for (std::uint64_t i = 0; i < 600; ++i) {
      const auto row = rows_of(*evaluator, trial_of(*dataset, agent, 200, i))[0].values;
      covered += row[2] <= 0.42 && 0.42 <= row[3];
    }
    // 0.02 for 200 records and 400 resamples.
    CHECK(std::fabs(covered / 600.0 - 0.9) <= 0.02 + 4 * std::sqrt(0.9 * 0.1 / 600));
  }
}

TEST_CASE("red_inf: two actions, unequal probabilities: bias, variance, standard error") {
  // K = 2, mu = (.1, .5), pi = (.2, .8), g = .42. The bias is -(K/T) sum p^2 (mu - g) =
  // -(2/T) (.04 * -.32 + .64 * .08) = -.0768/T + o(1/T); RED*_inf has none.
  const auto dataset = dataset_of("bernoulli_arms{means=[0.1, 0.5]}");
  const Agent agent(Stochastic{{0.2, 0.8}});
  const auto estimates = estimates_of("red_inf", *dataset, agent, 50, 400'000);
  CHECK(estimates.mean - 0.42 < -4 * estimates.standard_error());
  // The next term is below a fifth of the first at T = 50.
  CHECK(std::fabs(estimates.mean - 0.42 + 0.0768 / 50) <
        0.2 * 0.0768 / 50 + 4 * estimates.standard_error());
  const auto star = estimates_of("red_inf{star=true}", *dataset, agent, 50, 100'000);
  require_near(star.mean, 0.42, star.standard_error());
  // Theorem 20: (sum K p^2 mu - g^2) / T = (2 (.04 * .1 + .64 * .5) - .1764) / 50.
  require_near(star.variance(), 0.4716 / 50, 0.4716 / 50 * std::sqrt(3.0 / 100'000));

  // Gamma* by the delta method: K sum p^2 E(r - g)^2 / Var(r), E(r - g)^2 = mu (1 - 2g) + g^2.
  const double g = 0.42;
  const double squares = 2 * (0.04 * (0.1 * 0.16 + g * g) + 0.64 * (0.5 * 0.16 + g * g));
  CHECK(squares / (g * (1 - g)) == Approx(1.41044).epsilon(1e-5));
  const auto large = estimates_of("red_inf", *dataset, agent, 1'000, 5'000);
  // O(1/T) remainder: 1 %.
  CHECK(std::fabs(large.variance() * 1'000 / squares - 1) < 0.01 + 4 * std::sqrt(2.0 / 5'000));
  const auto row = rows_of("red_inf", trial_of(*dataset, agent, 100'000))[0].values;
  CHECK(row[1] == Approx(std::sqrt(squares / 100'000)).epsilon(0.01));
  CHECK(row[7] == Approx(squares / (g * (1 - g))).epsilon(0.01));
}

TEST_CASE("red_inf: skewed logging, weighted by the propensities") {
  // Theorem 20 with the log's distribution (.3, .7): sum p^2 / p_log mu - g^2.
  const auto dataset = dataset_of("bernoulli_arms{means=[0.6, 0.2]}");
  const Agent agent(Stochastic{{0.8, 0.2}});
  const Agent logging(Stochastic{{0.3, 0.7}});
  const double g = 0.52;
  const auto star = estimates_of("red_inf{weights=\"propensity\", star=true}", *dataset, agent, 100,
                                 40'000, logging);
  require_near(star.mean, g, star.standard_error());
  const double variance = (0.64 / 0.3 * 0.6 + 0.04 / 0.7 * 0.2 - g * g) / 100;
  require_near(star.variance(), variance, variance * std::sqrt(3.0 / 40'000));
  const auto ratio =
      estimates_of("red_inf{weights=\"propensity\"}", *dataset, agent, 2'000, 5'000, logging);
  const auto square = [&](double mu) { return mu * (1 - 2 * g) + g * g; };
  const double delta = (0.64 / 0.3 * square(0.6) + 0.04 / 0.7 * square(0.2)) / 2'000;
  CHECK(std::fabs(ratio.variance() / delta - 1) < 0.01 + 4 * std::sqrt(2.0 / 5'000));
  CHECK(std::fabs(ratio.mean - g) < 0.002);
}

TEST_CASE("red_inf: real-valued rewards, one class a record") {
  const auto dataset = dataset_of("gaussian_arms{arms=4, means=[1, 2], standard_deviation=0.5}");
  const Trial trial = trial_of(*dataset, Agent(Stochastic{}), 300);
  // A uniform policy on a uniform log: all weights are equal, so this is the mean reward, and its
  // bootstrap that of a sample mean.
  Trial copy = trial;
  const auto log = copy.log();
  numeric::Moments rewards;
  for (const double r : log->rewards) rewards.add(r);
  CHECK(value_of("red_inf", "estimate", trial) == Approx(rewards.mean).epsilon(1e-12));
  CHECK(value_of("red_inf", "standard_error", trial) == Approx(rewards.standard_error()));
  CHECK(value_of("red_inf{star=true}", "standard_error", trial) ==
        Approx(rewards.standard_error()));
  const double expected = rewards.m2 / 300 / 600;
  require_near(value_of("red_inf{resamples=20000, expansion=2}", "bootstrap_variance", trial),
               expected, expected * std::sqrt(2.0 / 20'000));
}

TEST_CASE("red_inf: an offset of 1e9 of the rewards moves no error, with weights") {
  const auto log_at = [](double offset) {
    Log log = plain_log(2, {}, {});
    for (std::size_t i = 0; i < 20'000; ++i) {
      Draws draws({41}, i);
      log.actions.push_back(draws.below(2));
      log.propensities.push_back(draws.below(2) == 0 ? 0.3 : 0.7);
      log.rewards.push_back(offset + (draws.below(97) - 48.0) / 16);
    }
    return log;
  };
  const LogDataset near(log_at(0)), far(log_at(1e9));
  const Agent agent(Stochastic{{0.25, 0.75}});
  for (const char* text : {"red_inf", "red_inf{weights=\"propensity\"}"}) {
    CHECK(value_of(text, "estimate", trial_of(far, agent)) ==
          1e9 + value_of(text, "estimate", trial_of(near, agent)));
    CHECK(value_of(text, "standard_error", trial_of(far, agent)) ==
          Approx(value_of(text, "standard_error", trial_of(near, agent))).epsilon(1e-11).margin(0));
  }
}
