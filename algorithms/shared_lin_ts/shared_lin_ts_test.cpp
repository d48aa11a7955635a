#include "algorithms/shared_lin_ts/shared_lin_ts.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/oracles/batch_ridge.hpp"

using namespace replaybench;
using algorithms::shared_lin_ts::Options;
using algorithms::shared_lin_ts::SharedLinTs;
using learning::PairFeatures;
using learning::Pairs;
using testing::BatchRidge;
using testing::Matrix;

namespace {

constexpr std::size_t d = 2, m = 2;
constexpr Action arms = 2;
const learning::PairShape shape{arms, d, m};

// Two actions that have most of their features in common, so that their drawn rewards are correlated.
ActionFeatures two_actions() {
  ActionFeaturesBuilder builder;
  std::vector<ActionFeaturesBuilder::Value> first{{0, 1}, {1, .5}}, second{{0, 1}, {1, -.25}};
  std::vector<ActionFeatures::Member> members{{0, builder.add_row(first)},
                                              {1, builder.add_row(second)}};
  builder.add_set(members);
  return std::move(builder).build({"f", "g"});
}

Matrix design(const PairFeatures& pair, const Context& context, Action a) {
  Matrix row(pair.size());
  const auto z = pair.of(context, a).values();
  for (std::size_t i = 0; i < z.size(); ++i) row[i] = z[i];
  return row;
}

}  // namespace

TEST_CASE("shared_lin_ts: the mean of the weights is the ridge regression of all pairs") {
  const Pairs pairs = GENERATE(Pairs::products, Pairs::joined);
  const ActionFeatures features = two_actions();
  const PairFeatures pair(pairs, shape);
  SharedLinTs algorithm(pair, {.lambda = 0.5, .pairs = pairs});
  BatchRidge batch(pair.size(), 0.5);
  for (std::uint64_t t = 0; t < 60; ++t) {
    Draws draws({41}, t);
    const std::vector<double> x{draws.normal(), 1};
    Context context(x);
    context.set_action_features(features, 0);
    const Action action = draws.below(arms);
    const double reward = draws.normal();
    algorithm.update(context, action, reward);
    batch.add(design(pair, context, action), reward);
    const Matrix theta = batch.theta();
    for (std::size_t i = 0; i < pair.size(); ++i) {
      CHECK(algorithm.theta()[i] == Approx(theta[i]).margin(1e-11));
    }
  }
}

TEST_CASE("shared_lin_ts: chooses by one draw of the weights, not by a draw per action") {
  const ActionFeatures features = two_actions();
  const PairFeatures pair(Pairs::products, shape);
  SharedLinTs algorithm(pair, {.v = 0.8});
  BatchRidge batch(pair.size(), 1);
  const std::vector<double> x{0.5, 1};
  Context context(x);
  context.set_action_features(features, 0);
  for (std::uint64_t t = 0; t < 20; ++t) {
    Draws draws({42}, t);
    const Action action = draws.below(arms);
    const double reward = action == 0 ? 0.6 : 0.4;
    algorithm.update(context, action, reward);
    batch.add(design(pair, context, action), reward);
  }
  // The difference of the two scores is normal: action 0 wins with probability Phi(mean / deviation).
  Matrix difference = design(pair, context, 0);
  const Matrix other = design(pair, context, 1);
  for (std::size_t i = 0; i < pair.size(); ++i) difference[i] -= other[i];
  const double mean = batch.theta().dot(difference);
  const double deviation = 0.8 * std::sqrt(batch.variance(difference));
  const double probability = std::erfc(-mean / deviation / std::sqrt(2.0)) / 2;
  const double apart =
      0.8 * std::sqrt(batch.variance(design(pair, context, 0)) + batch.variance(other));
  const double of_independent = std::erfc(-mean / apart / std::sqrt(2.0)) / 2;
  constexpr int n = 240'000;  // the two rules lie twelve standard errors apart
  int wins = 0;
  for (std::uint64_t t = 0; t < n; ++t) {
    Draws draws({43}, t);
    wins += algorithm.choose(context, ActionSet::all(arms), draws) == 0;
  }
  const double error = std::sqrt(probability * (1 - probability) / n);
  CHECK(std::fabs(wins / double{n} - probability) < 4 * error);
  CHECK(std::fabs(wins / double{n} - of_independent) > 8 * error);  // the other rule would show
}

TEST_CASE("shared_lin_ts: with v = 0 it plays the best mean, and draws nothing") {
  const ActionFeatures features = two_actions();
  SharedLinTs algorithm(PairFeatures(Pairs::products, shape), {.v = 0});
  const std::vector<double> x{0, 1};
  Context context(x);
  context.set_action_features(features, 0);
  algorithm.update(context, 1, 1);
  algorithm.update(context, 0, -1);
  Draws draws({44}, 0), untouched({44}, 0);
  CHECK(algorithm.choose(context, ActionSet::all(arms), draws) == 1);
  CHECK(draws.uniform() == untouched.uniform());
}
