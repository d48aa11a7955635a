#include <map>

#include "suite/estimation/entangled_replay.hpp"
#include "suite/resample/pass.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

enum Column : std::size_t {
  estimate,
  standard_error,
  accepted,
  records,
  acceptance,
  distinct,
  copies,
  bootstrap_variance,
  empty,
  training,
  overfitting,
  tested
};

// Remembers every context (its one feature is the record's number) and what paid there.
struct Memoriser {
  struct Memory {
    Action action;
    double reward;
  };
  std::map<double, Memory> memories = {};
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    const auto found = memories.find(context[0]);
    if (found == memories.end()) return actions[draws.below(actions.size())];
    if (found->second.reward > 0) return found->second.action;
    return actions[(found->second.action + 1) % actions.size()];
  }
  void update(const Context& context, Action action, double reward) {
    memories[context[0]] = {action, reward};
  }
};

// The feature gives the reward: action 1 if it is 1.
struct Reader {
  static constexpr bool learns = false;
  Action choose(const Context& context, const ActionSet&, Draws&) const {
    return context[0] == 1 ? 1 : 0;
  }
  void update(const Context&, Action, double) {}
};

// n records, two actions, coins for rewards: no algorithm earns more than 1/2.
Log coins(std::size_t n, std::uint64_t key) {
  Log log;
  log.action_count = 2;
  log.dimension = 1;
  Draws draws({key}, 0);
  for (std::size_t i = 0; i < n; ++i) {
    log.contexts.push_back(static_cast<double>(i));
    log.actions.push_back(draws.below(2));
    log.rewards.push_back(draws.below(2));
  }
  return log;
}

// Algorithm 17 as it is printed, mended, with lists and plain loops. Only the draws are shared.
struct Plain {
  double tests = 0;
  double reward = 0;
  double training_tests = 0;
  double training_reward = 0;
  std::vector<int> times;
};

void plain_resample(const Log& log, Agent agent, std::uint64_t slots, std::size_t test_count,
                    bool tweaked, const PassKeys& keys, Plain& out) {
  // Divide S at random.
  const std::size_t n = log.size();
  std::vector<std::uint32_t> s(n);
  for (std::size_t i = 0; i < n; ++i) s[i] = static_cast<std::uint32_t>(i);
  WordStream order(replicate_key(keys.records, 0), 0);
  for (std::size_t i = n - 1; i > 0; --i) {
    std::swap(s[i], s[order.below(static_cast<std::uint32_t>(i + 1))]);
  }
  // I_test and the mapping m.
  WordStream slot_words(replicate_key(keys.records, 2), 0);
  std::map<std::uint64_t, std::uint32_t> m;
  for (std::uint64_t i = 0; i < slots; ++i) {
    const std::size_t left = test_count - m.size();
    if (slot_words.below(static_cast<std::uint32_t>(slots - i)) < left) {
      m[i] = s[n - test_count + m.size()];
    }
  }
  REQUIRE(m.size() == test_count);
  WordStream training_words(replicate_key(keys.records, 1), 0);
  std::vector<bool> learnt(n);
  ContextReader contexts(log);
  for (std::uint64_t i = 0; i < slots; ++i) {
    const bool test = m.count(i) > 0;
    const std::uint32_t t =
        test ? m[i] : s[training_words.below(static_cast<std::uint32_t>(n - test_count))];
    Draws draws(keys.policy, i);
    const Action a = agent.choose(contexts[t], log.available(t), draws);
    if (a != log.actions[t]) continue;
    if (!tweaked || !learnt[t]) agent.update(contexts[t], log.available(t), a, log.rewards[t]);
    learnt[t] = true;
    (test ? out.tests : out.training_tests) += 1;
    (test ? out.reward : out.training_reward) += log.rewards[t];
    if (test) ++out.times[t];
  }
}

}  // namespace

