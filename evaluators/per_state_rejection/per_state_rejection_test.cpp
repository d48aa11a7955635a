#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

struct AlternatingThatSays : Alternating {
  void probabilities(const Context&, const ActionSet&, std::span<double> out) const {
    out[0] = next == 0 ? 1 : 0;
    out[1] = next == 1 ? 1 : 0;
  }
};

}  // namespace

TEST_CASE("per_state_rejection: five records by hand") {
  Log log = plain_log(2, {0, 1, 0, 1, 1}, {1, 2, 3, 4, 5});
  log.propensities = {0.4, 0.6, 0.4, 0.6, 0.6};
  const LogDataset dataset(log);
  // A deterministic choice takes the first record of its action: 0, 1, 0, 1; the fifth record is
  // taken and not accepted.
  const auto row =
      rows_of("per_state_rejection", trial_of(dataset, Agent(AlternatingThatSays{})))[0];
  CHECK(row.step == 5);
  CHECK(row.values[0] == 2.5);
  CHECK(row.values[2] == 4);
  CHECK(row.values[3] == 5);
  CHECK(row.values[4] == 1);
  CHECK(row.values[5] == 0);
}

TEST_CASE("per_state_rejection: right for a learner, and longer than one constant allows") {
  // Context 1 is logged almost deterministically, context 0 evenly.
  const auto dataset = dataset_of("gaussian_arms{means=[1, 2], standard_deviation=0}");
  const Trial trial =
      trial_of(*dataset, Agent(AlternatingThatSays{}), 20'000, 0, Agent(Stochastic{{0.1, 0.9}}));
  const auto current = rows_of("per_state_rejection", trial)[0].values;
  CHECK(current[0] == Approx(1.5).margin(1e-3));
  // 10 records for action 0 and 1 / 0.9 for action 1.
  require_near(current[2] / 20'000, 2 / (10 + 1 / 0.9), 3e-3);
  const auto fixed = rows_of("per_state_rejection{bound=\"fixed\"}", trial)[0].values;
  CHECK(fixed[0] == Approx(1.5).margin(1e-3));
  require_near(fixed[2] / 20'000, 0.1, std::sqrt(0.09 / 20'000));
}

TEST_CASE("per_state_rejection: the actions that are accepted have the policy's distribution") {
  const auto dataset = dataset_of("gaussian_arms{means=[1, 2, 4], standard_deviation=0}");
  const Agent logging(Stochastic{{0.5, 0.3, 0.2}});
  const Agent policy(Stochastic{{0.2, 0.2, 0.6}});
  const Trial trial = trial_of(*dataset, policy, 30'000, 0, logging);
  for (const char* bound : {"current", "fixed"}) {
    const auto row =
        rows_of(std::string("per_state_rejection{bound=\"") + bound + "\"}", trial)[0].values;
    require_near(row[0], 0.2 + 0.4 + 2.4, row[1]);
    // M = max pi / p = 3, or 1 / 0.2 = 5.
    require_near(row[2] / 30'000, bound[0] == 'c' ? 1.0 / 3 : 0.2, std::sqrt(0.25 / 30'000));
  }
}

TEST_CASE("per_state_rejection: what was never logged counts as unseen") {
  Log log = plain_log(3, {0, 1, 0, 1}, {1, 1, 1, 1});
  log.propensities = {0.4, 0.4, 0.4, 0.4};
  const LogDataset dataset(log);
  const auto evaluator = evaluator_of("per_state_rejection");
  const Agent agent(Stochastic{{0.25, 0.25, 0.5}});
  const auto row = rows_of(*evaluator, trial_of(dataset, agent))[0];
  CHECK(row.values[5] == 0.5 * 4);
  CHECK(evaluator->remarks(log, agent, row).at(0).find("never logged") != std::string::npos);
}

TEST_CASE("per_state_rejection: what cannot be is refused") {
  Log log = plain_log(2, {0, 1, 0}, {1, 1, 0});
  const LogDataset without(log);
  CHECK_THROWS_AS(rows_of("per_state_rejection", trial_of(without, Agent(Stochastic{}))),
                  NotApplicable);
  log.propensities = {0.5, 0.5, 0.25};
  const LogDataset dataset(log);
  CHECK_THROWS_WITH(rows_of("per_state_rejection", trial_of(dataset, Agent(Stochastic{}))),
                    Catch::Matchers::Contains("record 3 has propensity 0.25"));
  log.propensities = {0.5, 0.5, 0.5};
  const LogDataset right(log);
  CHECK_THROWS_AS(rows_of("per_state_rejection", trial_of(right, Agent(Always{0}))), NotApplicable);
}
