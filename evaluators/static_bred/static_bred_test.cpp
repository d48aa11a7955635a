#include "suite/estimation/acceptance_distribution.hpp"
#include "suite/testing/trials.hpp"

using Catch::Matchers::Contains;
using namespace replaybench;
using namespace replaybench::testing;

namespace {

constexpr std::size_t estimate = 0, standard_error = 1, accepted = 2, records = 3, acceptance = 4,
                      usable = 5, distinct = 6, bootstrap_variance = 7, deviation = 8, empty = 9,
                      below = 10;

Agent first_action(Action actions) {
  std::vector<double> distribution(actions, 0.0);
  distribution[0] = 1;
  return Agent(Stochastic{distribution});
}

Log mixed_log() {
  Log log = plain_log(3, {0, 1, 2, 0, 0, 1}, {1, 0, 2.5, 0, 1, -1});
  log.propensities = {0.5, 0.25, 0.25, 0.5, 0.5, 0.25};
  return log;
}

std::vector<double> row_of(const std::string& text, const Trial& trial) {
  const auto rows = rows_of(text, trial);
  REQUIRE(rows.size() == 1);
  return rows[0].values;
}

/// Algorithm 12, record by record: `draws` records of (p, w, r), or until this number of
/// acceptances.
struct Resample {
  double accepted = 0;
  double mean = 0;
  double distinct = 0;
};
struct PlainRecord {
  double p, w, r;
};
Resample brute_force(const std::vector<PlainRecord>& log, std::size_t draws_wanted,
                     std::size_t acceptances_wanted, bool copies, Draws& draws) {
  Resample result;
  double weight = 0;
  double reward = 0;
  std::vector<bool> used(log.size());
  for (std::size_t i = 0;
       acceptances_wanted > 0 ? result.accepted < static_cast<double>(acceptances_wanted)
                              : i < draws_wanted;
       ++i) {
    const std::size_t t =
        copies ? i % log.size() : draws.below(static_cast<std::uint32_t>(log.size()));
    if (draws.uniform() >= log[t].p) continue;
    ++result.accepted;
    weight += log[t].w;
    reward += log[t].w * log[t].r;
    result.distinct += !used[t];
    used[t] = true;
  }
  result.mean = weight == 0 ? 0 : reward / weight;
  return result;
}

}  // namespace

TEST_CASE("static_bred: the distribution of every method is that of the loop over records") {
  const std::vector<double> rewards{1, 0, 2.5, 0, 1, -1};
  const std::vector<double> distribution{0.2, 0.3, 0.5};
  const Log log = mixed_log();
  const LogDataset dataset(log);
  struct Case {
    std::string text;
    std::size_t draws, acceptances;
    bool copies, deterministic, weighted;
  };
  const std::vector<Case> cases{
      {"", 18, 0, false, false, false},  // expansion 0: K = 3
      {"expansion=1", 6, 0, false, false, false},
      {"expansion=0.5, weights=\"propensity\"", 3, 0, false, false, true},
      {"expansion=2", 12, 0, false, true, false},
      {"method=\"s_bred\"", 18, 0, true, false, false},
      {"method=\"s_bred\", expansion=1, weights=\"propensity\"", 6, 0, true, false, true},
      {"method=\"r_bred\"", 0, 6, false, false, false},
      {"method=\"r_bred\", acceptances=2, weights=\"propensity\"", 0, 2, false, false, true},
      {"method=\"r_bred\", acceptances=4", 0, 4, false, true, false},
      {"method=\"r_bred_dp\"", 0, 3, false, true, false},
  };
  constexpr int resamples = 40'000;
  for (const Case& c : cases) {
    INFO(c.text);
    const Agent agent = c.deterministic ? first_action(3) : Agent(Stochastic{distribution});
    std::vector<PlainRecord> plain;
    for (std::size_t t = 0; t < log.size(); ++t) {
      const double p =
          c.deterministic ? (log.actions[t] == 0 ? 1.0 : 0.0) : distribution[log.actions[t]];
      plain.push_back({p, c.weighted ? 1 / log.propensities[t] : 1, rewards[t]});
    }
    numeric::Moments means, counts, used;
    int low = 0;
    for (std::uint64_t b = 0; b < resamples; ++b) {
      Draws draws({77}, b);
      const Resample resample = brute_force(plain, c.draws, c.acceptances, c.copies, draws);
      means.add(resample.mean);
      counts.add(resample.accepted);
      used.add(resample.distinct);
      low += resample.mean <= 0.55;
    }
    const std::string separator = c.text.empty() ? "" : ", ";
    const auto row =
        row_of("static_bred{resamples=40000, threshold=0.55" + separator + c.text + "}",
               trial_of(dataset, agent));
    const double se = std::sqrt(2.0) * means.standard_error();
    require_near(row[estimate], means.mean, se);
    require_near(row[accepted], counts.mean, std::sqrt(2.0) * counts.standard_error() + 1e-12);
    require_near(6 * row[distinct], used.mean, used.standard_error() + 1e-12);
    require_near(row[bootstrap_variance], means.variance(),
                 means.variance() * std::sqrt(2 * 5.0 / resamples));
    const double share = low / static_cast<double>(resamples);
    require_near(row[below], share, std::sqrt(2 * share * (1 - share) / resamples) + 1e-12);
    CHECK(row[deviation] == std::sqrt(row[bootstrap_variance]));
    CHECK(row[acceptance] == Approx(3 * row[accepted] / row[records]));
    CHECK(row[usable] == (c.deterministic ? 0.5 : 1.0));
    if (c.draws > 0) CHECK(row[records] == static_cast<double>(c.draws));
  }
}