TEST_CASE("t_bred: four records by hand") {
  // Always action 0; rewards of action 0 are 1, 0, 1 (records 0, 1, 3), record 2 is action 1's.
  // tau = 1/2: for any draws, a resample's tests are two records, met once.
  const LogDataset dataset(plain_log(2, {0, 0, 1, 0}, {1, 0, 1, 1}));
  Trial trial = trial_of(dataset, Agent(Always{}));
  const auto rows = rows_of("t_bred{resamples=1, tau=0.5}", trial);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].step == 4);
  const auto& v = rows[0].values;
  CHECK(v[records] == 8);  // K T
  const EntangledSplit split(std::vector<std::uint32_t>{0, 1, 2, 3}, 2,
                             replicate_key(keys_of_pass(trial.policy_stream(), 0).records, 0));
  double n = 0;
  double g = 0;
  for (const auto t : split.tests) {
    if (t == 2) continue;
    ++n;
    g += t == 1 ? 0 : 1;
  }
  CHECK(v[tested] == n);
  CHECK(v[estimate] == (n > 0 ? g / n : 0));
  CHECK(v[acceptance] == v[accepted] * 2 / 8);
  CHECK(v[overfitting] == v[training] - v[estimate]);
}

TEST_CASE("t_bred: plain loops with the same draws give the same bytes") {
  const Log log = testing::golden_log(60);
  const LogDataset dataset(log);
  for (const std::string algorithm : {"lin_ucb{alpha=1}", "ucb{alpha=1}", "epsilon_greedy"}) {
    const Agent agent = testing::make_agent(algorithm, log);
    for (const bool tweaked : {false, true}) {
      Trial trial = trial_of(dataset, agent);
      Plain plain;
      plain.times.resize(log.size());
      const std::uint64_t slots = log.size() * log.action_count;
      for (std::uint64_t b = 0; b < 3; ++b) {
        plain_resample(log, agent, slots, 12, tweaked, keys_of_pass(trial.policy_stream(), b),
                       plain);
      }
      const auto rows = rows_of(
          tweaked ? "t_bred{resamples=3, tau=0.2, tweaked=true}" : "t_bred{resamples=3, tau=0.2}",
          trial);
      const auto& v = rows.at(0).values;
      REQUIRE(plain.tests > 3);
      CHECK(v[estimate] == plain.reward / plain.tests);
      CHECK(v[tested] == Approx(plain.tests / 3).epsilon(1e-14));
      CHECK(v[training] == plain.training_reward / plain.training_tests);
      double squares = 0;
      double count = 0;
      for (std::size_t t = 0; t < log.size(); ++t) {
        const double part = plain.times[t] * (log.rewards[t] - v[estimate]);
        squares += part * part;
        count += plain.times[t] > 0;
      }
      CHECK(v[standard_error] ==
            Approx(std::sqrt(squares * count / (count - 1)) / plain.tests).epsilon(1e-12));
    }
  }
}

TEST_CASE("t_bred: the jitter touches the training records only") {
  // The noise of deviation 1e9 hides the context wherever it is put.
  Log log;
  log.action_count = 2;
  log.dimension = 1;
  for (int i = 0; i < 40; ++i) {
    log.contexts.push_back(i % 2);
    log.actions.push_back(1);
    log.rewards.push_back(i % 2);
  }
  const LogDataset dataset(log);
  const auto rows =
      rows_of("t_bred{resamples=20, tau=0.25, bandwidth=1e9}", trial_of(dataset, Agent(Reader{})));
  CHECK(rows[0].values[estimate] == 1);
  CHECK(rows[0].values[tested] > 0);
  // No training record is accepted: the noise is never exactly 1 - x.
  CHECK(std::isnan(rows[0].values[training]));
}

