#include "evaluators/replay_thinned/replay_thinned.hpp"

#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::evaluators::replay_thinned;
using namespace replaybench::testing;

TEST_CASE("replay_thinned: a uniform log is kept whole") {
  Log log = plain_log(2, {0, 1, 0, 0}, {1, 1, 0, 1});
  log.propensities = {0.5, 0.5, 0.5, 0.5};
  const LogDataset dataset(std::move(log));
  const Trial trial = trial_of(dataset, Agent(Always{0}));
  const auto thinned = rows_of("replay_thinned", trial)[0];
  const auto plain = rows_of("replay", trial)[0];
  CHECK(thinned.step == 4);
  CHECK(thinned.values[0] == plain.values[0]);
  CHECK(thinned.values[1] == plain.values[1]);
  CHECK(thinned.values[2] == 3);
  CHECK(thinned.values[3] == 4);
  CHECK(thinned.values[4] == 4);
}

TEST_CASE("replay_thinned: nothing accepted, no propensities") {
  Log log = plain_log(2, {0, 0}, {1, 1});
  const LogDataset without(log);
  CHECK_THROWS_AS(rows_of("replay_thinned", trial_of(without, Agent(Always{0}))), NotApplicable);
  log.propensities = {0.9, 0.9};
  const LogDataset dataset(std::move(log));
  const auto none = rows_of("replay_thinned", trial_of(dataset, Agent(Always{1})))[0].values;
  CHECK(none[0] == 0);
  CHECK(std::isnan(none[1]));
}

TEST_CASE("replay_thinned: what is kept is uniform over the actions") {
  const auto dataset = dataset_of("bernoulli_arms{arms=3}");
  Trial trial =
      trial_of(*dataset, Agent(Always{0}), 100'000, 0, Agent(Stochastic{{0.2, 0.3, 0.5}}));
  const auto log = trial.log();
  const auto kept = thinned_records(*log, 0, {77});
  double counts[3] = {};
  for (const auto i : kept) ++counts[log->actions[i]];
  for (const double count : counts) {
    require_near(count / 100'000, 0.2, std::sqrt(0.2 * 0.8 / 100'000));
  }
  // A smaller p_min keeps a subset of the same records; a larger one is no longer uniform.
  const auto fewer = thinned_records(*log, 0.1, {77});
  CHECK(std::includes(kept.begin(), kept.end(), fewer.begin(), fewer.end()));
  require_near(static_cast<double>(fewer.size()) / 100'000, 0.3, std::sqrt(0.21 / 100'000));
  CHECK(thinned_records(*log, 1, {77}).size() == 100'000);
}

TEST_CASE("replay_thinned: right for a learner where weights are not (theorem 10)") {
  // The alternating algorithm is worth 1.5; weights give 1.1 (see replay's test).
  const auto dataset = dataset_of("gaussian_arms{means=[1, 2], standard_deviation=0}");
  const Agent logging(Stochastic{{0.1, 0.9}});
  const Trial trial = trial_of(*dataset, Agent(Alternating{}), 20'000, 0, logging);
  CHECK(value_of("replay_thinned", "estimate", trial) == Approx(1.5).margin(1e-3));
  // A retained record costs 1 / p_min = 10.
  require_near(value_of("replay_thinned", "accepted", trial) / 20'000, 0.1,
               std::sqrt(0.09 / 20'000));
}

TEST_CASE("replay_thinned: makes up for a changing pool") {
  // Whatever the pool, a record is accepted with probability 1/20: theorem 3 with K = 20, T = 100.
  const auto dataset = dataset_of("pool_segments");
  const auto estimates = estimates_of("replay_thinned", *dataset, Agent(Always{0}), 100, 40'000);
  require_near(estimates.mean, 0.175 * (1 - std::pow(0.95, 100)), estimates.standard_error());
}

TEST_CASE("replay_thinned: the algorithm's draws are not those that thin") {
  // Logs of one record, so that both would be the first draw of step 0: were it one number u, a
  // record of action 1 (kept where u < 1/4) would always meet a policy that draws u < 1/2, action
  // 0.
  const auto dataset = dataset_of("bernoulli_arms{means=[0.5, 0.5]}");
  const Agent logging(Stochastic{{0.2, 0.8}});
  const Agent agent(Stochastic{{0.5, 0.5}});
  double kept = 0;
  double accepted = 0;
  for (std::uint64_t i = 0; i < 4'000; ++i) {
    const Trial trial = trial_of(*dataset, agent, 1, i, logging);
    const auto row = rows_of("replay_thinned{minimum_propensity=0.2}", trial)[0].values;
    kept += row[4];
    accepted += row[2];
  }
  require_near(kept / 4'000, 0.2 + 0.8 / 4, std::sqrt(0.24 / 4'000));
  require_near(accepted / kept, 0.5, std::sqrt(0.25 / kept));
}
