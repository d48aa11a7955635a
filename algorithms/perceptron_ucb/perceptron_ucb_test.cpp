#include "algorithms/perceptron_ucb/perceptron_ucb.hpp"

#include <cmath>

#include "suite/model/numerical_failure.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using algorithms::perceptron_ucb::Index;
using algorithms::perceptron_ucb::Options;
using algorithms::perceptron_ucb::PerceptronUcb;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Options with(double alpha, double gamma, Index index = Index::corrected) {
  Options options;
  options.alpha = alpha;
  options.gamma = gamma;
  options.index = index;
  return options;
}

Action ask(const PerceptronUcb& algorithm, const std::vector<double>& x, const ActionSet& actions) {
  Draws draws({1}, 0);
  return algorithm.choose(Context(x), actions, draws);
}

// From the whole history at each call. The weights in the dual form: after the records (x_j, r_j)
// of an action, w = gamma sum of e_j x_j with e_j = r_j - gamma sum over i < j of e_i x_i.x_j.
struct BruteForce {
  Options options;
  struct Event {
    std::vector<double> x;
    Action action;
    double reward;
  };
  std::vector<Event> history;

  double index(const std::vector<double>& x, Action action) const {
    const auto product = [](const std::vector<double>& a, const std::vector<double>& b) {
      double sum = 0;
      for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
      return sum;
    };
    std::vector<double> errors;
    std::vector<const std::vector<double>*> points;
    double rewards = 0;
    const auto predict = [&](const std::vector<double>& at) {
      double sum = 0;
      for (std::size_t i = 0; i < errors.size(); ++i) sum += errors[i] * product(*points[i], at);
      return options.gamma * sum;
    };
    for (const Event& event : history) {
      if (event.action != action) continue;
      errors.push_back(event.reward - predict(event.x));
      points.push_back(&event.x);
      rewards += event.reward;
    }
    const auto n = static_cast<double>(errors.size());
    if (n == 0) return infinity;
    if (options.index == Index::corrected) {
      return predict(x) +
             std::sqrt(options.alpha * std::log(static_cast<double>(history.size())) / n);
    }
    if (n == 1) return infinity;
    return predict(x) + std::sqrt(options.alpha * rewards / std::log(n));
  }
};

}  // namespace

TEST_CASE("perceptron_ucb: the first steps by hand") {
  PerceptronUcb algorithm(2, 2, with(0.5, 0.1));
  const std::vector<double> x{1, 2}, y{-1, 1};
  CHECK(ask(algorithm, x, ActionSet::all(2)) == 0);
  algorithm.update(Context(x), 0, 1);  // w_0 = 0.1 (1, 2)
  CHECK(algorithm.weights(0)[0] == Approx(0.1).epsilon(1e-15));
  CHECK(algorithm.weights(0)[1] == Approx(0.2).epsilon(1e-15));
  // n = 1: ln 1 = 0.
  CHECK(algorithm.index(Context(x), 0) == Approx(0.5).epsilon(1e-15));
  CHECK(ask(algorithm, x, ActionSet::all(2)) == 1);  // never learned: infinity
  algorithm.update(Context(y), 1, 1);                // w_1 = 0.1 (-1, 1)
  algorithm.update(Context(x), 1, 0);                // prediction 0.1: w_1 -= 0.01 (1, 2)
  CHECK(algorithm.weights(1)[0] == Approx(-0.11).epsilon(1e-14));
  CHECK(algorithm.weights(1)[1] == Approx(0.08).epsilon(1e-14));
  // n = 3: 0.5 + sqrt(0.5 ln 3) = 1.241 against 0.05 + sqrt(0.25 ln 3) = 0.574.
  CHECK(algorithm.index(Context(x), 0) ==
        Approx(0.5 + std::sqrt(0.5 * std::log(3.0))).epsilon(1e-14));
  CHECK(algorithm.index(Context(x), 1) ==
        Approx(0.05 + std::sqrt(0.25 * std::log(3.0))).epsilon(1e-14));
  CHECK(ask(algorithm, x, ActionSet::all(2)) == 0);
}

TEST_CASE("perceptron_ucb: the printed index by hand") {
  PerceptronUcb algorithm(2, 1, with(0.5, 0.1, Index::printed));
  const std::vector<double> x{1};
  algorithm.update(Context(x), 0, 0);
  algorithm.update(Context(x), 1, 1);
  // ln 1 = 0: infinite for both, whether the reward was 0 (0/0 as in algorithm 1) or 1.
  CHECK(algorithm.index(Context(x), 0) == infinity);
  CHECK(algorithm.index(Context(x), 1) == infinity);
  algorithm.update(Context(x), 0, 0);
  CHECK(algorithm.index(Context(x), 0) == 0);  // no success, no exploration
  algorithm.update(Context(x), 1, 1);
  // w_1 = 0.1 + 0.1 (1 - 0.1) = 0.19.
  CHECK(algorithm.index(Context(x), 1) ==
        Approx(0.19 + std::sqrt(0.5 * 2 / std::log(2.0))).epsilon(1e-14));
  // The corrected index comes back to action 0 after enough plays of action 1; the printed never.
  for (int t = 0; t < 5'000; ++t) {
    const Action choice = ask(algorithm, x, ActionSet::all(2));
    REQUIRE(choice == 1);
    algorithm.update(Context(x), choice, t % 2);
  }
  // Sums of rewards below 0 have no root: the term is 0.
  PerceptronUcb negative(1, 1, with(1, 0, Index::printed));
  negative.update(Context(x), 0, -1);
  negative.update(Context(x), 0, -1);
  CHECK(negative.index(Context(x), 0) == 0);
}

