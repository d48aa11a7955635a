#include <cmath>
#include <numeric>

#include "suite/estimation/resampled_replay.hpp"
#include "suite/estimation/windows.hpp"
#include "suite/resample/pass.hpp"
#include "suite/stream/word_stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// The highest mean, 0.5 for what was never learned, ties to the lowest: a state of two vectors.
struct Greedy {
  std::vector<double> sums = std::vector<double>(4);
  std::vector<double> counts = std::vector<double>(4);

  static Action best(const std::vector<double>& sums, const std::vector<double>& counts,
                     const ActionSet& actions) {
    Action best = actions[0];
    const auto mean = [&](Action a) { return counts[a] > 0 ? sums[a] / counts[a] : 0.5; };
    for (Action i = 1; i < actions.size(); ++i) {
      if (mean(actions[i]) > mean(best)) best = actions[i];
    }
    return best;
  }
  Action choose(const Context&, const ActionSet& actions, Draws&) const {
    return best(sums, counts, actions);
  }
  void update(const Context&, Action action, double reward) {
    sums[action] += reward;
    counts[action] += 1;
  }
  void become_average_of(std::span<const Greedy* const> states) {
    Greedy mean;
    for (const Greedy* state : states) {
      for (std::size_t a = 0; a < 4; ++a) {
        mean.sums[a] += state->sums[a] / static_cast<double>(states.size());
        mean.counts[a] += state->counts[a] / static_cast<double>(states.size());
      }
    }
    *this = mean;
  }
};

// Like Greedy above, without an average.
struct Stubborn {
  Greedy greedy;
  Action choose(const Context& x, const ActionSet& actions, Draws& draws) const {
    return greedy.choose(x, actions, draws);
  }
  void update(const Context& x, Action action, double reward) { greedy.update(x, action, reward); }
};

// A log of 4 actions that pay with probabilities which turn round in the middle.
Log turning_log(std::size_t records) {
  Log log = plain_log(4, {}, {});
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({501}, t);
    const Action action = draws.below(4);
    const double p = t < records / 2 ? 0.2 * action : 0.6 - 0.2 * action;
    log.actions.push_back(action);
    log.rewards.push_back(draws.uniform() < p ? 1 : 0);
  }
  return log;
}

double number(const ResultRow& row, const std::string& name) {
  return value_of(estimation::PassStatistics::columns(), row, name);
}

