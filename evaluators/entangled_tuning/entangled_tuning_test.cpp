#include <algorithm>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

enum Column : std::size_t {
  estimate,
  standard_error,
  chosen,
  candidate,
  validation,
  optimism,
  untuned,
  tested
};

// n records of K actions without context; action a pays with probability means[a].
Log arms(std::size_t n, const std::vector<double>& means, std::uint64_t key) {
  Log log;
  log.action_count = static_cast<Action>(means.size());
  Draws draws({key}, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const Action action = draws.below(log.action_count);
    log.actions.push_back(action);
    log.rewards.push_back(draws.uniform() < means[action] ? 1 : 0);
  }
  return log;
}

}  // namespace

TEST_CASE("entangled_tuning: the better candidate wins, and is tested on records of its own") {
  // Rewards show the action: 1 for action 1, 0 for action 0, so the numbers are exact.
  Log log = plain_log(2, {}, {});
  for (int i = 0; i < 40; ++i) {
    log.actions.push_back(static_cast<Action>(i % 2));
    log.rewards.push_back(i % 2);
  }
  const LogDataset dataset(log);
  const auto evaluator = evaluator_of(
      "entangled_tuning{algorithm=\"fixed_action{action=$candidate}\", candidates=\"0; 1\"}");
  const Agent zero(Always{0});
  const auto rows = rows_of(*evaluator, trial_of(dataset, zero));
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].step == 40);
  const auto& v = rows[0].values;
  CHECK(v[estimate] == 1);
  CHECK(v[chosen] == 1);
  CHECK(v[validation] == 1);
  CHECK(v[optimism] == 0);
  CHECK(v[untuned] == 0);
  // 8 of 40 records are the test set, the same in all resamples: a whole number of them accepted.
  CHECK(v[tested] == std::floor(v[tested]));
  CHECK(v[tested] <= 8);
  const auto remarks = evaluator->remarks(log, zero, rows[0]);
  REQUIRE(remarks.size() == 3);
  CHECK(remarks[0].find("of the candidates fixed_action{action=1} won with 1.0000") == 0);
}

TEST_CASE("entangled_tuning: the first of equal candidates") {
  const LogDataset dataset(plain_log(2, std::vector<Action>(40, 0), std::vector<double>(40, 1)));
  CHECK(value_of("entangled_tuning{algorithm=\"fixed_action{action=0}\", candidates=\"a\"}",
                 "chosen", trial_of(dataset, Agent(Always{}))) == 0);
  CHECK(value_of("entangled_tuning{algorithm=\"ucb{alpha=$candidate}\", candidates=\"1; 1\"}",
                 "chosen", trial_of(dataset, Agent(Always{}))) == 0);
}

TEST_CASE("entangled_tuning: selection is optimistic, the test is not") {
  // Eight candidates of the same worth, 1/2: the best validation is above it, the test is not.
  numeric::Moments tests;
  numeric::Moments excess;
  const std::string text =
      "entangled_tuning{algorithm=\"fixed_action{action=$candidate}\", "
      "candidates=\"0; 1; 2; 3; 4; 5; 6; 7\", resamples=10}";
  for (std::uint64_t i = 0; i < 200; ++i) {
    const LogDataset dataset(arms(400, std::vector<double>(8, 0.5), 900 + i));
    const auto rows = rows_of(text, trial_of(dataset, Agent(Always{}), 0, i));
    tests.add(rows[0].values[estimate]);
    excess.add(rows[0].values[optimism]);
  }
  require_near(tests.mean, 0.5, std::sqrt(tests.variance() / 200));
  // 40 records an action in the tuning: the best of 8 is 1.42 deviations of 0.08 above.
  CHECK(excess.mean > 0.07);
}

