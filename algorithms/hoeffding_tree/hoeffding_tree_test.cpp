#include "algorithms/hoeffding_tree/hoeffding_tree.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <vector>

#include "suite/model/numerical_failure.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
using namespace algorithms::hoeffding_tree;

namespace {

Options greedy() {
  Options options;
  options.epsilon = 0;
  options.ties = Ties::lowest;
  return options;
}

// The weight of the values up to a threshold, by Boost's normal distribution of batch moments.
double batch_weight(const std::vector<double>& values, double threshold) {
  double mean = 0;
  double squares = 0;
  const auto n = static_cast<double>(values.size());
  for (const double v : values) mean += v / n;
  for (const double v : values) squares += (v - mean) * (v - mean);
  return n * boost::math::cdf(boost::math::normal(mean, std::sqrt(squares / n)), threshold);
}

double bits(double a, double b) {
  const double p = a / (a + b);
  return a <= 0 || b <= 0 ? 0 : -p * std::log2(p) - (1 - p) * std::log2(1 - p);
}

}  // namespace

TEST_CASE("hoeffding_tree: entropy and bound by hand") {
  CHECK(entropy(1, 1) == Approx(1).epsilon(1e-15));
  CHECK(entropy(3, 1) == Approx(0.811278124459133).epsilon(1e-14));
  CHECK(entropy(5, 0) == 0);
  // sqrt(ln(1e7) / 400)
  CHECK(hoeffding_bound(1e-7, 200) == Approx(0.2007367408508).epsilon(1e-10));
}

TEST_CASE("hoeffding_tree: the best threshold is that of a batch") {
  FeatureRecord feature;
  std::vector<double> values[2];
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({0x48}, t);
    const std::size_t c = draws.below(3) == 0;
    const double x = draws.normal() + (c == 1 ? 1.5 : 0);
    feature.add(x, static_cast<double>(c), t == 0);
    values[c].push_back(x);
  }
  double lowest = 1e9;
  double highest = -1e9;
  for (const auto& list : values) {
    for (const double v : list) {
      lowest = std::min(lowest, v);
      highest = std::max(highest, v);
    }
  }
  double gain = 0;
  double threshold = 0;
  const auto n0 = static_cast<double>(values[0].size());
  const auto n1 = static_cast<double>(values[1].size());
  for (int i = 1; i <= 10; ++i) {
    const double at = lowest + (highest - lowest) * i / 11;
    const double l0 = batch_weight(values[0], at);
    const double l1 = batch_weight(values[1], at);
    const double after =
        ((l0 + l1) * bits(l0, l1) + (300 - l0 - l1) * bits(n0 - l0, n1 - l1)) / 300;
    if (bits(n0, n1) - after > gain) {
      gain = bits(n0, n1) - after;
      threshold = at;
    }
  }
  const Split split = best_split(feature, 10);
  CHECK(gain > 0.1);
  CHECK(split.gain == Approx(gain).epsilon(1e-9));
  CHECK(split.threshold == Approx(threshold).epsilon(1e-12));
  CHECK(split.left[0] + split.right[0] == Approx(n0).epsilon(1e-12));
  CHECK(split.left[1] == Approx(batch_weight(values[1], threshold)).epsilon(1e-9));
}

TEST_CASE("hoeffding_tree: a reward between 0 and 1 counts as both classes") {
  FeatureRecord halves;
  FeatureRecord wholes;
  for (int i = 0; i < 4; ++i) {
    halves.add(i, 0.5, i == 0);
    wholes.add(i, 1, i == 0);
    wholes.add(i, 0, false);
  }
  for (std::size_t c = 0; c < 2; ++c) {
    CHECK(halves.classes[c].weight == 2);
    CHECK(wholes.classes[c].weight == 4);
    CHECK(halves.classes[c].mean == Approx(wholes.classes[c].mean).epsilon(1e-14));
    CHECK(2 * halves.classes[c].squares == Approx(wholes.classes[c].squares).epsilon(1e-14));
  }
  CHECK(best_split(halves, 10).gain == Approx(0).margin(1e-12));
}

TEST_CASE("hoeffding_tree: before a split it is the mean of each action") {
  Options options = greedy();
  options.grace = 1'000;
  HoeffdingTree tree(3, 2, options);
  const std::vector<double> x{0.3, 1};
  Draws draws({1}, 0);
  const auto asked = [&] { return tree.choose(Context(x), ActionSet::all(3), draws); };
  CHECK(asked() == 0);
  tree.update(Context(x), 0, 1);
  CHECK(asked() == 1);
  tree.update(Context(x), 1, 0.5);
  CHECK(asked() == 2);
  tree.update(Context(x), 2, 0);
  CHECK(asked() == 0);
  tree.update(Context(x), 0, 0);
  tree.update(Context(x), 0, 0);
  CHECK(asked() == 1);
  CHECK(tree.predicted_reward(Context(x), 0) == Approx(1.0 / 3).epsilon(1e-15));
  CHECK(tree.split_count() == 0);
}

