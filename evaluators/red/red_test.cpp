#include "suite/estimation/acceptance_distribution.hpp"
#include "suite/testing/trials.hpp"

using Catch::Matchers::Contains;
using namespace replaybench;
using namespace replaybench::testing;

namespace {

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

/// Mean and variance of the estimate and the mean number accepted.
struct Distribution {
  double mean = 0;
  double variance = 0;
  double accepted = 0;
};

/// By enumeration of which records each of `passes` passes accepts.
Distribution enumerated(const std::vector<double>& p, const std::vector<double>& w,
                        const std::vector<double>& r, std::size_t passes) {
  const std::size_t bits = p.size() * passes;
  double first = 0;
  double second = 0;
  Distribution distribution;
  for (std::size_t code = 0; code < (std::size_t{1} << bits); ++code) {
    double probability = 1;
    double weight = 0;
    double reward = 0;
    double accepted = 0;
    for (std::size_t i = 0; i < bits; ++i) {
      const std::size_t t = i % p.size();
      const bool taken = (code >> i) & 1;
      probability *= taken ? p[t] : 1 - p[t];
      if (!taken) continue;
      weight += w[t];
      reward += w[t] * r[t];
      ++accepted;
    }
    const double estimate = weight == 0 ? 0 : reward / weight;
    first += probability * estimate;
    second += probability * estimate * estimate;
    distribution.accepted += probability * accepted;
  }
  distribution.mean = first;
  distribution.variance = second - first * first;
  return distribution;
}

/// The estimates of many trials on one log.
numeric::Moments many(const std::string& text, const Dataset& dataset, const Agent& agent,
                      std::uint64_t trials, std::size_t column = 0) {
  const auto evaluator = evaluator_of(text);
  numeric::Moments values;
  std::vector<ResultRow> rows;
  for (std::uint64_t i = 0; i < trials; ++i) {
    Trial trial = trial_of(dataset, agent, 0, i);
    rows.clear();
    evaluator->evaluate(trial, rows);
    values.add(rows.at(0).values.at(column));
  }
  return values;
}

}  // namespace

TEST_CASE("red: its distribution is that of the passes, by enumeration") {
  // Two records may be one class: actions 0 and 0 with reward 1.
  const std::vector<double> r{1, 0, 2.5, 0, 1, -1};
  const std::vector<double> p{0.2, 0.3, 0.5, 0.2, 0.2, 0.3};
  const std::vector<double> w{2, 4, 4, 2, 2, 4};
  const LogDataset dataset(mixed_log());
  const Agent agent(Stochastic{{0.2, 0.3, 0.5}});
  constexpr std::uint64_t trials = 40'000;
  const auto check = [&](const std::string& text, const Distribution& distribution) {
    INFO(text);
    const auto estimates = many(text, dataset, agent, trials);
    require_near(estimates.mean, distribution.mean, std::sqrt(distribution.variance / trials));
    require_near(estimates.variance(), distribution.variance,
                 distribution.variance * std::sqrt(5.0 / trials));
    const auto accepted = many(text, dataset, agent, trials, 2);
    require_near(accepted.mean, distribution.accepted, accepted.standard_error());
  };
  const std::vector<double> one(6, 1.0);
  check("red{expansion=1}", enumerated(p, one, r, 1));
  check("red{expansion=3}", enumerated(p, one, r, 3));
  check("red{expansion=2, weights=\"propensity\"}", enumerated(p, w, r, 2));
}