TEST_CASE("entangled_tuning: an algorithm that learns") {
  // UCB with too much exploration loses to a greedy one where one action is far better.
  const LogDataset dataset(arms(2000, {0.1, 0.1, 0.1, 0.8}, 77));
  const auto rows = rows_of(
      "entangled_tuning{algorithm=\"ucb{alpha=$candidate}\", candidates=\"100; 0.1\", "
      "resamples=10}",
      trial_of(dataset, Agent(Always{0})));
  CHECK(rows[0].values[chosen] == 1);
  CHECK(rows[0].values[candidate] == 0.1);
  CHECK(rows[0].values[estimate] > 0.6);
  CHECK(rows[0].values[untuned] < 0.2);
  // Like t_bred, reports the part that its standard error leaves out.
  const auto evaluator = evaluator_of(
      "entangled_tuning{algorithm=\"ucb{alpha=$candidate}\", candidates=\"100; 0.1\", "
      "resamples=10}");
  const auto remarks =
      evaluator->remarks(*dataset.log(), testing::make_agent("ucb", *dataset.log()), rows[0]);
  REQUIRE(remarks.size() == 4);
  CHECK(remarks[2].find("the standard error is that of the tested rewards") == 0);
}

TEST_CASE("entangled_tuning: it tunes the algorithm that is evaluated, or refuses") {
  const LogDataset dataset(arms(800, {0.2, 0.8}, 78));
  const auto named = [&](const std::string& text) {
    std::vector<SpecProblem> problems;
    return *find_component<AlgorithmDescription>(text, {}, algorithms_table(), "algorithm",
                                                 problems);
  };
  const auto ucb = named("ucb{alpha=2}");
  const auto uniform = named("uniform_random");
  const auto lin_ucb = named("lin_ucb");
  const auto trial_with = [&](const Component<AlgorithmDescription>& algorithm) {
    Trial trial = trial_of(dataset, testing::make_agent(algorithm.canonical(), *dataset.log()));
    return trial.name_algorithm(algorithm);
  };
  // Without a word on it: the parameter that the description gives candidates for.
  const auto row = rows_of("entangled_tuning{resamples=3}", trial_with(ucb)).at(0);
  const auto declared =
      std::find_if(ucb.description->parameters.begin(), ucb.description->parameters.end(),
                   [](const ParameterInfo& parameter) { return !parameter.candidates.empty(); });
  REQUIRE(declared != ucb.description->parameters.end());
  const auto place = static_cast<std::size_t>(row.values[chosen]);
  CHECK(row.values[candidate] == declared->candidates.at(place));
  const auto same =
      rows_of("entangled_tuning{resamples=3, algorithm=\"ucb{alpha=$candidate}\", candidates=\"" +
                  to_text(ParameterValue(declared->candidates.at(place))) + "\"}",
              trial_with(ucb));
  CHECK(same.at(0).values[estimate] == row.values[estimate]);
  CHECK(same.at(0).values[untuned] == row.values[untuned]);
  // Candidates of one's own for it.
  CHECK(rows_of("entangled_tuning{resamples=3, candidates=\"0.25\"}", trial_with(ucb))
            .at(0)
            .values[candidate] == 0.25);
  // Another algorithm than the one that is evaluated, or one that has nothing to tune.
  CHECK_THROWS_AS(
      rows_of("entangled_tuning{algorithm=\"ucb{alpha=$candidate}\", candidates=\"1; 2\"}",
              trial_with(lin_ucb)),
      NotApplicable);
  CHECK_THROWS_AS(rows_of("entangled_tuning", trial_with(uniform)), NotApplicable);
}

TEST_CASE("entangled_tuning: what cannot be is refused") {
  const LogDataset dataset(plain_log(2, {0, 0, 1, 0}, {1, 0, 1, 1}));
  CHECK_THROWS_AS(evaluator_of("entangled_tuning{candidates=\" ; \"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("entangled_tuning{algorithm=\"ucb\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("entangled_tuning{algorithm=\"none{a=$candidate}\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("entangled_tuning{algorithm=\"ucb{alpha=$candidate}\", "
                               "candidates=\"0.1; x\"}"),
                  SpecErrors);
  CHECK_THROWS_AS(evaluator_of("entangled_tuning{test=1}"), SpecErrors);
  CHECK_THROWS_AS(rows_of("entangled_tuning", trial_of(dataset, Agent(Always{}))), NotApplicable);
}
