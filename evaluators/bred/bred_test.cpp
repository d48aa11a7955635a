#include <algorithm>
#include <cmath>

#include "suite/estimation/resampled_replay.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::estimation;
using namespace replaybench::testing;

namespace {

// Memorises the records: plays what was rewarded in this very context, otherwise action 0. So it
// meets a copy only with the action of the record: the overfitting that BRED must show.
struct Memory {
  std::vector<double> contexts = {};
  std::vector<Action> actions = {};
  Action choose(const Context& context, const ActionSet&, Draws&) const {
    for (std::size_t i = 0; i < contexts.size(); ++i) {
      if (contexts[i] == context[0]) return actions[i];
    }
    return 0;
  }
  void update(const Context& context, Action action, double reward) {
    contexts.push_back(context[0]);
    actions.push_back(reward > 0 ? action : action + 1);
  }
};

// Plays the whole part of the first feature, modulo 4: every jitter of it counts.
struct WholePart {
  static constexpr bool learns = false;
  Action choose(const Context& context, const ActionSet&, Draws&) const {
    const double part = std::floor(context[0]);
    return static_cast<Action>(part - 4 * std::floor(part / 4));
  }
  void update(const Context&, Action, double) {}
};

Log numbered_log(std::size_t records, Action action_count, std::uint64_t seed) {
  Log log;
  log.action_count = action_count;
  log.dimension = 2;
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws({seed}, i);
    log.contexts.push_back(static_cast<double>(i));
    log.contexts.push_back(1);
    log.actions.push_back(draws.below(action_count));
    log.rewards.push_back(draws.uniform() < 0.4 ? 1 : 0);
  }
  return log;
}

// BRED written down anew: the whole expanded sequence in memory, one record after the other.
double by_hand(const Log& log, Agent agent, Drawing drawing, StreamKey policy, std::uint64_t pass,
               double bandwidth, double* accepted) {
  const PassKeys keys = keys_of_pass(policy, pass);
  std::vector<std::uint32_t> all(log.size());
  for (std::uint32_t i = 0; i < log.size(); ++i) all[i] = i;
  std::vector<std::uint32_t> sequence(log.size() * log.action_count);
  make_source(drawing, all, sequence.size(), keys.records)->fill(sequence);
  double reward = 0;
  *accepted = 0;
  for (std::size_t slot = 0; slot < sequence.size(); ++slot) {
    const std::uint32_t i = sequence[slot];
    std::vector<double> x(log.contexts.begin() + i * log.dimension,
                          log.contexts.begin() + (i + 1) * log.dimension);
    double noise[1];
    fill_normals(keys.noise, slot, noise);
    x[0] += bandwidth * noise[0];  // feature 1 is constant
    const Context context{std::span<const double>(x)};
    Draws draws(keys.policy, slot);
    if (agent.choose(context, log.available(i), draws) != log.actions[i]) continue;
    agent.update(context, log.available(i), log.actions[i], log.rewards[i]);
    reward += log.rewards[i];
    ++*accepted;
  }
  return *accepted > 0 ? reward / *accepted : 0;
}

}  // namespace

TEST_CASE("bred and s_bred: the algorithm of the thesis, written down anew") {
  const Log log = numbered_log(40, 4, 71);
  const LogDataset dataset(log);
  for (const std::string name : {"bred", "s_bred"}) {
    for (const double bandwidth : {0.0, 0.25}) {
      for (const Agent& agent :
           {Agent(Memory{}), Agent(Stochastic{}), Agent(Alternating{}), Agent(WholePart{})}) {
        const Drawing drawing =
            name == "bred" ? Drawing::with_replacement : Drawing::shuffled_copies;
        Trial trial = trial_of(dataset, agent);
        double mean = 0;
        double reward = 0;
        double accepted = 0;
        for (std::uint64_t b = 0; b < 3; ++b) {
          double n = 0;
          const double g = by_hand(log, agent, drawing, trial.policy_stream(), b, bandwidth, &n);
          mean += g / 3;
          reward += g * n;
          accepted += n;
        }
        const std::string common = name + "{resamples=3, bandwidth=" + std::to_string(bandwidth);
        CHECK(value_of(common + "}", "estimate", trial) == Approx(mean).epsilon(1e-14));
        CHECK(value_of(common + "}", "accepted", trial) == Approx(accepted / 3));
        CHECK(value_of(common + ", combine=\"pooled\"}", "estimate", trial) ==
              Approx(reward / accepted).epsilon(1e-14));
      }
    }
  }
}

TEST_CASE("bred: rows at numbers of resamples are those of fewer resamples") {
  const LogDataset dataset(numbered_log(60, 3, 72));
  const auto rows = rows_of("s_bred{resamples=7, resample_checkpoints=[1, 4, 7]}",
                            trial_of(dataset, Agent(Stochastic{})));
  REQUIRE(rows.size() == 3);
  for (const auto& row : rows) {
    const std::string text = "s_bred{resamples=" + std::to_string(row.step) + "}";
    const auto alone = rows_of(text, trial_of(dataset, Agent(Stochastic{})));
    CHECK(alone.at(0).values[0] == row.values[0]);
    CHECK(alone.at(0).values[2] == row.values[2]);
  }
}

TEST_CASE("bred: the curve of accepted records, and its end where a resample did not get so far") {
  const LogDataset dataset(plain_log(2, {0, 0, 1, 1}, {1, 1, 0, 0}));
  const auto rows =
      rows_of("s_bred{resamples=5, checkpoints=[1, 2, 4, 5]}", trial_of(dataset, Agent(Always{0})));
  // Two copies of two records of action 0: four acceptances, always.
  REQUIRE(rows.size() == 3);
  for (const auto& row : rows) {
    CHECK(row.values[0] == 1);
    CHECK(row.values[2] == static_cast<double>(row.step));
  }
}