TEST_CASE("perceptron_ucb: indices and choices are those recomputed from the history") {
  const Index index = GENERATE(Index::corrected, Index::printed);
  const double alpha = GENERATE(0.01, 1.0);
  const Options options = with(alpha, 0.05, index);
  PerceptronUcb algorithm(4, 3, options);
  BruteForce reference{options, {}};
  for (std::uint64_t t = 0; t < 200; ++t) {
    Draws draws({21}, t);
    const std::vector<double> x{draws.normal(), draws.normal(), 1};
    std::vector<Action> pool;
    for (Action a = 0; a < 4; ++a) {
      if (draws.below(4) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(4));
    Action wanted = pool[0];
    for (const Action a : pool) {
      const double expected = reference.index(x, a);
      if (expected > reference.index(x, wanted)) wanted = a;
      if (std::isfinite(expected)) {
        CHECK(algorithm.index(Context(x), a) == Approx(expected).epsilon(1e-11).margin(1e-12));
      } else {
        CHECK(algorithm.index(Context(x), a) == expected);
      }
    }
    const Action choice = ask(algorithm, x, ActionSet(pool));
    CHECK(choice == wanted);
    const Action played = t % 7 == 6 ? pool[draws.below(static_cast<Action>(pool.size()))] : choice;
    const double reward = draws.uniform() < 0.2 + 0.15 * played ? 1 : 0;
    algorithm.update(Context(x), played, reward);
    reference.history.push_back({x, played, reward});
  }
}

TEST_CASE("perceptron_ucb: an action that appears late is tried at once") {
  // Known defects elsewhere: actions without data scored 0, hidden forever by one reward of 1.
  PerceptronUcb algorithm(3, 1, with(0, 0.5));
  const std::vector<double> x{1};
  const std::vector<Action> old_pool{0, 2};
  for (int t = 0; t < 50; ++t) {
    algorithm.update(Context(x), ask(algorithm, x, ActionSet(old_pool)), 1);
  }
  CHECK(ask(algorithm, x, ActionSet::all(3)) == 1);
}

TEST_CASE("perceptron_ucb: gamma |x|^2 above 2 ends in a failure, below 2 it converges") {
  // The error of the prediction is multiplied by 1 - gamma |x|^2 at each step.
  const std::vector<double> x{3, 1};  // |x|^2 = 10
  const auto run = [&](double gamma) {
    PerceptronUcb algorithm(1, 2, with(0, gamma));
    for (int t = 0; t < 20'000; ++t) algorithm.update(Context(x), 0, 1);
    return algorithm.index(Context(x), 0);
  };
  CHECK(run(0.199) == Approx(1).epsilon(1e-12));
  CHECK_THROWS_AS(run(0.21), NumericalFailure);
  CHECK_THROWS_AS(run(1e300), NumericalFailure);
}

TEST_CASE("perceptron_ucb: would_choose() is choose() == logged, ties and hints included") {
  PerceptronUcb algorithm(6, 4, with(0.1, 0.25));
  int agreed = 0;
  for (std::uint64_t t = 0; t < 2'000; ++t) {
    Draws draws({13}, t);
    std::vector<double> x(4, 0.0);
    x[draws.below(4)] = 1;
    std::vector<Action> pool;
    for (Action a = 0; a < 6; ++a) {
      if (draws.below(3) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(6));
    const ActionSet actions{pool};
    const Action logged = pool[draws.below(actions.size())];
    Action hint = draws.below(6);
    const bool chosen = ask(algorithm, x, actions) == logged;
    Draws unused({14}, t);
    CHECK(algorithm.would_choose(Context(x), actions, logged, hint, unused) == chosen);
    if (chosen) {
      ++agreed;
      algorithm.update(Context(x), logged, draws.below(2));
    }
  }
  CHECK(agreed > 300);
}

TEST_CASE("perceptron_ucb: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("perceptron_ucb", log), log) ==
        "012222333443334011111111243223310000000000000000024222242224030333333330333311124224422333"
        "333000001001001111111111422333");
  CHECK(
      testing::trace(
          testing::make_agent("perceptron_ucb{alpha=0.3, gamma=0.1, ties=\"random\"}", log), log) ==
      "22143121224013220020222200022000000000000000000002422222240222222222204444444442244311111111"
      "3440222022202244444444444444");
  CHECK(testing::trace(testing::make_agent("perceptron_ucb{index=\"printed\"}", log), log) ==
        "000111122222222222223333333344444444444444422422222222222222222222222222222222222222222222"
        "222222222222222222222222222222");
}
