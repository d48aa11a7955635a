#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

/// Chooses the display with the largest feature; keeps what it was taught.
struct Largest {
  std::vector<double>* taught = nullptr;
  Action choose(const Context&, const ActionSet& actions, Draws&) const { return actions[0]; }
  std::size_t choose_display(std::span<const Display> batch, Draws&) const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < batch.size(); ++i) {
      if (batch[i].context[0] > batch[best].context[0]) best = i;
    }
    return best;
  }
  void update(const Context& context, Action action, double reward) {
    if (taught) taught->insert(taught->end(), {context[0], double(action), reward});
  }
};

Log small_log() {
  Log log;
  log.action_count = 3;
  log.dimension = 1;
  log.contexts = {5, 9, 1, 3, 2, 8, 7, 4, 6, 0};
  log.actions = {0, 1, 2, 0, 0, 2, 1, 1, 0, 2};
  log.rewards = {1, 0, 1, 0, 1, 1, 1, 0, 0, 1};
  return log;
}

}  // namespace

TEST_CASE("batch_replay: by hand") {
  // Batches of 3: {5, 9, 1}, {3, 2, 8}, {7, 4, 6}; the tenth record is left out. Chosen 9, 8, 7
  // with rewards 0, 1, 1. The batches pay 2, 2 and 1: a uniform choice gets 5/3.
  std::vector<double> taught;
  const LogDataset dataset(small_log());
  const auto rows = rows_of("batch_replay{batch=3}", trial_of(dataset, Agent(Largest{&taught})));
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].step == 3);
  const double error = std::sqrt((2 - 4.0 / 3) / 2 / 3);
  const std::vector<double> wanted{2.0 / 3, error, 2, 3, 5.0 / 3, 2 / (5.0 / 3)};
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    CHECK(rows[0].values[i] == Approx(wanted[i]).epsilon(1e-14));
  }
  // Nothing but the chosen display is revealed.
  CHECK(taught == std::vector<double>{9, 1, 0, 8, 2, 1, 7, 1, 1});
}

TEST_CASE("batch_replay: checkpoints, and a batch of one is the log itself") {
  const LogDataset dataset(small_log());
  const auto rows = rows_of("batch_replay{batch=2, checkpoints=[1, 3, 5, 9]}",
                            trial_of(dataset, Agent(Largest{})));
  REQUIRE(rows.size() == 3);
  CHECK(rows[1].step == 3);
  CHECK(rows[2].step == 5);
  CHECK(value_of("batch_replay{batch=1}", "score", trial_of(dataset, Agent(Largest{}))) == 6);
  CHECK(value_of("batch_replay{batch=1}", "gain", trial_of(dataset, Agent(Largest{}))) == 1);
}

TEST_CASE("batch_replay: for algorithms that choose among displays") {
  const LogDataset dataset(small_log());
  CHECK_THROWS_AS(rows_of("batch_replay", trial_of(dataset, Agent(Alternating{}))), NotApplicable);
  CHECK_THROWS_AS(rows_of("batch_replay{batch=11}", trial_of(dataset, Agent(Largest{}))),
                  NotApplicable);
}

TEST_CASE("batch_replay: sparse contexts live side by side") {
  Log log;
  log.action_count = 2;
  log.dimension = 3;
  log.active_first = {0, 1, 2, 4, 4};
  log.active = {1, 0, 0, 2};
  log.actions = {0, 1, 0, 1};
  log.rewards = {0, 1, 1, 0};
  Log dense = log;
  dense.active_first.clear();
  dense.active.clear();
  dense.contexts = {0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 0};
  const double wanted = 2;  // the records with feature 0
  for (const Log& given : {log, dense}) {
    const LogDataset dataset(given);
    CHECK(value_of("batch_replay{batch=2}", "score", trial_of(dataset, Agent(Largest{}))) ==
          wanted);
  }
}

TEST_CASE("batch_replay: who knows the best arm gets it when a batch has it") {
  // Arms that pay 0.5 and 0.4, logged uniformly: a batch of 3 has the better one with probability
  // 1 - 2^-3: 0.5 - 0.1/8 a batch. A uniform choice gets 0.45.
  const auto dataset = dataset_of("bernoulli_arms{means=[0.5, 0.4]}");
  constexpr std::uint64_t horizon = 600, replicates = 400;
  const double batches = static_cast<double>(horizon * replicates) / 3;
  const auto make = [&](const char* text) {
    std::vector<SpecProblem> problems;
    const auto component =
        find_component<AlgorithmDescription>(text, {}, algorithms_table(), "algorithm", problems);
    REQUIRE(component);
    Problem problem;
    problem.action_count = 2;
    problem.dimension = 1;
    problem.rewards = RewardRange::binary;
    problem.environment = dataset->environment({1}, {2});
    return make_agent(*component, problem);
  };
  const double error = 0.5 / std::sqrt(batches);
  for (const char* text : {"best_policy{knowledge=\"full\"}", "fixed_action{action=0}"}) {
    const auto estimates =
        estimates_of("batch_replay{batch=3}", *dataset, make(text), horizon, replicates);
    require_near(estimates.mean, 0.5 - 0.1 / 8, error);
  }
  const auto random =
      estimates_of("batch_replay{batch=3}", *dataset, make("uniform_random"), horizon, replicates);
  require_near(random.mean, 0.45, error);
}

TEST_CASE("batch_replay: an algorithm that ignores the items wins, and is worth nothing live") {
  // Two kinds of visitors, who click with 0.9 and 0.1 whatever they are shown: the choice of the
  // item cannot matter, yet the score doubles.
  const auto dataset = dataset_of("tabular{actions=2, means=[0.9, 0.9, 0.1, 0.1]}");
  const Agent chooser{Largest{}};  // the first feature is 1 in the first context
  const auto estimates = estimates_of("batch_replay{batch=6}", *dataset, chooser, 600, 200);
  const double batches = 200 * 100;
  const double share = 1 - std::pow(0.5, 6);  // batches with a visitor of the first kind
  require_near(estimates.mean, 0.9 * share + 0.1 * (1 - share), std::sqrt(0.25 / batches));
  const auto live = estimates_of("online", *dataset, chooser, 600, 200);
  require_near(live.mean, 0.5, 0.5 / std::sqrt(200.0 * 600));
}
