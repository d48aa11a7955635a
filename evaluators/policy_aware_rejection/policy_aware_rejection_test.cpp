#include <algorithm>
#include <string>

#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// Action 0, then 1, then 0, ...; it says so.
struct KnownAlternating : Alternating {
  void probabilities(const Context&, const ActionSet&, std::span<double> out) const {
    out[0] = next == 0 ? 1 : 0;
    out[1] = next == 1 ? 1 : 0;
  }
};

// One distribution for each of two contexts, one-hot.
struct ByContext {
  static constexpr bool learns = false;
  std::vector<double> first, second;
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return Stochastic{context[0] > 0 ? first : second}.choose(context, actions, draws);
  }
  void update(const Context&, Action, double) {}
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    Stochastic{context[0] > 0 ? first : second}.probabilities(context, actions, out);
  }
};

}  // namespace

TEST_CASE("policy_aware_rejection: where policy and log are alike everything is accepted") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.7]}");
  const Agent policy(Stochastic{{0.3, 0.7}});
  const Trial trial = trial_of(*dataset, policy, 200, 0, policy);
  const auto row = rows_of("policy_aware_rejection{constant=1}", trial)[0];
  CHECK(row.step == 200);
  CHECK(row.values[2] == 200);
  CHECK(row.values[3] == 200);
  CHECK(row.values[4] == 1);
  CHECK(row.values[5] == 0);
  Trial copy = trial;
  numeric::Moments rewards;
  for (const double r : copy.log()->rewards) rewards.add(r);
  CHECK(row.values[0] == Approx(rewards.mean));
  // Above 1 every record counts as exceeded, and is accepted all the same.
  CHECK(value_of("policy_aware_rejection{constant=2}", "exceeded", trial) == 200);
  CHECK(value_of("policy_aware_rejection{constant=2}", "accepted", trial) == 200);
}

TEST_CASE("policy_aware_rejection: the rate is c, 0.75 where thinning keeps 0.1") {
  const auto dataset = dataset_of(
      "tabular{actions=3, probabilities=[0.5, 0.5], means=[0.1, 0.5, 0.9, 0.8, 0.2, 0.4]}");
  const Agent logging(ByContext{{0.7, 0.2, 0.1}, {0.1, 0.3, 0.6}});
  const Agent target(ByContext{{0.8, 0.1, 0.1}, {0.1, 0.1, 0.8}});
  const Trial trial = trial_of(*dataset, target, 40'000, 0, logging);
  const auto row = rows_of("policy_aware_rejection{constant=0.75}", trial)[0].values;
  CHECK(row[5] == 0);
  require_near(row[2] / 40'000, 0.75, std::sqrt(0.75 * 0.25 / 40'000));
  require_near(row[0], 0.5 * (0.08 + 0.05 + 0.09) + 0.5 * (0.08 + 0.02 + 0.32), row[1]);
  CHECK(value_of("policy_aware_rejection{constant=0.8}", "exceeded", trial) > 0);
  // Without a constant it is the log's smallest propensity.
  const auto safe = rows_of("policy_aware_rejection", trial)[0].values;
  CHECK(safe[4] == 0.1);
  require_near(safe[2] / 40'000, 0.1, std::sqrt(0.09 / 40'000));
}

TEST_CASE("policy_aware_rejection: right for a learner where weights are not (theorem 10)") {
  // The alternating algorithm is worth 1.5; weights give 1.1 (see replay's test).
  const auto dataset = dataset_of("gaussian_arms{means=[1, 2], standard_deviation=0}");
  const Trial trial =
      trial_of(*dataset, Agent(KnownAlternating{}), 20'000, 0, Agent(Stochastic{{0.1, 0.9}}));
  const auto row = rows_of("policy_aware_rejection", trial)[0].values;
  CHECK(row[0] == Approx(1.5).margin(1e-3));
  require_near(row[2] / 20'000, 0.1, std::sqrt(0.09 / 20'000));
}

TEST_CASE("policy_aware_rejection: rows at numbers of accepted records, as far as they go") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.7]}");
  const Trial trial = trial_of(*dataset, Agent(Stochastic{{0.5, 0.5}}), 100, 0);
  const auto rows =
      rows_of("policy_aware_rejection{constant=0.5, checkpoints=[1, 20, 1000]}", trial);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].step == 1);
  CHECK(rows[1].step == 20);
  CHECK(rows[1].values[2] == 20);
  CHECK(rows[1].values[3] >= 20);
  CHECK_THROWS_AS(evaluator_of("policy_aware_rejection{checkpoints=[5, 5]}"), SpecErrors);
}

TEST_CASE("policy_aware_rejection: what cannot be is refused, and remarks say what is not exact") {
  Log log = plain_log(2, {0, 1, 0}, {1, 1, 0});
  const LogDataset without(log);
  CHECK_THROWS_AS(rows_of("policy_aware_rejection", trial_of(without, Agent(Stochastic{}))),
                  NotApplicable);
  log.propensities = {0.5, 0.5, 0.25};
  const LogDataset dataset(log);
  CHECK_THROWS_AS(rows_of("policy_aware_rejection", trial_of(dataset, Agent(Always{0}))),
                  NotApplicable);
  const auto evaluator = evaluator_of("policy_aware_rejection{constant=1}");
  const Agent agent(Stochastic{});
  const auto row = rows_of(*evaluator, trial_of(dataset, agent))[0];
  CHECK(row.values[5] == 1);
  CHECK(evaluator->remarks(log, agent, row).at(0).find("at 1 of 3 records") != std::string::npos);
  const auto says_why_few = [&](const Agent& of) {
    const auto remarks = evaluator->remarks(log, of, row);
    return std::any_of(remarks.begin(), remarks.end(), [](const std::string& remark) {
      return remark.starts_with("few records are accepted");
    });
  };
  CHECK(says_why_few(Agent(KnownAlternating{})));
  CHECK_FALSE(says_why_few(agent));
}
