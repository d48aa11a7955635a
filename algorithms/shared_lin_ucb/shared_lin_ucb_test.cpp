#include "algorithms/shared_lin_ucb/shared_lin_ucb.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/oracles/batch_ridge.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using algorithms::shared_lin_ucb::Options;
using algorithms::shared_lin_ucb::SharedLinUcb;
using learning::PairFeatures;
using learning::Pairs;
using testing::BatchRidge;
using testing::Matrix;

namespace {

// Features of four actions.
ActionFeatures random_features(std::size_t m, Draws& draws) {
  ActionFeaturesBuilder builder;
  std::vector<ActionFeatures::Member> members;
  for (Action a = 0; a < 4; ++a) {
    std::vector<ActionFeaturesBuilder::Value> values;
    for (std::uint32_t j = 0; j < m; ++j) values.push_back({j, draws.normal()});
    members.push_back({a, builder.add_row(values)});
  }
  builder.add_set(members);
  return std::move(builder).build(std::vector<std::string>(m, "f"));
}

}  // namespace

TEST_CASE("shared_lin_ucb: an update by hand") {
  // One action feature of 2 for action 0, of 0 for action 1; z = (1, f).
  ActionFeaturesBuilder builder;
  std::vector<ActionFeaturesBuilder::Value> values{{0, 2}};
  std::vector<ActionFeatures::Member> members{{0, builder.add_row(values)}};
  builder.add_set(members);
  const ActionFeatures features = std::move(builder).build({"f"});
  const std::vector<double> x{1};
  Context context(x);
  context.set_action_features(features, 0);
  SharedLinUcb algorithm(PairFeatures(Pairs::products, {2, 1, 1}), Options{});
  // Nothing learned: means 0, variances |z|^2 = 5 and 1.
  CHECK(algorithm.score(context, 0) == Approx(std::sqrt(5.0)).epsilon(1e-15));
  CHECK(algorithm.score(context, 1) == 1);
  // M = I + (1, 2)(1, 2)^T, M^-1 = I - z z^T / 6, theta = z / 6 after a reward of 1.
  algorithm.update(context, 0, 1);
  CHECK(algorithm.predicted_reward(context, 0) == Approx(5.0 / 6).epsilon(1e-15));
  CHECK(algorithm.predicted_reward(context, 1) == Approx(1.0 / 6).epsilon(1e-15));
  CHECK(algorithm.score(context, 1) == Approx(1.0 / 6 + std::sqrt(5.0 / 6)).epsilon(1e-14));
}

TEST_CASE("shared_lin_ucb: is one ridge regression of all pairs, and plays the highest bound") {
  const Pairs pairs = GENERATE(Pairs::products, Pairs::joined);
  constexpr std::size_t d = 3, m = 2;
  constexpr Action arms = 4;
  Draws of_features({31}, 0);
  const ActionFeatures features = random_features(m, of_features);
  const PairFeatures pair(pairs, {arms, d, m});
  SharedLinUcb algorithm(pair, {.alpha = 0.7, .lambda = 0.5, .pairs = pairs});
  BatchRidge batch(pair.size(), 0.5);
  const auto design = [&](const Context& context, Action a) {
    Matrix row(pair.size());
    const auto z = pair.of(context, a).values();
    for (std::size_t i = 0; i < z.size(); ++i) row[i] = z[i];
    return row;
  };
  for (std::uint64_t t = 0; t < 80; ++t) {
    Draws draws({32}, t);
    std::vector<double> x(d, 1.0);
    for (std::size_t i = 0; i + 1 < d; ++i) x[i] = draws.normal();
    Context context(x);
    context.set_action_features(features, 0);
    const std::vector<Action> pool = testing::random_pool(arms, draws);
    const Matrix weights = batch.theta();
    Action wanted = pool[0];
    double best = -1e300;
    for (const Action a : pool) {
      const Matrix z = design(context, a);
      const double score = weights.dot(z) + 0.7 * std::sqrt(batch.variance(z));
      CHECK(algorithm.score(context, a) == Approx(score).margin(1e-10));
      if (score > best) {
        best = score;
        wanted = a;
      }
    }
    Draws unused({1}, 0);
    CHECK(algorithm.choose(context, ActionSet(pool), unused) == wanted);
    Action hint = draws.below(arms);
    CHECK(algorithm.would_choose(context, ActionSet(pool), wanted, hint, unused));
    const Action action = pool[draws.below(static_cast<std::uint32_t>(pool.size()))];
    const double reward = draws.normal();
    algorithm.update(context, action, reward);
    batch.add(design(context, action), reward);
  }
}

TEST_CASE(
    "shared_lin_ucb: without features an action has weights of its own beside the common ones") {
  constexpr std::size_t d = 3;
  constexpr Action arms = 3;
  SharedLinUcb algorithm(PairFeatures(Pairs::products, {arms, d, 0}), Options{});
  BatchRidge batch(d * (1 + arms), 1);
  for (std::uint64_t t = 0; t < 60; ++t) {
    Draws draws({33}, t);
    std::vector<double> x(d, 1.0);
    for (std::size_t i = 0; i + 1 < d; ++i) x[i] = draws.normal();
    const auto design = [&](Action a) {
      Matrix row(d * (1 + arms));
      for (std::size_t i = 0; i < d; ++i) row[i] = row[d * (1 + a) + i] = x[i];
      return row;
    };
    const Matrix weights = batch.theta();
    for (Action a = 0; a < arms; ++a) {
      const double mean = weights.dot(design(a));
      CHECK(algorithm.predicted_reward(Context(x), a) == Approx(mean).margin(1e-10));
      CHECK(algorithm.score(Context(x), a) ==
            Approx(mean + std::sqrt(batch.variance(design(a)))).margin(1e-10));
    }
    const Action action = draws.below(arms);
    const double reward = draws.below(2);
    algorithm.update(Context(x), action, reward);
    batch.add(design(action), reward);
  }
}