TEST_CASE("t_bred: memorising does not pay, where s_bred is fooled") {
  numeric::Moments tested_estimates;
  numeric::Moments fooled;
  numeric::Moments excess;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const LogDataset dataset(coins(200, 500 + i));
    const Agent agent(Memoriser{});
    const auto rows = rows_of("t_bred{resamples=40}", trial_of(dataset, agent, 0, i));
    tested_estimates.add(rows[0].values[estimate]);
    excess.add(rows[0].values[overfitting]);
    fooled.add(value_of("s_bred{resamples=2}", "estimate", trial_of(dataset, agent, 0, i)));
  }
  CHECK(fooled.mean > 0.55);
  CHECK(excess.mean > 0.05);
  require_near(tested_estimates.mean, 0.5, std::sqrt(tested_estimates.variance() / 40));
}

TEST_CASE("t_bred: a static policy's estimate and error") {
  // Unbiased, and the standard error is the deviation over logs: 1/2 (1/2) / 100 tests per log of
  // all its records, with little left from the drawing of 60 resamples.
  numeric::Moments estimates;
  numeric::Moments errors;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const LogDataset dataset(coins(200, 5000 + i));
    const auto rows = rows_of("t_bred{resamples=60}", trial_of(dataset, Agent(Always{}), 0, i));
    estimates.add(rows[0].values[estimate]);
    errors.add(rows[0].values[standard_error]);
  }
  require_near(estimates.mean, 0.5, std::sqrt(estimates.variance() / 400));
  // sqrt(0.25 / 100 * (1 + 0.9 / 6)) = 0.0536, a little more for the number accepted is random.
  CHECK(errors.mean == Approx(0.0536).epsilon(0.02));
  CHECK(std::sqrt(estimates.variance()) == Approx(errors.mean).epsilon(0.11));  // 3 s.e. at n = 400
}

TEST_CASE("t_bred: one test a resample") {
  const LogDataset dataset(plain_log(2, {0, 0, 1, 0}, {1, 0, 1, 1}));
  // All records of a static policy's action have the same chance: in the limit replay's estimate.
  const auto rows =
      rows_of("t_bred{tau=0.25, resamples=20000}", trial_of(dataset, Agent(Always{})));
  CHECK(rows[0].values[estimate] == Approx(2.0 / 3).margin(0.013));  // 3.3 s.e.
  CHECK(rows[0].values[tested] == Approx(0.75).margin(0.011));
  CHECK(rows[0].values[empty] == Approx(20000 * 0.25).margin(210));
}

TEST_CASE("t_bred: rows at numbers of resamples are the shorter runs") {
  const Log log = testing::golden_log(60);
  const LogDataset dataset(log);
  const Agent agent = testing::make_agent("ucb", log);
  const auto rows = rows_of("t_bred{resamples=8, tau=0.4, resample_checkpoints=[2, 5]}",
                            trial_of(dataset, agent));
  REQUIRE(rows.size() == 2);
  for (const auto& row : rows) {
    const auto alone = rows_of("t_bred{tau=0.4, resamples=" + std::to_string(row.step) + "}",
                               trial_of(dataset, agent));
    CHECK(alone[0].values == row.values);
  }
}

TEST_CASE("t_bred: shuffled copies give the teaching records equal shares") {
  // 20 records, tau = 1/2, K = 2: 30 slots for 10 records, 3 copies of each. Always accepts all.
  const LogDataset dataset(plain_log(2, std::vector<Action>(20, 0), std::vector<double>(20, 1)));
  const auto rows = rows_of("t_bred{resamples=5, tau=0.5, drawing=\"shuffled_copies\"}",
                            trial_of(dataset, Agent(Always{})));
  CHECK(rows[0].values[accepted] == 40);
  CHECK(rows[0].values[distinct] == 1);
  CHECK(rows[0].values[copies] == 2);
  CHECK(rows[0].values[bootstrap_variance] == 0);
}

TEST_CASE("t_bred: nothing accepted is 0, and a remark") {
  const auto evaluator = evaluator_of("t_bred{resamples=3}");
  const Log log = plain_log(2, std::vector<Action>(20, 0), std::vector<double>(20, 1));
  const LogDataset dataset(log);
  const Agent agent(Always{1});
  const auto rows = rows_of(*evaluator, trial_of(dataset, agent));
  CHECK(rows[0].values[estimate] == 0);
  CHECK(std::isnan(rows[0].values[standard_error]));
  CHECK(rows[0].values[empty] == 3);
  const auto remarks = evaluator->remarks(log, agent, rows[0]);
  REQUIRE(remarks.size() >= 2);
  CHECK(remarks[1].find("no test was accepted in any resample") == 0);
}