TEST_CASE("red: E = 1 has the distribution of replay, run on the same log") {
  const LogDataset dataset(mixed_log());
  const Agent agent(Stochastic{{0.2, 0.3, 0.5}});
  const auto a = many("red{expansion=1}", dataset, agent, 40'000);
  const auto b = many("replay", dataset, agent, 40'000);
  require_near(a.mean - b.mean, 0, std::hypot(a.standard_error(), b.standard_error()));
  require_near(a.variance() / b.variance(), 1, std::sqrt(2 * 5.0 / 40'000));
}

TEST_CASE("red: each checkpoint adds draws of its own") {
  const LogDataset dataset(plain_log(2, {0, 0, 0, 0, 0}, {1, 1, 1, 1, 1}));
  const Trial trial = trial_of(dataset, Agent(Stochastic{{0.5, 0.5}}));
  const auto rows = rows_of("red{expansion_checkpoints=[40, 80, 100]}", trial);
  REQUIRE(rows.size() == 3);
  const std::int64_t passes[] = {40, 40, 20};
  std::int64_t accepted = 0;
  for (std::uint64_t i = 0; i < 3; ++i) {
    Draws draws(trial.policy_stream(), i);
    accepted += draw_binomial(draws, 5 * passes[i], 0.5);
    CHECK(rows[i].values[2] == static_cast<double>(accepted));
  }
}

TEST_CASE("red: a deterministic policy accepts the same at every pass") {
  const LogDataset dataset(mixed_log());
  const Trial trial = trial_of(dataset, first_action(3));
  const auto rows = rows_of("red{expansion_checkpoints=[1, 7, 100]}", trial);
  REQUIRE(rows.size() == 3);
  for (const ResultRow& row : rows) {
    CHECK(row.values[0] == value_of("replay", "estimate", trial));
    CHECK(row.values[1] == Approx(value_of("replay", "standard_error", trial)));
    CHECK(row.values[2] == 3.0 * static_cast<double>(row.step));
    CHECK(row.values[3] == 6.0 * static_cast<double>(row.step));
  }
  CHECK(rows[1].step == 7);
  CHECK(rows[1].values[4] == 1.5);  // 21 of 42 records, K = 3
  CHECK(value_of("red{star=true, expansion=5}", "estimate", trial) ==
        Approx(value_of("replay_star", "estimate", trial)));
  CHECK(value_of("red{star=true, weights=\"propensity\", expansion=5}", "standard_error", trial) ==
        Approx(value_of("replay_star{weights=\"propensity\"}", "standard_error", trial)));
}

TEST_CASE("red: nothing accepted is 0") {
  const LogDataset dataset(plain_log(2, {1, 1, 1}, {1, 1, 0}));
  const auto row = rows_of("red{expansion=4}", trial_of(dataset, first_action(2)))[0].values;
  CHECK(row[0] == 0);
  CHECK(std::isnan(row[1]));
  CHECK(row[2] == 0);
}

TEST_CASE("red: what cannot be is refused, and reported") {
  const LogDataset dataset(mixed_log());
  CHECK_THROWS_WITH(rows_of("red", trial_of(dataset, Agent(Alternating{}))),
                    Contains("the algorithm learns"));
  CHECK_THROWS_AS(rows_of("red", trial_of(dataset, Agent(Always{}))), NotApplicable);
  CHECK_THROWS_AS(evaluator_of("red{expansion=0}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("red{expansion_checkpoints=[2, 2]}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("red{expansion_checkpoints=[0, 2]}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("red{expansion=10, expansion_checkpoints=[11]}"), SpecErrors);
}

TEST_CASE("red: variance (Gamma* + (K - Gamma*)/E) Var/T, and the standard error shows it") {
  // K = 2, mu = (.1, .5), pi = (.2, .8): Gamma* = 1.41044 (see red_inf).
  const auto dataset = dataset_of("bernoulli_arms{means=[0.1, 0.5]}");
  const Agent agent(Stochastic{{0.2, 0.8}});
  constexpr std::uint64_t replicates = 5'000;
  for (const double e : {1.0, 2.0, 20.0}) {
    const std::string text = "red{expansion=" + std::to_string(static_cast<int>(e)) + "}";
    INFO(text);
    const double variance = (1.41044 + (2 - 1.41044) / e) * 0.42 * 0.58 / 1'000;
    const auto estimates = estimates_of(text, *dataset, agent, 1'000, replicates);
    // O(1/T) remainder: 1 %.
    CHECK(std::fabs(estimates.variance() / variance - 1) < 0.01 + 4 * std::sqrt(2.0 / replicates));
    CHECK(value_of(text, "standard_error", trial_of(*dataset, agent, 200'000)) ==
          Approx(std::sqrt(variance / 200)).epsilon(0.01));
  }
}

TEST_CASE("red: the star form is unbiased for every E, with corollary 18's variance") {
  // Var(RED*_inf) + (Var(replay*) - Var(RED*_inf)) / E: sum K p^2 mu - g^2 = .4716 and
  // sum K p mu - g^2 = .6636, over T = 50.
  const auto dataset = dataset_of("bernoulli_arms{means=[0.1, 0.5]}");
  const Agent agent(Stochastic{{0.2, 0.8}});
  for (const double e : {1.0, 3.0}) {
    const std::string text =
        "red{star=true, expansion=" + std::to_string(static_cast<int>(e)) + "}";
    INFO(text);
    const auto estimates = estimates_of(text, *dataset, agent, 50, 40'000);
    require_near(estimates.mean, 0.42, estimates.standard_error());
    const double variance = (0.4716 + (0.6636 - 0.4716) / e) / 50;
    require_near(estimates.variance(), variance, variance * std::sqrt(3.0 / 40'000));
    CHECK(value_of(text, "standard_error", trial_of(*dataset, agent, 200'000)) ==
          Approx(std::sqrt(variance * 50 / 200'000)).epsilon(0.01));
  }
}
