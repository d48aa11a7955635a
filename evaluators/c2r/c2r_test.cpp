#include <bit>

#include "suite/testing/trials.hpp"
#include "suite/theory/binomial.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

// The first action of the pool at or after the context's number, around the end.
struct OfContext {
  static constexpr bool learns = false;
  Action choose(const Context& context, const ActionSet& actions, Draws&) const {
    return actions[static_cast<Action>(context[0]) % actions.size()];
  }
  void update(const Context&, Action, double) {}
};

// Uniform actions; rewards 0, or real-valued ones (some negative) with probability `rate`.
Log random_log(std::uint64_t seed, std::size_t records, bool pools, bool real_valued, double rate) {
  Log log = plain_log(6, {}, {});
  log.dimension = 1;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({seed}, t);
    std::vector<Action> pool;
    for (Action a = 0; a < 6; ++a) {
      if (!pools || draws.below(3) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(6));
    if (pools) log.pools.push_back(log.pool_table.intern(pool));
    log.contexts.push_back(draws.below(6));
    log.actions.push_back(pool[draws.below(static_cast<std::uint32_t>(pool.size()))]);
    const double reward = real_valued ? draws.normal() : 1;
    log.rewards.push_back(draws.uniform() < rate ? reward : 0);
  }
  return log;
}

}  // namespace

TEST_CASE("c2r: a log by hand") {
  // Always action 0 of K = 2 on T = 5 records: S_1 = {0, 1, 0}, two hits. q = 2/3, estimate
  // (3 x 2 / 5) (2/3) = 4/5.
  const LogDataset data(plain_log(2, {0, 1, 0, 1, 0}, {1, 1, 0, 0, 1}));
  const Trial trial = trial_of(data, Agent(Always{0}));
  const auto row = rows_of("c2r", trial)[0];
  CHECK(row.step == 5);
  CHECK(row.values[0] == 0.8);
  // The five terms are 2, 0, 0, 0, 2: mean 4/5, sum of squares 8, (8 - 16/5) / 4 / 5.
  CHECK(row.values[1] == Approx(std::sqrt(0.24)).epsilon(1e-14));
  CHECK(row.values[2] == 3);
  CHECK(row.values[3] == 2);
  CHECK(row.values[4] == Approx(2.0 / 3).epsilon(1e-15));
  CHECK(row.values[5] == 3);
  CHECK(row.values[6] == 5);
  // P_{1+0}: the same number from all records.
  const auto all = rows_of("c2r{problem=\"all\"}", trial)[0];
  CHECK(all.values[0] == 0.8);
  CHECK(all.values[5] == 5);
  // A known mean of 0.5: 2 x 0.5 x 2/3.
  CHECK(value_of("c2r{known_mean=0.5}", "estimate", trial) == Approx(2.0 / 3).epsilon(1e-15));
  // The clicks' V - q are 1/3, -2/3, 1/3: the standard error of their mean is 1/3.
  CHECK(value_of("c2r{known_mean=0.5}", "standard_error", trial) == Approx(1.0 / 3).epsilon(1e-14));
}

TEST_CASE("c2r: replay*, to the last bit, on every log") {
  const bool pools = GENERATE(false, true);
  const bool real_valued = GENERATE(false, true);
  const double rate = GENERATE(0.0, 0.02, 0.3, 1.0);
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    const std::size_t records = seed == 0 ? 0 : 1 + 40 * (seed - 1);
    const LogDataset data(random_log(seed, records, pools, real_valued, rate));
    for (const Agent& policy : {Agent(OfContext{}), Agent(Stochastic{})}) {
      const Trial trial = trial_of(data, policy);
      const auto star =
          rows_of(pools ? "replay_star{weights=\"pool_size\"}" : "replay_star", trial)[0];
      for (const char* text : {"c2r", "c2r{problem=\"all\"}"}) {
        const auto row = rows_of(text, trial)[0];
        CHECK(bits(row.values[0]) == bits(star.values[0]));
        if (records > 1) CHECK(bits(row.values[1]) == bits(star.values[1]));
        CHECK(row.step == star.step);
      }
    }
  }
}

TEST_CASE("c2r: only rewarded records are touched") {
  const Log log = random_log(31, 500, false, false, 0.1);
  double clicks = 0;
  for (const double r : log.rewards) clicks += r;
  const LogDataset data(log);
  const Trial trial = trial_of(data, Agent(OfContext{}));
  CHECK(value_of("c2r", "clicks", trial) == clicks);
  CHECK(value_of("c2r", "touched", trial) == clicks);
  CHECK(value_of("c2r{problem=\"all\"}", "touched", trial) == 500);
}

TEST_CASE("c2r: theorems 23 and 24, the exact distribution") {
  // K = 4, two contexts; the policy takes action 0, worth .3: T estimate / K ~ Bin(40, .075).
  const auto data = dataset_of(
      "tabular{actions=4, probabilities=[0.5, 0.5], means=[0.2, 0.5, 0.1, 0.3, 0.4, 0, 0.9, 0.2]}");
  constexpr int logs = 40'000;
  const auto evaluator = evaluator_of("c2r");
  std::vector<double> seen(41);
  numeric::Moments estimates;
  for (int i = 0; i < logs; ++i) {
    const double estimate =
        rows_of(*evaluator, trial_of(*data, Agent(Always{0}), 40, i))[0].values[0];
    seen[static_cast<std::size_t>(std::lround(estimate * 10))] += 1;
    estimates.add(estimate);
  }
  require_near(estimates.mean, 0.3, std::sqrt(0.3 * 3.7 / 40 / logs));
  CHECK(estimates.variance() == Approx(0.3 * 3.7 / 40).epsilon(4 * std::sqrt(2.4 / logs)));
  // Theorem 24 as printed, with the realised reward: K/T Var(r) + (K-1)/T E[r]^2.
  CHECK(0.3 * 3.7 / 40 == Approx(4 * 0.21 / 40 + 3 * 0.09 / 40).epsilon(1e-14));
  for (int hits = 0; hits < 10; ++hits) {
    const double p = theory::binomial_pmf(40, hits, 0.075);
    require_near(seen[static_cast<std::size_t>(hits)] / logs, p, std::sqrt(p * (1 - p) / logs));
  }
}

