#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

/// Action 0, and remembers what it was taught.
struct Diary {
  std::shared_ptr<std::vector<double>> learnt = std::make_shared<std::vector<double>>();
  Action choose(const Context&, const ActionSet&, Draws&) const { return 0; }
  void update(const Context&, Action, double reward) { learnt->push_back(reward); }
};

/// Two stretches of pool {0, 1}, and between them one of {0, 1, 2, 3}.
Log log_with_pools() {
  Log log = plain_log(4, {0, 0, 1, 0, 0, 3, 0}, {1, 0, 1, 1, 1, 1, 0});
  const auto small = log.pool_table.intern({0, 1});
  const auto large = log.pool_table.intern({0, 1, 2, 3});
  log.pools = {small, small, small, large, large, large, small};
  return log;
}

/// P(Bin(n, p) = k).
double binomial(int n, int k, double p) {
  return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) +
                  k * std::log(p) + (n - k) * std::log1p(-p));
}

/// Bias of the joint replay with weights w_i in segment i, n records a segment, K_i actions, means
/// g_i: given N_i accepted records in each the estimate is linear in the rewards, so its
/// expectation is a double sum over two binomials.
double joint_bias(int n, const double (&K)[2], const double (&g)[2], const double (&w)[2]) {
  double expectation = 0;
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; j <= n; ++j) {
      if (i + j == 0) continue;
      expectation += binomial(n, i, 1 / K[0]) * binomial(n, j, 1 / K[1]) *
                     (w[0] * i * g[0] + w[1] * j * g[1]) / (w[0] * i + w[1] * j);
    }
  }
  return expectation - (g[0] + g[1]) / 2;
}

}  // namespace

TEST_CASE("replay: a log by hand") {
  Log log = plain_log(2, {0, 1, 0, 0}, {1, 1, 0, 1});
  log.propensities = {0.5, 0.5, 0.25, 1};
  const LogDataset dataset(std::move(log));
  const auto rows = rows_of("replay", trial_of(dataset, Agent(Always{0})));
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].step == 4);
  CHECK(rows[0].values[0] == 2.0 / 3);
  CHECK(rows[0].values[1] == Approx(1.0 / 3));  // deviation sqrt(1/3) over sqrt(3)
  CHECK(rows[0].values[2] == 3);
  CHECK(rows[0].values[3] == 4);
  CHECK(rows[0].values[4] == 2);

  const auto weighted =
      rows_of("replay{weights=\"propensity\"}", trial_of(dataset, Agent(Always{0})));
  CHECK(weighted[0].values[0] == Approx(3.0 / 7));  // weights 2, 4, 1
  CHECK(weighted[0].values[1] == Approx(std::sqrt(224.0 / 49 * 3 / 2) / 7));
  CHECK(weighted[0].values[4] == 3);
  // Clipped at 1/2 the weights are 2, 2, 1.
  CHECK(value_of("replay{weights=\"propensity\", clip=0.5}", "estimate",
                 trial_of(dataset, Agent(Always{0}))) == Approx(0.6));
}

