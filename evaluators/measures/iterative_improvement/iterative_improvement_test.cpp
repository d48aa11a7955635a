#include "evaluators/measures/iterative_improvement/randomised_policy.hpp"
#include "evaluators/measures/iterative_improvement/valuation.hpp"
#include "suite/estimation/static_replay.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::evaluators::iterative_improvement;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

/// Chooses uniformly and does not say.
struct Secretive {
  static constexpr bool learns = false;
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return actions[draws.below(actions.size())];
  }
  void update(const Context&, Action, double) {}
};

/// Plays the action that is best in the records that it learned: as overfit as can be.
struct FollowTheLeader {
  double rewards[20] = {};
  double pulls[20] = {};
  double mean(Action a) const { return pulls[a] > 0 ? rewards[a] / pulls[a] : 0; }
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return best_action(actions, Ties::lowest, draws, [this](Action a) { return mean(a); });
  }
  void update(const Context&, Action action, double reward) {
    rewards[action] += reward;
    ++pulls[action];
  }
};

StaticPolicy policy_of(const Agent& agent) { return StaticPolicy(agent, plain_log(2, {0}, {0})); }

estimation::StaticReplayOptions weighted(bool star) {
  estimation::StaticReplayOptions options;
  options.weighting.kind = estimation::WeightKind::propensity;
  options.star = star;
  return options;
}

std::size_t column(const std::string& name) {
  const auto names = evaluator_of("iterative_improvement")->columns();
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

double at(const ResultRow& row, const std::string& name) { return row.values.at(column(name)); }

/// A model of actions without context: `times` rewards of each mean.
std::shared_ptr<const RewardMoments> model_of(const std::vector<double>& means) {
  auto model = std::make_shared<RewardMoments>(static_cast<Action>(means.size()), 0, false);
  for (int i = 0; i < 100'000; ++i) {
    for (Action a = 0; a < means.size(); ++a) model->learn(Context(), a, means[a]);
  }
  return model;
}

std::vector<double> distribution_of(const StaticPolicy& current,
                                    std::shared_ptr<const RewardMoments> model,
                                    const RandomisationOptions& options, Action actions) {
  std::vector<double> out(actions);
  RandomisedPolicy(current, std::move(model), options)
      .probabilities(Context(), ActionSet::all(actions), out);
  return out;
}

}  // namespace

TEST_CASE("iterative_improvement: the value of a candidate by hand") {
  Log log = plain_log(2, {0, 1, 0, 1}, {1, 1, 0, 0});
  log.propensities = {0.8, 0.2, 0.8, 0.2};
  const auto shared = std::make_shared<const Log>(log);
  // Always 1: s = 0, 1/0.2, 0, 0 and w p = 0, 5, 0, 5.
  const StaticPolicy one = policy_of(Agent(Always{1}));
  const Value star = value_of(one, shared, weighted(true), {1});
  CHECK(star.estimate == Approx(1.25));
  CHECK(star.standard_error == Approx(std::sqrt((3 * 1.5625 + 14.0625) / 3 / 4)));
  CHECK(star.interval.low == Approx(1.25 - 1.959963984540054 * star.standard_error));
  CHECK(value_of(one, shared, weighted(false), {1}).estimate == Approx(0.5));
  // The uniform policy: s = .5/.8, .5/.2, 0, 0 and w p = .625, 2.5, .625, 2.5.
  const StaticPolicy uniform;
  CHECK(value_of(uniform, shared, weighted(true), {1}).estimate == Approx(3.125 / 4));
  CHECK(value_of(uniform, shared, weighted(false), {1}).estimate == Approx(0.5));

  // The difference: d = -.625, 2.5, 0, 0, of mean .46875.
  const auto interval = difference_interval(one, uniform, log, 0.5, weighted(true), {1});
  const double mean = 1.875 / 4;
  const double squares = 0.625 * 0.625 + 2.5 * 2.5 - 4 * mean * mean;
  const double half = 1.959963984540054 * std::sqrt(squares / 3 / 4);
  CHECK(interval.low == Approx(mean - half));
  CHECK(interval.high == Approx(mean + half));
  // RED_inf: r - .5 in the place of r: -.3125, 1.25, .3125, -1.25.
  const auto ratio = difference_interval(one, uniform, log, 0.5, weighted(false), {1});
  CHECK(ratio.low + ratio.high == Approx(0).margin(1e-12));
  CHECK(ratio.high ==
        Approx(1.959963984540054 * std::sqrt(2 * (0.3125 * 0.3125 + 1.25 * 1.25) / 3 / 4)));
  // A policy against itself.
  for (const auto method :
       {estimation::IntervalMethod::normal, estimation::IntervalMethod::percentile,
        estimation::IntervalMethod::basic, estimation::IntervalMethod::studentised}) {
    estimation::StaticReplayOptions options = weighted(true);
    options.interval = method;
    options.resamples = 40;
    const auto none = difference_interval(one, one, log, 0.5, options, {1});
    CHECK(none.low == 0);
    CHECK(none.high == 0);
  }
}

