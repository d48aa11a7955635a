#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

bool says(const std::vector<std::string>& remarks, const std::string& part) {
  for (const std::string& remark : remarks) {
    if (remark.find(part) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("importance_bred: what the resamples rest on, by hand") {
  Log log = plain_log(3, {0, 1, 0, 1, 0}, {1, 0, 1, 1, 0});
  log.propensities = {0.5, 0.25, 0.5, 0.5, 0.5};
  const LogDataset dataset(log);
  const Trial trial = trial_of(dataset, Agent(Stochastic{}));
  // Weights 2 4 2 2 2; of action 1: 4 2; of action 2 none.
  CHECK(value_of("importance_bred", "effective", trial) == Approx(144.0 / 32));
  CHECK(value_of("importance_bred", "fewest_effective", trial) == 0);
  CHECK(value_of("importance_bred", "fewest_records", trial) == 0);
  log.actions[4] = 2;
  const LogDataset other(log);
  const Trial second = trial_of(other, Agent(Stochastic{}));
  CHECK(value_of("importance_bred", "fewest_effective", second) == 1);
  log.action_count = 2;
  log.actions[4] = 0;
  const LogDataset third(log);
  CHECK(value_of("importance_bred", "fewest_effective", trial_of(third, Agent(Stochastic{}))) ==
        Approx(36.0 / 20));
  // The rarest need not be the last one.
  log.actions = {0, 1, 1, 1, 1};
  const LogDataset fourth(log);
  CHECK(value_of("importance_bred", "fewest_records", trial_of(fourth, Agent(Stochastic{}))) == 1);
}

TEST_CASE(
    "importance_bred: right for a learner where weights are not (theorem 10), at full length") {
  // The alternating algorithm is worth 1.5; weights give 1.1 (see replay's test).
  const auto dataset = dataset_of("gaussian_arms{means=[1, 2], standard_deviation=0}");
  const Agent logging(Stochastic{{0.1, 0.9}});
  const Trial trial = trial_of(*dataset, Agent(Alternating{}), 4'000, 0, logging);
  CHECK(value_of("importance_bred{resamples=5}", "estimate", trial) == Approx(1.5).margin(1e-3));
  // One action of the log's two has a share of 1/2 up to the noise of its 400 records.
  require_near(value_of("importance_bred{resamples=5}", "accepted", trial) / 4'000, 1, 0.05);
  // BRED needs ten draws for action 0 and 1 / 0.9 for action 1.
  CHECK(value_of("bred{resamples=5}", "accepted", trial) / 4'000 < 0.5);
}

TEST_CASE("importance_bred: its limit for a static policy is SNIPS, error included") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.7]}");
  const Agent logging(Stochastic{{0.6, 0.3, 0.1}});
  const Agent policy(Stochastic{{0.2, 0.2, 0.6}});
  const Trial trial = trial_of(*dataset, policy, 400, 0, logging);
  const double snips = value_of("red_inf{weights=\"propensity\"}", "estimate", trial);
  const auto row = rows_of("importance_bred{resamples=400}", trial)[0].values;
  const double resampling = std::sqrt(row[7] / 400);
  require_near(row[0], snips, resampling);
  const double over_logs = value_of("red_inf{weights=\"propensity\"}", "standard_error", trial);
  CHECK(row[1] == Approx(std::sqrt(over_logs * over_logs + resampling * resampling)));
}

TEST_CASE("importance_bred: contexts of small pools count no more than they should") {
  // 5 actions that pay 0.3, then 20 that pay 0.05; the truth is 0.175, and BRED tends to 0.25.
  const auto dataset = dataset_of("pool_segments");
  const Agent agent(Always{0});
  const auto estimates = estimates_of("importance_bred{resamples=20}", *dataset, agent, 2'000, 60);
  require_near(estimates.mean, 0.175, estimates.standard_error());
  const Trial trial = trial_of(*dataset, agent, 2'000);
  // T interactions: 12.5 draws for each.
  CHECK(value_of("importance_bred", "records", trial) == 25'000);
}

TEST_CASE("importance_bred: what the remarks say") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.7]}");
  const Agent logging(Stochastic{{0.6, 0.3, 0.1}});
  const auto evaluator = evaluator_of("importance_bred{resamples=3}");
  const auto remarks_on = [&](std::uint64_t records, const Agent& agent) {
    Trial trial = trial_of(*dataset, agent, records, 0, logging);
    const auto log = trial.log();
    return evaluator->remarks(*log, agent, rows_of(*evaluator, trial)[0]);
  };
  const auto few = remarks_on(200, Agent(Alternating{}));
  CHECK(says(few, "for action 2, the rarest"));
  CHECK(says(few, "fewer than 50 effective records"));
  const auto enough = remarks_on(2'000, Agent(Alternating{}));
  CHECK_FALSE(says(enough, "fewer than 50"));
  CHECK(says(enough, "no interval"));
  CHECK_FALSE(says(remarks_on(200, Agent(Stochastic{})), "fewer than 50"));
}

TEST_CASE("importance_bred: what cannot be is refused") {
  const LogDataset without(plain_log(2, {0, 1}, {1, 0}));
  CHECK_THROWS_AS(rows_of("importance_bred", trial_of(without, Agent(Stochastic{}))),
                  NotApplicable);
  CHECK_THROWS_AS(evaluator_of("importance_bred{resamples=0}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("importance_bred{weights=\"propensity\"}"), SpecErrors);
}