TEST_CASE("replay: weights by the shares of the actions, for unknown propensities") {
  // Action 0 in three of four records: weight 4/3 each; of a policy that plays both, by hand.
  Log log = plain_log(2, {0, 0, 1, 0}, {1, 0, 1, 1});
  const LogDataset dataset(log);
  CHECK(value_of("replay{weights=\"frequency\"}", "estimate",
                 trial_of(dataset, Agent(Always{0}))) == Approx(2.0 / 3));
  CHECK(value_of("replay_star{weights=\"frequency\"}", "estimate",
                 trial_of(dataset, Agent(Always{0}))) == Approx(2.0 / 3));
  CHECK(value_of("replay_star{weights=\"frequency\"}", "estimate",
                 trial_of(dataset, Agent(Always{1}))) == Approx(1));
  // Clipped at 1/2: the action that is logged once in four weighs 2, not 4.
  CHECK(value_of("replay_star{weights=\"frequency\", clip=0.5}", "estimate",
                 trial_of(dataset, Agent(Always{1}))) == Approx(0.5));
  const auto remarks = [&](const std::string& text) {
    const auto evaluator = evaluator_of(text);
    const auto rows = rows_of(*evaluator, trial_of(dataset, Agent(Always{0})));
    return evaluator->remarks(log, Agent(Always{0}), rows[0]);
  };
  const std::string by_frequency = "replay{weights=\"frequency\"}";
  REQUIRE(remarks(by_frequency).size() == 1);
  CHECK(remarks(by_frequency)[0].find("ignored the context") != std::string::npos);
  CHECK(remarks("replay").empty());
  // With the shares for propensities it is the propensities' estimate, bit for bit.
  log.propensities = {0.75, 0.75, 0.25, 0.75};
  const LogDataset known(log);
  const auto half = [] { return Agent(Diary()); };
  CHECK(value_of("replay{weights=\"frequency\"}", "estimate", trial_of(dataset, half())) ==
        value_of("replay{weights=\"propensity\"}", "estimate", trial_of(known, half())));
}

TEST_CASE("replay: nothing accepted is 0, and one record has no standard error") {
  const LogDataset dataset(plain_log(3, {0, 1, 0}, {1, 1, 1}));
  const auto none = rows_of("replay", trial_of(dataset, Agent(Always{2})))[0].values;
  CHECK(none[0] == 0);
  CHECK(std::isnan(none[1]));
  CHECK(none[2] == 0);
  const auto one = rows_of("replay", trial_of(dataset, Agent(Always{1})))[0].values;
  CHECK(one[0] == 1);
  CHECK(std::isnan(one[1]));
  // Equal rewards: the error is 0, not the root of a rounding error.
  CHECK(value_of("replay", "standard_error", trial_of(dataset, Agent(Always{0}))) == 0);
}

TEST_CASE("replay: only accepted records are learned, with their raw reward") {
  const LogDataset dataset(log_with_pools());
  const Diary diary;
  rows_of("replay{weights=\"pool_size\"}", trial_of(dataset, Agent(diary)));
  CHECK(*diary.learnt == std::vector<double>{1, 0, 1, 1, 0});
}

TEST_CASE("replay: pools by hand, joint and separate") {
  const LogDataset dataset(log_with_pools());
  const Trial trial = trial_of(dataset, Agent(Always{0}));
  CHECK(value_of("replay", "estimate", trial) == Approx(3.0 / 5));
  // Weights 2, 2, 4, 4, 2.
  CHECK(value_of("replay{weights=\"pool_size\"}", "estimate", trial) == Approx(10.0 / 14));
  // Three stretches of 3, 3 and 1 records with estimates 1/2, 1 and 0.
  const auto separate = rows_of("replay{segments=\"separate\"}", trial)[0].values;
  CHECK(separate[0] == Approx((3 * 0.5 + 3 * 1 + 1 * 0) / 7));
  CHECK(std::isnan(separate[1]));  // the last stretch has one record
  CHECK(separate[2] == 5);
  CHECK(separate[3] == 7);
  CHECK(separate[4] == 3);
  // A learner goes on over the stretches.
  const Diary diary;
  rows_of("replay{segments=\"separate\"}", trial_of(dataset, Agent(diary)));
  CHECK(diary.learnt->size() == 5);
}

TEST_CASE("replay: without pools separate is joint, draws included") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.9]}");
  const Trial trial = trial_of(*dataset, Agent(Stochastic{}), 500);
  CHECK(rows_of("replay{segments=\"separate\"}", trial)[0].values[0] ==
        rows_of("replay", trial)[0].values[0]);
}

TEST_CASE("replay: standard error of separate stretches") {
  Log log = plain_log(3, {0, 0, 0, 0, 0, 0}, {1, 0, 1, 0, 0, 1});
  const auto small = log.pool_table.intern({0, 1});
  const auto large = log.pool_table.intern({0, 1, 2});
  log.pools = {small, small, large, large, large, large};
  const LogDataset dataset(std::move(log));
  // Deviations: sqrt(1/2) over sqrt(2), weight 1/3; sqrt(1/3) over sqrt(4), weight 2/3.
  CHECK(value_of("replay{segments=\"separate\"}", "standard_error",
                 trial_of(dataset, Agent(Always{0}))) ==
        Approx(std::sqrt(0.25 / 9 + 4.0 / 9 / 12)));
}

