#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

double number(const std::string& evaluator, const ResultRow& row, const std::string& name) {
  const auto columns = evaluator_of(evaluator)->columns();
  const auto at = std::find(columns.begin(), columns.end(), name);
  REQUIRE(at != columns.end());
  return row.values.at(static_cast<std::size_t>(at - columns.begin()));
}

// Answers what it learned of this very context, and action 0 if it learned nothing: memory
// alone.
struct Memory {
  std::vector<int> rewarded = std::vector<int>(4096, -1);

  static std::size_t place(const Context& x) { return static_cast<std::size_t>(x[0]); }
  Action choose(const Context& x, const ActionSet& actions, Draws& draws) const {
    const int known = rewarded[place(x)];
    return known >= 0 ? static_cast<Action>(known) : actions[draws.below(actions.size())];
  }
  void update(const Context& x, Action action, double reward) {
    if (reward > 0) rewarded[place(x)] = static_cast<int>(action);
  }
};

// Every record has a context of its own; rewards are coins.
Log coins(std::size_t records, double mean) {
  Log log = plain_log(4, {}, {});
  log.dimension = 1;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({91}, t);
    log.contexts.push_back(static_cast<double>(t));
    log.actions.push_back(draws.below(4));
    log.rewards.push_back(draws.uniform() < mean ? 1 : 0);
  }
  return log;
}

}  // namespace

TEST_CASE("windowed_t_bred: one window is t_bred, bit by bit") {
  // The weights K_t = 5 cancel in ratios of whole numbers; the standard error and the acceptance
  // may lose a digit.
  const Log log = testing::golden_log(60);
  REQUIRE(log.action_count == 5);
  const LogDataset dataset(log);
  for (const std::string algorithm : {"lin_ucb{alpha=1}", "ucb{alpha=1}", "epsilon_greedy"}) {
    INFO(algorithm);
    const Trial trial = trial_of(dataset, testing::make_agent(algorithm, log));
    for (const std::string more :
         {"", ", tweaked=true", ", jitter=3", ", drawing=\"shuffled_copies\""}) {
      const std::string parameters = "resamples=3, tau=0.2" + more + "}";
      const auto plain = rows_of("t_bred{" + parameters, trial);
      const auto windowed = rows_of("windowed_t_bred{windows=1, " + parameters, trial);
      REQUIRE(windowed.size() == 1);
      for (std::size_t i = 0; i < plain[0].values.size(); ++i) {
        const std::string column = evaluator_of("t_bred")->columns()[i];
        INFO(column);
        const double expected = plain[0].values[i];
        if (column == "standard_error" || column == "acceptance") {
          CHECK(windowed[0].values[i] == Approx(expected).epsilon(1e-14));
        } else {
          CHECK(windowed[0].values[i] == expected);
        }
      }
      CHECK(windowed[0].values.back() == 1);
    }
  }
}

TEST_CASE("windowed_t_bred: tests are spread over the windows, the state is carried") {
  // Ten windows of 10 records; tau = 0.15: one test and two tests in turn.
  const std::string evaluator = "windowed_t_bred{windows=10, tau=0.15, resamples=40}";
  const LogDataset dataset(coins(100, 0.5));
  const auto rows = rows_of(evaluator, trial_of(dataset, Agent(Always{})));
  // 15 tests a resample, of which action 0 has a quarter (its share of the log), and 400 slots.
  CHECK(number(evaluator, rows[0], "records") == 400);
  CHECK(number(evaluator, rows[0], "windows") == 10);
  const double share = number(evaluator, rows[0], "tested") / 15;
  CHECK(share > 0.15);
  CHECK(share < 0.4);

  // A learner that never forgets: what one window taught holds in the next.
  struct Counts {
    std::uint64_t updates = 0;
    Action choose(const Context&, const ActionSet&, Draws&) const { return updates > 200 ? 1 : 0; }
    void update(const Context&, Action, double) { ++updates; }
  };
  Log two = plain_log(2, {}, {});
  for (int t = 0; t < 600; ++t) {
    two.actions.push_back(t % 2);
    two.rewards.push_back(t % 2);
  }
  const LogDataset second(two);
  // 300 acceptances a window: after 200 it takes action 1, which pays, and in the second window
  // always.
  const auto carried = rows_of("windowed_t_bred{windows=2, resamples=20, tau=0.2}",
                               trial_of(second, Agent(Counts{})));
  CHECK(carried[0].values[0] > 0.5);
}

TEST_CASE("windowed_t_bred: a static policy where the pool changes") {
  // Every action of a segment pays alike: the truth is (0.3 + 0.05) / 2 for any policy.
  // Without the weights K_t the small pool's tests would count four times too much: 0.25.
  numeric::Moments estimates;
  for (std::uint64_t replicate = 0; replicate < 40; ++replicate) {
    const auto dataset = dataset_of("pool_segments{pool_sizes=[5, 20], records=2000}");
    const Trial trial = trial_of(*dataset, Agent(Always{}), 4000, replicate);
    estimates.add(
        value_of("windowed_t_bred{cut=\"pools\", tau=0.5, resamples=4}", "estimate", trial));
  }
  require_near(estimates.mean, 0.175, std::sqrt(estimates.variance() / 40));
  CHECK(estimates.variance() < 0.03 * 0.03);
}

TEST_CASE("windowed_t_bred: memory earns nothing, where windowed_bred believes it") {
  const LogDataset dataset(coins(400, 0.25));
  const Trial trial = trial_of(dataset, Agent(Memory{}));
  const auto believed = rows_of("windowed_bred{windows=4, resamples=4}", trial);
  const auto tested = rows_of("windowed_t_bred{windows=4, resamples=20, tau=0.25}", trial);
  // Any policy earns 0.25; the standard errors are about 0.02.
  CHECK(believed[0].values[0] > 0.35);
  CHECK(tested[0].values[0] < 0.3);
  CHECK(number("windowed_t_bred", tested[0], "overfitting") > 0.1);
}

TEST_CASE("windowed_t_bred: what it refuses") {
  const LogDataset dataset(coins(20, 0.5));
  const Trial trial = trial_of(dataset, Agent(Always{}));
  CHECK_THROWS_AS(rows_of("windowed_t_bred{windows=21}", trial), NotApplicable);
  CHECK_THROWS_AS(rows_of("windowed_t_bred{windows=1, tau=0.01}", trial), NotApplicable);
  CHECK_THROWS_AS(rows_of("windowed_t_bred{windows=2, expansion=0.01}", trial), NotApplicable);
  CHECK_THROWS_AS(rows_of("windowed_t_bred{windows=2, window_size=5}", trial), SpecErrors);
  CHECK_THROWS_AS(rows_of("windowed_t_bred{windows=2, cut=\"pools\"}", trial), SpecErrors);
  const LogDataset none(plain_log(2, {}, {}));
  CHECK_THROWS_AS(rows_of("windowed_t_bred", trial_of(none, Agent(Always{}))), NotApplicable);
}
