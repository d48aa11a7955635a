#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("importance_t_bred: right for a learner where weights are not (theorem 10)") {
  const auto dataset = dataset_of("gaussian_arms{means=[1, 2], standard_deviation=0}");
  const Agent logging(Stochastic{{0.1, 0.9}});
  const Trial trial = trial_of(*dataset, Agent(Alternating{}), 2'000, 0, logging);
  const auto row = rows_of("importance_t_bred{resamples=100}", trial)[0].values;
  // About 100 tests a resample, most of them of action 1 with a small weight.
  require_near(row[0], 1.5, 0.01);
  // The test slots are the log's, a twentieth of all.
  require_near(row[4], 1, 0.05);
}

TEST_CASE("importance_t_bred: a memory of its own records earns nothing") {
  // Rewards are coins, contexts are the record's number: an algorithm that memorises a record
  // earns more on it, and nothing on a test.
  struct Memory {
    std::vector<double> seen;  // by number: the better action
    Action choose(const Context& context, const ActionSet&, Draws& draws) const {
      const double better = seen[static_cast<std::size_t>(context[0])];
      return better < 0 ? draws.below(2) : static_cast<Action>(better);
    }
    void update(const Context& context, Action action, double reward) {
      seen[static_cast<std::size_t>(context[0])] = reward > 0 ? action : 1 - action;
    }
  };
  Log log;
  log.action_count = 2;
  log.dimension = 1;
  for (std::size_t i = 0; i < 1'000; ++i) {
    Draws draws({771}, i);
    log.contexts.push_back(static_cast<double>(i));
    log.actions.push_back(draws.uniform() < 0.2 ? 0 : 1);
    log.propensities.push_back(log.actions.back() == 0 ? 0.2 : 0.8);
    log.rewards.push_back(draws.uniform() < 0.5 ? 1 : 0);
  }
  const LogDataset dataset(log);
  const Agent agent(Memory{std::vector<double>(1'000, -1)});
  const auto tested = rows_of("importance_t_bred{resamples=100}", trial_of(dataset, agent))[0];
  require_near(tested.values[0], 0.5, tested.values[1]);
  CHECK(value_of("importance_bred{resamples=5}", "estimate", trial_of(dataset, agent)) > 0.6);
}

TEST_CASE("importance_t_bred: what teaches is drawn by its weight, and counts once") {
  // Rewards depend on the action, and the logger prefers the poor one: 1/p twice would give the mean
  // of r under weights 1/p^2.
  Log log;
  log.action_count = 2;
  double weighted = 0;
  double weights = 0;
  for (std::size_t i = 0; i < 4'000; ++i) {
    Draws draws({773}, i);
    log.actions.push_back(draws.uniform() < 0.1 ? 0 : 1);
    log.propensities.push_back(log.actions.back() == 0 ? 0.1 : 0.9);
    log.rewards.push_back(draws.uniform() < (log.actions.back() == 0 ? 0.2 : 0.8) ? 1 : 0);
    weighted += log.rewards.back() / log.propensities.back();
    weights += 1 / log.propensities.back();
  }
  const LogDataset dataset(log);
  const Trial trial = trial_of(dataset, Agent(Stochastic{}));
  const auto number = [&](const char* column) {
    return value_of("importance_t_bred{resamples=20}", column, trial);
  };
  // 20 resamples of 8,000 slots, of which a half is accepted.
  CHECK(number("training") == Approx(weighted / weights).margin(3 * 0.5 / std::sqrt(80'000)));
  CHECK(std::fabs(number("overfitting")) < 2 * number("standard_error"));
}

TEST_CASE("importance_t_bred: a lower estimate on known records is reported too") {
  // It avoids what has paid: it earns less on a record that it knows than on a new one.
  struct Contrary {
    std::vector<double> seen;  // by number: the worse action
    Action choose(const Context& context, const ActionSet&, Draws& draws) const {
      const double worse = seen[static_cast<std::size_t>(context[0])];
      return worse < 0 ? draws.below(2) : static_cast<Action>(worse);
    }
    void update(const Context& context, Action action, double reward) {
      seen[static_cast<std::size_t>(context[0])] = reward > 0 ? 1 - action : action;
    }
  };
  Log log;
  log.action_count = 2;
  log.dimension = 1;
  for (std::size_t i = 0; i < 500; ++i) {
    Draws draws({774}, i);
    log.contexts.push_back(static_cast<double>(i));
    log.actions.push_back(draws.below(2));
    log.propensities.push_back(0.5);
    log.rewards.push_back(draws.uniform() < 0.5 ? 1 : 0);
  }
  const LogDataset dataset(log);
  const Agent agent(Contrary{std::vector<double>(500, -1)});
  const auto evaluator = evaluator_of("importance_t_bred{resamples=100}");
  const auto row = rows_of(*evaluator, trial_of(dataset, agent))[0];
  std::string all;
  for (const auto& remark : evaluator->remarks(log, agent, row)) all += remark + "\n";
  CHECK(all.find("overfitting -0.") != std::string::npos);
  CHECK(all.find("it earned less where it may have learned") != std::string::npos);
  CHECK(all.find("not distinguishable") == std::string::npos);
}

TEST_CASE("importance_t_bred: pools, and logs without propensities, are refused") {
  const auto pools = dataset_of("pool_segments");
  CHECK_THROWS_WITH(rows_of("importance_t_bred", trial_of(*pools, Agent(Always{0}), 200)),
                    Catch::Matchers::Contains("importance_bred allows"));
  const LogDataset without(plain_log(2, {0, 1}, {1, 0}));
  CHECK_THROWS_AS(rows_of("importance_t_bred", trial_of(without, Agent(Stochastic{}))),
                  NotApplicable);
}