TEST_CASE(
    "iterative_improvement: the difference's interval covers, and is shorter than its parts") {
  // 800 logs of 400 records; policies that agree except for one action in five.
  const auto dataset = dataset_of("bernoulli_arms{means=[0.5, 0.4, 0.4]}");
  const StaticPolicy candidate = policy_of(Agent(Stochastic{{0.8, 0.2, 0}}));
  const StaticPolicy current = policy_of(Agent(Stochastic{{0.8, 0, 0.2}}));
  estimation::StaticReplayOptions options = weighted(true);
  options.interval = estimation::IntervalMethod::percentile;
  options.resamples = 400;
  options.level = 0.9;
  int covered = 0;
  double length = 0;
  double length_of_one = 0;
  for (std::uint64_t i = 0; i < 800; ++i) {
    Trial trial = trial_of(*dataset, Agent(Always{}), 400, i, Agent(Stochastic{{0.7, 0.15, 0.15}}));
    const auto log = trial.log();
    const auto interval = difference_interval(candidate, current, *log, 0, options, {i});
    covered += interval.low <= 0 && 0 <= interval.high;
    length += interval.high - interval.low;
    const auto one = value_of(candidate, log, options, {i}).interval;
    length_of_one += one.high - one.low;
  }
  CHECK(std::fabs(covered / 800.0 - 0.9) <= 0.02 + 4 * std::sqrt(0.09 / 800));
  // Record variances: 2 (.2^2 / .15) .4 against .8^2 / .7 .5 + (.2^2 / .15) .4 - .48^2. The
  // quantiles of 400 resamples of 400 records are within 2 % of the normal distribution's.
  const double of_one = 0.64 / 0.7 * 0.5 + 0.04 / 0.15 * 0.4 - 0.48 * 0.48;
  CHECK(length / length_of_one == Approx(std::sqrt(2 * 0.04 / 0.15 * 0.4 / of_one)).epsilon(0.02));
}

TEST_CASE("iterative_improvement: the randomisations by hand") {
  const StaticPolicy second = policy_of(Agent(Always{1}));
  const auto model = model_of({0.1, 0.4, -0.2, 0.5});
  const auto near = [](const std::vector<double>& distribution,
                       const std::vector<double>& expected) {
    REQUIRE(distribution.size() == expected.size());
    for (std::size_t i = 0; i < distribution.size(); ++i)
      CHECK(distribution[i] == Approx(expected[i]).epsilon(1e-4));
  };
  const double u = 0.2 / 4;
  near(distribution_of(second, model, {Randomisation::epsilon, 0.2}, 4), {u, 0.8 + u, u, u});
  // Section 5.8.1 (p. 169): in proportion to .1, .4, 0, .5, for any policy.
  near(distribution_of(second, model, {Randomisation::proportional, 0.2}, 4),
       {0.08 + u, 0.32 + u, u, 0.4 + u});
  const double sum = std::exp(-4.0) + std::exp(-1.0) + std::exp(-7.0) + 1;
  near(distribution_of(second, model, {Randomisation::softmax, 0, 0.1}, 4),
       {std::exp(-4.0) / sum, std::exp(-1.0) / sum, std::exp(-7.0) / sum, 1 / sum});
  // Without a model all are epsilon; the uniform policy stays what it is.
  for (const auto kind :
       {Randomisation::proportional, Randomisation::softmax, Randomisation::minimum_variance}) {
    near(distribution_of(second, nullptr, {kind, 0.2}, 4), {u, 0.8 + u, u, u});
    near(distribution_of(StaticPolicy(), nullptr, {kind, 0}, 4), {0.25, 0.25, 0.25, 0.25});
  }
}

