#include "evaluators/arm_bootstrap/arm_bootstrap.hpp"

#include <cmath>

#include "suite/resample/pass.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::evaluators::arm_bootstrap;
using namespace replaybench::testing;

namespace {

// 3 actions, `records` records, rewards 0 or 1 of mean 0.2, 0.5, 0.8.
Log three_arms(std::size_t records) {
  Log log = plain_log(3, {}, {});
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({601}, t);
    log.actions.push_back(draws.below(3));
    log.rewards.push_back(draws.uniform() < 0.2 + 0.3 * log.actions.back() ? 1 : 0);
  }
  return log;
}

std::string refusal(const std::string& text, const Trial& trial) {
  try {
    rows_of(text, trial);
  } catch (const NotApplicable& reason) {
    return reason.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("arm_bootstrap: arms that always pay the same, by hand") {
  // Alternating plays 0, 1, 0, 1, ... of rewards 1 and 0.25.
  const LogDataset data(plain_log(2, {1, 0, 1, 1}, {0.25, 1, 0.25, 0.25}));
  const Trial trial = trial_of(data, Agent(Alternating{}));
  const auto rows = rows_of("arm_bootstrap{horizon=7, checkpoints=[1, 2, 7]}", trial);
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].values[0] == 1);
  CHECK(rows[1].values[0] == 0.625);
  CHECK(rows[2].values[0] == Approx((4 + 3 * 0.25) / 7).epsilon(1e-15));
  CHECK(rows[2].step == 7);  // beyond the 4 records
  CHECK(value_of("arm_bootstrap{horizon=7}", "fewest", trial) == 1);
  CHECK(value_of("arm_bootstrap", "accepted", trial) == 4);
  CHECK(value_of("arm_bootstrap", "bootstrap_variance", trial) == 0);
  CHECK(std::isnan(value_of("arm_bootstrap", "standard_error", trial)));
  CHECK(std::isnan(value_of("arm_bootstrap{resamples=1}", "bootstrap_variance", trial)));
}

TEST_CASE("arm_bootstrap: by plain loops over the same draws") {
  const Log log = three_arms(60);
  const LogDataset data(log);
  const Agent fresh = testing::make_agent("thompson_sampling", log);
  const Trial trial = trial_of(data, fresh);
  const double switched = GENERATE(0.0, 0.25);
  double mean = 0;
  for (std::uint64_t b = 0; b < 5; ++b) {
    const PassKeys keys = keys_of_pass(trial.policy_stream(), b);
    WordStream words(keys.records, 0);
    Agent agent = fresh;
    for (std::uint64_t t = 0; t < 200; ++t) {
      Draws draws(keys.policy, t);
      const Action action = agent.choose(Context(), ActionSet::all(3), draws);
      std::vector<double> rewards;
      for (std::size_t i = 0; i < log.size(); ++i) {
        if (log.actions[i] == action) rewards.push_back(log.rewards[i]);
      }
      double reward = rewards[words.below(static_cast<std::uint32_t>(rewards.size()))];
      if (switched > 0 && words.uniform() < switched) reward = reward == 1 ? 0 : 1;
      agent.update(Context(), ActionSet::all(3), action, reward);
      mean += reward / 1'000;
    }
  }
  const std::string noise = switched > 0 ? ", noise=\"switches\", level=0.25" : "";
  CHECK(value_of("arm_bootstrap{resamples=5, horizon=200" + noise + "}", "estimate", trial) ==
        Approx(mean).epsilon(1e-13));
}

TEST_CASE("arm_bootstrap: a static policy is worth its action's mean") {
  const Log log = three_arms(300);
  const LogDataset data(log);
  numeric::Moments of_arm;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (log.actions[i] == 1) of_arm.add(log.rewards[i]);
  }
  const Trial trial = trial_of(data, Agent(Always{1}));
  const auto rows = rows_of("arm_bootstrap{resamples=400}", trial);
  const double spread = of_arm.standard_deviation() / std::sqrt(300.0 * 400);
  require_near(rows[0].values[0], of_arm.mean, spread);
  // The records' own error, and a little of the games'.
  CHECK(rows[0].values[1] == Approx(of_arm.standard_error()).epsilon(0.01));
  CHECK(rows[0].values[3] == Approx(of_arm.variance() / 300).epsilon(0.3));
  // Switches draw the mean towards 1/2: 0.8 of it is 0.8 + 0.25 (1 - 1.6).
  const auto best = Agent(Always{2});
  const double plain = value_of("arm_bootstrap{resamples=400}", "estimate", trial_of(data, best));
  const double switched = value_of("arm_bootstrap{resamples=400, noise=\"switches\", level=0.25}",
                                   "estimate", trial_of(data, best));
  CHECK(switched == Approx(plain + 0.25 * (1 - 2 * plain)).margin(0.005));
}

