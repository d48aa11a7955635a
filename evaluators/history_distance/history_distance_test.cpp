#include "evaluators/history_distance/history_distance.hpp"

#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::evaluators;
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
  // of .5, and its reward is that of the context: distance .4 whatever the number of records.
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
