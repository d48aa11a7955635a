#include "suite/numeric/moments.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// Plays the action that it was last taught to pay, 0 before; remembers what it was taught.
struct Follower {
  std::shared_ptr<std::vector<double>> learnt = std::make_shared<std::vector<double>>();
  Action choose(const Context&, const ActionSet&, Draws&) const { return 0; }
  void update(const Context&, Action, double reward) { learnt->push_back(reward); }
};

std::vector<double> taught(const Log& log, const std::string& evaluator) {
  const LogDataset dataset(log);
  const Follower follower;
  rows_of(evaluator, trial_of(dataset, Agent(follower)));
  return *follower.learnt;
}

Agent ucb_of(Action actions) {
  Problem problem;
  problem.action_count = actions;
  problem.dimension = 1;
  return make_agent("ucb{alpha=0.5}", problem);
}

}  // namespace

TEST_CASE("delayed_replay: no delay is replay, bit for bit") {
  const auto dataset = dataset_of("bernoulli_arms{arms=4, means=[0.2, 0.6, 0.4]}");
  for (const std::string none : {"", "{delay=0, unit=records}", "{batch=1}"}) {
    for (std::uint64_t r = 0; r < 20; ++r) {
      const Trial trial = trial_of(*dataset, ucb_of(4), 500, r);
      const auto plain = rows_of("replay", trial)[0];
      const auto late = rows_of("delayed_replay" + none, trial)[0];
      CHECK(late.step == 500);
      for (std::size_t i = 0; i < 4; ++i) CHECK(late.values[i] == plain.values[i]);
    }
  }
}

TEST_CASE("delayed_replay: what is learned, by hand") {
  // Accepted: the records 0, 2, 3, 5, with rewards 1, 3, 4, 6.
  const Log log = plain_log(2, {0, 1, 0, 0, 1, 0}, {1, 2, 3, 4, 5, 6});
  using Numbers = std::vector<double>;
  CHECK(taught(log, "delayed_replay") == Numbers{1, 3, 4, 6});
  // Learned are those of the four interactions whose delay ends by the last interaction.
  CHECK(taught(log, "delayed_replay{delay=1}") == Numbers{1, 3, 4});
  CHECK(taught(log, "delayed_replay{delay=3}") == Numbers{1});
  CHECK(taught(log, "delayed_replay{delay=4}").empty());
  CHECK(taught(log, "delayed_replay{batch=3}") == Numbers{1, 3, 4});
  // In the log's time: due at 2, 4, 5 and 7.
  CHECK(taught(log, "delayed_replay{delay=2, unit=records}") == Numbers{1, 3, 4});
  CHECK(taught(log, "delayed_replay{batch=6, unit=records}") == Numbers{1, 3, 4, 6});
  CHECK(taught(log, "delayed_replay{delay=1, batch=6, unit=records}") == Numbers{1, 3, 4});
}

TEST_CASE("delayed_replay: an index policy repeats its action through a batch") {
  const auto dataset = dataset_of("bernoulli_arms{arms=3, means=[0, 1, 0]}");
  // The first interactions are all of action 0, which pays nothing.
  const auto row =
      rows_of("delayed_replay{batch=1000}", trial_of(*dataset, ucb_of(3), 300))[0].values;
  CHECK(row[0] == 0);
  CHECK(row[2] > 50);
}

TEST_CASE("delayed_replay: the value of direct play with that delay (theorem 2)") {
  const std::string world = "bernoulli_arms{arms=3, means=[0.2, 0.8, 0.4]}";
  const auto plain = dataset_of(world);
  const auto delayed = dataset_of("delayed{of=\"" + world + "\", delay=40}");
  numeric::Moments replayed;
  numeric::Moments undelayed;
  numeric::Moments played;
  for (std::uint64_t r = 0; r < 1'500; ++r) {
    const Trial trial = trial_of(*plain, ucb_of(3), 600, r);
    const auto late = rows_of("delayed_replay{delay=40}", trial)[0].values;
    replayed.add(late[0]);
    undelayed.add(value_of("replay", "estimate", trial));
    // As many interactions as were accepted.
    const auto environment = delayed->environment(replicate_key({91}, r), replicate_key({92}, r));
    const auto steps = static_cast<std::uint64_t>(late[2]);
    Agent agent = ucb_of(3);
    played.add(agent.play(*environment, steps, replicate_key({93}, r)).sums.reward() / late[2]);
  }
  const double error = std::hypot(replayed.standard_error(), played.standard_error());
  require_near(replayed.mean - played.mean, 0, error);
  // And that is far from the value without delay.
  CHECK(undelayed.mean - replayed.mean > 20 * error);
}