TEST_CASE("c2r: probabilities in the place of choices: the same mean, less variance") {
  const auto data = dataset_of("tabular{actions=2, probabilities=[1], means=[0.2, 0.6]}");
  const Agent policy(Stochastic{{0.3, 0.7}});
  const auto choices = estimates_of("c2r", *data, policy, 50, 20'000);
  const auto shares = estimates_of("c2r{hits=\"probabilities\"}", *data, policy, 50, 20'000);
  require_near(choices.mean, 0.48, choices.standard_error());
  require_near(shares.mean, 0.48, shares.standard_error());
  // 2/50 (.09 x .2 + .49 x .6) x 2 / ... by hand: E[(2 p r)^2] = 2 (.09 x .2 + .49 x .6) = .624.
  CHECK(shares.variance() == Approx((0.624 - 0.48 * 0.48) / 50).epsilon(0.05));
  CHECK(choices.variance() == Approx(0.48 * (2 - 0.48) / 50).epsilon(0.05));
  // It is RED*_inf.
  const Trial trial = trial_of(*data, policy, 200);
  CHECK(value_of("c2r{hits=\"probabilities\"}", "estimate", trial) ==
        Approx(value_of("red_inf{star=true}", "estimate", trial)).epsilon(1e-13));
  CHECK_THROWS_AS(rows_of("c2r{hits=\"probabilities\"}", trial_of(*data, Agent(Always{0}), 10)),
                  NotApplicable);
}

TEST_CASE("c2r: a known mean takes the randomness of |S_1| away") {
  // K = 4, g = .15, mean .1: (g/T)(K - g/mean) against (g/T)(K - g).
  const auto data =
      dataset_of("tabular{actions=4, probabilities=[1], means=[0.15, 0.05, 0.1, 0.1]}");
  const auto known = estimates_of("c2r{known_mean=0.1}", *data, Agent(Always{0}), 1'000, 20'000);
  require_near(known.mean, 0.15, known.standard_error());
  CHECK(known.variance() == Approx(0.15 / 1'000 * (4 - 1.5)).epsilon(0.05));
  const Trial trial = trial_of(*data, Agent(Always{0}), 100'000);
  CHECK(value_of("c2r{known_mean=0.1}", "standard_error", trial) ==
        Approx(std::sqrt(0.15 / 100'000 * 2.5)).epsilon(0.03));
}

TEST_CASE("c2r: pools: K_t a record is right, the printed factor is not") {
  // Segments of 50 records: pool {0,1} worth .1, then {0..5} worth .25: every policy is worth .175.
  const auto data = dataset_of("pool_segments{pool_sizes=[2, 6], means=[0.1, 0.25], records=50}");
  const auto mean_of = [&](const char* text) {
    return estimates_of(text, *data, Agent(Always{0}), 100, 20'000);
  };
  const auto size = mean_of("c2r");
  require_near(size.mean, 0.175, size.standard_error());
  // Action 0 is always there: its printed factor is 1, so printed = mean = 4 x E[hits] / 100, and
  // E[hits] = 50 (.1 / 2 + .25 / 6).
  const double wrong = 4.0 * 50 * (0.05 + 0.25 / 6) / 100;
  for (const char* text : {"c2r{pool_weight=\"printed\"}", "c2r{pool_weight=\"mean\"}"}) {
    const auto printed = mean_of(text);
    require_near(printed.mean, wrong, printed.standard_error());
  }
  // By hand: pools {0}, {0,1}, {0,1}: sum K_t = 5, the factor of 1 is 4/5, the mean pool 5/3.
  Log log = plain_log(2, {0, 1, 0}, {1, 1, 0});
  const auto one = log.pool_table.intern({0});
  const auto two = log.pool_table.intern({0, 1});
  log.pools = {one, two, two};
  const LogDataset hand(std::move(log));
  const Trial trial = trial_of(hand, Agent(Stochastic{{0, 1}}));
  CHECK(value_of("c2r", "estimate", trial) == Approx(2.0 / 3).epsilon(1e-15));
  CHECK(value_of("c2r{pool_weight=\"printed\"}", "estimate", trial) ==
        Approx(5.0 / 3 * 0.8 / 3).epsilon(1e-15));
  CHECK(value_of("c2r{pool_weight=\"mean\"}", "estimate", trial) == Approx(5.0 / 9).epsilon(1e-15));
  CHECK_THROWS_AS(rows_of("c2r{known_mean=0.5}", trial), NotApplicable);
}

TEST_CASE("c2r: nothing rewarded, nothing at all, learners") {
  const LogDataset none(plain_log(3, {0, 1}, {0, 0}));
  const auto row = rows_of("c2r", trial_of(none, Agent(Always{0})))[0].values;
  CHECK(row[0] == 0);
  CHECK(row[4] == 0);
  CHECK(row[5] == 0);
  const LogDataset empty(plain_log(3, {}, {}));
  CHECK(value_of("c2r", "estimate", trial_of(empty, Agent(Always{0}))) == 0);
  CHECK_THROWS_AS(rows_of("c2r", trial_of(none, Agent(Alternating{}))), NotApplicable);
  CHECK_THROWS_AS(evaluator_of("c2r{known_mean=-1}"), SpecErrors);
}
