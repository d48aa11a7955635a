#include <cmath>

#include "suite/estimation/kernel_choice.hpp"
#include "suite/estimation/static_error.hpp"
#include "suite/stream/word_stream.hpp"
#include "suite/testing/trials.hpp"
#include "suite/theory/resampling.hpp"

using Catch::Matchers::Contains;
using namespace replaybench;
using namespace replaybench::testing;

namespace {

/// Action 1 if the first feature is above `threshold`, otherwise action 0; it says so.
struct HalfLine {
  static constexpr bool learns = false;
  double threshold = 0;
  Action choose(const Context& context, const ActionSet&, Draws&) const {
    return context[0] > threshold ? 1 : 0;
  }
  void update(const Context&, Action, double) {}
  void probabilities(const Context& context, const ActionSet&, std::span<double> out) const {
    out[0] = context[0] > threshold ? 0 : 1;
    out[1] = 1 - out[0];
  }
};

/// Records on a line, with the constant feature behind.
Log line_log() {
  Log log = plain_log(2, {1, 0, 1, 1, 0, 0, 1, 0}, {1, 0, 0.5, 1, 2, 0, -1, 1});
  log.dimension = 2;
  for (const double x : {0.9, -0.7, 0.2, -0.1, -0.3, 0.4, 0.05, 0.0}) {
    log.contexts.push_back(x);
    log.contexts.push_back(1);
  }
  log.propensities = {0.5, 0.5, 0.25, 0.5, 0.8, 0.5, 0.5, 0.5};
  return log;
}

/// p_t(h) of HalfLine in closed form.
std::vector<double> exact_probabilities(const Log& log, double threshold, double h) {
  std::vector<double> result;
  for (std::size_t t = 0; t < log.size(); ++t) {
    const double beyond = log.contexts[2 * t] - threshold;  // for action 0
    result.push_back(theory::jitter_acceptance(log.actions[t] == 0 ? beyond : -beyond, h));
  }
  return result;
}

}  // namespace

TEST_CASE("kernel_red_inf: the probabilities are those of the Gaussian kernel in closed form") {
  const Log log = line_log();
  const Agent agent(HalfLine{0.1});
  constexpr std::uint64_t draws = 40'000;
  for (const double h : {0.05, 0.5, 3.0}) {
    Jitter jitter(log, {.bandwidth = h}, {431});
    const auto found = estimation::kernel_probabilities(agent, log, jitter, draws);
    const auto exact = exact_probabilities(log, 0.1, h);
    for (std::size_t t = 0; t < log.size(); ++t) {
      CAPTURE(h, t);
      require_near(found[t], exact[t],
                   std::sqrt(exact[t] * (1 - exact[t]) / static_cast<double>(draws)) + 1e-12);
    }
  }
}

TEST_CASE("kernel_red_inf: by plain loops, each record with noise of its own") {
  const Log log = line_log();
  constexpr std::uint64_t draws = 60;
  Jitter jitter(log, {.bandwidth = 0.5}, {431});
  const auto found = estimation::kernel_probabilities(Agent(HalfLine{0.1}), log, jitter, draws);
  for (std::size_t t = 0; t < log.size(); ++t) {
    double taken = 0;
    for (std::uint64_t draw = 0; draw < draws; ++draw) {
      double noise[1];
      fill_normals({431}, t * draws + draw, noise);
      const Action action = log.contexts[2 * t] + 0.5 * noise[0] > 0.1 ? 1 : 0;
      taken += action == log.actions[t];
    }
    CHECK(found[t] == taken / static_cast<double>(draws));
  }
}

