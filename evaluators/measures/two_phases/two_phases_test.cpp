#include "suite/testing/catch.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

/// Plays action 0 until its first reward, then action 1.
struct Switching {
  Action action = 0;
  Action choose(const Context&, const ActionSet&, Draws&) const { return action; }
  void update(const Context&, Action, double reward) { action = reward > 0 ? 1 : action; }
};

Log six_records() { return plain_log(2, {0, 0, 1, 0, 1, 0}, {0, 1, 1, 1, 0, 0}); }

}  // namespace

TEST_CASE("two_phases: a log by hand") {
  const LogDataset dataset(six_records());
  const Agent agent(Switching{});
  // Phase 1, records 0 to 2: 0 and 1 by action 0, then 1 by action 1. Phase 2, anew: 1 by action 0
  // at record 3, then action 1 at record 4 without a reward.
  const auto fresh = rows_of("two_phases{share=0.5}", trial_of(dataset, agent));
  REQUIRE(fresh.size() == 1);
  CHECK(fresh[0].step == 6);
  CHECK(fresh[0].values[0] == 2.0 / 3);
  CHECK(fresh[0].values[2] == 3);
  CHECK(fresh[0].values[3] == 3);
  CHECK(fresh[0].values[4] == 1.0 / 2);
  CHECK(fresh[0].values[6] == 2);
  // With its state, action 1 from the beginning: record 4 alone.
  const auto kept = rows_of("two_phases{share=0.5, state=\"kept\"}", trial_of(dataset, agent));
  CHECK(kept[0].values[0] == 2.0 / 3);
  CHECK(kept[0].values[4] == 0);
  CHECK(kept[0].values[6] == 1);
  // A third of the records: floor.
  const auto third = rows_of("two_phases{share=0.34}", trial_of(dataset, agent));
  CHECK(third[0].values[3] == 2);
}

TEST_CASE("two_phases: phase 1 is replay of the first records, with the same weights and draws") {
  const auto dataset = dataset_of("linear_model{features=3, actions=4}");
  const Agent agent(Stochastic{});
  const Trial whole = trial_of(*dataset, agent, 400);
  Trial writer = whole;
  const auto log = writer.log();
  for (const char* weights : {"none", "pool_size"}) {
    const std::string text = std::string("weights=\"") + weights + "\"";
    const auto both = rows_of("two_phases{share=0.25, " + text + "}", whole);
    const LogDataset first(log->first_records(100));
    const auto one = rows_of("replay{" + text + "}", trial_of(first, agent));
    for (std::size_t i = 0; i < 3; ++i) CHECK(both[0].values[i] == one[0].values[i]);
    CHECK(both[0].values[6] > 40);  // a quarter of 300, 9 deviations
    CHECK(both[0].values[6] < 110);
  }
}

TEST_CASE("two_phases: phase 2 has draws of its own") {
  const auto dataset = dataset_of("bernoulli_arms{arms=3, means=[0.5]}");
  const Agent agent(Stochastic{});
  Trial trial = trial_of(*dataset, agent, 300);
  const auto both = rows_of("two_phases{share=0.5}", trial).at(0);
  const auto rest = std::make_shared<const Log>(trial.log()->range(150, 150));
  const auto second = [&](StreamKey key) {
    return rows_of("replay", trial.with_log(rest, key)).at(0).values;
  };
  const auto own = second(replicate_key(trial.policy_stream(), 1));
  CHECK(both.values[4] == own[0]);
  CHECK(both.values[5] == own[1]);
  CHECK(both.values[6] == own[2]);
  CHECK(own != second(trial.policy_stream()));
}

TEST_CASE("two_phases: it says what the estimate is of") {
  const LogDataset dataset(six_records());
  const Agent agent(Switching{});
  const auto evaluator = evaluator_of("two_phases{share=0.5}");
  const auto rows = rows_of(*evaluator, trial_of(dataset, agent));
  const auto remarks = evaluator->remarks(*dataset.log(), agent, rows[0]);
  REQUIRE(remarks.size() == 1);
  CHECK(remarks[0].find("phase 1, the first 3 of 6 records; phase 2, the others, has 0.5 from 2") !=
        std::string::npos);
}