TEST_CASE("static_bred: bred and s_bred, which pass over the records, have the same distribution") {
  const LogDataset dataset(mixed_log());
  const Trial trial = trial_of(dataset, Agent(Stochastic{{0.2, 0.3, 0.5}}));
  for (const char* method : {"bred", "s_bred"}) {
    for (const char* options : {"expansion=2", "weights=\"propensity\"", "combine=\"pooled\""}) {
      INFO(method << " " << options);
      const std::string common = std::string("{resamples=20000, ") + options;
      const auto distribution =
          row_of("static_bred" + common + ", method=\"" + method + "\"}", trial);
      const std::string passes = method + common + "}";
      require_near(distribution[estimate], value_of(passes, "estimate", trial),
                   std::sqrt(2.0 / 20'000) * distribution[deviation]);
      require_near(distribution[bootstrap_variance], value_of(passes, "bootstrap_variance", trial),
                   distribution[bootstrap_variance] * std::sqrt(2 * 5.0 / 20'000));
      // The deviations of n_b and of the share of the six records are below 3 and 0.2.
      require_near(distribution[accepted], value_of(passes, "accepted", trial),
                   3 / std::sqrt(10'000));
      require_near(distribution[distinct], value_of(passes, "distinct", trial),
                   0.2 / std::sqrt(20'000));
      CHECK(distribution[records] == value_of(passes, "records", trial));
      CHECK(distribution[acceptance] ==
            Approx(value_of(passes, "acceptance", trial)).epsilon(0.02));
    }
  }
}

TEST_CASE("static_bred: r_bred reads T'/q_S records on average, r_bred_dp T'") {
  const LogDataset dataset(mixed_log());
  // sum p = 3 * .2 + 2 * .3 + .5 = 1.7 over 6 records.
  CHECK(row_of("static_bred{method=\"r_bred\"}",
               trial_of(dataset, Agent(Stochastic{{0.2, 0.3, 0.5}})))[records] ==
        Approx(6 * 6 / 1.7));
  const Trial trial = trial_of(dataset, first_action(3));
  CHECK(row_of("static_bred{method=\"r_bred\", acceptances=5}", trial)[records] == 10);
  CHECK(row_of("static_bred{method=\"r_bred_dp\", acceptances=5}", trial)[records] == 5);
}

TEST_CASE("static_bred: one copy of the log, K times: S-BRED with B = 1 is the expanded replay") {
  const auto dataset = dataset_of("bernoulli_arms{arms=3, means=[0.2, 0.5, 0.8]}");
  // A deterministic policy: replay itself, on every log.
  for (std::uint64_t i = 0; i < 20; ++i) {
    const Trial trial = trial_of(*dataset, first_action(3), 40, i);
    CHECK(row_of("static_bred{method=\"s_bred\", resamples=1}", trial)[estimate] ==
          value_of("replay", "estimate", trial));
  }
  // A stochastic one: red with E = K has the same distribution (mean and variance over 20,000
  // trials).
  const LogDataset log(mixed_log());
  const Agent agent(Stochastic{{0.2, 0.3, 0.5}});
  numeric::Moments bred, red;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    bred.add(row_of("static_bred{method=\"s_bred\", resamples=1}",
                    trial_of(log, agent, 0, i))[estimate]);
    red.add(value_of("red{expansion=3}", "estimate", trial_of(log, agent, 0, 20'000 + i)));
  }
  require_near(bred.mean - red.mean, 0, std::hypot(bred.standard_error(), red.standard_error()));
  require_near(bred.variance() / red.variance(), 1, std::sqrt(2 * 5.0 / 20'000));
}

TEST_CASE("static_bred: s_bred of a deterministic policy has no variance") {
  const LogDataset dataset(mixed_log());
  const auto row = row_of("static_bred{method=\"s_bred\"}", trial_of(dataset, first_action(3)));
  CHECK(row[bootstrap_variance] == 0);
  CHECK(row[estimate] == Approx(2.0 / 3));
  CHECK(row[standard_error] ==
        Approx(value_of("replay", "standard_error", trial_of(dataset, first_action(3)))));
}

TEST_CASE("static_bred: checkpoints are prefixes") {
  const LogDataset dataset(mixed_log());
  const Trial trial = trial_of(dataset, Agent(Stochastic{}));
  const auto rows = rows_of("static_bred{resamples=50, resample_checkpoints=[1, 7, 50]}", trial);
  REQUIRE(rows.size() == 3);
  CHECK(std::isnan(rows[0].values[bootstrap_variance]));
  CHECK(std::isnan(rows[0].values[standard_error]));
  for (const ResultRow& row : rows) {
    const auto alone = rows_of("static_bred{resamples=" + std::to_string(row.step) + "}", trial);
    CHECK(alone[0].step == 6);
    CHECK(alone[0].values[estimate] == row.values[estimate]);
    CHECK(alone[0].values[accepted] == row.values[accepted]);
  }
  CHECK(rows_of("static_bred{resamples=7, combine=\"pooled\"}", trial)[0].values[estimate] !=
        rows[1].values[estimate]);
}

TEST_CASE("static_bred: n_b = 0 counts as 0, and a log without information ends") {
  // One record of two, p = 1: a resample of two draws is empty with probability 1/4, and pooled
  // the estimate is 1 all the same.
  const LogDataset dataset(plain_log(2, {0, 1}, {1, 0}));
  const Trial trial = trial_of(dataset, first_action(2));
  const std::string text = "static_bred{resamples=40000, expansion=1";
  require_near(row_of(text + "}", trial)[estimate], 0.75, std::sqrt(0.1875 / 40'000));
  require_near(row_of(text + "}", trial)[below], 0.25, std::sqrt(0.1875 / 40'000));
  CHECK(row_of(text + "}", trial)[empty] ==
        Approx(40'000 * row_of(text + "}", trial)[below]).epsilon(1e-14));
  CHECK(row_of(text + ", combine=\"pooled\"}", trial)[estimate] == 1);

  const LogDataset nothing(plain_log(2, {1, 1, 1}, {1, 1, 0}));
  for (const char* method : {"bred", "s_bred", "r_bred", "r_bred_dp"}) {
    INFO(method);
    const auto row =
        row_of("static_bred{combine=\"pooled\", method=\"" + std::string(method) + "\"}",
               trial_of(nothing, first_action(2)));
    CHECK(row[estimate] == 0);
    CHECK(row[accepted] == 0);
    CHECK(row[distinct] == 0);
    CHECK(std::isnan(row[standard_error]));
    CHECK(std::isnan(row[bootstrap_variance]));
  }
}

TEST_CASE(
    "static_bred: the pooled form is not unbiased up to a^(T B), as algorithm 12 (section 5.3.2, "
    "p. 126) says") {
  // K = 4, T = 5, B = 3, g = 1: P(no record at all) = .75^5 = .2373, and a^(T B) = .0134. Given a
  // usable record all three resamples are empty with a probability that is summed over T_pi.
  const auto dataset = dataset_of("bernoulli_arms{arms=4, means=[1, 1, 1, 1]}");
  const auto estimates = estimates_of("static_bred{resamples=3, combine=\"pooled\"}", *dataset,
                                      first_action(4), 5, 20'000);
  double nothing = 0;
  const double choose[6] = {1, 5, 10, 10, 5, 1};
  for (int k = 0; k <= 5; ++k) {
    nothing += choose[k] * std::pow(0.25, k) * std::pow(0.75, 5 - k) * std::pow(1 - k / 5.0, 60);
  }
  CHECK(nothing > 0.2373);
  require_near(estimates.mean, 1 - nothing, std::sqrt(nothing * (1 - nothing) / 20'000));
}

TEST_CASE("static_bred: given the log the accepted records' mean is RED_inf's, for every B") {
  // So the bias of RED_inf is BRED's: no resampling removes it.
  const LogDataset dataset(mixed_log());
  const Agent agent(Stochastic{{0.2, 0.3, 0.5}});
  const double limit = value_of("red_inf", "estimate", trial_of(dataset, agent));
  const auto row = row_of("static_bred{method=\"r_bred\", resamples=100000, acceptances=3}",
                          trial_of(dataset, agent));
  require_near(row[estimate], limit, row[deviation] / std::sqrt(100'000));
  const auto bred = row_of("static_bred{resamples=100000, expansion=50}", trial_of(dataset, agent));
  require_near(bred[estimate], limit, bred[deviation] / std::sqrt(100'000));
}

TEST_CASE("static_bred: the variance of BRED is Var/T, whatever the policy; S-BRED's is not") {
  // K = 2, mu = (.1, .5), pi = (.2, .8): g = .42, Gamma* = 1.41044 (see red_inf).
  const auto dataset = dataset_of("bernoulli_arms{means=[0.1, 0.5]}");
  const auto check = [&](const Agent& agent, double g, double gamma) {
    numeric::Moments bred, s_bred, r_bred, first;
    for (std::uint64_t i = 0; i < 400; ++i) {
      const Trial trial = trial_of(*dataset, agent, 2'000, i);
      bred.add(row_of("static_bred{resamples=200}", trial)[bootstrap_variance]);
      s_bred.add(
          row_of("static_bred{resamples=200, method=\"s_bred\"}", trial)[bootstrap_variance]);
      r_bred.add(
          row_of("static_bred{resamples=200, method=\"r_bred\"}", trial)[bootstrap_variance]);
    }
    // 80,000 resamples; O(1/T) remainders below 1 %.
    const double unit = g * (1 - g) / 2'000;
    CHECK(std::fabs(bred.mean / unit - 1) < 0.01 + 4 * bred.standard_error() / unit);
    CHECK(std::fabs(r_bred.mean / unit - 1) < 0.01 + 4 * r_bred.standard_error() / unit);
    CHECK(std::fabs(s_bred.mean / unit - (1 - gamma / 2)) <
          0.01 + 4 * s_bred.standard_error() / unit);
  };
  check(Agent(Stochastic{{0.2, 0.8}}), 0.42, 1.41044);
  check(Agent(Stochastic{}), 0.3, 1);
  check(first_action(2), 0.1, 2);
}

TEST_CASE("static_bred: the estimate's error is Gamma* + 1/B, and the standard error shows it") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.1, 0.5]}");
  const Agent agent(Stochastic{{0.2, 0.8}});
  const double unit = 0.42 * 0.58 / 1'000;
  const auto check = [&](const std::string& text, double factor) {
    INFO(text);
    const auto estimates = estimates_of(text, *dataset, agent, 1'000, 5'000);
    CHECK(std::fabs(estimates.variance() / unit / factor - 1) < 0.01 + 4 * std::sqrt(2.0 / 5'000));
  };
  check("static_bred{resamples=2}", 1.41044 + 0.5);
  check("static_bred{resamples=20}", 1.41044 + 0.05);
  check("static_bred{resamples=2, method=\"s_bred\"}", 1.41044 + (1 - 1.41044 / 2) / 2);
  check("static_bred{resamples=2, expansion=1}", 1.41044 + 2 * 0.5);
  const auto row = row_of("static_bred{resamples=20}", trial_of(*dataset, agent, 200'000));
  const double truth = std::sqrt((1.41044 + 0.05) * unit / 200);
  CHECK(row[standard_error] == Approx(truth).epsilon(0.03));  // 20 resamples tell 1/B to 30 %
}

TEST_CASE("static_bred: what cannot be is refused, and reported") {
  const LogDataset dataset(mixed_log());
  const Trial trial = trial_of(dataset, Agent(Stochastic{}));
  CHECK_THROWS_WITH(rows_of("static_bred", trial_of(dataset, Agent(Alternating{}))),
                    Contains("the algorithm learns"));
  CHECK_THROWS_AS(rows_of("static_bred", trial_of(dataset, Agent(Always{}))), NotApplicable);
  CHECK_THROWS_AS(rows_of("static_bred{expansion=0.1}", trial), NotApplicable);
  CHECK_THROWS_AS(rows_of("static_bred{expansion=1e-9}", trial), NotApplicable);
  CHECK_THROWS_WITH(rows_of("static_bred{method=\"r_bred_dp\"}", trial), Contains("deterministic"));
  CHECK_THROWS_AS(evaluator_of("static_bred{resamples=0}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("static_bred{expansion=-1}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("static_bred{acceptances=-1, method=\"r_bred\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("static_bred{acceptances=5}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("static_bred{method=\"r_bred\", expansion=2}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("static_bred{method=\"s_bred\", expansion=1.5}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("static_bred{resample_checkpoints=[3, 2]}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("static_bred{resamples=5, resample_checkpoints=[6]}"), SpecErrors);

  Log pools = plain_log(3, {0, 0, 1}, {1, 1, 1});
  const auto small = pools.pool_table.intern({0, 1});
  const auto large = pools.pool_table.intern({0, 1, 2});
  pools.pools = {small, large, large};
  const LogDataset changing(std::move(pools));
  CHECK_THROWS_WITH(rows_of("static_bred", trial_of(changing, Agent(Stochastic{}))),
                    Contains("give the expansion"));
  CHECK_NOTHROW(rows_of("static_bred{expansion=2}", trial_of(changing, Agent(Stochastic{}))));
  const LogDataset no_records(plain_log(2, {}, {}));
  CHECK_THROWS_AS(rows_of("static_bred", trial_of(no_records, Agent(Stochastic{}))), NotApplicable);
}

namespace {

/// Two arms by enumeration: arm 0 pays 1 on `ones` records and 0 on `zeros`; the policy takes it
/// with probability p. Poisson(E p) acceptances each, so the number of ones and of zeros are
/// independent Poisson variates of means E p ones and E p zeros.
struct PoissonRatio {
  double mean = 0;
  double variance = 0;
  double empty = 0;

  PoissonRatio(double rate_of_ones, double rate_of_zeros) {
    double squares = 0;
    for (int i = 0; i < 120; ++i) {
      for (int j = 0; j < 120; ++j) {
        const double probability =
            std::exp(i * std::log(rate_of_ones) + j * std::log(rate_of_zeros) - rate_of_ones -
                     rate_of_zeros - std::lgamma(i + 1.0) - std::lgamma(j + 1.0));
        const double ratio = i + j == 0 ? 0 : static_cast<double>(i) / (i + j);
        mean += probability * ratio;
        squares += probability * ratio * ratio;
      }
    }
    variance = squares - mean * mean;
    empty = std::exp(-rate_of_ones - rate_of_zeros);
  }
};

}  // namespace

TEST_CASE("static_bred: Poisson resampling against the enumeration of its counts") {
  const LogDataset dataset(plain_log(2, {0, 0, 0, 1, 1, 0}, {1, 0, 1, 1, 0, 0}));
  struct Case {
    double expansion;
    double p;
  };
  for (const Case& c : {Case{1, 1}, Case{2, 0.25}, Case{0.3, 0.5}, Case{5, 1}}) {
    CAPTURE(c.expansion, c.p);
    // The other arm pays 1 once in two records, accepted with probability 1 - p.
    const double q = 1 - c.p;
    const PoissonRatio exact(c.expansion * (2 * c.p + q), c.expansion * (2 * c.p + q));
    const double rate = c.expansion * (4 * c.p + 2 * q);
    constexpr double resamples = 100'000;
    const auto row = row_of("static_bred{method=\"poisson\", resamples=100000, expansion=" +
                                std::to_string(c.expansion) + "}",
                            trial_of(dataset, Agent(Stochastic{{c.p, q}})));
    require_near(row[estimate], exact.mean, std::sqrt(exact.variance / resamples));
    require_near(row[accepted], rate, std::sqrt(rate / resamples));
    require_near(row[empty], resamples * exact.empty, std::sqrt(resamples * exact.empty) + 1e-9);
    require_near(row[bootstrap_variance], exact.variance,
                 exact.variance * std::sqrt(5.0 / resamples));
    CHECK(row[records] == Approx(6 * c.expansion));
    CHECK(6 * row[distinct] ==
          Approx(4 * (1 - std::exp(-c.expansion * c.p)) + 2 * (1 - std::exp(-c.expansion * q))));
  }
}

TEST_CASE("static_bred: a Poisson resample is refused what it cannot be") {
  CHECK_THROWS_AS(evaluator_of("static_bred{method=\"poisson\", expansion=1000001}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("static_bred{method=\"poisson\", acceptances=3}"), SpecErrors);
}
