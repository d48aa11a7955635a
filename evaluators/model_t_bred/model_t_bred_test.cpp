#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "suite/resample/entangled.hpp"
#include "suite/resample/pass.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

/// Plays action 0 and counts what it was taught.
struct Counter {
  std::uint64_t* updates = nullptr;
  double* rewards = nullptr;
  Action choose(const Context&, const ActionSet&, Draws&) const { return 0; }
  void update(const Context&, Action, double reward) {
    ++*updates;
    *rewards += reward;
  }
};

/// Plays what was last rewarded.
struct Follower {
  Action last = 1;
  Action choose(const Context&, const ActionSet&, Draws&) const { return last; }
  void update(const Context&, Action action, double reward) {
    last = reward > 0.5 ? action : 1 - action;
  }
};

Log arms_log(std::size_t records, double first, double second) {
  Log log = plain_log(2, {}, {});
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({0x6d74}, t);
    log.actions.push_back(draws.below(2));
    log.rewards.push_back(draws.uniform() < (log.actions.back() == 0 ? first : second) ? 1 : 0);
  }
  return log;
}

}  // namespace

TEST_CASE("model_t_bred: of a static policy, by a plain count over the same tests") {
  const Log log = arms_log(80, 0.7, 0.2);
  const LogDataset dataset(log);
  const auto trial = trial_of(dataset, Agent(Always{0}));
  std::vector<std::uint32_t> records(80);
  std::iota(records.begin(), records.end(), 0);
  double reward = 0;
  double count = 0;
  for (std::uint64_t b = 0; b < 7; ++b) {
    const PassKeys keys = keys_of_pass(trial.policy_stream(), b);
    const EntangledSplit split(records, 20, replicate_key(keys.records, 0));
    for (const std::uint32_t test : split.tests) {
      if (log.actions[test] != 0) continue;
      reward += log.rewards[test];
      ++count;
    }
  }
  const auto number = [&](const char* column) {
    return value_of("model_t_bred{resamples=7, tau=0.25}", column, trial);
  };
  CHECK(count > 50);
  CHECK(number("estimate") == Approx(reward / count).epsilon(1e-14));
  CHECK(number("tested") == Approx(count / 7).epsilon(1e-14));
  // 80 - 20 / 2 slots are taught.
  CHECK(number("interactions") == Approx(70 + count / 7).epsilon(1e-14));
  CHECK(number("overfitting") == Approx(number("training") - reward / count).epsilon(1e-12));
}

TEST_CASE("model_t_bred: the model has seen the training records alone") {
  // One test, whose reward is 1; all others are 0. Of the resamples whose model pays, none can have
  // seen it: the model without context is a mean, which is 0 without the test, so the
  // training mean is the share of resamples in which the record was no test, times its mean.
  Log log = arms_log(40, 0, 0);
  std::ranges::fill(log.actions, Action{0});
  log.rewards[7] = 1;
  const LogDataset dataset(log);
  std::vector<std::uint32_t> records(40);
  std::iota(records.begin(), records.end(), 0);
  std::uint64_t updates = 0;
  double paid = 0;
  const auto trial = trial_of(dataset, Agent(Counter{&updates, &paid}));
  double wanted = 0;
  constexpr std::uint64_t resamples = 200;
  for (std::uint64_t b = 0; b < resamples; ++b) {
    const PassKeys keys = keys_of_pass(trial.policy_stream(), b);
    const EntangledSplit split(records, 20, replicate_key(keys.records, 0));
    wanted += std::ranges::count(split.training, 7u) / 20.0 / resamples;
  }
  const double training = value_of("model_t_bred{resamples=200, tau=0.5}", "training", trial);
  require_near(training, wanted, std::sqrt(0.05 / (30.0 * resamples)));
  CHECK(updates == resamples * 30 + resamples * 20);  // K = 2: 40 - 10 taught, and all tests
}

TEST_CASE("model_t_bred: not biased for a static policy, and for one that needs no knowledge") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.6, 0.3]}");
  const char* text = "model_t_bred{resamples=3, tau=0.2}";
  const auto fixed = estimates_of(text, *dataset, Agent(Always{0}), 200, 300);
  require_near(fixed.mean, 0.6, std::sqrt(fixed.variance() / 300));
  // Follower: the stationary distribution of staying after a reward and leaving after none is 4/7 on
  // action 0 of p = 0.6 (leaves with 0.4) and q = 0.3 (leaves with 0.7): 7/11 and 4/11. The model's
  // arms differ from the true ones by noise of the log, which shifts the shares to the second order.
  const auto follower = estimates_of(text, *dataset, Agent(Follower{}), 2'000, 200);
  const double truth = 7.0 / 11 * 0.6 + 4.0 / 11 * 0.3;
  CHECK(std::fabs(follower.mean - truth) < 4 * std::sqrt(follower.variance() / 200) + 0.002);
}

TEST_CASE("model_t_bred: what cannot be divided says so") {
  const LogDataset dataset(arms_log(5, 0.5, 0.5));
  const auto trial = trial_of(dataset, Agent(Always{0}));
  CHECK_THROWS_AS(rows_of("model_t_bred{tau=0.1}", trial), NotApplicable);
  CHECK_THROWS_AS(rows_of("model_t_bred{tau=0.95}", trial), NotApplicable);
  CHECK_THROWS_AS(evaluator_of("model_t_bred{resamples=0}"), SpecErrors);
}
