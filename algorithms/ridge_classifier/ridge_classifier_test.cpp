#include "algorithms/ridge_classifier/ridge_classifier.hpp"

#include "suite/model/numerical_failure.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/oracles/matrix.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using ridge_classifier::RidgeClassifier;

TEST_CASE("ridge_classifier: one feature by hand") {
  // Action 0: x = 1, 2 with rewards 1, 0.5: w = (1 + 1) / (lambda + 5) = 1/3 with lambda = 1.
  Log log;
  log.action_count = 2;
  log.dimension = 1;
  log.actions = {0, 0, 1};
  log.rewards = {1, 0.5, 1};
  log.contexts = {1, 2, 3};
  RidgeClassifier ridge(2, 1, {learning::Scheme::regressors, false, 1});
  ridge.train(log);
  CHECK(ridge.linear_scores().weights(0)[0] == Approx(1.0 / 3).epsilon(1e-15));
  CHECK(ridge.linear_scores().weights(1)[0] == Approx(0.3).epsilon(1e-15));
  RidgeClassifier clicks(2, 1, {learning::Scheme::clicks, false, 1});
  clicks.train(log);
  CHECK(clicks.linear_scores().weights(0)[0] == Approx(2.0 / 15).epsilon(1e-15));
}

TEST_CASE("ridge_classifier: the normal equations, and LinUCB without exploration") {
  const Log log = testing::golden_log();
  RidgeClassifier ridge(5, 4, {learning::Scheme::regressors, false, 1});
  ridge.train(log);
  for (Action a = 0; a < 5; ++a) {
    Matrix moments = Matrix::identity(4);
    Matrix targets(4);
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (log.actions[i] != a) continue;
      const Matrix x(std::vector(&log.contexts[4 * i], &log.contexts[4 * i] + 4));
      moments += x * x.transpose();
      targets += log.rewards[i] * x;
    }
    const Matrix w = solve_positive(moments, targets);
    for (std::size_t f = 0; f < 4; ++f) {
      CHECK(ridge.linear_scores().weights(a)[f] == Approx(w[f]).epsilon(1e-11));
    }
  }
  Agent taught = testing::make_agent("lin_ucb{alpha=0, lambda=1}", log);
  ContextReader contexts(log);
  for (std::size_t i = 0; i < log.size(); ++i) {
    taught.update(contexts[i], log.available(i), log.actions[i], log.rewards[i]);
  }
  const Agent own{ridge};
  for (std::size_t i = 0; i < log.size(); ++i) {
    Draws draws({1}, i);
    CHECK(own.choose(contexts[i], log.available(i), draws) ==
          taught.choose(contexts[i], log.available(i), draws));
  }
}

TEST_CASE("ridge_classifier: a singular regression is reported") {
  Log log;
  log.action_count = 1;
  log.dimension = 2;
  log.actions = {0, 0};
  log.rewards = {1, 1};
  log.contexts = {1e200, 1, 1e200, 1};
  RidgeClassifier ridge(1, 2, {learning::Scheme::regressors, false, 1});
  CHECK_THROWS_AS(ridge.train(log), NumericalFailure);
}

TEST_CASE("ridge_classifier: golden traces") {
  const Log log = testing::golden_log(60);
  for (const auto& [scheme, golden] :
       {std::pair("regressors", "423243434434424444334232224323244444442343424223223342242322"),
        std::pair("clicks", "433344444434424424334434224324443444444343444233223334442324")}) {
    Agent agent =
        testing::make_agent(std::string("ridge_classifier{scheme=\"") + scheme + "\"}", log);
    agent.train(testing::golden_log());
    CHECK(testing::trace(agent, log) == golden);
  }
}
