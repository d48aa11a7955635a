// Model M7: the features to cross with the item, found by an analysis of variance.

#include "algorithms/ad_predictor/crossing_search.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/ad_predictor/ad_predictor.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"

using namespace replaybench;
using namespace replaybench::algorithms::ad_predictor;

namespace {

constexpr std::size_t features = 5;
constexpr std::size_t values = 6;
constexpr Action items = 4;

// A visitor of five features, rare values included. Every item and every value of the first three
// has an effect of its own; where `taste` is not 0, what an item gains depends on feature 2.
struct Visit {
  std::size_t value[features];
  Action item;
  bool click;

  Visit(Draws& draws, double taste) : item(draws.below(items)) {
    double rate = 0.12 + 0.02 * item;
    for (std::size_t f = 0; f < features; ++f) {
      const double u = draws.uniform();
      value[f] = std::size_t(double(values) * u * u);
      if (f < 3) rate += 0.015 * double(value[f]);
    }
    if ((value[2] + item) % 2 == 0) rate += taste;
    click = draws.uniform() < rate;
  }
};

// The features that are crossed at the end of `visits` displays.
std::vector<std::size_t> found(const CrossingOptions& options, double taste, std::uint64_t stream,
                               int visits) {
  CrossingSearch search(features, values, items, options);
  Draws draws({4417}, stream);
  std::vector<std::size_t> out;
  for (int t = 0; t < visits; ++t) {
    const Visit visit(draws, taste);
    for (std::size_t f = 0; f < features; ++f)
      search.see(f, visit.value[f], visit.item, visit.click);
    const auto now = search.crossed_now();
    out.insert(out.end(), now.begin(), now.end());
  }
  return out;
}

}  // namespace

TEST_CASE(
    "ad_predictor M7: without an interaction it crosses a feature in fewer runs than its level") {
  constexpr int runs = 200;
  const CrossingOptions options{250, 0.1};  // tests after 250, 500, .. 4000 displays
  int wrong = 0;
  for (std::uint64_t r = 0; r < runs; ++r) wrong += found(options, 0, r, 4000).empty() ? 0 : 1;
  CAPTURE(wrong);
  CHECK(wrong <= 0.1 * runs);
  // Not because it cannot find any: at a level of nearly 1 it does.
  int loose = 0;
  for (std::uint64_t r = 0; r < 50; ++r) loose += found({250, 0.999}, 0, r, 4000).empty() ? 0 : 1;
  CHECK(loose > 10);
}

TEST_CASE(
    "ad_predictor M7: it finds the feature that interacts with the item, and that one alone") {
  constexpr int runs = 200;
  int right = 0;
  for (std::uint64_t r = 0; r < runs; ++r) {
    right += found({250, 0.1}, 0.15, r, 4000) == std::vector<std::size_t>{2} ? 1 : 0;
  }
  CAPTURE(right);
  CHECK(right >= 0.9 * runs);  // in all but the level of the others
}

TEST_CASE("ad_predictor M7: tests at after, 2 after, 4 after with level / 2^j over the features") {
  // The tests of copies, called at those times, decide about the crossings.
  const CrossingOptions options{300, 0.5};
  CrossingSearch search(features, values, items, options);
  Draws draws({4418}, 0);
  std::vector<bool> crossed(features);
  int tests = 0;
  for (int t = 1; t <= 5000; ++t) {
    const Visit visit(draws, 0.05);
    for (std::size_t f = 0; f < features; ++f)
      search.see(f, visit.value[f], visit.item, visit.click);
    const auto now = search.crossed_now();
    const bool is_time = t == 300 || t == 600 || t == 1200 || t == 2400 || t == 4800;
    if (!is_time) {
      REQUIRE(now.empty());
      continue;
    }
    ++tests;
    for (std::size_t f = 0; f < features; ++f) {
      const double level = std::ldexp(0.5, -tests) / double(features);
      const bool expected = !crossed[f] && search.test(f)->p < level;
      CHECK((std::find(now.begin(), now.end(), f) != now.end()) == expected);
      if (expected) crossed[f] = true;
    }
  }
  CHECK(crossed[2]);
}

