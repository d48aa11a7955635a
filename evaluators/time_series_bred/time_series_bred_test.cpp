#include <cmath>

#include "suite/estimation/scope_statistics.hpp"
#include "suite/resample/nearby_records.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// Remembers the index of every record that it learned, which it reads from the reward.
struct Spy {
  std::vector<double>* seen;
  Action choose(const Context&, const ActionSet&, Draws&) const { return 0; }
  void update(const Context&, Action, double reward) { seen->push_back(reward); }
};

Log numbered_log(std::size_t records, Action actions = 2) {
  Log log = plain_log(actions, std::vector<Action>(records, 0), {});
  for (std::size_t t = 0; t < records; ++t) log.rewards.push_back(static_cast<double>(t));
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

}  // namespace

TEST_CASE("time_series_bred: of width 0, each record K times in the order of the log") {
  std::vector<double> seen;
  const auto rows = rows_of("time_series_bred{width=0, resamples=1}",
                            trial_of(LogDataset(numbered_log(5, 3)), Agent(Spy{&seen})));
  CHECK(seen == std::vector<double>{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4});
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].step == 5);
  CHECK(rows[0].values[0] == 2);
  CHECK(value_of(estimation::PassStatistics::columns(), rows[0], "accepted") == 15);
  CHECK(value_of(estimation::PassStatistics::columns(), rows[0], "records") == 15);
  CHECK(value_of(estimation::PassStatistics::columns(), rows[0], "acceptance") ==
        3);  // the log always took action 0
  CHECK(value_of(estimation::PassStatistics::columns(), rows[0], "distinct") == 1);
  CHECK(value_of(estimation::PassStatistics::columns(), rows[0], "copies") == 3);
}

TEST_CASE("time_series_bred: a pass stays as long at a record as its pool is large") {
  Log log = numbered_log(4, 3);
  const auto one = log.pool_table.intern({0});
  const auto three = log.pool_table.intern({0, 1, 2});
  log.pools = {three, one, one, three};
  std::vector<double> seen;
  const auto rows = rows_of("time_series_bred{width=0, resamples=1}",
                            trial_of(LogDataset(log), Agent(Spy{&seen})));
  CHECK(seen == std::vector<double>{0, 0, 0, 1, 2, 3, 3, 3});
  CHECK(value_of(estimation::PassStatistics::columns(), rows[0], "acceptance") ==
        2);  // 8 where uniform logging gives 4
  seen.clear();
  rows_of("time_series_bred{width=0, resamples=1, expansion=2}",
          trial_of(LogDataset(log), Agent(Spy{&seen})));
  CHECK(seen == std::vector<double>{0, 0, 1, 1, 2, 2, 3, 3});
}

TEST_CASE("time_series_bred: by plain loops over the same draws") {
  const Log log = testing::golden_log(150);
  const LogDataset data(log);
  const Agent fresh = testing::make_agent("epsilon_greedy{epsilon=0.2}", log);
  const Trial trial = trial_of(data, fresh);
  double ratios = 0;
  double rewards = 0;
  double accepted = 0;
  for (std::uint64_t b = 0; b < 3; ++b) {
    const PassKeys keys = keys_of_pass(trial.policy_stream(), b);
    NearbyRecords source(150, 750, 12, keys.records);
    std::vector<std::uint32_t> order(750);
    source.fill(order);
    Agent agent = fresh;
    double reward = 0;
    double count = 0;
    ContextReader contexts(log);
    for (std::size_t s = 0; s < 750; ++s) {
      const Record record = contexts.record(order[s]);
      Draws draws(keys.policy, s);
      if (agent.choose(record.context, record.actions, draws) != record.action) continue;
      agent.update(record.context, record.actions, record.action, record.reward);
      reward += record.reward;
      ++count;
    }
    ratios += reward / count / 3;
    rewards += reward;
    accepted += count;
  }
  const std::string begin = "time_series_bred{width=12, resamples=3";
  CHECK(value_of(begin + "}", "estimate", trial) == Approx(ratios).epsilon(1e-14));
  CHECK(value_of(begin + "}", "accepted", trial) == Approx(accepted / 3).epsilon(1e-14));
  CHECK(value_of(begin + ", combine=\"pooled\"}", "estimate", trial) ==
        Approx(rewards / accepted).epsilon(1e-14));
  const auto curve = rows_of(begin + ", checkpoints=[10, 100, 100000]}", trial);
  REQUIRE(curve.size() == 2);
  CHECK(curve[1].step == 100);
}