TEST_CASE("replay: checkpoints count accepted records") {
  const LogDataset dataset(plain_log(2, {0, 1, 0, 1, 0}, {1, 1, 0, 1, 1}));
  const auto rows = rows_of("replay{checkpoints=[1, 3, 4]}", trial_of(dataset, Agent(Always{0})));
  REQUIRE(rows.size() == 2);  // the fourth acceptance never comes
  CHECK(rows[0].step == 1);
  CHECK(rows[0].values[0] == 1);
  CHECK(rows[0].values[3] == 1);
  CHECK(rows[1].step == 3);
  CHECK(rows[1].values[0] == Approx(2.0 / 3));
  CHECK(rows[1].values[3] == 5);
}

TEST_CASE("replay: what does not fit together is refused") {
  CHECK_THROWS_AS(evaluator_of("replay{checkpoints=[3, 2]}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("replay{segments=\"separate\", checkpoints=[2]}"), SpecErrors);
  const LogDataset dataset(plain_log(2, {0}, {1}));
  CHECK_THROWS_AS(rows_of("replay{weights=\"propensity\"}", trial_of(dataset, Agent(Always{0}))),
                  NotApplicable);
}

TEST_CASE("replay: the bias of a static policy is theorem 3's") {
  // K = 5, T = 10: -0.4 (4/5)^10 = -0.0429.
  const auto dataset = dataset_of("bernoulli_arms{arms=5, means=[0.4]}");
  const auto estimates = estimates_of("replay", *dataset, Agent(Always{2}), 10, 40'000);
  require_near(estimates.mean - 0.4, -0.4 * std::pow(0.8, 10), estimates.standard_error());
  CHECK(estimates.mean - 0.4 < -10 * estimates.standard_error());
}

TEST_CASE("replay: the standard error covers (1,000 logs of about 200 accepted records)") {
  const auto dataset = dataset_of("bernoulli_arms{arms=5, means=[0.3]}");
  int covered = 0;
  for (std::uint64_t i = 0; i < 1'000; ++i) {
    const auto row = rows_of("replay", trial_of(*dataset, Agent(Always{0}), 1'000, i))[0].values;
    covered += std::fabs(row[0] - 0.3) <= 1.959963984540054 * row[1];
  }
  // The normal approximation itself is off by less than 0.01 at 200 records.
  CHECK(std::fabs(covered / 1'000.0 - 0.95) <= 0.01 + 4 * std::sqrt(0.95 * 0.05 / 1'000));
}

TEST_CASE("replay: a changing pool, K = (5, 20), g = (.3, .05)") {
  // The biases at 50, 100 and 400 records a segment: by the double sum, against the numbers of an
  // earlier simulation (4e5 runs, with a standard error of about 0.0001), and by 40,000 replicates
  // of the evaluator at 50.
  const double K[2] = {5, 20};
  const double g[2] = {0.3, 0.05};
  const double none[2] = {1, 1};
  CHECK(joint_bias(50, K, g, none) == Approx(0.0754).margin(0.0004));
  CHECK(joint_bias(50, K, g, K) == Approx(0.01035).margin(0.0004));
  CHECK(joint_bias(100, K, g, K) == Approx(0.00503).margin(0.0004));

  const auto dataset = dataset_of("pool_segments");
  const auto check = [&](const std::string& text, double bias) {
    const auto estimates = estimates_of(text, *dataset, Agent(Always{0}), 100, 40'000);
    INFO(text);
    require_near(estimates.mean - 0.175, bias, estimates.standard_error());
  };
  check("replay", joint_bias(50, K, g, none));
  check("replay{weights=\"pool_size\"}", joint_bias(50, K, g, K));
  // Uniform over the pool: the propensity's inverse is the pool's size.
  check("replay{weights=\"propensity\"}", joint_bias(50, K, g, K));
  // Separate: theorem 3 in each segment, -.00193 together.
  const double separate = -(0.3 * std::pow(0.8, 50) + 0.05 * std::pow(0.95, 50)) / 2;
  CHECK(separate == Approx(-0.00193).margin(0.00001));
  check("replay{segments=\"separate\"}", separate);
}

TEST_CASE("replay: theorem 10's alternating algorithm on a log with distribution (.1, .9)") {
  // Deterministic rewards 1 and 2. The accepted actions alternate, so with weights w the estimate
  // is (w_1 + 2 w_2) / (w_1 + w_2) except for the last record: 1.5 with w = 1, 1.1 with w = (10,
  // 10/9).
  const auto dataset = dataset_of("gaussian_arms{means=[1, 2], standard_deviation=0}");
  const Agent logging(Stochastic{{0.1, 0.9}});
  const Trial trial = trial_of(*dataset, Agent(Alternating{}), 20'000, 0, logging);
  CHECK(value_of("replay", "estimate", trial) == Approx(1.5).margin(1e-3));
  CHECK(value_of("replay{weights=\"propensity\"}", "estimate", trial) == Approx(1.1).margin(1e-3));
}

TEST_CASE("replay: the standard error is the sample deviation over the root of the number") {
  const LogDataset dataset(plain_log(2, {0, 0, 1, 0}, {1, 0, 1, 1}));
  // Rewards 1, 0, 1: a sample variance of 1/3, over three records.
  CHECK(value_of("replay", "standard_error", trial_of(dataset, Agent(Always{0}))) ==
        Approx(1.0 / 3).epsilon(1e-14));
  // With weights: sqrt(sum w^2 (r - g)^2 3/2) / sum w.
  Log weighted = plain_log(2, {0, 0, 1, 0}, {1, 0, 1, 1});
  weighted.propensities = {0.5, 0.25, 0.5, 0.5};
  const double g = 0.5;
  const double squares = 4 * 0.25 + 16 * 0.25 + 4 * 0.25;
  const LogDataset other(weighted);
  const Trial trial = trial_of(other, Agent(Always{0}));
  CHECK(value_of("replay{weights=\"propensity\"}", "estimate", trial) == Approx(g));
  CHECK(value_of("replay{weights=\"propensity\"}", "standard_error", trial) ==
        Approx(std::sqrt(squares * 1.5) / 8).epsilon(1e-14));
}

TEST_CASE("replay: separate segments have draws of their own") {
  Log log = plain_log(2, {}, {});
  const auto one = log.pool_table.intern({0});
  const auto both = log.pool_table.intern({0, 1});
  constexpr std::size_t length = 40;
  // Two segments of the same records, and a record of another pool between them.
  for (std::size_t part = 0; part < 2; ++part) {
    for (std::size_t i = 0; i < length; ++i) {
      log.actions.push_back(static_cast<Action>(i % 2));
      log.rewards.push_back(static_cast<double>(i));
      log.pools.push_back(both);
    }
    if (part == 1) break;
    log.actions.push_back(0);
    log.rewards.push_back(0);
    log.pools.push_back(one);
  }
  const LogDataset dataset(log);
  const Trial trial = trial_of(dataset, Agent(Stochastic{}));
  const auto alone = [&](std::size_t first, std::size_t count, StreamKey key) {
    const LogDataset part(log.range(first, count));
    Trial other = trial_of(part, Agent(Stochastic{}));
    Trial keyed = other.with_log(other.log(), key);
    return value_of("replay", "reward_sum", keyed);
  };
  const double third = alone(length + 1, length, replicate_key(trial.policy_stream(), 2));
  const double expected =
      alone(0, length, trial.policy_stream()) + third;  // the one between gives 0
  CHECK(third != alone(0, length, trial.policy_stream()));
  CHECK(value_of("replay{segments=\"separate\"}", "reward_sum", trial) == expected);
}
