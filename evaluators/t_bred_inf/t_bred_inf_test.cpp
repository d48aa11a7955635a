#include <map>
#include <set>

#include "suite/resample/pass.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// Number of distinct records that it has learned from (the one feature is the record's number), and
// the smallest margin between this number and the limit when it learned.
struct Witness {
  std::shared_ptr<std::set<double>> known = std::make_shared<std::set<double>>();
  std::shared_ptr<std::vector<std::size_t>> sizes = std::make_shared<std::vector<std::size_t>>();
  Action choose(const Context&, const ActionSet&, Draws&) const { return 0; }
  void update(const Context& context, Action, double) {
    known->insert(context[0]);
    sizes->push_back(known->size());
  }
};

Log numbered(std::size_t n, Action actions, std::uint64_t key) {
  Log log;
  log.action_count = actions;
  log.dimension = 1;
  Draws draws({key}, 0);
  for (std::size_t i = 0; i < n; ++i) {
    log.contexts.push_back(static_cast<double>(i));
    log.actions.push_back(0);
    log.rewards.push_back(draws.below(2));
  }
  return log;
}

}  // namespace

TEST_CASE("t_bred_inf: at index i at most i records are known, and the tests if they count") {
  // All is accepted: update number s is slot s. 30 records, 2 actions, E = 3: 180 slots, 6 an
  // index.
  for (const bool count_tests : {false, true}) {
    const LogDataset dataset(numbered(30, 2, 60));
    const Witness witness;
    const auto rows = rows_of(std::string("t_bred_inf{resamples=1, tau=0.2, "
                                          "additional_expansion=3, count_tests=") +
                                  (count_tests ? "true}" : "false}"),
                              trial_of(dataset, Agent(witness)));
    REQUIRE(witness.sizes->size() == 180);
    std::size_t beyond = 0;
    for (std::size_t s = 0; s < 180; ++s) {
      const std::size_t index = (s + 1) / 6;
      // At least one training record may teach; a test that is met is known.
      if ((*witness.sizes)[s] > std::max<std::size_t>(1, index)) ++beyond;
      CHECK((*witness.sizes)[s] <= std::max<std::size_t>(1, index) + 6);
    }
    // As printed the tests come on top: the bound that the text claims does not hold.
    if (count_tests) {
      CHECK(beyond <= 12);  // only while the first record and the first tests are met
    } else {
      CHECK(beyond > 40);
    }
    CHECK(rows[0].values[3] == 180);
    CHECK(rows[0].values[11] == 6);
  }
}

TEST_CASE("t_bred_inf: plain loops with the same draws give the same bytes") {
  const Log log = testing::golden_log(60);
  const LogDataset dataset(log);
  const Agent fresh = testing::make_agent("lin_ucb{alpha=1}", log);
  Trial trial = trial_of(dataset, fresh);
  const std::size_t n = 60;
  const std::size_t test_count = 12;
  const std::uint64_t slots = n * log.action_count * 2;
  double tests = 0;
  double reward = 0;
  for (std::uint64_t b = 0; b < 3; ++b) {
    const PassKeys keys = keys_of_pass(trial.policy_stream(), b);
    std::vector<std::uint32_t> s(n);
    for (std::size_t i = 0; i < n; ++i) s[i] = static_cast<std::uint32_t>(i);
    WordStream order(replicate_key(keys.records, 0), 0);
    for (std::size_t i = n - 1; i > 0; --i) {
      std::swap(s[i], s[order.below(static_cast<std::uint32_t>(i + 1))]);
    }
    WordStream slot_words(replicate_key(keys.records, 2), 0);
    WordStream training_words(replicate_key(keys.records, 1), 0);
    std::size_t met = 0;
    Agent agent = fresh;
    ContextReader contexts(log);
    for (std::uint64_t i = 0; i < slots; ++i) {
      const bool test = slot_words.below(static_cast<std::uint32_t>(slots - i)) < test_count - met;
      std::uint32_t t = 0;
      if (test) {
        t = s[n - test_count + met++];
      } else {
        const std::uint64_t index = (i + 1) * n / slots;
        const std::uint64_t prefix =
            std::min<std::uint64_t>(std::max<std::uint64_t>(index, 4), n - test_count);
        t = s[training_words.below(static_cast<std::uint32_t>(prefix))];
      }
      Draws draws(keys.policy, i);
      const Action a = agent.choose(contexts[t], log.available(t), draws);
      if (a != log.actions[t]) continue;
      agent.update(contexts[t], log.available(t), a, log.rewards[t]);
      if (test) {
        ++tests;
        reward += log.rewards[t];
      }
    }
  }
  REQUIRE(tests > 3);
  CHECK(value_of("t_bred_inf{resamples=3, tau=0.2, smallest=4}", "estimate", trial) ==
        reward / tests);
}

TEST_CASE("t_bred_inf: a static policy's estimate is not biased") {
  numeric::Moments estimates;
  for (std::uint64_t i = 0; i < 300; ++i) {
    const LogDataset dataset(numbered(100, 1, 700 + i));
    estimates.add(
        value_of("t_bred_inf{resamples=5}", "estimate", trial_of(dataset, Agent(Always{}), 0, i)));
  }
  require_near(estimates.mean, 0.5, std::sqrt(estimates.variance() / 300));
}

TEST_CASE("t_bred_inf: what cannot be is refused") {
  const LogDataset dataset(plain_log(2, {0, 0, 1, 0}, {1, 0, 1, 1}));
  const auto run = [&](const std::string& text) {
    return rows_of(text, trial_of(dataset, Agent(Always{})));
  };
  CHECK_THROWS_AS(run("t_bred_inf{additional_expansion=0}"), SpecErrors);
  CHECK_THROWS_AS(run("t_bred_inf{smallest=0}"), SpecErrors);
  CHECK_THROWS_AS(run("t_bred_inf{tau=0.1}"), NotApplicable);  // 0.4 tests
  CHECK_THROWS_AS(run("t_bred_inf{tau=0.5, additional_expansion=0.3}"),
                  NotApplicable);  // 2.4 slots
}