TEST_CASE("kernel_red_inf: the estimate and its error are those of the closed form's weights") {
  const Log log = line_log();
  const LogDataset dataset(log);
  const Trial trial = trial_of(dataset, Agent(HalfLine{0.1}));
  const auto exact = exact_probabilities(log, 0.1, 0.5);
  for (const bool weighted : {false, true}) {
    double weight = 0;
    double reward = 0;
    double star = 0;
    for (std::size_t t = 0; t < log.size(); ++t) {
      const double w = weighted ? exact[t] / log.propensities[t] : exact[t];
      weight += w;
      reward += w * log.rewards[t];
      star += (weighted ? w : 2 * w) * log.rewards[t] / static_cast<double>(log.size());
    }
    double squares = 0;
    for (std::size_t t = 0; t < log.size(); ++t) {
      const double w = weighted ? exact[t] / log.propensities[t] : exact[t];
      squares += w * w * std::pow(log.rewards[t] - reward / weight, 2);
    }
    const std::string text = std::string("kernel_red_inf{bandwidth=0.5, draws=100000") +
                             (weighted ? ", weights=\"propensity\"" : "");
    // The draws leave a standard error of at most sqrt(8) 0.5 / sqrt(100,000) = .0045 of a sum of
    // eight acceptances with factors 1; the sum of weights is about 4, and star divides by 8.
    CHECK(value_of(text + "}", "estimate", trial) == Approx(reward / weight).margin(0.006));
    CHECK(value_of(text + ", star=true}", "estimate", trial) == Approx(star).margin(0.006));
    CHECK(value_of(text + "}", "standard_error", trial) ==
          Approx(std::sqrt(squares * 8 / 7) / weight).epsilon(0.02));
  }
}

TEST_CASE("kernel_red_inf: it is the limit of jittered replays") {
  const LogDataset dataset(line_log());
  const Trial trial = trial_of(dataset, Agent(HalfLine{0.1}));
  const double limit = value_of("kernel_red_inf{bandwidth=0.5, draws=100000}", "estimate", trial);
  // One pass of many copies, which the suite's jittered S-BRED really replays.
  const double replayed =
      value_of("s_bred{bandwidth=0.5, expansion=20000, resamples=1}", "estimate", trial);
  CHECK(replayed == Approx(limit).margin(0.02));
}

TEST_CASE("kernel_red_inf: without jitter, and for a policy without context, it is red_inf") {
  const LogDataset dataset(line_log());
  for (const Agent& agent : {Agent(HalfLine{0.1}), Agent(Stochastic{{0.3, 0.7}})}) {
    const Trial trial = trial_of(dataset, agent);
    for (const char* column : {"estimate", "standard_error", "low", "accepted"}) {
      CHECK(value_of("kernel_red_inf", column, trial) == value_of("red_inf", column, trial));
    }
  }
  const Trial trial = trial_of(dataset, Agent(Stochastic{{0.3, 0.7}}));
  CHECK(value_of("kernel_red_inf{bandwidth=2, draws=7}", "estimate", trial) ==
        Approx(value_of("red_inf", "estimate", trial)).epsilon(1e-12));
}

TEST_CASE("kernel_red_inf: pools of actions are read by place") {
  Log log = line_log();
  log.action_count = 4;
  for (Action& action : log.actions) action = action == 0 ? 1 : 3;
  const auto pool = log.pool_table.intern({1, 3});
  log.pools.assign(log.size(), pool);
  Jitter jitter(log, {.bandwidth = 0.5}, {431});
  Log plain = line_log();
  Jitter plain_jitter(plain, {.bandwidth = 0.5}, {431});
  const Agent agent(HalfLine{0.1});
  CHECK(estimation::kernel_probabilities(agent, log, jitter, 50) ==
        estimation::kernel_probabilities(agent, plain, plain_jitter, 50));
}

TEST_CASE("kernel_red_inf: what cannot be done is refused, and the bias is said") {
  const LogDataset plain(plain_log(2, {0, 1}, {1, 0}));
  const Trial no_context = trial_of(plain, Agent(Stochastic{{0.5, 0.5}}));
  CHECK_THROWS_WITH(rows_of("kernel_red_inf{jitter=5}", no_context), Contains("has none"));
  const LogDataset dataset(line_log());
  CHECK_THROWS_AS(rows_of("kernel_red_inf{jitter=5}", trial_of(dataset, Agent(Alternating{}))),
                  NotApplicable);
  CHECK_THROWS_AS(rows_of("kernel_red_inf{jitter=5}", trial_of(dataset, Agent(Always{}))),
                  NotApplicable);
  CHECK_THROWS_AS(evaluator_of("kernel_red_inf{draws=0}"), SpecErrors);
  const Log log = line_log();
  const Agent agent(HalfLine{0.1});
  const auto rows = rows_of("kernel_red_inf{jitter=1}", trial_of(dataset, agent));
  const auto evaluator = evaluator_of("kernel_red_inf{jitter=1}");
  REQUIRE(evaluator->remarks(log, agent, rows[0]).size() == 1);
  CHECK(evaluator_of("kernel_red_inf")->remarks(log, agent, rows[0]).empty());
}