TEST_CASE("s_bred: a static deterministic policy gets what replay gives it, exactly") {
  const Log log = numbered_log(50, 5, 73);
  const LogDataset dataset(log);
  const Trial trial = trial_of(dataset, Agent(Always{2}));
  CHECK(value_of("s_bred{resamples=4}", "estimate", trial) ==
        Approx(value_of("replay", "estimate", trial)).epsilon(1e-14));
  CHECK(value_of("s_bred{resamples=4}", "bootstrap_variance", trial) == 0);
  CHECK(value_of("bred{resamples=40}", "bootstrap_variance", trial) > 0);
}

TEST_CASE("bred: a learner that memorises is found out by its acceptance, jitter cures it") {
  const LogDataset dataset(numbered_log(300, 4, 74));
  const Trial trial = trial_of(dataset, Agent(Memory{}));
  const double acceptance = value_of("s_bred{resamples=1}", "acceptance", trial);
  CHECK(acceptance < 0.9);
  CHECK(value_of("s_bred{resamples=1}", "estimate", trial) > 0.6);
  // Every jittered context is new: the policy that it is for a new context, action 0 always.
  const double jittered = value_of("s_bred{resamples=1, jitter=5}", "estimate", trial);
  CHECK(jittered == Approx(value_of("replay", "estimate", trial_of(dataset, Agent(Always{0})))));
}

TEST_CASE("bred: an estimate of as many interactions as the log has records") {
  const auto dataset = dataset_of("bernoulli_arms{arms=5, means=[0.3]}");
  const auto estimates = estimates_of("bred{resamples=2}", *dataset, Agent(Always{0}), 200, 4'000);
  require_near(estimates.mean, 0.3, estimates.standard_error());
  // Deterministic policy, B = 2: (K + 1/2) Var / T, to first order.
  const double variance = 5.5 * 0.21 / 200;
  CHECK(std::fabs(estimates.variance() / variance - 1) < 0.08);
}

TEST_CASE("bred: weights enter the estimate, per record") {
  Log log = plain_log(2, {0, 0, 0, 1}, {1, 0, 0, 1});
  log.propensities = {0.25, 0.5, 0.5, 0.5};
  const LogDataset dataset(log);
  const Trial trial = trial_of(dataset, Agent(Always{0}));
  // Three copies in any order: (4 x 1 + 0) / (4 + 2 + 2).
  CHECK(value_of("s_bred{weights=\"propensity\"}", "estimate", trial) == Approx(0.5));
  CHECK(value_of("s_bred{weights=\"propensity\", combine=\"pooled\"}", "estimate", trial) ==
        Approx(0.5));
}

TEST_CASE("r_bred: accepts so many, and refuses what it cannot reach") {
  const LogDataset dataset(plain_log(3, {0, 1, 1, 0}, {1, 0, 1, 0}));
  const auto rows =
      rows_of("r_bred{resamples=50, accepted=17}", trial_of(dataset, Agent(Always{1})));
  CHECK(rows[0].values[2] == 17);
  CHECK(value_of("r_bred{resamples=3}", "accepted", trial_of(dataset, Agent(Always{1}))) == 4);
  CHECK_THROWS_AS(rows_of("r_bred{resamples=1}", trial_of(dataset, Agent(Always{2}))),
                  NotApplicable);
}

TEST_CASE("bred: what it refuses") {
  const LogDataset dataset(plain_log(2, {0, 1, 1}, {1, 0, 1}));
  const Trial trial = trial_of(dataset, Agent(Always{0}));
  CHECK_THROWS_AS(rows_of("bred{expansion=0.5}", trial), NotApplicable);  // 1.5 records
  CHECK_THROWS_AS(rows_of("bred{jitter=1}", trial), NotApplicable);       // no features
  CHECK_THROWS_AS(rows_of("bred", trial_of(LogDataset(plain_log(2, {}, {})), Agent(Always{0}))),
                  NotApplicable);
  CHECK_THROWS_AS(evaluator_of("bred{resamples=0}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("bred{expansion=-1}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("bred{jitter=-1}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("bred{resamples=3, resample_checkpoints=[2, 4]}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("bred{checkpoints=[2], resample_checkpoints=[2]}"), SpecErrors);
  CHECK(value_of("bred{expansion=1}", "records", trial) == 3);
  // Nothing accepted: 0 by convention, and it says so.
  Log never = plain_log(3, {0, 1, 1}, {1, 0, 1});
  const LogDataset other(never);
  CHECK(value_of("bred{resamples=6}", "estimate", trial_of(other, Agent(Always{2}))) == 0);
  CHECK(value_of("bred{resamples=6}", "empty", trial_of(other, Agent(Always{2}))) == 6);
}

TEST_CASE("bred: remarks on the overfitting of a learner") {
  const Log log = numbered_log(300, 4, 75);
  const LogDataset dataset(log);
  const auto evaluator = evaluator_of("s_bred{resamples=2}");
  const Agent agent(Memory{});
  const auto rows = rows_of(*evaluator, trial_of(dataset, agent));
  std::string text;
  for (const auto& remark : evaluator->remarks(log, agent, rows[0])) text += remark + "\n";
  CHECK(text.find("overfitting") != std::string::npos);
  CHECK(text.find("no jitter") != std::string::npos);
  CHECK(text.find("320 records") != std::string::npos);  // 20 x 4^2
}
