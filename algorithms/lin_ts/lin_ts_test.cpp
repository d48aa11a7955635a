#include "algorithms/lin_ts/lin_ts.hpp"

#include <cmath>

#include "suite/model/numerical_failure.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/oracles/batch_ridge.hpp"
#include "suite/testing/random_history.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
using algorithms::lin_ts::LinTs;
using testing::BatchRidge;

namespace {

// Frequency of each of `count` actions in `asked` steps.
std::vector<double> frequencies(const LinTs& algorithm, const std::vector<double>& x, Action count,
                                std::uint64_t asked) {
  std::vector<double> seen(count);
  for (std::uint64_t t = 0; t < asked; ++t) {
    Draws draws({101}, t);
    ++seen[algorithm.choose(Context(x), ActionSet::all(count), draws)];
  }
  for (double& n : seen) n /= static_cast<double>(asked);
  return seen;
}

// P(action i has the highest of independent normal numbers), by Simpson's rule.
double best_probability(const std::vector<double>& mean, const std::vector<double>& deviation,
                        std::size_t i) {
  constexpr int steps = 2'000;
  constexpr double reach = 9;
  double sum = 0;
  for (int s = 0; s <= steps; ++s) {
    const double z = -reach + 2 * reach * s / steps;
    double value = numeric::exp(-z * z / 2) / std::sqrt(2 * M_PI);
    const double score = mean[i] + deviation[i] * z;
    for (std::size_t j = 0; j < mean.size(); ++j) {
      if (j != i) value *= numeric::normal_cdf((score - mean[j]) / deviation[j]);
    }
    sum += value * (s == 0 || s == steps ? 1 : s % 2 == 1 ? 4 : 2);
  }
  return sum * 2 * reach / steps / 3;
}

}  // namespace

