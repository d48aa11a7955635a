#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

/// Greedy on (clicks + 1) / (tries + 2) of each (context, action); ties to the lowest.
struct GreedyTable {
  double clicks[2][2] = {};
  double tries[2][2] = {};
  static int row(const Context& context) { return context[1] == 1 ? 1 : 0; }
  double score(int x, Action a) const { return (clicks[x][a] + 1) / (tries[x][a] + 2); }
  Action choose(const Context& context, const ActionSet&, Draws&) const {
    const int x = row(context);
    return score(x, 1) > score(x, 0) ? 1 : 0;
  }
  void update(const Context& context, Action action, double reward) {
    clicks[row(context)][action] += reward;
    tries[row(context)][action] += 1;
  }
};

/// Plays the action with the context's number.
struct Mirror {
  static constexpr bool learns = false;
  Action choose(const Context& context, const ActionSet&, Draws&) const {
    return context[1] == 1 ? 1 : 0;
  }
  void update(const Context&, Action, double) {}
};

const std::string environment = "tabular{probabilities=[0.4, 0.6], means=[0.3, 0.7, 0.6, 0.2]}";

double binomial_tail_from_two(int n, double p) {
  return 1 - std::pow(1 - p, n) - n * p * std::pow(1 - p, n - 1);
}

}  // namespace