TEST_CASE("iterative_improvement: minimum variance is best at its cost, against a search") {
  const std::vector<double> means{0.45, 0.2, 0.1};
  const auto model = model_of(means);
  const std::vector<double> squares{0.2025, 0.04, 0.01};  // the rewards are the means
  const double epsilon = 0.3;
  const StaticPolicy first = policy_of(Agent(Always{0}));
  const auto distribution =
      distribution_of(first, model, {Randomisation::minimum_variance, epsilon}, 3);
  const std::vector<double> plain{0.8, 0.1, 0.1};
  const auto moment = [&](const std::vector<double>& p) {
    double value = 0;
    for (std::size_t a = 0; a < 3; ++a) value += plain[a] * squares[a] / p[a];
    return value;
  };
  const auto earns = [&](const std::vector<double>& p) {
    return p[0] * means[0] + p[1] * means[1] + p[2] * means[2];
  };
  CHECK(distribution[0] + distribution[1] + distribution[2] == Approx(1).epsilon(1e-12));
  for (const double p : distribution) CHECK(p >= epsilon / 2 / 3);  // the uniform half
  CHECK(earns(distribution) >= earns(plain) - 1e-4);
  CHECK(moment(distribution) < moment(plain));
  // Every q on a grid that earns as much: none is better. The part of q is optimised by itself.
  const double kept = 0.15;
  std::vector<double> q(3);
  const auto whole = [&](const std::vector<double>& part) {
    std::vector<double> p(3);
    for (std::size_t a = 0; a < 3; ++a) p[a] = (1 - kept) * part[a] + kept / 3;
    return p;
  };
  for (std::size_t a = 0; a < 3; ++a) q[a] = (distribution[a] - kept / 3) / (1 - kept);
  const double found = moment(q);
  int admitted = 0;
  for (int i = 1; i < 400; ++i) {
    for (int j = 1; i + j < 400; ++j) {
      const std::vector<double> other{i / 400.0, j / 400.0, 1 - (i + j) / 400.0};
      if (earns(whole(other)) < earns(plain)) continue;
      ++admitted;
      CHECK(moment(other) >= found - 1e-4);
    }
  }
  CHECK(admitted > 100);
}

TEST_CASE("iterative_improvement: every action keeps a chance, also where the model is wild") {
  const auto model = model_of({-3, 5, 0, 1e-9});
  for (const auto kind : {Randomisation::epsilon, Randomisation::proportional,
                          Randomisation::softmax, Randomisation::minimum_variance}) {
    for (const Action played : {0u, 1u, 3u}) {
      const auto distribution =
          distribution_of(policy_of(Agent(Always{played})), model, {kind, 0.1, 0.01}, 4);
      double sum = 0;
      for (const double p : distribution) {
        CHECK(p >= 0.1 / 2 / 4 - 1e-15);
        sum += p;
      }
      CHECK(sum == Approx(1).epsilon(1e-12));
    }
  }
}

TEST_CASE("iterative_improvement: two rounds by hand") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0, 1]}");
  // RED_inf of "always 1" is exactly 1, with no error; that of the uniform policy below 1.
  const auto rows = rows_of(
      "iterative_improvement{rounds=2, records=200, epsilon=0.1, star=false, interval=\"normal\"}",
      trial_of(*dataset, Agent(Always{1})));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].step == 1);
  CHECK(rows[1].step == 2);
  CHECK(at(rows[0], "changed") == 1);
  CHECK(at(rows[0], "worse") == 0);
  CHECK(at(rows[0], "gain") == Approx(0.5));
  CHECK(at(rows[0], "cost") == Approx(0).margin(1e-12));
  CHECK(std::fabs(at(rows[0], "online") - 0.5) < 4 * std::sqrt(0.25 / 200));
  for (const auto& row : rows) {
    CHECK(at(row, "estimate") == 1);
    CHECK(at(row, "low") == 1);
    CHECK(at(row, "high") == 1);
    CHECK(at(row, "truth") == 1);
    CHECK(at(row, "uniform") == Approx(0.5));
    CHECK(at(row, "best") == 1);
    CHECK(at(row, "candidate_error") == 0);
    CHECK(at(row, "candidate_covered") == 1);
  }
  // The candidate is what is online: its lower end is not above its own estimate.
  CHECK(at(rows[1], "changed") == 0);
  CHECK(std::isnan(at(rows[1], "worse")));
  CHECK(std::isnan(at(rows[1], "gain")));
  CHECK(at(rows[1], "candidate_gain") == 0);
  CHECK(std::isnan(at(rows[1], "current_acceleration")));  // rewards without variance: 0 / 0
  // (1 - epsilon) + epsilon / 2.
  CHECK(at(rows[1], "cost") == Approx(0.05));
  CHECK(std::fabs(at(rows[1], "online") - 0.95) < 4 * std::sqrt(0.95 * 0.05 / 200));
  // A loop is a beginning of any longer one.
  const auto longer = rows_of(
      "iterative_improvement{rounds=3, records=200, epsilon=0.1, star=false, interval=\"normal\"}",
      trial_of(*dataset, Agent(Always{1})));
  for (std::size_t i = 0; i < 2; ++i) {
    for (const char* name : {"estimate", "online", "cost", "candidate"}) {
      CHECK(at(longer[i], name) == at(rows[i], name));
    }
  }
}

