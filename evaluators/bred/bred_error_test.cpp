// A standard error beside the estimates of the BRED family is the estimate's, or absent.

#include <cmath>

#include "suite/numeric/moments.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

const std::string family[] = {"bred{resamples=10",
                              "s_bred{resamples=10",
                              "r_bred{resamples=10",
                              "windowed_bred{windows=4, resamples=10",
                              "windowed_bred{windows=4, resamples=10, drawing=\"shuffled\"",
                              "windowed_bred{windows=4, resamples=10, evolution=\"cumulative\"",
                              "time_series_bred{width=30, resamples=10"};

Log binary_log(std::size_t records, Action actions, std::uint64_t key) {
  Log log;
  log.action_count = actions;
  log.dimension = 2;
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws({key}, i);
    log.contexts.insert(log.contexts.end(), {draws.normal(), 1});
    log.actions.push_back(draws.below(actions));
    log.rewards.push_back(draws.uniform() < 0.4 ? 1 : 0);
  }
  return log;
}

// A static policy of two features that does not give its probabilities.
struct Silent {
  static constexpr bool learns = false;
  Action choose(const Context& context, const ActionSet&, Draws&) const { return context[0] > 0; }
  void update(const Context&, Action, double) {}
};

// Like Silent, but with probabilities.
struct Threshold : Silent {
  void probabilities(const Context& context, const ActionSet&, std::span<double> out) const {
    std::fill(out.begin(), out.end(), 0.0);
    out[context[0] > 0] = 1;
  }
};

std::string remarks_of(const std::string& text, const Log& log, const Agent& agent) {
  const auto evaluator = evaluator_of(text);
  const LogDataset dataset(log);
  const auto rows = rows_of(*evaluator, trial_of(dataset, agent));
  std::string all;
  for (const auto& remark : evaluator->remarks(log, agent, rows.back())) all += remark + "\n";
  return all;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

namespace {

// A variance over n logs is known to sqrt(2 / n); three times that is allowed.
void check_errors_are_the_spread(std::uint64_t logs) {
  // 5 actions of different means, so that the policy's choices matter; logs of 300 records.
  const auto arms = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.7, 0.4, 0.3]}");
  const double allowed = 3 * std::sqrt(2.0 / static_cast<double>(logs));
  const Agent policies[] = {Agent(Stochastic{{0.6, 0.1, 0.1, 0.1, 0.1}}), Agent(Stochastic{}),
                            testing::make_agent("fixed_action{action=2}", 5)};
  for (const std::string& text : family) {
    const auto evaluator = evaluator_of(text + "}");
    for (const Agent& policy : policies) {
      numeric::Moments estimates;
      numeric::Moments squared_errors;
      for (std::uint64_t i = 0; i < logs; ++i) {
        const ResultRow row = rows_of(*evaluator, trial_of(*arms, policy, 300, i)).back();
        estimates.add(value_of(evaluator->schema(), row, Role::estimate));
        const double error = value_of(evaluator->schema(), row, Role::standard_error);
        squared_errors.add(error * error);
      }
      INFO(text << ": " << std::sqrt(squared_errors.mean) << ", over logs "
                << estimates.standard_deviation());
      CHECK(squared_errors.mean == Approx(estimates.variance()).epsilon(allowed));
    }
  }
}

}  // namespace

// To 35 %: finds an error by a factor of 2, or one that leaves out half of the variance.
TEST_CASE("bred family: the standard error of a static policy is the spread over logs") {
  check_errors_are_the_spread(150);
}

// To 17 %.
TEST_CASE("bred family: the standard error of a static policy over 600 logs", "[long]") {
  check_errors_are_the_spread(600);
}

TEST_CASE("bred family: a deterministic policy's standard error is replay's, not 0") {
  const Log log = binary_log(400, 5, 81);
  const LogDataset dataset(log);
  const Trial trial = trial_of(dataset, testing::make_agent("fixed_action{action=1}", log));
  const double replay = value_of("replay", "standard_error", trial);
  CHECK(replay > 0.03);
  for (const std::string text :
       {"s_bred", "windowed_bred{drawing=\"shuffled\", windows=3}",
        "select_bandwidth{method=\"entangled\", repeats=2, candidates=[0, 1], resamples=3}"}) {
    INFO(text);
    CHECK(value_of(text, "standard_error", trial) == Approx(replay).epsilon(0.02));
  }
  CHECK(value_of("s_bred", "standard_error", trial) == Approx(replay).epsilon(1e-12));
  CHECK(value_of("s_bred", "bootstrap_variance", trial) == 0);
}

TEST_CASE("bred family: the error over logs does not shrink with the resamples") {
  const Log log = binary_log(400, 5, 82);
  const LogDataset dataset(log);
  const Trial trial = trial_of(dataset, Agent(Stochastic{}));
  const double limit = value_of("red_inf", "standard_error", trial);
  for (const std::string name : {"bred", "s_bred"}) {
    const double few = value_of(name + "{resamples=4}", "standard_error", trial);
    const double many = value_of(name + "{resamples=400}", "standard_error", trial);
    CHECK(few > many);
    CHECK(many >= limit);
    CHECK(many == Approx(limit).epsilon(0.01));
    const double variance = value_of(name + "{resamples=4}", "bootstrap_variance", trial);
    CHECK(few * few - limit * limit == Approx(variance / 4).epsilon(1e-9));
  }
}