TEST_CASE("t_bred: a plain sentence on overfitting") {
  const Log log = coins(2000, 3);
  const LogDataset dataset(log);
  const auto all_remarks = [&](const Agent& agent) {
    const auto evaluator = evaluator_of("t_bred{resamples=20}");
    const auto rows = rows_of(*evaluator, trial_of(dataset, agent));
    std::string all;
    for (const auto& remark : evaluator->remarks(log, agent, rows[0])) all += remark + "\n";
    return all;
  };
  const std::string fooled = all_remarks(Agent(Memoriser{}));
  CHECK(fooled.find("overfitting +0.") != std::string::npos);
  CHECK(fooled.find("what was memorised did not raise it") != std::string::npos);
  const std::string sober = all_remarks(Agent(Alternating{}));
  CHECK(sober.find("overfitting is not distinguishable from 0") != std::string::npos);
}

TEST_CASE("t_bred: what cannot be is refused") {
  const LogDataset dataset(plain_log(2, {0, 0, 1, 0}, {1, 0, 1, 1}));
  const auto run = [&](const std::string& text) {
    return rows_of(text, trial_of(dataset, Agent(Always{})));
  };
  CHECK_THROWS_AS(run("t_bred{tau=0}"), SpecErrors);
  CHECK_THROWS_AS(run("t_bred{tau=1}"), SpecErrors);
  CHECK_THROWS_AS(run("t_bred{resample_checkpoints=[101]}"), SpecErrors);
  CHECK_THROWS_AS(run("t_bred{tau=0.1}"), NotApplicable);                 // 0.4 tests
  CHECK_THROWS_AS(run("t_bred{tau=0.9}"), NotApplicable);                 // all are tests
  CHECK_THROWS_AS(run("t_bred{tau=0.5, jitter=50}"), NotApplicable);      // no features
  CHECK_THROWS_AS(run("t_bred{tau=0.5, expansion=0.5}"), NotApplicable);  // tests only
  CHECK_THROWS_AS(run("t_bred{tau=0.5, expansion=1e9}"), NotApplicable);
}

TEST_CASE("t_bred: in a resample of a log no copy of a test was learned before") {
  numeric::Moments by_original;
  numeric::Moments by_record;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const Log log = coins(200, 900 + i);
    std::vector<std::uint32_t> drawn;
    for (std::uint32_t j = 0; j < 200; ++j) drawn.push_back(Draws({901 + i}, j).below(200));
    Log resample = log.select(drawn);
    const auto estimate_of = [&](const Log& of) {
      const LogDataset dataset(of);
      return value_of("t_bred{resamples=20}", "estimate",
                      trial_of(dataset, Agent(Memoriser{}), 0, i));
    };
    by_original.add(estimate_of(resample));
    resample.originals.clear();
    by_record.add(estimate_of(resample));
  }
  require_near(by_original.mean, 0.5, std::sqrt(by_original.variance() / 40));
  CHECK(by_record.mean > 0.6);
}

TEST_CASE("t_bred: a resample's estimate varies as that of other logs") {
  // A tested original counts as often as it was drawn: without that the deviation would be a quarter
  // too small (the variance of a mean over the different records is 0.58 of that over all).
  const Log log = coins(400, 31);
  const LogDataset dataset(log);
  const auto trial = trial_of(dataset, Agent(Always{}));
  const double by_bootstrap =
      value_of("bootstrap{of=\"t_bred{resamples=60}\", resamples=300}", "standard_error", trial);
  const double own = value_of("t_bred{resamples=60}", "standard_error", trial);
  CHECK(by_bootstrap == Approx(own).epsilon(0.13));  // 3 s.e. of a deviation of 300
}
