#include "algorithms/logr_ucb/logr_ucb.hpp"

#include <cmath>
#include <deque>

#include "suite/model/numerical_failure.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/oracles/matrix.hpp"

using namespace replaybench;
using algorithms::logr_ucb::LogrUcb;
using algorithms::logr_ucb::Options;
using algorithms::logr_ucb::Prediction;
using learning::LogisticModels;
using learning::LogisticOptions;
using learning::Refresh;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Event {
  std::vector<double> x;
  Action action;
  double reward;
};

Action ask(const LogrUcb& algorithm, const std::vector<double>& x, const ActionSet& actions) {
  Draws draws({1}, 0);
  return algorithm.choose(Context(x), actions, draws);
}

double sigmoid(double z) { return 1 / (1 + std::exp(-z)); }

// The minimum of the regularised log loss by Newton's method (iteratively reweighted least squares)
// from 0: no step size, no descent.
template <class Events>
testing::Matrix newton(const Events& events, Action action, std::size_t dimension, double l2) {
  testing::Matrix theta(dimension);
  for (int iteration = 0; iteration < 50; ++iteration) {
    testing::Matrix gradient = l2 * theta;
    testing::Matrix hessian = l2 * testing::Matrix::identity(dimension);
    for (const Event& event : events) {
      if (event.action != action) continue;
      const testing::Matrix x = event.x;
      const double p = sigmoid(theta.dot(x));
      gradient += (p - event.reward) * x;
      hessian += p * (1 - p) * (x * x.transpose());
    }
    theta -= testing::solve_positive(hessian, gradient);
  }
  return theta;
}

Event random_event(std::uint64_t t, std::size_t d, Action arms) {
  Draws draws({41}, t);
  Event event{std::vector<double>(d, 1.0), 0, 0};
  for (std::size_t i = 0; i + 1 < d; ++i) event.x[i] = draws.normal();
  event.action = draws.below(arms);
  // Rewards between 0 and 1 are allowed too.
  event.reward = t % 11 == 3 ? 0.25 : (draws.uniform() < sigmoid(event.x[0] - 0.5) ? 1 : 0);
  return event;
}

}  // namespace

TEST_CASE("logr_ucb: online steps and indices by hand") {
  Options options;
  options.alpha = 0.5;
  options.logistic.learning_rate = 0.2;
  options.logistic.l2 = 0.5;
  LogrUcb algorithm(2, 2, options);
  const std::vector<double> x{1, 2};
  CHECK(algorithm.index(Context(x), 0) == infinity);
  CHECK(ask(algorithm, x, ActionSet::all(2)) == 0);
  // p = 1/2: theta = 0.2 * 1/2 * (1, 2), divided by 1 + 0.2 * 0.5 = 1.1.
  algorithm.update(Context(x), 0, 1);
  CHECK(algorithm.models().theta(0)[0] == Approx(0.1 / 1.1).epsilon(1e-15));
  CHECK(algorithm.models().theta(0)[1] == Approx(0.2 / 1.1).epsilon(1e-15));
  CHECK(ask(algorithm, x, ActionSet::all(2)) == 1);
  // z = 0.5 / 1.1, p = 0.6117194114: -0.2 p (1, 2), divided by 1 + 0.2 * 0.5 / 2 = 1.05.
  algorithm.update(Context(x), 0, 0);
  CHECK(algorithm.models().theta(0)[0] == Approx(-0.02993789654508703).epsilon(1e-13));
  CHECK(algorithm.models().theta(0)[1] == Approx(-0.05987579309017406).epsilon(1e-13));
  // z = -0.1496894827; t = 2, two plays.
  const double bonus = std::sqrt(0.5 * std::log(2.0) / 2);
  CHECK(algorithm.index(Context(x), 0) ==
        Approx(1 / (1 + std::exp(0.14968948272543514)) + bonus).epsilon(1e-14));
  options.prediction = Prediction::logit;
  LogrUcb printed(2, 2, options);
  printed.update(Context(x), 0, 1);
  printed.update(Context(x), 0, 0);
  CHECK(printed.index(Context(x), 0) == Approx(bonus - 0.14968948272543514).epsilon(1e-14));
}