TEST_CASE("bred family: a row of a window has the error of its records") {
  const Log log = binary_log(400, 3, 83);
  const LogDataset dataset(log);
  const Agent policy = testing::make_agent("fixed_action{action=1}", log);
  const auto of = [&](const std::string& evolution) {
    const std::string text =
        "windowed_bred{windows=2, drawing=\"shuffled\", evolution=\"" + evolution + "\"}";
    return rows_of(text, trial_of(dataset, policy));
  };
  const auto error_on = [&](std::size_t first, std::size_t count) {
    const LogDataset part(log.range(first, count));
    return value_of("replay", "standard_error", trial_of(part, policy));
  };
  const auto windows = of("window");
  const auto cumulative = of("cumulative");
  REQUIRE(windows.size() == 2);
  CHECK(windows[0].values[1] == Approx(error_on(0, 200)).epsilon(1e-12));
  CHECK(windows[1].values[1] == Approx(error_on(200, 200)).epsilon(1e-12));
  CHECK(cumulative[0].values[1] == windows[0].values[1]);
  CHECK(cumulative[1].values[1] == Approx(error_on(0, 400)).epsilon(1e-12));
}

TEST_CASE("bred family: no standard error where there is none, and a remark says why") {
  const Log log = binary_log(300, 2, 84);
  const LogDataset dataset(log);
  for (const std::string& begin : family) {
    INFO(begin);
    const auto error = [&](const std::string& more, const Agent& agent) {
      return rows_of(begin + more + "}", trial_of(dataset, agent)).back().values[1];
    };
    CHECK(std::isnan(error("", Agent(Alternating{}))));
    CHECK(std::isnan(error("", Agent(Silent{}))));
    CHECK(std::isnan(error(", jitter=5", Agent(Threshold{}))));
    CHECK(error("", Agent(Threshold{})) > 0);
    // Noise on contexts that nobody reads changes nothing.
    const Agent fixed = testing::make_agent("fixed_action{action=1}", log);
    CHECK(error(", jitter=5", fixed) == error("", fixed));
    CHECK(has(remarks_of(begin + "}", log, Agent(Alternating{})), "no interval: the resamples"));
    CHECK(has(remarks_of(begin + "}", log, Agent(Silent{})), "probabilities of the policy"));
    CHECK(has(remarks_of(begin + ", jitter=5}", log, Agent(Threshold{})), "the jitter moves"));
    CHECK_FALSE(has(remarks_of(begin + "}", log, Agent(Threshold{})), "no interval"));
  }
  CHECK(std::isnan(
      value_of("s_bred{resamples=1}", "standard_error", trial_of(dataset, Agent(Threshold{})))));
  CHECK(has(remarks_of("s_bred{resamples=1}", log, Agent(Threshold{})), "two resamples"));
  CHECK(has(remarks_of("s_bred{resamples=2}", log, Agent(Alternating{})),
            "bootstrap{of=\"s_bred\"}"));
  // The named evaluator gives an interval for a learning algorithm.
  const auto row = rows_of("bootstrap{of=\"s_bred{resamples=1}\", resamples=40}",
                           trial_of(dataset, testing::make_agent("ucb", log)));
  const auto bootstrap = evaluator_of("bootstrap");
  CHECK(value_of(bootstrap->schema(), row.at(0), Role::interval_low) <
        value_of(bootstrap->schema(), row.at(0), Role::interval_high));
}

TEST_CASE("bred family: only what reads contexts is said to overfit") {
  const Log uniform = binary_log(300, 4, 85);
  Log skewed = plain_log(4, {}, {});
  skewed.dimension = 2;
  for (std::size_t i = 0; i < 300; ++i) {
    Draws draws({86}, i);
    const Action action = draws.uniform() < 0.88 ? 0 : 1 + draws.below(3);
    skewed.contexts.insert(skewed.contexts.end(), {draws.normal(), 1});
    skewed.actions.push_back(action);
    skewed.rewards.push_back(action == 0 ? 0 : draws.uniform() < 0.9);
  }
  const auto ucb = testing::make_agent("ucb{alpha=0.1}", skewed);
  const auto lin_ucb = testing::make_agent("lin_ucb{alpha=0.1}", skewed);
  const std::string without = remarks_of("s_bred{resamples=2}", skewed, ucb);
  CHECK(has(without, "rarer in this log"));
  CHECK(has(without, "This is not overfitting"));
  CHECK_FALSE(has(without, "no jitter"));
  CHECK_FALSE(has(without, "with contexts"));
  const std::string with = remarks_of("s_bred{resamples=2}", skewed, lin_ucb);
  CHECK(has(with, "are not uniform, which alone can have this effect"));
  CHECK(has(with, "select_bandwidth chooses a jitter"));
  CHECK_FALSE(has(remarks_of("s_bred{resamples=2, jitter=5}", uniform, lin_ucb), "no jitter"));
  CHECK(has(remarks_of("windowed_bred{windows=1, resamples=2}", skewed, ucb),
            "This is not overfitting"));
}
