#include "algorithms/cemp/cemp.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/oracles/matrix.hpp"

using namespace replaybench;
using algorithms::cemp::Cemp;
using learning::BucketOptions;
using learning::LearnFrom;
using learning::LogisticOptions;
using learning::Refresh;

namespace {

learning::BucketOptions with(double epsilon, learning::LearnFrom learn_from) {
  learning::BucketOptions options;
  options.epsilon = epsilon;
  options.learn_from = learn_from;
  options.ties = Ties::lowest;
  return options;
}

double sigmoid(double z) { return 1 / (1 + std::exp(-z)); }

}  // namespace

TEST_CASE("cemp: the first visits by hand") {
  // epsilon = 1/2: the visits 0, 2, 4, ... explore and teach. learning_rate = 0.2, no l2.
  learning::LogisticOptions logistic;
  logistic.learning_rate = 0.2;
  logistic.l2 = 0;
  Cemp algorithm(3, 2, with(0.5, learning::LearnFrom::bucket), logistic);
  const std::vector<double> x{1, 1}, y{-1, 1};
  const auto serve = [&](const std::vector<double>& at) {
    Draws draws({1}, 0);
    return algorithm.choose(Context(at), ActionSet::all(3), draws);
  };
  algorithm.update(Context(x), 1, 0);  // theta_1 = -0.1 (1, 1)
  CHECK(algorithm.models().theta(1)[0] == Approx(-0.1).epsilon(1e-15));
  // A prediction below 1/2 is served before actions without a record, which would be predicted 1/2.
  CHECK(serve(x) == 1);
  algorithm.update(Context(x), 1, 1);  // served: not learned
  CHECK(algorithm.models().theta(1)[0] == Approx(-0.1).epsilon(1e-15));
  algorithm.update(Context(y), 2, 1);  // theta_2 = 0.1 (-1, 1)
  // Visit 3 serves: at x the logits are -0.2 and 0, at y 0 and 0.2.
  CHECK(serve(x) == 2);
  CHECK(serve(y) == 2);
  std::vector<double> distribution(3);
  algorithm.probabilities(Context(x), ActionSet::all(3), distribution);
  CHECK(distribution == std::vector<double>{0, 0, 1});
  algorithm.update(Context(y), 2, 1);
  algorithm.probabilities(Context(x), ActionSet::all(3), distribution);
  CHECK(distribution == std::vector<double>(3, 1.0 / 3));
}

TEST_CASE("cemp: choices are those of regressions recomputed from the history") {
  const auto learn_from = GENERATE(learning::LearnFrom::bucket, learning::LearnFrom::all);
  constexpr Action arms = 3;
  learning::LogisticOptions logistic;
  logistic.refresh = learning::Refresh::all;
  logistic.learning_rate = 0.5;
  logistic.iterations = 300;
  logistic.memory = 500;
  const double epsilon = 0.4;
  Cemp algorithm(arms, 3, with(epsilon, learn_from), logistic);
  struct Event {
    testing::Matrix x;
    Action action;
    double reward;
  };
  std::vector<Event> taught;
  // The maximum of the regularised likelihood by Newton's method.
  const auto theta = [&](Action action) {
    testing::Matrix at(3);
    for (int iteration = 0; iteration < 20; ++iteration) {
      testing::Matrix gradient = at;
      testing::Matrix hessian = testing::Matrix::identity(3);
      for (const Event& event : taught) {
        if (event.action != action) continue;
        const double p = sigmoid(at.dot(event.x));
        gradient += (p - event.reward) * event.x;
        hessian += p * (1 - p) * (event.x * event.x.transpose());
      }
      at -= testing::solve_positive(hessian, gradient);
    }
    return at;
  };
  double explored = 0;
  int served = 0;
  for (std::uint64_t t = 0; t < 250; ++t) {
    Draws draws({71}, t);
    const std::vector<double> x{draws.normal(), draws.normal(), 1};
    const testing::Matrix vector = x;
    std::vector<Action> pool;
    for (Action a = 0; a < arms; ++a) {
      if (draws.below(4) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(arms));
    const bool explores = explored < std::ceil(static_cast<double>(t + 1) * epsilon);
    Draws asked({72}, t);
    const Action choice = algorithm.choose(Context(x), ActionSet(pool), asked);
    if (explores) {
      Draws same({72}, t);
      CHECK(choice == pool[same.below(static_cast<Action>(pool.size()))]);
    } else {
      Action wanted = pool[0];
      double highest = -1e300;
      for (const Action a : pool) {
        const bool known = std::any_of(taught.begin(), taught.end(),
                                       [a](const Event& event) { return event.action == a; });
        const double rate = known ? sigmoid(theta(a).dot(vector)) : -1;
        if (rate > highest) {
          highest = rate;
          wanted = a;
        }
      }
      CHECK(choice == wanted);
      ++served;
    }
    const double reward = draws.uniform() < sigmoid(x[choice % 2] - 0.3) ? 1 : 0;
    algorithm.update(Context(x), choice, reward);
    if (explores || learn_from == learning::LearnFrom::all)
      taught.push_back({vector, choice, reward});
    explored += explores;
  }
  CHECK(served > 130);
}

TEST_CASE("cemp: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("cemp{epsilon=0.3}", log), log) ==
        "420000000000000032120202324214440102000000000000000000000000000000334124100000000000000020"
        "000000000000004000000000003234");
  CHECK(testing::trace(
            testing::make_agent("cemp{epsilon=0.2, learn_from=\"all\", refresh=\"all\"}", log),
            log) ==
        "420000000000000000000022324214440102222222222222222222222220143333333333333333333333333333"
        "333343312131403333333333333333");
}