TEST_CASE("ad_predictor M7: rare values are one row, and none where they are too few") {
  // Half of the displays are clicked: a row needs 5 x 2 / 0.5 = 20 of them.
  CrossingSearch search(1, 5, 2, {1'000'000, 0.05});
  const auto see = [&](std::size_t place, int times) {
    for (int i = 0; i < times; ++i) {
      search.see(0, place, Action(i / 2 % 2), i % 2 == 0);
      search.crossed_now();
    }
  };
  see(0, 40);
  see(1, 20);
  see(2, 8);
  see(3, 8);
  REQUIRE(search.test(0));
  CHECK(search.test(0)->freedom == 1);  // two rows; 16 displays are too few for a third
  CHECK(search.test(0)->error_freedom == 60 - 4);
  see(4, 4);
  CHECK(search.test(0)->freedom == 2);
  CHECK(search.test(0)->error_freedom == 80 - 6);
}

TEST_CASE(
    "ad_predictor M7: a crossed feature starts with the shared means and the prior variances") {
  Options options;
  options.items = Items::none;
  options.alpha = 0;
  options.beta = 3;
  options.discrete = {0, 1};
  options.values = values;
  options.search = {500, 0.1};
  AdPredictor searching(items, features, options);
  AdPredictor without(items, features, [&] {
    Options never = options;
    never.search.after = 0;
    return never;
  }());
  Draws draws({4419}, 0);
  bool crossed = false;
  for (int t = 1; t <= 4000; ++t) {
    const Visit visit(draws, 0.3);
    double x[features];
    std::copy(visit.value, visit.value + features, x);
    const Context context(x);
    searching.update(context, visit.item, visit.click);
    without.update(context, visit.item, visit.click);
    if (!crossed && searching.crossed_features().empty()) {
      for (Action a = 0; a < items; ++a) {  // bit for bit
        REQUIRE(searching.score(context, a).mean == without.score(context, a).mean);
        REQUIRE(searching.score(context, a).variance == without.score(context, a).variance);
      }
      continue;
    }
    if (crossed) continue;
    crossed = true;
    CHECK(t % 500 == 0);
    REQUIRE(searching.crossed_features() == std::vector<std::size_t>{2});
    for (Action a = 0; a < items; ++a) {
      const auto now = searching.active_weights(context, a);
      const auto before = without.active_weights(context, a);
      for (std::size_t f = 0; f < features; ++f) {
        CHECK(now[f].mean == before[f].mean);
        CHECK(now[f].variance == (f == 2 ? options.discrete.variance : before[f].variance));
      }
    }
  }
  REQUIRE(crossed);
  // The items differ now: value 0 of feature 2 gains with item 0 and not with item 1.
  const double x[features] = {0, 0, 0, 0, 0};
  CHECK(searching.score(Context(x), 0).mean > searching.score(Context(x), 1).mean);
  CHECK(without.score(Context(x), 0).mean == without.score(Context(x), 1).mean);
}

TEST_CASE("ad_predictor M7: refuses where no categorical feature is left to cross") {
  CHECK_THROWS_WITH(testing::make_agent("ad_predictor{anova_after=100}", 3, 2),
                    Catch::Contains("anova_after = 100") && Catch::Contains("first_categorical"));
  CHECK_THROWS_AS(
      testing::make_agent("ad_predictor{anova_after=9, first_categorical=0, items=discrete}", 3, 2),
      NotApplicable);
  CHECK_THROWS_AS(
      testing::make_agent(
          "ad_predictor{anova_after=9, first_categorical=1, items=none, crossed=[1]}", 3, 2),
      NotApplicable);
  CHECK_NOTHROW(
      testing::make_agent("ad_predictor{anova_after=9, first_categorical=1, items=none}", 3, 2));
}
