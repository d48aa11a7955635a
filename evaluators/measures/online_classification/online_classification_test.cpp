#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// Notes what it is taught as digits: action, then reward. Answers 0 always.
struct Notebook {
  std::shared_ptr<std::string> notes = std::make_shared<std::string>();
  Action choose(const Context&, const ActionSet&, Draws&) const { return 0; }
  void update(const Context&, Action action, double reward) {
    *notes += std::to_string(action) + (reward > 0 ? "+" : "-");
  }
};

std::string notes(const std::string& text, std::vector<double>* values = nullptr) {
  const LogDataset data(plain_log(3, {0, 1, 0, 2, 0}, {1, 1, 0, 0, 1}));
  const Notebook notebook;
  const auto row = rows_of(text, trial_of(data, Agent(notebook)))[0];
  if (values) *values = row.values;
  return *notebook.notes;
}

}  // namespace

TEST_CASE("online_classification: who is given what, by hand") {
  // Records (0,1) (1,1) (0,0) (2,0) (0,1); the answer is always 0: hits at the first and the last.
  std::vector<double> values;
  CHECK(notes("online_classification", &values) == "0+1+0+");
  CHECK(values == std::vector<double>{3 * 2.0 / 5, 2.0 / 3, 2, 3, 3, 0.6, 5});
  CHECK(notes("online_classification{feedback=\"hit\"}", &values) == "0+0+");
  CHECK(values[5] == 0.4);
  CHECK(notes("online_classification{feedback=\"hit\", misses=\"zero\"}") == "0+0-0+");
  CHECK(notes("online_classification{misses=\"zero\"}") == "0+0-1+0+");
  CHECK(notes("online_classification{problem=\"all\"}", &values) == "0+1+0+");
  CHECK(values == std::vector<double>{3 * 2.0 / 5, 2.0 / 5, 2, 5, 3, 0.6, 5});
  CHECK(notes("online_classification{problem=\"all\", feedback=\"hit\", misses=\"zero\"}") ==
        "0+0-0-0-0+");
}

TEST_CASE("online_classification: of a static policy it is c2r") {
  const auto data = dataset_of("bernoulli_arms{means=[0.5, 0.2, 0.3]}");
  const Trial trial = trial_of(*data, Agent(Stochastic{}), 500);
  for (const char* text :
       {"online_classification", "online_classification{feedback=\"hit\"}",
        "online_classification{problem=\"all\", feedback=\"hit\", misses=\"zero\"}"}) {
    CHECK(value_of(text, "estimate", trial) == value_of("c2r", "estimate", trial));
  }
}

TEST_CASE("online_classification: on hits alone a fraction g/K is learned") {
  // Uniform answers, mean .3, K = 5: .06; under full feedback the mean reward.
  const auto data = dataset_of("bernoulli_arms{arms=5, means=[0.3]}");
  const Trial trial = trial_of(*data, Agent(Stochastic{}), 100'000);
  require_near(value_of("online_classification{feedback=\"hit\"}", "learnt_share", trial), 0.06,
               std::sqrt(0.06 * 0.94 / 100'000));
  require_near(value_of("online_classification", "learnt_share", trial), 0.3,
               std::sqrt(0.21 / 100'000));
}

TEST_CASE("online_classification: with misses of 0 on all records, a bandit of rewards / K") {
  // UCB over T records of P_{1+0} has the distribution of UCB against arms of .6/2 and .3/2, T
  // times.
  const auto data = dataset_of("bernoulli_arms{means=[0.6, 0.3]}");
  const auto scaled = dataset_of("bernoulli_arms{means=[0.3, 0.15]}");
  const Agent ucb = testing::make_agent("ucb{alpha=1}", plain_log(2, {0}, {1}));
  const auto online =
      estimates_of("online_classification{problem=\"all\", feedback=\"hit\", misses=\"zero\"}",
                   *data, ucb, 300, 4'000);
  const auto live = estimates_of("online", *scaled, ucb, 300, 4'000);
  require_near(online.mean / 2, live.mean,
               std::hypot(online.standard_error() / 2, live.standard_error()));
  CHECK(online.standard_deviation() / 2 == Approx(live.standard_deviation()).epsilon(0.08));
}

TEST_CASE("online_classification: full feedback needs no exploration") {
  // An algorithm that only ever answers its first guess learns of the better action all the same.
  const auto data = dataset_of("bernoulli_arms{means=[0.1, 0.9]}");
  const Agent greedy =
      testing::make_agent("most_popular{untried=\"zero\"}", plain_log(2, {0}, {1}));
  const Trial trial = trial_of(*data, greedy, 2'000);
  CHECK(value_of("online_classification", "estimate", trial) > 0.85);
  CHECK(value_of("replay", "estimate", trial) < 0.15);
  CHECK(value_of("online_classification{feedback=\"hit\"}", "estimate", trial) < 0.15);
}

TEST_CASE("online_classification: what is refused, and nothing at all") {
  const LogDataset real(plain_log(2, {0, 1}, {0.5, 1}));
  CHECK_THROWS_AS(rows_of("online_classification", trial_of(real, Agent(Always{}))), NotApplicable);
  Log log = plain_log(2, {0}, {1});
  log.pools = {log.pool_table.intern({0, 1})};
  const LogDataset pools(std::move(log));
  CHECK_THROWS_AS(rows_of("online_classification", trial_of(pools, Agent(Always{}))),
                  NotApplicable);
  const LogDataset empty(plain_log(2, {}, {}));
  CHECK(value_of("online_classification", "estimate", trial_of(empty, Agent(Always{}))) == 0);
}