TEST_CASE("hoeffding_tree: it splits where the reward changes, and when the bound allows it") {
  // Reward 1 above 0.5. Gains: about 0.9 bits; the second best is not to split. With delta = 0.05
  // the bound is 0.9 or less from two records on; grace decides.
  Options options = greedy();
  options.tie = 0;
  HoeffdingTree tree(1, 2, options);
  std::uint64_t t = 0;
  const auto teach = [&](std::uint64_t until) {
    for (; t < until; ++t) {
      Draws draws({0x49}, t);
      const std::vector<double> x{draws.uniform(), 1};
      tree.update(Context(x), 0, x[0] > 0.5 ? 1 : 0);
    }
  };
  teach(19);
  CHECK(tree.split_count() == 0);
  teach(20);
  CHECK(tree.split_count() == 1);
  const std::vector<double> low{0.1, 1};
  const std::vector<double> high{0.9, 1};
  CHECK(tree.predicted_reward(Context(low), 0) < 0.15);
  CHECK(tree.predicted_reward(Context(high), 0) > 0.85);
  // Two leaves that a normal distribution cannot distinguish from pure ones are not divided for long.
  teach(2'000);
  CHECK(tree.predicted_reward(Context(low), 0) < 0.02);
  CHECK(tree.predicted_reward(Context(high), 0) > 0.98);
}

TEST_CASE("hoeffding_tree: noise is not split while ties are not broken; copies of it are") {
  // Thirty records with rewards that no feature explains. Ten passes over the same are 300 records
  // to the bound, which has fallen below the tie: the tree memorises the thirty.
  std::vector<std::vector<double>> contexts;
  std::vector<double> rewards;
  for (std::uint64_t t = 0; t < 30; ++t) {
    Draws draws({0x4a}, t);
    contexts.push_back({draws.normal(), draws.normal(), draws.normal(), 1});
    rewards.push_back(draws.below(2));
  }
  const auto error_after = [&](int passes) {
    Options options = greedy();
    HoeffdingTree tree(1, 4, options);
    for (int pass = 0; pass < passes; ++pass) {
      for (std::size_t i = 0; i < 30; ++i) tree.update(Context(contexts[i]), 0, rewards[i]);
    }
    double sum = 0;
    for (std::size_t i = 0; i < 30; ++i) {
      const double miss = tree.predicted_reward(Context(contexts[i]), 0) - rewards[i];
      sum += miss * miss / 30;
    }
    return sum;
  };
  CHECK(error_after(1) > 0.2);
  CHECK(error_after(40) < 0.12);
}

TEST_CASE("hoeffding_tree: no more splits than allowed, of all trees together") {
  for (const std::uint32_t splits : {0u, 1u, 5u}) {
    Options options = greedy();
    options.splits = splits;
    HoeffdingTree tree(3, 3, options);
    for (std::uint64_t t = 0; t < 3'000; ++t) {
      Draws draws({0x4b}, t);
      const std::vector<double> x{draws.uniform(), draws.uniform(), 1};
      tree.update(Context(x), draws.below(3), x[0] > x[1] ? 1 : 0);
    }
    CHECK(tree.split_count() == splits);
  }
}

TEST_CASE("hoeffding_tree: features that overflow say so") {
  HoeffdingTree tree(1, 1, greedy());
  const std::vector<double> huge{1e200};
  const std::vector<double> other{-1e200};
  tree.update(Context(huge), 0, 1);
  CHECK_THROWS_AS(tree.update(Context(other), 0, 1), NumericalFailure);
}

TEST_CASE("hoeffding_tree: golden traces") {
  const Log log = testing::golden_log();
  CHECK(testing::trace(testing::make_agent("hoeffding_tree", log), log).substr(0, 60) ==
        "114434232040020442324003333344344444444444444444444411144444");
  CHECK(sha256_hex(testing::trace(
            testing::make_agent("hoeffding_tree{grace=5, tie=0.6, epsilon=0}", log), log)) ==
        "e77924a8a9dba9d7a461fcbd03f30cd02b97fa75a9cbd3ad36d5a0bff7874991");
}