TEST_CASE("lin_ts: two actions by hand") {
  // x = 1, lambda = 1, v = 1/2. Action 0 learned 1, 1, 0: M = 4, theta = 1/2, the drawn reward is
  // N(1/2, 1/4 * 1/4). Action 1 learned nothing: N(0, 1/4).
  LinTs algorithm(2, 1, 0.5, 1, Ties::lowest);
  const std::vector<double> x{1};
  for (const double reward : {1.0, 1.0, 0.0}) algorithm.update(Context(x), 0, reward);
  CHECK(algorithm.theta(0)[0] == Approx(0.5).epsilon(1e-15));
  const double wanted = numeric::normal_cdf(0.5 / std::sqrt(0.0625 + 0.25));  // 0.8145
  CHECK(wanted == Approx(0.81453).epsilon(1e-4));
  const auto seen = frequencies(algorithm, x, 2, 20'000);
  CHECK(std::fabs(seen[0] - wanted) < 5 * std::sqrt(wanted * (1 - wanted) / 20'000));
}

TEST_CASE("lin_ts: each choice is the argmax of draws around the batch regression") {
  constexpr std::size_t d = 4;
  constexpr Action arms = 5;
  constexpr double v = 0.7;
  constexpr double lambda = 2;
  LinTs algorithm(arms, d, v, lambda, Ties::lowest);
  std::vector<BatchRidge> batches(arms, BatchRidge(d, lambda));
  int differs_from_greedy = 0;
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({102}, t);
    std::vector<double> x(d, 1.0);
    for (std::size_t i = 0; i + 1 < d; ++i) x[i] = draws.normal();
    const testing::Matrix vector = x;
    const std::vector<Action> pool = testing::random_pool(arms, draws);
    Draws asked({103}, t);
    Draws words({Draws({103}, t).bits()}, 0);
    std::vector<double> normals;
    for (Action a = 0; a < arms + 1; a += 2) {
      const std::uint64_t two = words.bits();
      normals.push_back(learning::normal_of_bits(static_cast<std::uint32_t>(two)));
      normals.push_back(learning::normal_of_bits(static_cast<std::uint32_t>(two >> 32)));
    }
    const Action choice = algorithm.choose(Context(x), ActionSet(pool), asked);
    Action wanted = pool[0];
    Action greedy = pool[0];
    double best = -1e300;
    double highest = -1e300;
    for (const Action a : pool) {
      const double mean = batches[a].theta().dot(vector);
      const double score = mean + v * std::sqrt(batches[a].variance(vector)) * normals[a];
      if (score > best) {
        best = score;
        wanted = a;
      }
      if (mean > highest) {
        highest = mean;
        greedy = a;
      }
    }
    CHECK(choice == wanted);
    differs_from_greedy += choice != greedy;
    const double reward = draws.uniform() < 0.1 + 0.15 * choice ? 1 : 0;
    algorithm.update(Context(x), choice, reward);
    batches[choice].add(vector, reward);
  }
  CHECK(differs_from_greedy > 30);  // else a greedy choice would pass
}

TEST_CASE("lin_ts: drawing scores has the distribution of drawing weights") {
  // The paper draws weights theta_i + v R_i^-1 z, R_i^T R_i = M_i, from d normal numbers an action.
  constexpr std::size_t d = 3;
  constexpr Action arms = 3;
  constexpr double v = 1;
  LinTs algorithm(arms, d, v, 1, Ties::lowest);
  std::vector<BatchRidge> batches(arms, BatchRidge(d, 1));
  for (std::uint64_t t = 0; t < 12; ++t) {
    Draws draws({104}, t);
    std::vector<double> x{draws.normal(), draws.normal(), 1};
    const auto action = static_cast<Action>(t % arms);
    const double reward = draws.normal();
    algorithm.update(Context(x), action, reward);
    batches[action].add(x, reward);
  }
  const std::vector<double> x{0.4, -1.1, 1};
  const testing::Matrix vector = x;

  constexpr std::uint64_t asked = 20'000;
  std::vector<double> of_weights(arms);
  std::vector<testing::Matrix> theta;
  std::vector<testing::Matrix> factor;
  std::vector<double> mean;
  std::vector<double> deviation;
  for (const BatchRidge& batch : batches) {
    theta.push_back(batch.theta());
    factor.push_back(batch.factor());
    mean.push_back(batch.theta().dot(vector));
    deviation.push_back(v * std::sqrt(batch.variance(vector)));
  }
  for (std::uint64_t t = 0; t < asked; ++t) {
    Draws draws({105}, t);
    Action best = 0;
    double highest = -1e300;
    for (Action a = 0; a < arms; ++a) {
      testing::Matrix z(d);
      for (std::size_t i = 0; i < d; ++i) z[i] = draws.normal();
      const testing::Matrix weights = theta[a] + v * testing::solve_upper(factor[a], z);
      const double score = weights.dot(vector);
      if (score > highest) {
        highest = score;
        best = a;
      }
    }
    of_weights[best] += 1.0 / asked;
  }
  const auto of_scores = frequencies(algorithm, x, arms, asked);
  for (Action a = 0; a < arms; ++a) {
    const double p = best_probability(mean, deviation, a);
    const double five = 5 * std::sqrt(p * (1 - p) / asked);
    CHECK(p > 0.05);
    CHECK(std::fabs(of_scores[a] - p) < five);
    CHECK(std::fabs(of_weights[a] - p) < five);
  }
}

TEST_CASE("lin_ts: without width it is greedy, ties by the rule") {
  LinTs algorithm(3, 1, 0, 1, Ties::lowest);
  const std::vector<double> x{1};
  CHECK(frequencies(algorithm, x, 3, 50)[0] == 1);
  algorithm.update(Context(x), 2, 1);
  CHECK(frequencies(algorithm, x, 3, 50)[2] == 1);  // the first reward counts
  algorithm.update(Context(x), 2, -3);
  CHECK(frequencies(algorithm, x, 3, 50)[0] == 1);

  const LinTs random(3, 1, 0, 1, Ties::random);
  for (const double seen : frequencies(random, x, 3, 3'000)) {
    CHECK(std::fabs(seen - 1.0 / 3) < 5 * std::sqrt(2.0 / 9 / 3'000));
  }
}

TEST_CASE("lin_ts: would_choose is choose() == logged") {
  // One-hot contexts, some of them empty: then all scores are 0, and the tie rule decides.
  for (const Ties ties : {Ties::lowest, Ties::random}) {
    for (const double v : {0.0, 0.1, 1.0}) {
      LinTs algorithm(6, 4, v, 1, ties);
      int chosen = 0;
      for (std::uint64_t t = 0; t < 2'000; ++t) {
        Draws draws({107}, t);
        std::vector<double> x(4, 0.0);
        if (draws.below(5) > 0) x[draws.below(4)] = 1 + draws.uniform();
        std::vector<Action> pool;
        for (Action a = 0; a < 6; ++a) {
          if (draws.below(3) > 0) pool.push_back(a);
        }
        if (pool.empty()) pool.push_back(draws.below(6));
        const ActionSet actions{pool};
        Draws one({108}, t);
        const Action choice = algorithm.choose(Context(x), actions, one);
        for (const Action logged : pool) {
          Draws same({108}, t);
          Action hint = draws.below(8);  // in the pool or not
          REQUIRE(algorithm.would_choose(Context(x), actions, logged, hint, same) ==
                  (logged == choice));
        }
        const Action logged = pool[draws.below(actions.size())];
        if (logged != choice) continue;
        ++chosen;
        algorithm.update(Context(x), logged, draws.uniform() < 0.2 + 0.1 * logged ? 1 : 0);
      }
      CHECK(chosen > 300);
    }
  }
}

TEST_CASE("lin_ts: lambda divides the variance of an action that was never learned") {
  // theta = 0 and variance x^T x / lambda for both: a fair coin whatever lambda. Against an action
  // whose reward is known to be 1, P(untried wins) = 1 - Phi(1 / (v |x| / sqrt(lambda))).
  LinTs algorithm(2, 1, 1, 4, Ties::lowest);
  const std::vector<double> x{1};
  for (int i = 0; i < 100'000; ++i) algorithm.update(Context(x), 0, 1);
  const double wanted = 1 - numeric::normal_cdf(2);  // sqrt(lambda) = 2; lambda inverted: 0.31
  const auto seen = frequencies(algorithm, x, 2, 20'000);
  CHECK(std::fabs(seen[1] - wanted) < 5 * std::sqrt(wanted / 20'000));
}

TEST_CASE("lin_ts: a model that overflows says so") {
  LinTs algorithm(1, 1, 1, 1, Ties::lowest);
  const std::vector<double> x{1e200};
  CHECK_THROWS_WITH(algorithm.update(Context(x), 0, 1), Catch::StartsWith("lin_ts: "));
}

TEST_CASE("lin_ts: golden traces") {
  const Log log = testing::golden_log();
  CHECK(testing::trace(testing::make_agent("lin_ts", log), log).substr(0, 120) ==
        "030022413331433311334432442233221223222323223223222132222232242222222122222322232333322324"
        "332333232234232333332222233232");
  CHECK(sha256_hex(testing::trace(
            testing::make_agent("lin_ts{v=0.5, lambda=3, ties=\"random\"}", log), log)) ==
        "8acc62fb428a73bb8cc88169ba3a88907cc5f57c401d44a4874793c91a921863");
}

TEST_CASE("lin_ts: the average of two states, by hand") {
  // lambda = 1, one feature x = 1: M = 1 + n, v = sum of rewards.
  const std::vector<double> one{1};
  LinTs first(1, 1, 1, 1, Ties::lowest);
  first.update(Context(one), 0, 1);
  LinTs second(1, 1, 1, 1, Ties::lowest);
  for (const double reward : {0.0, 2.0, 4.0}) second.update(Context(one), 0, reward);
  LinTs average(1, 1, 1, 1, Ties::lowest);
  const LinTs* states[] = {&first, &second};
  average.become_average_of(states);
  // M = (2 + 4) / 2, v = (1 + 6) / 2; a mean of the theta would be (1/2 + 6/4) / 2 = 1.
  CHECK(average.theta(0)[0] == Approx(3.5 / 3).epsilon(1e-15));
}

TEST_CASE("lin_ts: its probabilities: two normals, nothing to draw, ties") {
  // lambda = 1, one feature x = 1: M = 1 + n; means 3/4 and 1/2 of variances v^2/4 and v^2/2.
  const std::vector<double> one{1};
  const std::vector<double> zero{0};
  for (const Ties ties : {Ties::lowest, Ties::random}) {
    LinTs algorithm(2, 1, 0.5, 1, ties);
    for (int i = 0; i < 3; ++i) algorithm.update(Context(one), 0, 1);
    algorithm.update(Context(one), 1, 1);
    std::vector<double> p(2);
    algorithm.probabilities(Context(one), ActionSet::all(2), p);
    const double z = 0.25 / std::sqrt(0.25 * (0.25 + 0.5));
    CHECK(p[0] == Approx(numeric::normal_cdf(z)).epsilon(1e-13));
    CHECK(p[0] + p[1] == Approx(1).epsilon(1e-15));
    // Without features all scores are 0.
    algorithm.probabilities(Context(zero), ActionSet::all(2), p);
    CHECK(p == (ties == Ties::lowest ? std::vector<double>{1, 0} : std::vector<double>{0.5, 0.5}));
    LinTs greedy(2, 1, 0, 1, ties);
    greedy.update(Context(one), 1, 1);
    greedy.probabilities(Context(one), ActionSet::all(2), p);
    CHECK(p == std::vector<double>{0, 1});
  }
}

TEST_CASE("lin_ts: unscaled features, against QR of all records") {
  constexpr std::size_t d = 3;
  LinTs algorithm(1, d, 1, 1, Ties::lowest);
  BatchRidge batch(d, 1);
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({109}, t);
    const std::vector<double> x{1, 20 + 5 * draws.normal(), 5e8 + 1e8 * draws.normal()};
    const double reward = draws.normal();
    algorithm.update(Context(x), 0, reward);
    batch.add(x, reward);
  }
  const testing::Matrix theta = batch.theta();
  for (std::size_t i = 0; i < d; ++i) {
    CHECK(algorithm.theta(0)[i] == Approx(theta[i]).epsilon(1e-9).margin(0));
  }
}