TEST_CASE("logr_ucb: recomputed with all data it is the regularised maximum of the likelihood") {
  const double l2 = GENERATE(0.1, 1.0, 10.0);
  constexpr std::size_t d = 4;
  constexpr Action arms = 3;
  learning::LogisticOptions options;
  options.refresh = learning::Refresh::all;
  options.learning_rate = 0.5;
  options.l2 = l2;
  options.iterations = 1;
  options.memory = 1'000;
  learning::LogisticModels warm(arms, d, options);
  options.iterations = 1'500;
  learning::LogisticModels models(arms, d, options);
  std::vector<Event> history;
  for (std::uint64_t t = 0; t < 120; ++t) {
    history.push_back(random_event(t, d, arms));
    const Event& event = history.back();
    models.learn(Context(event.x), event.action, event.reward, "test");
    warm.learn(Context(event.x), event.action, event.reward, "test");
    if (t % 20 != 19) continue;
    for (Action a = 0; a < arms; ++a) {
      const testing::Matrix exact = newton(history, a, d, l2);
      for (std::size_t i = 0; i < d; ++i) {
        CHECK(models.theta(a)[i] == Approx(exact[i]).margin(1e-9));
      }
    }
  }
  // One step an update, from where the last one ended, is already near (weights of size 1).
  const testing::Matrix exact = newton(history, 0, d, l2);
  for (std::size_t i = 0; i < d; ++i) {
    CHECK(warm.theta(0)[i] == Approx(exact[i]).margin(0.25));
  }
}

TEST_CASE("logr_ucb: the newest records of all actions are kept, the older forgotten") {
  constexpr std::size_t d = 3;
  constexpr Action arms = 3;
  learning::LogisticOptions options;
  options.refresh = learning::Refresh::all;
  options.learning_rate = 0.5;
  options.iterations = 500;
  options.memory = 7;
  learning::LogisticModels models(arms, d, options);
  std::deque<Event> kept;
  for (std::uint64_t t = 0; t < 100; ++t) {
    Event event = random_event(t, d, arms);
    if (t > 40 && t < 60) event.action = 1;  // the others lose their last record
    models.learn(Context(event.x), event.action, event.reward, "test");
    kept.push_back(event);
    if (kept.size() > 7) kept.pop_front();
    const testing::Matrix exact = newton(kept, event.action, d, 1);
    for (std::size_t i = 0; i < d; ++i) {
      CHECK(models.theta(event.action)[i] == Approx(exact[i]).margin(1e-9));
    }
  }
}

