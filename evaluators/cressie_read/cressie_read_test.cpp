#include "suite/offpolicy/cressie_read.hpp"

#include <limits>

#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

TEST_CASE("cressie_read: golden values") {
  require_golden(golden_value("cressie_read"), 0.848960871435);
  require_golden(golden_value("cressie_read", "likelihood"), 0.802378492431);
  require_golden(golden_value("cressie_read", "low"), 0.280514847615);
  require_golden(golden_value("cressie_read", "high"), 1);
}

TEST_CASE("cressie_read: equal rewards give that reward") {
  for (const double reward : {1.0, 0.25}) {
    const auto same = [&](Log& log) { std::fill(log.rewards.begin(), log.rewards.end(), reward); };
    CHECK(std::fabs(changed_value("cressie_read", "estimate", same) - reward) < 1e-15);
    CHECK(std::fabs(changed_value("cressie_read", "likelihood", same) - reward) < 1e-15);
  }
}

TEST_CASE("cressie_read: the mass that the weights lack has the mean reward") {
  // Weights of 1/2 leave half of the mass: 1/2 of the mean of w r / w, 1/2 of the mean reward.
  const std::vector<double> weights{0.5, 0.5, 0.5, 0.5};
  const offpolicy::PossibleRange range{0, std::numeric_limits<double>::infinity(), 0, 1};
  const auto value = [&](const std::vector<double>& rewards) {
    return offpolicy::cressie_read(offpolicy::weighted_sums(weights, rewards), range);
  };
  CHECK(value({1, 1, 1, 1}) == Approx(1));
  CHECK(value({1, 0, 0, 0}) == Approx(0.25));
}

TEST_CASE("cressie_read: what is outside the given range is refused") {
  CHECK_THROWS_WITH(golden_value("cressie_read{most_weight=2}"), Contains("outside [least_weight"));
  CHECK_THROWS_WITH(golden_value("cressie_read{most_reward=0.5}"),
                    Contains("outside [least_reward"));
  CHECK_THROWS_WITH(evaluator_of("cressie_read{most_weight=0.5}"), Contains("above 1"));
}

TEST_CASE("cressie_read: it covers as the peers' does (400 logs of 300 records)") {
  // Logger .95/.05, target .2/.8, means .1/.3: the possible weights are .2/.95 and 16. Coverage .963
  // by the literature's code; 4 standard errors of 400 logs are .04.
  const auto dataset = dataset_of("bernoulli_arms{means=[0.1, 0.3]}");
  const Agent agent(Stochastic{{0.2, 0.8}}), logging(Stochastic{{0.95, 0.05}});
  const auto evaluator = evaluator_of("cressie_read{least_weight=0.21, most_weight=16.1}");
  const double truth = 0.2 * 0.1 + 0.8 * 0.3;
  int covered = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const auto row = rows_of(*evaluator, trial_of(*dataset, agent, 300, i, logging))[0];
    covered += value_of(evaluator->schema(), row, "low") <= truth &&
               truth <= value_of(evaluator->schema(), row, "high");
  }
  CHECK(covered >= 400 * 0.963 - 16);
}