TEST_CASE("iterative_improvement: the truth is the environment's, over contexts") {
  const auto dataset =
      dataset_of("tabular{probabilities=[0.25, 0.75], means=[0.2, 0.8, 0.6, 0.3]}");
  const auto row = rows_of("iterative_improvement{rounds=1, contexts=200000, records=4}",
                           trial_of(*dataset, Agent(Always{1})))[0];
  const double error = 0.2 / std::sqrt(200'000.0);
  require_near(at(row, "candidate") - at(row, "candidate_error"), 0.25 * 0.8 + 0.75 * 0.3, error);
  require_near(at(row, "best"), 0.25 * 0.8 + 0.75 * 0.6, error);
  require_near(at(row, "uniform"), 0.25 * 0.5 + 0.75 * 0.45, error);
}

TEST_CASE("iterative_improvement: without the split the candidate is flattered, with it not") {
  // 20 equal arms, 100 records: the leader of the training records is no better than the others.
  const auto dataset = dataset_of("bernoulli_arms{arms=20, means=[0.3]}");
  const auto bias = [&](const std::string& options) {
    const auto evaluator = evaluator_of("iterative_improvement{rounds=1, contexts=1, " + options +
                                        ", interval=\"normal\"}");
    numeric::Moments errors;
    for (std::uint64_t i = 0; i < 2'000; ++i) {
      const auto rows = rows_of(*evaluator, trial_of(*dataset, Agent(FollowTheLeader{}), 0, i));
      errors.add(at(rows[0], "candidate_error"));
    }
    return errors;
  };
  const auto with = bias("records=200");
  require_near(with.mean, 0, with.standard_error());
  const auto without = bias("records=100, split=false");
  CHECK(without.mean > 0.1);
  CHECK(without.mean > 4 * without.standard_error());
}

TEST_CASE("iterative_improvement: the rules take risks of different sizes") {
  // The candidate is worse than the uniform policy: every change is for the worse.
  const auto dataset = dataset_of("bernoulli_arms{means=[0.45, 0.55]}");
  const auto changes = [&](const std::string& rule, Action action) {
    const auto evaluator =
        evaluator_of("iterative_improvement{rounds=1, records=400, contexts=1, level=0.9, rule=\"" +
                     rule + "\"}");
    int count = 0;
    for (std::uint64_t i = 0; i < 600; ++i) {
      const auto row = rows_of(*evaluator, trial_of(*dataset, Agent(Always{action}), 0, i))[0];
      if (at(row, "changed") == 1) {
        ++count;
        CHECK(at(row, "worse") == (action == 0 ? 1 : 0));
        CHECK(at(row, "gain") == Approx(action == 0 ? -0.05 : 0.05));
      }
    }
    return count;
  };
  const int risky = changes("estimate", 0);
  const int paired = changes("difference", 0);
  const int safe = changes("lower_bound", 0);
  // The estimates' difference is the mean of 200 values of -+1 if there is a reward: mean -.05,
  // deviation .05: above 0 in one log of six, its lower bound at 5 % in less than one of twenty.
  CHECK(risky > 50);
  CHECK(paired <= 0.05 * 600);
  CHECK(safe <= paired);
  // And of what is to be gained more is taken by the paired rule than by the other.
  CHECK(changes("difference", 1) > changes("lower_bound", 1));
}

TEST_CASE("iterative_improvement: what cannot be is refused, and reported") {
  Log log = plain_log(2, {0, 1, 0, 1}, {1, 1, 0, 0});
  const LogDataset file(std::move(log));
  CHECK_THROWS_AS(rows_of("iterative_improvement", trial_of(file, Agent(Always{}))), NotApplicable);
  const auto dataset = dataset_of("bernoulli_arms{means=[0, 1]}");
  const std::string bare = "iterative_improvement{records=100, epsilon=0, star=false}";
  CHECK_THROWS_WITH(rows_of(bare, trial_of(*dataset, Agent(Always{1}))),
                    Contains("no chance of being logged"));
  // Enough randomness of its own; and a single round, which is uniform.
  CHECK_NOTHROW(rows_of(bare, trial_of(*dataset, Agent(Stochastic{{0.1, 0.9}}))));
  CHECK_NOTHROW(rows_of("iterative_improvement{records=100, epsilon=0, rounds=1}",
                        trial_of(*dataset, Agent(Always{1}))));
  CHECK_THROWS_WITH(rows_of("iterative_improvement", trial_of(*dataset, Agent(Secretive{}))),
                    Contains("does not give its probabilities"));
  CHECK_THROWS_WITH(evaluator_of("iterative_improvement{resamples=39}"), Contains("40 at least"));
  CHECK_NOTHROW(evaluator_of("iterative_improvement{resamples=0, interval=\"normal\"}"));
  CHECK_THROWS_AS(evaluator_of("iterative_improvement{epsilon=1.5}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("iterative_improvement{rounds=0}"), SpecErrors);
}
