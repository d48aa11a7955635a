#include "algorithms/linear_svm/linear_svm.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using learning::LinearLoss;
using LinearSvm = learning::LinearClassifier;

namespace {

Log one_feature(std::vector<Action> actions, std::vector<double> rewards) {
  Log log;
  log.action_count = 2;
  log.dimension = 1;
  log.contexts.assign(actions.size(), 1);
  log.actions = std::move(actions);
  log.rewards = std::move(rewards);
  return log;
}

double score(const Log& log, learning::Scheme scheme, Action action) {
  LinearSvm svm(2, 1, {scheme, true, {learning::LinearLoss::squared_hinge, 1e5, 1e-8}});
  svm.train(log);
  const double one[] = {1};
  return svm.linear_scores()(Context(one), action);
}

}  // namespace

TEST_CASE("linear_svm: the squared hinge gives 2 p - 1, by hand") {
  // Four clicks, three of action 0: 3 (1 - w)^2 + (1 + w)^2 is least at w = 1/2 = 2 (3/4) - 1.
  const Log log = one_feature({0, 0, 0, 1, 0, 1, 1, 1}, {1, 1, 1, 1, 0, 0, 0, 0});
  CHECK(score(log, learning::Scheme::clicks, 0) == Approx(0.5).epsilon(1e-4));
  CHECK(score(log, learning::Scheme::clicks, 1) == Approx(-0.5).epsilon(1e-4));
  CHECK(score(log, learning::Scheme::all, 0) == Approx(2 * 3.0 / 8 - 1).epsilon(1e-4));
  // Least squares: the mean reward.
  CHECK(score(log, learning::Scheme::regressors, 0) == Approx(0.75).epsilon(1e-4));
  CHECK(score(log, learning::Scheme::regressors, 1) == Approx(0.25).epsilon(1e-4));
}

TEST_CASE("linear_svm: the gradient vanishes at its weights") {
  const Log log = testing::golden_log();
  LinearSvm svm(
      5, 4, {learning::Scheme::clicks, false, {learning::LinearLoss::squared_hinge, 0.7, 1e-8}});
  svm.train(log);
  ContextReader contexts(log);
  for (Action a = 0; a < 5; ++a) {
    const auto w = svm.linear_scores().weights(a);
    std::vector<double> gradient(w.begin(), w.end());
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (log.rewards[i] == 0) continue;
      const double y = log.actions[i] == a ? 1 : -1;
      const Context x = contexts[i];
      const double slack = std::max(0.0, 1 - y * svm.linear_scores()(x, a));
      for (std::size_t f = 0; f < 4; ++f) gradient[f] -= 2 * 0.7 * y * slack * x[f];
    }
    for (const double g : gradient) CHECK(std::fabs(g) < 1e-4);
  }
}

TEST_CASE("linear_svm: regressors are ridge regressions") {
  // |w|^2 / 2 + C sum (r - w.x)^2 is ridge with lambda = 1 / (2 C).
  const Log log = testing::golden_log();
  LinearSvm svm(
      5, 4,
      {learning::Scheme::regressors, true, {learning::LinearLoss::squared_hinge, 0.25, 1e-9}});
  svm.train(log);
  Agent ridge = testing::make_agent("ridge_classifier{standardise=true, lambda=2}", log);
  ridge.train(log);
  Agent own{svm};
  CHECK(testing::trace(own, log) == testing::trace(ridge, log));
}

TEST_CASE("linear_svm: golden traces") {
  const Log log = testing::golden_log(60);
  Agent agent = testing::make_agent("linear_svm", log);
  agent.train(testing::golden_log());
  CHECK(testing::trace(agent, log) ==
        "433344444434424424334434224324443444444343444233223334442324");
}