TEST_CASE("time_series_bred: the error over logs goes by how often a record is drawn") {
  Log log = plain_log(3, {0, 0, 1, 0, 0, 0, 1, 0}, {3, 1, 4, 1, 5, 9, 2, 6});
  const auto three = log.pool_table.intern({0, 1, 2});
  const auto two = log.pool_table.intern({0, 1});
  log.pools = {three, three, three, three, two, two, two, two};
  // The 12 slots have the records as centres 2, 1, 2, 1, ... times; the records drawn are those around a centre.
  constexpr double width = 0.7;
  const auto below = [&](double x) { return std::erfc(-x / width / std::sqrt(2.0)) / 2; };
  std::vector<double> drawn(8);
  for (int centre = 0; centre < 8; ++centre) {
    for (int far = -15; far <= 15; ++far) {
      const int place = (centre + far + 32) % 16;  // reflected at both ends
      drawn[static_cast<std::size_t>(place < 8 ? place : 15 - place)] +=
          (2 - centre % 2) * (below(far + 0.5) - below(far - 0.5));
    }
  }
  double mass = 0;
  double reward = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    if (log.actions[i] != 0) continue;
    mass += drawn[i];
    reward += drawn[i] * log.rewards[i];
  }
  double squares = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    if (log.actions[i] != 0) continue;
    const double part = drawn[i] * (log.rewards[i] - reward / mass);
    squares += part * part;
  }
  const double over_logs = squares * (6.0 / 5) / (mass * mass);
  const LogDataset data(log);
  const auto row = rows_of("time_series_bred{width=0.7, expansion=1.5, resamples=4}",
                           trial_of(data, Agent(Stochastic{{1, 0, 0}})))[0];
  const estimation::PassColumns& c = estimation::PassStatistics::columns();
  CHECK(row[c.standard_error] * row[c.standard_error] - row[c.bootstrap_variance] / 4 ==
        Approx(over_logs).epsilon(1e-10));
}

TEST_CASE("time_series_bred: of a large width it is bred") {
  const auto data = dataset_of("drifting_arms{arms=5, period=200}");
  const Agent ucb = testing::make_agent("ucb{alpha=0.5}", plain_log(5, {0}, {1}));
  const auto wide = estimates_of("time_series_bred{width=1e6, resamples=1}", *data, ucb, 500, 300);
  const auto bred = estimates_of("bred{resamples=1}", *data, ucb, 500, 300);
  const double error = std::hypot(wide.standard_error(), bred.standard_error());
  require_near(wide.mean, bred.mean, error);
  const auto narrow = estimates_of("time_series_bred{width=20, resamples=1}", *data, ucb, 500, 300);
  CHECK(std::fabs(narrow.mean - bred.mean) > 4 * error);
}

TEST_CASE("time_series_bred: what is refused, and what it says") {
  const LogDataset data(numbered_log(20));
  const Trial trial = trial_of(data, Agent(Always{}));
  CHECK_THROWS_AS(evaluator_of("time_series_bred{width=-1}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("time_series_bred{width=2e15}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("time_series_bred{checkpoints=[2, 1]}"), SpecErrors);
  CHECK(refusal("time_series_bred{expansion=0.01}", trial).find("not a whole number") !=
        std::string::npos);
  CHECK(refusal("time_series_bred", trial_of(LogDataset(plain_log(2, {}, {})), Agent(Always{}))) ==
        "the log is empty: there is nothing to resample");
  const Agent learner(Alternating{});
  const auto evaluator = evaluator_of("time_series_bred{width=2}");
  const auto rows = rows_of(*evaluator, trial_of(data, learner));
  const auto remarks = evaluator->remarks(*data.log(), learner, rows[0]);
  REQUIRE(remarks.size() == 3);
  CHECK(remarks[1].find("about 7 records") != std::string::npos);
}