TEST_CASE("logr_ucb: choices are those recomputed from the history") {
  const auto refresh = GENERATE(learning::Refresh::online, learning::Refresh::all);
  const auto prediction = GENERATE(Prediction::probability, Prediction::logit);
  constexpr Action arms = 4;
  Options options;
  options.alpha = 0.3;
  options.prediction = prediction;
  options.logistic.refresh = refresh;
  options.logistic.learning_rate = 0.4;
  options.logistic.iterations = 1'500;  // Refresh::all only
  options.logistic.memory = 500;
  LogrUcb algorithm(arms, 3, options);
  std::vector<Event> history;
  const auto index = [&](const std::vector<double>& x, Action action) {
    double n = 0;
    testing::Matrix theta(3);
    for (const Event& event : history) {
      if (event.action != action) continue;
      ++n;
      const testing::Matrix at = event.x;
      theta -= 0.4 * (sigmoid(theta.dot(at)) - event.reward) * at;
      theta = 1 / (1 + 0.4 / n) * theta;
    }
    if (n == 0) return infinity;
    if (refresh == learning::Refresh::all) theta = newton(history, action, 3, 1);
    const double z = theta.dot(x);
    return (prediction == Prediction::logit ? z : sigmoid(z)) +
           std::sqrt(0.3 * std::log(static_cast<double>(history.size())) / n);
  };
  for (std::uint64_t t = 0; t < 150; ++t) {
    Draws draws({42}, t);
    const std::vector<double> x{draws.normal(), draws.normal(), 1};
    std::vector<Action> pool;
    for (Action a = 0; a < arms; ++a) {
      if (draws.below(4) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(arms));
    Action wanted = pool[0];
    for (const Action a : pool) {
      const double expected = index(x, a);
      if (expected > index(x, wanted)) wanted = a;
      if (std::isfinite(expected)) {
        CHECK(algorithm.index(Context(x), a) == Approx(expected).margin(1e-9));
      } else {
        CHECK(algorithm.index(Context(x), a) == infinity);
      }
    }
    const Action choice = ask(algorithm, x, ActionSet(pool));
    CHECK(choice == wanted);
    const Action played = t % 7 == 6 ? pool[draws.below(static_cast<Action>(pool.size()))] : choice;
    const double reward = draws.uniform() < sigmoid(x[played % 2]) ? 1 : 0;
    algorithm.update(Context(x), played, reward);
    history.push_back({x, played, reward});
  }
}

TEST_CASE("logr_ucb: predictions far from 1/2 stay probabilities") {
  learning::LogisticOptions options;
  options.learning_rate = 50;
  options.l2 = 0;
  learning::LogisticModels models(2, 1, options);
  const std::vector<double> x{1000};
  models.learn(Context(x), 0, 0, "test");
  models.learn(Context(x), 1, 1, "test");
  CHECK(models.logit(Context(x), 0) == -2.5e7);
  CHECK(models.probability(Context(x), 0) == 0);
  CHECK(models.probability(Context(x), 1) == 1);
}

TEST_CASE("logr_ucb: no regularisation is too strong, and too large features are a failure") {
  const auto refresh = GENERATE(learning::Refresh::online, learning::Refresh::all);
  learning::LogisticOptions options;
  options.refresh = refresh;
  options.learning_rate = 3;
  options.l2 = 1e6;
  options.iterations = 1'000;
  options.memory = 10;
  learning::LogisticModels strong(1, 1, options);
  const std::vector<double> x{1}, huge{1e200};
  for (int t = 0; t < 20; ++t) strong.learn(Context(x), 0, 1, "test");
  CHECK(strong.theta(0)[0] > 0);
  CHECK(strong.theta(0)[0] < 1e-4);
  options.l2 = 1;
  options.refresh = learning::Refresh::online;
  learning::LogisticModels models(1, 1, options);
  CHECK_THROWS_AS(models.learn(Context(huge), 0, 1, "test"), NumericalFailure);
  CHECK_THROWS_WITH(models.learn(Context(huge), 0, 1, "cemp"),
                    "cemp: the weights of the logistic regression overflowed; learning_rate or the "
                    "features are too large");
}

TEST_CASE("logr_ucb: a refresh of all records keeps no more than there will be") {
  Problem problem;
  problem.action_count = 5;
  problem.dimension = 4;
  problem.rewards = RewardRange::binary;
  const std::size_t whole = testing::make_agent("logr_ucb{refresh=\"all\"}", problem).state_bytes();
  problem.horizon = 100;
  CHECK(testing::make_agent("logr_ucb{refresh=\"all\"}", problem).state_bytes() < whole / 50);
}

TEST_CASE("logr_ucb: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("logr_ucb", log), log) ==
        "012222333443334111111212211111110000000000000000043332232323300001444444444444323233222011"
        "114444333333322222011011433333");
  CHECK(testing::trace(testing::make_agent("logr_ucb{refresh=\"all\", alpha=0.03}", log), log) ==
        "012222333443334121111111000000040000000000000000043343333333344444444444444444444444444441"
        "444441444244444444444044414444");
  CHECK(testing::trace(testing::make_agent("logr_ucb{prediction=\"logit\", ties=\"random\", l2=0, "
                                           "learning_rate=0.2}",
                                           log),
                       log) ==
        "221431212240132200202222000220000000000000000000024222222402222222222222222402222004400044"
        "444444442222222222222222222222");
}