TEST_CASE("arm_bootstrap: Gaussian noise keeps the mean, and rewards of [0, 1] inside") {
  struct Spy {
    numeric::Moments* seen;
    double* lowest;
    double* highest;
    Action choose(const Context&, const ActionSet&, Draws&) const { return 0; }
    void update(const Context&, Action, double reward) {
      seen->add(reward);
      *lowest = std::min(*lowest, reward);
      *highest = std::max(*highest, reward);
    }
  };
  numeric::Moments seen;
  double lowest = 1;
  double highest = 0;
  const Agent spy(Spy{&seen, &lowest, &highest});
  rows_of("arm_bootstrap{resamples=1, horizon=20000, noise=\"gaussian\", level=2}",
          trial_of(LogDataset(plain_log(1, {0, 0}, {3, 7})), spy));
  require_near(seen.mean, 5, seen.standard_error());
  CHECK(seen.variance() == Approx(4 + 4).epsilon(0.05));
  seen = {};
  lowest = 1;
  highest = 0;
  rows_of("arm_bootstrap{resamples=1, horizon=20000, noise=\"gaussian\", level=0.5}",
          trial_of(LogDataset(plain_log(1, {0, 0}, {0.5, 0.75})), spy));
  CHECK(lowest >= 0);
  CHECK(highest <= 1);
  CHECK(highest > 0.99);
}

TEST_CASE("arm_bootstrap: each game has Gaussian noise of its own") {
  // One arm that always pays 3: a game's mean is 3 and its noise.
  const LogDataset data(plain_log(1, {0, 0}, {3, 3}));
  const Trial trial = trial_of(data, Agent(Always{}));
  numeric::Moments games;
  for (std::uint64_t b = 0; b < 4; ++b) {
    double sum = 0;
    for (std::uint64_t t = 0; t < 5; ++t) {
      sum += 3 + 0.5 * Draws(keys_of_pass(trial.policy_stream(), b).noise, t).normal();
    }
    games.add(sum / 5);
  }
  const std::string text = "arm_bootstrap{resamples=4, horizon=5, noise=\"gaussian\", level=0.5}";
  CHECK(value_of(text, "estimate", trial) == Approx(games.mean).epsilon(1e-14));
  CHECK(value_of(text, "bootstrap_variance", trial) == Approx(games.variance()).epsilon(1e-12));
}

TEST_CASE("arm_bootstrap: it agrees with the environment, where replay sees a tenth of the game") {
  const auto data = dataset_of("bernoulli_arms{arms=5, means=[0.6, 0.4]}");
  const Agent ucb = testing::make_agent("ucb{alpha=0.5}", plain_log(5, {0}, {1}));
  const auto truth = estimates_of("online", *data, ucb, 500, 400);
  const auto ours = estimates_of("arm_bootstrap{resamples=3}", *data, ucb, 500, 400);
  const auto replay = estimates_of("replay", *data, ucb, 500, 400);
  INFO("truth " << truth.mean << ", ours " << ours.mean << ", replay " << replay.mean);
  CHECK(std::fabs(ours.mean - truth.mean) < 0.01);
  CHECK(replay.mean < truth.mean - 0.03);
}

TEST_CASE("arm_bootstrap: who reads contexts") {
  const Log log = testing::golden_log(400);
  const auto reads = [&](const std::string& text) {
    INFO(text);
    return reads_contexts(testing::make_agent(text, log), log);
  };
  for (const char* text : {"ucb", "ucb{ties=\"random\"}", "epsilon_greedy", "thompson_sampling",
                           "uniform_random", "exp3", "fixed_action"}) {
    CHECK_FALSE(reads(text));
  }
  for (const char* text :
       {"lin_ucb", "lin_ts", "hybrid_lin_ucb", "perceptron_ucb", "epoch_greedy", "lap", "gap"}) {
    CHECK(reads(text));
  }
  const LogDataset data(log);
  CHECK(has(refusal("arm_bootstrap", trial_of(data, testing::make_agent("lin_ucb", log))),
            "do not read contexts"));
  CHECK_NOTHROW(rows_of("arm_bootstrap", trial_of(data, testing::make_agent("ucb", log))));
  // Nothing is read if nothing varies.
  Log constant = log;
  std::fill(constant.contexts.begin(), constant.contexts.end(), 1.0);
  CHECK_NOTHROW(rows_of("arm_bootstrap",
                        trial_of(LogDataset(constant), testing::make_agent("lin_ucb", constant))));
}