std::vector<estimation::Window> windows_of(const std::string& text, const Log& log) {
  std::vector<SpecProblem> problems;
  const auto component = find_component(text, {}, evaluators_table(), "evaluator", problems);
  REQUIRE(component);
  return estimation::cut_windows(log, estimation::window_parameters().read(component->parameters));
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

TEST_CASE("windowed_bred: how a log is cut") {
  Log log = plain_log(4, std::vector<Action>(10, 0), std::vector<double>(10, 1));
  const auto three = windows_of("windowed_bred{windows=3}", log);
  REQUIRE(three.size() == 3);
  CHECK(three[0].records == 3);
  CHECK(three[1].first == 3);
  CHECK(three[1].records == 3);
  CHECK(three[2].first == 6);
  CHECK(three[2].records == 4);
  CHECK(three[2].slots == 16);  // 4 records, 4 actions
  CHECK(three[2].expected == 4);
  CHECK(windows_of("windowed_bred{window_size=4}", log).size() == 3);  // 2.5 rounded
  CHECK(windows_of("windowed_bred{window_size=5}", log).size() == 2);
  CHECK(windows_of("windowed_bred{window_size=100}", log).size() == 1);
  CHECK(windows_of("windowed_bred", log).size() == 10);
  CHECK(windows_of("windowed_bred{windows=3, expansion=0.5}", log)[0].slots == 2);  // 1.5 rounded

  // Pools of 2, 4 and again 2 actions.
  const auto two = log.pool_table.intern({0, 1});
  const auto four = log.pool_table.intern({0, 1, 2, 3});
  log.pools = {two, two, two, four, four, two, two, two, two, two};
  log.check();
  const auto zones = windows_of("windowed_bred{cut=\"pools\"}", log);
  REQUIRE(zones.size() == 3);
  CHECK(zones[0].slots == 6);
  CHECK(zones[1].first == 3);
  CHECK(zones[1].slots == 8);
  CHECK(zones[2].records == 5);
  CHECK(zones[2].slots == 10);
  // At most two records a window: 3 records are 1 + 2, 5 are 1 + 2 + 2.
  const auto limited = windows_of("windowed_bred{cut=\"pools\", window_size=2}", log);
  REQUIRE(limited.size() == 6);
  std::size_t next = 0;
  for (const estimation::Window& window : limited) {
    CHECK(window.first == next);
    CHECK(window.records <= 2);
    next += window.records;
  }
  CHECK(next == 10);
  // A window over both pools: harmonic mean of 2, 2, 2, 4, 4 is 5 / 2.
  const auto mixed = windows_of("windowed_bred{windows=2}", log);
  CHECK(mixed[0].slots == 13);  // 5 * 2.5 rounded
  CHECK(mixed[0].expected == Approx(13 / 2.5).epsilon(1e-15));
}

TEST_CASE("windowed_bred: with one window it is bred, bit by bit") {
  const LogDataset data(turning_log(400));
  const auto same = [&](const std::string& windowed, const std::string& whole, const Agent& agent) {
    INFO(windowed);
    const auto ours = rows_of(windowed, trial_of(data, agent));
    const auto theirs = rows_of(whole, trial_of(data, agent));
    REQUIRE(ours.size() == 1);
    CHECK(ours[0].step == 400);
    for (const char* name : {"estimate", "accepted", "records", "acceptance", "distinct", "copies",
                             "bootstrap_variance", "empty"}) {
      INFO(name);
      CHECK(number(ours[0], name) == Approx(number(theirs[0], name)).epsilon(1e-14));
    }
    CHECK(number(ours[0], "estimate") == number(theirs[0], "estimate"));
    CHECK(number(ours[0], "accepted") == number(theirs[0], "accepted"));
    CHECK(ours[0].values.back() == 1);
  };
  const Agent ucb = testing::make_agent("ucb{alpha=1}", *data.log());
  const Agent static_policy{Stochastic{}};
  for (const char* variant : {"carried", "averaged"}) {
    const std::string begin =
        std::string("windowed_bred{windows=1, resamples=4, variant=\"") + variant + "\", ";
    for (const Agent& agent : {ucb, static_policy}) {
      same(begin + "combine=\"mean\"}", "bred{resamples=4}", agent);
      same(begin + "combine=\"pooled\"}", "bred{resamples=4, combine=\"pooled\"}", agent);
      same(begin + "drawing=\"shuffled\", combine=\"mean\"}", "s_bred{resamples=4}", agent);
      same(begin + "expansion=2.5, combine=\"mean\"}", "bred{resamples=4, expansion=2.5}", agent);
    }
  }
  const double error = value_of("windowed_bred{windows=1, combine=\"mean\"}", "standard_error",
                                trial_of(data, static_policy));
  CHECK(error == Approx(value_of("bred", "standard_error", trial_of(data, static_policy))));
  CHECK(std::isnan(value_of("windowed_bred{windows=1}", "standard_error", trial_of(data, ucb))));
}

TEST_CASE("windowed_bred: with one resample the variants are the same") {
  const LogDataset data(turning_log(300));
  const Agent agent(Greedy{});
  const auto carried = rows_of("windowed_bred{windows=7, resamples=1}", trial_of(data, agent));
  const auto averaged =
      rows_of("windowed_bred{windows=7, resamples=1, variant=\"averaged\"}", trial_of(data, agent));
  CHECK(carried[0].values[0] == averaged[0].values[0]);
  CHECK(number(carried[0], "accepted") == number(averaged[0], "accepted"));
  const auto many = rows_of("windowed_bred{windows=7, resamples=3}", trial_of(data, agent));
  const auto mean =
      rows_of("windowed_bred{windows=7, resamples=3, variant=\"averaged\"}", trial_of(data, agent));
  CHECK(number(many[0], "accepted") != number(mean[0], "accepted"));
}

TEST_CASE("windowed_bred: both variants, by plain loops over the same draws") {
  const Log log = turning_log(90);
  const LogDataset data(log);
  const bool averaged = GENERATE(false, true);
  constexpr std::size_t windows = 3;
  constexpr std::size_t resamples = 4;
  const Trial trial = trial_of(data, Agent(Greedy{}));

  // [resample][window]; the states as plain vectors.
  double rewards[resamples][windows] = {};
  double accepted[resamples][windows] = {};
  std::vector<std::vector<double>> sums(resamples, std::vector<double>(4));
  auto counts = sums;
  for (std::size_t w = 0; w < windows; ++w) {
    for (std::size_t b = 0; b < resamples; ++b) {
      const StreamKey key = keys_of_pass(trial.policy_stream(), b).records;
      WordStream words(w == 0 ? key : replicate_key(key, w), 0);
      for (std::size_t slot = 0; slot < 30 * 4; ++slot) {
        const std::size_t i = 30 * w + words.below(30);
        if (Greedy::best(sums[b], counts[b], ActionSet::all(4)) != log.actions[i]) continue;
        sums[b][log.actions[i]] += log.rewards[i];
        counts[b][log.actions[i]] += 1;
        rewards[b][w] += log.rewards[i];
        accepted[b][w] += 1;
      }
    }
    if (!averaged) continue;
    for (auto* state : {&sums, &counts}) {
      for (std::size_t a = 0; a < 4; ++a) {
        double mean = 0;
        for (std::size_t b = 0; b < resamples; ++b) mean += (*state)[b][a] / resamples;
        for (std::size_t b = 0; b < resamples; ++b) (*state)[b][a] = mean;
      }
    }
  }

  const std::string begin = std::string("windowed_bred{windows=3, resamples=4, variant=\"") +
                            (averaged ? "averaged" : "carried") + "\", ";
  const auto by_window = rows_of(begin + "evolution=\"window\"}", trial);
  const auto so_far = rows_of(begin + "evolution=\"cumulative\"}", trial);
  REQUIRE(by_window.size() == windows);
  REQUIRE(so_far.size() == windows);
  double reward = 0;
  double count = 0;
  double ratios[resamples] = {};
  for (std::size_t w = 0; w < windows; ++w) {
    double window_reward = 0;
    double window_count = 0;
    for (std::size_t b = 0; b < resamples; ++b) {
      window_reward += rewards[b][w];
      window_count += accepted[b][w];
    }
    reward += window_reward;
    count += window_count;
    CHECK(by_window[w].step == 30 * (w + 1));
    CHECK(so_far[w].step == 30 * (w + 1));
    CHECK(by_window[w].values[0] == Approx(window_reward / window_count).epsilon(1e-14));
    CHECK(number(by_window[w], "accepted") == Approx(window_count / resamples).epsilon(1e-14));
    CHECK(so_far[w].values[0] == Approx(reward / count).epsilon(1e-14));
    CHECK(so_far[w].values.back() == static_cast<double>(w + 1));
    CHECK(by_window[w].values.back() == 1);
  }
  for (std::size_t b = 0; b < resamples; ++b) {
    ratios[b] = std::accumulate(rewards[b], rewards[b] + windows, 0.0) /
                std::accumulate(accepted[b], accepted[b] + windows, 0.0);
  }
  const auto whole = rows_of(begin + "combine=\"pooled\"}", trial);
  CHECK(whole[0].values[0] == so_far.back().values[0]);
  CHECK(number(whole[0], "distinct") == number(so_far.back(), "distinct"));
  CHECK(value_of(begin + "combine=\"mean\"}", "estimate", trial) ==
        Approx(std::accumulate(ratios, ratios + resamples, 0.0) / resamples).epsilon(1e-14));
}

TEST_CASE("windowed_bred: the policy's draws go on from window to window") {
  const Log log = turning_log(40);
  const LogDataset data(log);
  const Trial trial = trial_of(data, Agent(Stochastic{}));
  double reward = 0;
  double accepted = 0;
  for (std::uint64_t b = 0; b < 3; ++b) {
    const PassKeys keys = keys_of_pass(trial.policy_stream(), b);
    std::uint64_t slot = 0;
    for (std::uint64_t w = 0; w < 2; ++w) {
      WordStream words(w == 0 ? keys.records : replicate_key(keys.records, w), 0);
      for (int offered = 0; offered < 20 * 4; ++offered) {
        const std::size_t i = 20 * w + words.below(20);
        Draws draws(keys.policy, slot++);
        if (draws.below(4) != log.actions[i]) continue;
        reward += log.rewards[i];
        ++accepted;
      }
    }
  }
  const std::string text = "windowed_bred{windows=2, resamples=3, combine=\"pooled\"}";
  CHECK(value_of(text, "estimate", trial) == Approx(reward / accepted).epsilon(1e-14));
  CHECK(value_of(text, "accepted", trial) == Approx(accepted / 3).epsilon(1e-14));
}

TEST_CASE("windowed_bred: each window's own rewards, by hand") {
  // Action 0 pays 1, then 0, then 0.5; action 1 pays nothing.
  Log log = plain_log(2, {}, {});
  for (std::size_t t = 0; t < 60; ++t) {
    log.actions.push_back(t % 2 == 0 ? 0 : 1);
    log.rewards.push_back(t % 2 == 1 ? 0 : t < 20 ? 1 : t < 40 ? 0 : 0.5);
  }
  const auto rows = rows_of("windowed_bred{windows=3, evolution=\"window\"}",
                            trial_of(LogDataset(log), Agent(Always{})));
  CHECK(rows[0].values[0] == 1);
  CHECK(rows[1].values[0] == 0);
  CHECK(rows[2].values[0] == 0.5);
  for (const auto& row : rows) {
    CHECK(number(row, "records") == 40);
    CHECK(number(row, "acceptance") == Approx(1).epsilon(0.1));
    CHECK(number(row, "distinct") <= 0.5);
  }
}

TEST_CASE("windowed_bred: pools that change") {
  // 5 actions that pay 0.3, then 20 that pay 0.05: the truth is 0.175, what naive counting tends to
  // is (60 * 0.3 + 15 * 0.05) / 75 = 0.25 (thesis, section 3.7.2, p. 97).
  const auto data = dataset_of("pool_segments{pool_sizes=[5, 20], means=[0.3, 0.05], records=300}");
  const Agent uniform(Stochastic{});
  const auto windowed =
      estimates_of("windowed_bred{cut=\"pools\", resamples=3}", *data, uniform, 600, 200);
  require_near(windowed.mean, 0.175, windowed.standard_error());
  const auto one = estimates_of("windowed_bred{windows=1, resamples=3}", *data, uniform, 600, 200);
  require_near(one.mean, (60 * 0.3 + 15 * 0.05) / 75, one.standard_error());
  const auto rows =
      rows_of("windowed_bred{cut=\"pools\", resamples=20}", trial_of(*data, uniform, 600));
  CHECK(number(rows[0], "acceptance") == Approx(1).epsilon(0.05));
  CHECK(number(rows[0], "accepted") == Approx(600).epsilon(0.05));
  CHECK(number(rows[0], "records") == 300 * 25);
}

TEST_CASE("windowed_bred: it follows a drift that bred erases") {
  const auto data = dataset_of("drifting_arms{arms=10, period=1000}");
  const Agent agent =
      testing::make_agent("discounted_ucb{discount=0.98, alpha=0.3}", plain_log(10, {0}, {1}));
  constexpr std::uint64_t horizon = 4'000;
  constexpr std::uint64_t replicates = 30;
  const double truth = estimates_of("online", *data, agent, horizon, replicates).mean;
  const auto error = [&](const std::string& text) {
    return estimates_of(text, *data, agent, horizon, replicates).mean - truth;
  };
  const double bred = error("bred{resamples=1}");
  const double carried = error("windowed_bred{windows=16, resamples=1}");
  const double averaged = error("windowed_bred{windows=16, resamples=4, variant=\"averaged\"}");
  INFO("bred " << bred << ", carried " << carried << ", averaged " << averaged << ", truth "
               << truth);
  CHECK(bred < -0.08);
  CHECK(std::fabs(carried) < std::fabs(bred) / 3);
  CHECK(std::fabs(averaged) < std::fabs(bred) / 3);
}

namespace {

// Tells what contexts it learns from.
struct Spy {
  std::vector<double>* seen;
  Action choose(const Context&, const ActionSet&, Draws&) const { return 0; }
  void update(const Context& context, Action, double) { seen->push_back(context[0]); }
};

}  // namespace

TEST_CASE("windowed_bred: the jitter is that of the window's size") {
  Log log = plain_log(2, std::vector<Action>(500, 0), std::vector<double>(500, 1));
  log.dimension = 1;
  const auto one = log.pool_table.intern({0});
  const auto two = log.pool_table.intern({0, 1});
  for (std::size_t t = 0; t < 500; ++t) {
    log.contexts.push_back(t < 100 ? 0 : 100);
    log.pools.push_back(t < 100 ? one : two);
  }
  std::vector<double> seen;
  rows_of("windowed_bred{cut=\"pools\", resamples=20, jitter=2}",
          trial_of(LogDataset(log), Agent(Spy{&seen})));
  numeric::Moments small;
  numeric::Moments large;
  for (const double x : seen) (x < 50 ? small : large).add(x < 50 ? x : x - 100);
  CHECK(small.count == 20 * 100);
  CHECK(large.count == 20 * 800);
  CHECK(small.standard_deviation() == Approx(0.2).epsilon(0.05));  // 2 / sqrt(100)
  CHECK(large.standard_deviation() == Approx(0.1).epsilon(0.02));  // 2 / sqrt(400)
}

TEST_CASE("windowed_bred: what is refused") {
  const LogDataset data(turning_log(20));
  const Trial trial = trial_of(data, Agent(Stubborn{}));
  CHECK(refusal("windowed_bred{windows=21}", trial) ==
        "21 windows of a log of 20 records: each needs one record at least");
  const std::string averaged = refusal("windowed_bred{variant=\"averaged\", windows=2}", trial);
  CHECK(averaged.find("cannot be averaged") != std::string::npos);
  for (const char* name : {"lin_ucb", "thompson_sampling", "ucb"}) {
    CHECK(averaged.find(name) != std::string::npos);
  }
  CHECK(averaged.find("uniform_random") == std::string::npos);
  CHECK(refusal("windowed_bred{windows=20, expansion=0.1}", trial).find("from 1 on") !=
        std::string::npos);
  CHECK(refusal("windowed_bred{windows=2, jitter=1}", trial).find("jitter needs features") !=
        std::string::npos);
  CHECK(refusal("windowed_bred", trial_of(LogDataset(plain_log(2, {}, {})), Agent(Stubborn{}))) ==
        "the log is empty: there is nothing to resample");
  CHECK_THROWS_AS(evaluator_of("windowed_bred{windows=2, window_size=10}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("windowed_bred{windows=2, cut=\"pools\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("windowed_bred{windows=-1}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("windowed_bred{resamples=0}"), SpecErrors);
  // A static policy has no state to average.
  CHECK_NOTHROW(
      rows_of("windowed_bred{variant=\"averaged\", windows=2}", trial_of(data, Agent(Always{}))));
}

TEST_CASE("windowed_bred: what it says") {
  const LogDataset data(turning_log(100));
  const Agent agent(Greedy{});
  const auto evaluator = evaluator_of("windowed_bred{windows=4, variant=\"averaged\"}");
  const auto rows = rows_of(*evaluator, trial_of(data, agent));
  const auto remarks = evaluator->remarks(*data.log(), agent, rows[0]);
  REQUIRE(remarks.size() >= 4);
  CHECK(remarks[0].find("4 windows, the smallest of 25 records") == 0);
  CHECK(remarks[remarks.size() - 2].find("averaged") != std::string::npos);
  CHECK(evaluator->assumptions().constant_pool);
  CHECK_FALSE(evaluator_of("windowed_bred{cut=\"pools\"}")->assumptions().constant_pool);
}