TEST_CASE("history_distance: theorem 2 holds for a learner and a uniform log") {
  const auto dataset = dataset_of(environment);
  const Trial trial = trial_of(*dataset, Agent(GreedyTable{}), 10);
  const auto row = rows_of("history_distance", trial)[0];
  CHECK(row.step == 2);
  CHECK(row.values[0] < 1e-13);  // sums of 32,768 terms, compensated
  CHECK(row.values[1] == Approx(binomial_tail_from_two(5, 0.5)).epsilon(1e-12));
  CHECK(row.values[2] == 32'768);
  CHECK(value_of("history_distance{length=3, records=4}", "estimate", trial) < 1e-13);
}

TEST_CASE("history_distance: not for another logging policy, but again after thinning") {
  const auto dataset = dataset_of(environment);
  const Trial trial = trial_of(*dataset, Agent(GreedyTable{}), 10);
  const std::string skewed = "logging_probabilities=[0.8, 0.2]";
  CHECK(value_of("history_distance{" + skewed + "}", "estimate", trial) > 0.1);
  const auto thinned = rows_of("history_distance{thinning=true, " + skewed + "}", trial)[0];
  CHECK(thinned.values[0] < 1e-13);
  CHECK(thinned.values[1] == Approx(binomial_tail_from_two(5, 0.2)).epsilon(1e-12));
}

TEST_CASE("history_distance: one event by hand") {
  // pi(x) = x and distribution (.1, .9): a retained event has context 1 with probability .9 instead
  // of .5, and its reward is that of the context: distance .4 for any number of records.
  // Rewards are deterministic in the default environment, so a record is one of 4 things.
  const auto dataset = dataset_of("tabular");
  const Trial trial = trial_of(*dataset, Agent(Mirror{}), 10);
  const auto row =
      rows_of("history_distance{length=1, records=3, logging_probabilities=[0.1, 0.9]}", trial)[0];
  CHECK(row.values[0] == Approx(0.4).epsilon(1e-12));
  CHECK(row.values[1] == Approx(1 - 0.125).epsilon(1e-12));  // each record with 1/2
  CHECK(row.values[2] == 64);
}

TEST_CASE("history_distance: without acceptances there is no distance") {
  // Theorem 1's impossibility: the log never has the action that is asked for.
  const auto dataset = dataset_of("tabular");
  const auto row = rows_of("history_distance{length=1, records=2, logging_probabilities=[1, 0]}",
                           trial_of(*dataset, Agent(Always{1}), 10))[0];
  CHECK(std::isnan(row.values[0]));
  CHECK(row.values[1] == 0);
}

TEST_CASE("history_distance: says where it cannot be used") {
  const auto dataset = dataset_of(environment);
  const auto refused = [&](const std::string& text, const Dataset& where, const Agent& agent) {
    CHECK_THROWS_AS(rows_of(text, trial_of(where, agent, 10)), NotApplicable);
  };
  refused("history_distance", *dataset, Agent(Stochastic{}));
  refused("history_distance", *dataset_of("bernoulli_arms"), Agent(Always{0}));
  refused("history_distance{records=9}", *dataset, Agent(Always{0}));
  refused("history_distance{logging_probabilities=[0.5, 0.25, 0.25]}", *dataset, Agent(Always{0}));
  CHECK_THROWS_AS(evaluator_of("history_distance{length=3, records=2}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("history_distance{logging_probabilities=[0.5, 0.4]}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("history_distance{thinning=true, logging_probabilities=[1, 0]}"),
                  SpecErrors);
}

TEST_CASE(
    "history_distance: by probabilities the histories of a deterministic learner are the same") {
  const auto dataset = dataset_of(environment);
  for (const char* learner : {"ucb", "lin_ucb"}) {
    for (const char* logging : {"", ", logging_probabilities=[0.8, 0.2]",
                                ", logging_probabilities=[0.8, 0.2], thinning=true"}) {
      CAPTURE(learner, logging);
      const Trial trial = trial_of(*dataset, make_agent(learner, 2, 2), 10);
      const std::string text = std::string("history_distance{records=4") + logging;
      const auto replayed = rows_of(text + "}", trial)[0];
      const auto enumerated = rows_of(text + ", stochastic=true}", trial)[0];
      CHECK(enumerated.values[0] == Approx(replayed.values[0]).margin(1e-13));
      CHECK(enumerated.values[1] == Approx(replayed.values[1]).epsilon(1e-12));
    }
  }
}

TEST_CASE("history_distance: one event of a stochastic policy by hand") {
  // pi = (0.3, 0.7), logging (0.1, 0.9), actions pay nothing: a retained event has action 0 with
  // probability 0.03 / 0.66 instead of 0.3, for any number of records.
  const auto dataset = dataset_of("tabular{actions=2, probabilities=[1], means=[0, 0]}");
  const Trial trial = trial_of(*dataset, Agent(Stochastic{{0.3, 0.7}}), 10);
  const auto row = rows_of(
      "history_distance{length=1, records=3, logging_probabilities=[0.1, 0.9], stochastic=true}",
      trial)[0];
  CHECK(row.values[0] == Approx(0.3 - 0.03 / 0.66).epsilon(1e-12));
  CHECK(row.values[1] == Approx(1 - std::pow(1 - 0.66, 3)).epsilon(1e-12));
  const auto uniform = rows_of("history_distance{length=2, records=5, stochastic=true}", trial)[0];
  CHECK(uniform.values[0] < 1e-13);
}

TEST_CASE(
    "history_distance: the histories of a stochastic learner are those of simulated replays") {
  // epsilon-greedy's replays on random logs of three records, with a skewed logging policy: how
  // often at least one is accepted, and how often the first accepted action is 0.
  const auto dataset = dataset_of("tabular{actions=2, probabilities=[1], means=[0.2, 0.9]}");
  const Agent agent = make_agent("epsilon_greedy{epsilon=0.4}", 2);
  const auto row = rows_of(
      "history_distance{length=1, records=3, logging_probabilities=[0.8, 0.2], stochastic=true}",
      trial_of(*dataset, agent, 10))[0];
  // Ties go to action 0: it is chosen first with probability 0.8, accepted with 0.64 against 0.04.
  CHECK(row.values[0] == Approx(0.64 / 0.68 - 0.8).epsilon(1e-12));
  constexpr int runs = 20'000;
  int accepted = 0;
  int zeros = 0;
  for (int run = 0; run < runs; ++run) {
    Draws draws({991}, static_cast<std::uint64_t>(run));
    Log log = plain_log(2, {0, 0, 0}, {0, 0, 0});
    for (std::size_t i = 0; i < 3; ++i) log.actions[i] = draws.uniform() < 0.8 ? 0 : 1;
    std::vector<std::uint32_t> kept;
    ReplayOptions options;
    options.accepted_records = &kept;
    Agent fresh = agent;
    fresh.replay(log, Schedule::in_order(log),
                 replicate_key({992}, static_cast<std::uint64_t>(run)), options);
    if (kept.empty()) continue;
    ++accepted;
    zeros += log.actions[kept[0]] == 0;
  }
  const double p = row.values[1];
  require_near(static_cast<double>(accepted) / runs, p, std::sqrt(p * (1 - p) / runs));
  const double share = 0.64 / 0.68;
  require_near(static_cast<double>(zeros) / accepted, share,
               std::sqrt(share * (1 - share) / accepted));
}

TEST_CASE("history_distance: a stochastic learner of three actions under uniform logging") {
  const auto dataset = dataset_of(
      "tabular{actions=3, probabilities=[0.3, 0.7], means=[0.2, 0.7, 0.5, 0.6, 0.4, 0.9]}");
  for (const char* learner : {"exp3", "softmax", "thompson_sampling", "epsilon_greedy"}) {
    CAPTURE(learner);
    const Trial trial = trial_of(*dataset, make_agent(learner, 3, 2), 10);
    const auto uniform =
        rows_of("history_distance{length=2, records=4, stochastic=true}", trial)[0];
    CHECK(uniform.values[0] < 1e-12);
    CHECK(uniform.values[1] == Approx(1 - std::pow(2.0 / 3, 4) - 4.0 / 3 * std::pow(2.0 / 3, 3)));
    const auto skewed = rows_of(
        "history_distance{length=2, records=4, stochastic=true, logging_probabilities=[0.6, 0.3, "
        "0.1]}",
        trial)[0];
    CHECK(skewed.values[0] > 0.01);
  }
  CHECK_THROWS_AS(
      rows_of("history_distance{stochastic=true}", trial_of(*dataset, Agent(Always{0}), 10)),
      NotApplicable);
}