TEST_CASE("arm_bootstrap: what is refused") {
  const Agent agent(Always{});
  Log log = plain_log(4, {1, 1, 3}, {0, 1, 1});
  CHECK(refusal("arm_bootstrap", trial_of(LogDataset(log), agent)) ==
        "2 of the 4 actions were never logged, so there is no reward to draw for them: 0, 2");
  log.action_names = {"news", "b", "sport", "d"};
  CHECK(has(refusal("arm_bootstrap", trial_of(LogDataset(log), agent)), ": news, sport"));
  Log many = plain_log(30, {0}, {1});
  CHECK(has(refusal("arm_bootstrap", trial_of(LogDataset(many), agent)),
            "1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 19 more"));
  Log pools = plain_log(2, {0, 1}, {0, 1});
  pools.pools = {pools.pool_table.intern({0}), pools.pool_table.intern({0, 1})};
  CHECK(has(refusal("arm_bootstrap", trial_of(LogDataset(pools), agent)), "cut=\"pools\""));
  CHECK(has(refusal("arm_bootstrap", trial_of(LogDataset(plain_log(1, {}, {})), agent)), "empty"));
  const LogDataset binary(plain_log(1, {0, 0}, {0, 1}));
  const LogDataset real(plain_log(1, {0, 0}, {0, 1.5}));
  CHECK(has(refusal("arm_bootstrap{noise=\"gaussian\", level=1}", trial_of(binary, agent)),
            "switches"));
  CHECK(has(refusal("arm_bootstrap{noise=\"switches\", level=1}", trial_of(real, agent)),
            "gaussian"));
  CHECK(has(refusal("arm_bootstrap{checkpoints=[3]}", trial_of(binary, agent)), "horizon of 2"));
  CHECK_THROWS_AS(evaluator_of("arm_bootstrap{horizon=5, checkpoints=[6]}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("arm_bootstrap{level=0.1}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("arm_bootstrap{noise=\"switches\", level=1.5}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("arm_bootstrap{horizon=-1}"), SpecErrors);
}

namespace {

/// Two contexts, two actions: every pair has records, some twice.
Log log_of_cells() {
  Log log = plain_log(2, {0, 1, 0, 1, 0, 1, 1}, {1, 0.5, 0, 0.25, 2, 1, 3});
  log.dimension = 2;
  for (const int x : {0, 0, 1, 1, 1, 0, 1}) {
    log.contexts.push_back(x);
    log.contexts.push_back(1 - x);
  }
  return log;
}

/// Action 1 in the context whose first feature is 1.
struct ByContext {
  static constexpr bool learns = false;
  Action choose(const Context& context, const ActionSet&, Draws&) const {
    return context[0] == 1 ? 1 : 0;
  }
  void update(const Context&, Action, double) {}
};

}  // namespace

TEST_CASE("arm_bootstrap: with contexts, a policy is worth its cells' means") {
  // Context 0: 3 records of 7, action 0 pays 1. Context 1: 4 of 7, action 1 pays 0.25 or 3.
  const LogDataset data(log_of_cells());
  const Trial trial = trial_of(data, Agent(ByContext{}));
  const auto rows = rows_of("arm_bootstrap{draw=\"context\", resamples=2000, horizon=50}", trial);
  const double mean = (3 * 1 + 4 * 1.625) / 7;
  const double second = (3 * 1 + 4 * (0.0625 + 9) / 2) / 7;
  const double variance = second - mean * mean;
  require_near(rows[0].values[0], mean, std::sqrt(variance / 100'000));
  CHECK(std::isnan(rows[0].values[1]));
  CHECK(rows[0].values[3] == Approx(variance / 50).epsilon(0.15));
  CHECK(rows[0].values[4] == 1);
}

TEST_CASE("arm_bootstrap: with contexts, by plain loops over the same draws") {
  const Log log = log_of_cells();
  const LogDataset data(log);
  const Agent fresh = testing::make_agent("lin_ucb{alpha=0.5}", log);
  const Trial trial = trial_of(data, fresh);
  double mean = 0;
  for (std::uint64_t b = 0; b < 3; ++b) {
    const PassKeys keys = keys_of_pass(trial.policy_stream(), b);
    WordStream words(keys.records, 0);
    Agent agent = fresh;
    for (std::uint64_t t = 0; t < 40; ++t) {
      Draws draws(keys.policy, t);
      const std::size_t record = words.below(7);
      const Context context(std::span(log.contexts).subspan(2 * record, 2));
      const Action action = agent.choose(context, ActionSet::all(2), draws);
      std::vector<double> rewards;
      for (std::size_t i = 0; i < log.size(); ++i) {
        if (log.actions[i] == action && log.contexts[2 * i] == log.contexts[2 * record]) {
          rewards.push_back(log.rewards[i]);
        }
      }
      const double reward = rewards[words.below(static_cast<std::uint32_t>(rewards.size()))];
      agent.update(context, ActionSet::all(2), action, reward);
      mean += reward / 120;
    }
  }
  CHECK(value_of("arm_bootstrap{draw=\"context\", resamples=3, horizon=40}", "estimate", trial) ==
        Approx(mean).epsilon(1e-13));
}

TEST_CASE("arm_bootstrap: a pair of context and action without records is an error") {
  Log log = log_of_cells();
  log.actions[4] = 1;
  log.actions[2] = 1;
  CHECK_THROWS_WITH(
      rows_of("arm_bootstrap{draw=\"context\"}", trial_of(LogDataset(log), Agent(ByContext{}))),
      Catch::Matchers::Contains("of the 4 pairs of a context and an action 1 were never logged"));
}
