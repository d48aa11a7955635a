#include "suite/learning/pair_features.hpp"

#include "suite/testing/catch.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;
using learning::PairFeatures;
using learning::Pairs;

namespace {

// An action 0 with the features (2, 0, -1), and an action 1 without.
ActionFeatures features_of_actions() {
  ActionFeaturesBuilder builder;
  std::vector<ActionFeaturesBuilder::Value> values{{0, 2}, {2, -1}};
  std::vector<ActionFeatures::Member> members{{0, builder.add_row(values)}};
  builder.add_set(members);
  return std::move(builder).build({"a", "b", "c"});
}

std::vector<double> values_of(const Context& z) {
  std::vector<double> from_active(z.size());
  for (const std::uint32_t i : z.active()) from_active[i] = z[i];
  const std::vector<double> all(z.values().begin(), z.values().end());
  CHECK(all == from_active);
  return all;
}

}  // namespace

TEST_CASE("pair features: products and joined, dense and sparse") {
  const ActionFeatures features = features_of_actions();
  const std::vector<double> x{3, 0, 1};
  const std::vector<std::uint32_t> active{0, 2};
  const PairFeatures products(Pairs::products, {2, 3, 3}), joined(Pairs::joined, {2, 3, 3});
  for (Context context : {Context(x), Context::sparse(x, active)}) {
    context.set_action_features(features, 0);
    CHECK(values_of(products.of(context, 0)) ==
          std::vector<double>{3, 0, 1, 6, 0, 2, 0, 0, 0, -3, 0, -1});
    CHECK(values_of(products.of(context, 1)) ==
          std::vector<double>{3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    CHECK(values_of(joined.of(context, 0)) == std::vector<double>{3, 0, 1, 2, 0, -1});
  }
}

TEST_CASE("pair features: without features of actions an action's number is one") {
  const std::vector<double> x{3, 4};
  const PairFeatures products(Pairs::products, {3, 2, 0}), joined(Pairs::joined, {3, 2, 0});
  CHECK(values_of(products.of(Context(x), 1)) == std::vector<double>{3, 4, 0, 0, 3, 4, 0, 0});
  CHECK(values_of(joined.of(Context(x), 2)) == std::vector<double>{3, 4, 0, 0, 1});
}

TEST_CASE("pair features: a context without features is the constant 1") {
  const ActionFeatures features = features_of_actions();
  Context context;
  context.set_action_features(features, 0);
  const PairFeatures pairs(Pairs::products, {2, 0, 3});
  CHECK(values_of(pairs.of(context, 0)) == std::vector<double>{1, 2, 0, -1});
}

TEST_CASE("pair features: too many are refused, with what would do") {
  Problem problem;
  problem.action_count = 2;
  problem.dimension = 100;
  problem.action_dimension = 100;
  CHECK(learning::pair_features("x", Pairs::joined, problem).size() == 200);
  CHECK_THROWS_WITH(learning::pair_features("x", Pairs::products, problem),
                    Contains("10100 features of pairs") && Contains("pairs=\"joined\" has 200"));
}
