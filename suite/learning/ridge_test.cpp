#include "suite/learning/ridge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "suite/model/numerical_failure.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/oracles/batch_ridge.hpp"

using namespace replaybench;
using learning::Inverse;
using learning::Ridge;
using learning::RidgeOptions;
using testing::BatchRidge;
using testing::SparseVector;

TEST_CASE("ridge: sparse contexts by hand") {
  // lambda = 2, x = (0, 3, 0, 0, 1): M = 2 I + x x^T, M^-1 = I/2 - x x^T / (2 (2 + 10)),
  // theta = x r / (2 + 10).
  Ridge ridge("test", 1, 5, {.lambda = 2});
  const std::vector<double> x{0, 3, 0, 0, 1};
  const std::vector<std::uint32_t> active{1, 4};
  const Context context = Context::sparse(x, active);
  ridge.read(context);
  CHECK(ridge.mean(0) == 0);
  CHECK(ridge.variance(0) == 5);  // x^T x / lambda: lambda divides
  ridge.update(context, 0, 6);
  CHECK(ridge.theta(0)[1] == Approx(1.5).epsilon(1e-15));
  CHECK(ridge.theta(0)[4] == Approx(0.5).epsilon(1e-15));
  CHECK(ridge.theta(0)[0] == 0);
  ridge.read(context);
  CHECK(ridge.mean(0) == Approx(5).epsilon(1e-15));
  CHECK(ridge.variance(0) == Approx(10.0 / 12).epsilon(1e-15));
  std::vector<double> gain(5);
  ridge.gain(0, gain);
  CHECK(gain[1] == Approx(3.0 / 12).epsilon(1e-15));
  CHECK(gain[2] == 0);

  // Nothing is active at night.
  const std::vector<double> night(5, 0.0);
  ridge.read(Context::sparse(night, {}));
  CHECK(ridge.mean(0) == 0);
  CHECK(ridge.variance(0) == 0);
}

TEST_CASE("ridge: the regression from sparse contexts is the batch regression") {
  RidgeOptions options;
  options.lambda = 0.5;
  options.inverse = GENERATE(Inverse::sherman_morrison, Inverse::exact);
  constexpr std::size_t d = 30;
  Ridge ridge("test", 2, d, options);
  std::vector<BatchRidge> batches(2, BatchRidge(d, options.lambda));
  double worst = 0;
  std::vector<double> gain(d);
  for (std::uint64_t t = 0; t < 200; ++t) {
    Draws draws({17}, t);
    const SparseVector x(d, draws.below(30), draws);  // also more than half of the features
    const testing::Matrix vector = x.values;
    const Action action = draws.below(2);
    ridge.read(x.sparse());
    ridge.gain(action, gain);
    const double variance = batches[action].variance(vector);
    worst = std::max(worst, std::fabs(ridge.variance(action) - variance));
    worst = std::max(worst, std::fabs(ridge.mean(action) - batches[action].theta().dot(vector)));
    worst = std::max(worst, std::fabs(vector.dot(gain) - variance));
    const double reward = draws.normal();
    ridge.update(x.sparse(), action, reward);
    batches[action].add(vector, reward);
    const testing::Matrix theta = batches[action].theta();
    for (std::size_t i = 0; i < d; ++i) {
      worst = std::max(worst, std::fabs(ridge.theta(action)[i] - theta[i]));
    }
  }
  // Numbers up to |x|^2 / lambda = 100.
  CHECK(worst < 1e-11);
}

TEST_CASE("ridge: packed by rows or by diagonals, the same bits") {
  // A dense first record has M^-1 packed by diagonals for good; one that is 0 teaches nothing.
  constexpr std::size_t d = 21;
  const std::vector<double> zeros(d, 0.0);
  Ridge by_rows("test", 2, d, {.lambda = 0.5});
  Ridge by_diagonals("test", 2, d, {.lambda = 0.5});
  by_rows.update(Context::sparse(zeros, {}), 0, 1);
  by_diagonals.update(Context(zeros), 0, 1);
  std::vector<double> gain(d);
  std::vector<double> other_gain(d);
  const auto compare = [&](const Context& context) {
    by_rows.read(context);
    by_diagonals.read(context);
    for (Action a = 0; a < 2; ++a) {
      REQUIRE(by_rows.mean(a) == by_diagonals.mean(a));
      REQUIRE(by_rows.variance(a) == by_diagonals.variance(a));
      by_rows.gain(a, gain);
      by_diagonals.gain(a, other_gain);
      REQUIRE(gain == other_gain);
    }
  };
  Ridge late("test", 2, d, {.lambda = 0.5});
  for (std::uint64_t t = 0; t < 100; ++t) {
    Draws draws({23}, t);
    const SparseVector x(d, draws.below(d / 2), draws);
    compare(x.sparse());
    compare(Context(x.values));
    if (t == 90) {  // from here on both are packed by diagonals
      by_rows.update(Context(x.values), 1, 1);
      by_diagonals.update(Context(x.values), 1, 1);
    }
    const Action action = draws.below(2);
    const double reward = draws.normal();
    by_rows.update(x.sparse(), action, reward);
    by_diagonals.update(x.sparse(), action, reward);
    if (t == 50) {  // the average of unlike packings
      late = by_rows;
      late.become_average_of(std::vector<const Ridge*>{&by_rows, &by_diagonals});
      for (Action a = 0; a < 2; ++a) {
        REQUIRE(std::ranges::equal(late.theta(a), by_rows.theta(a)));
      }
    }
  }
}

TEST_CASE("ridge: four predictions at once are those of one action after the other") {
  constexpr std::size_t d = 24;
  Ridge ridge("test", 5, d, {.lambda = 0.5});
  const auto compare = [&](const Context& context) {
    constexpr std::array<Action, 4> actions{4, 0, 3, 1};
    ridge.read(context);
    const Ridge::FourPredictions four = ridge.predict(actions);
    for (std::size_t i = 0; i < 4; ++i) {
      REQUIRE(four.means[i] == ridge.mean(actions[i]));
      REQUIRE(four.variances[i] == ridge.variance(actions[i]));
    }
  };
  for (std::uint64_t t = 0; t < 60; ++t) {
    Draws draws({29}, t);
    const SparseVector x(d, draws.below(d), draws);  // also more than half of the features
    compare(x.sparse());
    compare(Context(x.values));
    ridge.update(x.sparse(), draws.below(5), draws.normal());
  }
}

TEST_CASE("ridge: a model that overflows or becomes singular says so") {
  RidgeOptions options;
  options.inverse = GENERATE(Inverse::sherman_morrison, Inverse::exact);
  const std::vector<double> huge{1e200, 1};
  const std::vector<double> both{1, 1};
  {
    Ridge ridge("test", 1, 2, options);
    CHECK_THROWS_WITH(ridge.update(Context(huge), 0, 1), Catch::StartsWith("test: "));
  }
  {
    Ridge ridge("test", 1, 2, options);
    CHECK_THROWS_AS(ridge.update(Context(both), 0, std::numeric_limits<double>::infinity()),
                    NumericalFailure);
  }
  // lambda I + x x^T has no inverse in doubles, but a root.
  options.lambda = 1e-300;
  Ridge ridge("test", 1, 2, options);
  ridge.update(Context(both), 0, 1);
  ridge.read(Context(both));
  CHECK(ridge.mean(0) == Approx(1).epsilon(1e-15));
  CHECK(ridge.variance(0) == Approx(1).epsilon(1e-15));
}

TEST_CASE("ridge: a dimension that no memory holds is refused before it is asked for") {
  CHECK_THROWS_WITH(Ridge("test", 3, 10'000'000, {}),
                    Catch::Contains("10000000 features and 3 actions needs 1200000.3 GB"));
}

TEST_CASE("ridge: weights that overflow say so") {
  // M = 1e-10 + 1e-10, v = 1e305 1e-5: theta = 5e309.
  RidgeOptions options;
  options.inverse = GENERATE(Inverse::sherman_morrison, Inverse::exact);
  options.lambda = 1e-10;
  Ridge ridge("test", 1, 1, options);
  const std::vector<double> x{1e-5};
  CHECK_NOTHROW(ridge.update(Context(x), 0, 1));
  Ridge other("test", 1, 1, options);
  CHECK_THROWS_AS(other.update(Context(x), 0, 1e305), NumericalFailure);
}

TEST_CASE("ridge: the average of two regressions is that of all records at half their weight") {
  // M = lambda I + (X_1^T X_1 + X_2^T X_2) / 2: batch regression on the records over sqrt(2).
  const RidgeOptions options = GENERATE(
      RidgeOptions{.lambda = 0.5}, RidgeOptions{.lambda = 0.5, .inverse = Inverse::exact},
      RidgeOptions{.lambda = 0.5, .inverse = Inverse::sherman_morrison, .refresh_every = 7});
  constexpr std::size_t d = 12;
  std::vector<Ridge> ridges(2, Ridge("test", 3, d, options));
  std::vector<BatchRidge> batches(3, BatchRidge(d, options.lambda));
  const auto learn = [&](std::uint64_t t, Ridge& ridge, double weight) {
    Draws draws({19}, t);
    const SparseVector x(d, 8, draws);
    const Action action = draws.below(2);  // action 2 is never learned
    const double reward = draws.normal();
    ridge.update(x.dense(), action, reward);
    batches[action].add(std::sqrt(weight) * testing::Matrix(x.values), std::sqrt(weight) * reward);
  };
  for (std::uint64_t t = 0; t < 90; ++t) learn(t, ridges[t % 3 == 0 ? 0 : 1], 0.5);
  const Ridge* states[] = {&ridges[0], &ridges[1]};
  Ridge average("test", 3, d, options);
  average.become_average_of(states);
  const auto worst_error = [&] {
    double worst = 0;
    for (Action a = 0; a < 3; ++a) {
      for (std::uint64_t t = 0; t < 20; ++t) {
        Draws draws({20}, t);
        const SparseVector x(d, 8, draws);
        const testing::Matrix vector = x.values;
        average.read(x.dense());
        worst = std::max(worst, std::fabs(average.variance(a) - batches[a].variance(vector)));
        worst = std::max(worst, std::fabs(average.mean(a) - batches[a].theta().dot(vector)));
      }
    }
    return worst;
  };
  CHECK(worst_error() < 1e-12);
  // It learns on; 7 updates later, counted from (30 + 60) / 2 = 45, refresh_every = 7 is at 49 and
  // at 56.
  for (std::uint64_t t = 100; t < 111; ++t) learn(t, average, 1);
  CHECK(worst_error() < 1e-12);
}

TEST_CASE("ridge: features of 1e6 to 1e7 do not make the inverse drift") {
  // The first record switches to Inverse::exact, before any rank-one step: the same bits.
  const RidgeOptions exact{.inverse = Inverse::exact};
  Ridge ridge("test", 2, 3, {});
  Ridge reference("test", 2, 3, exact);
  Ridge small("test", 2, 3, {});
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({31}, t);
    const std::vector<double> x{1, 20 + 5 * draws.normal(), 5e6 + 1e6 * draws.normal()};
    const std::vector<double> scaled{1, x[1] / 20, x[2] / 5e6};
    const Action action = draws.below(2);
    const double reward = draws.normal();
    ridge.update(Context(x), action, reward);
    reference.update(Context(x), action, reward);
    small.update(Context(scaled), action, reward);
  }
  for (Action a = 0; a < 2; ++a) {
    CHECK(std::ranges::equal(ridge.theta(a), reference.theta(a)));
  }

  // The average of a model that switched and one that did not is that of two exact ones.
  Ridge exact_small("test", 2, 3, exact);
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({31}, t);
    const double age = 20 + 5 * draws.normal();
    const double income = 5e6 + 1e6 * draws.normal();
    const std::vector<double> scaled{1, age / 20, income / 5e6};
    const Action action = draws.below(2);
    exact_small.update(Context(scaled), action, draws.normal());
  }
  const std::vector<double> x{1, 1.25, 4e6};
  Ridge average = small;
  average.become_average_of(std::vector<const Ridge*>{&small, &ridge});
  reference.become_average_of(std::vector<const Ridge*>{&exact_small, &reference});
  average.update(Context(x), 0, 1);  // it learns on
  reference.update(Context(x), 0, 1);
  average.read(Context(x));
  reference.read(Context(x));
  for (Action a = 0; a < 2; ++a) {
    CHECK(average.mean(a) == Approx(reference.mean(a)).epsilon(1e-9).margin(1e-9));
    CHECK(average.variance(a) == Approx(reference.variance(a)).epsilon(1e-9));
  }
}

TEST_CASE("ridge: features of 1 to 1e8 side by side, against QR of all records") {
  const double scale = GENERATE(1e4, 1e6, 1e8);
  const auto options = GENERATE(RidgeOptions{}, RidgeOptions{.inverse = Inverse::exact},
                                RidgeOptions{.refresh_every = 2});
  constexpr std::size_t d = 5;
  Ridge ridge("test", 1, d, options);
  BatchRidge batch(d, 1);
  double worst = 0;
  for (std::uint64_t t = 0; t < 200; ++t) {
    Draws draws({33}, t % 40);  // contexts come back
    SparseVector x(d, draws.below(4), draws);
    x.values[0] = 20 + 5 * draws.normal();
    x.values[1] = draws.below(2) * scale * (5 + draws.normal());
    x.values[2] = draws.below(3) == 0 ? scale * draws.uniform() : 0;
    x.active.clear();
    for (std::size_t i = 0; i < d; ++i) {
      if (x.values[i] != 0) x.active.push_back(static_cast<std::uint32_t>(i));
    }
    if (t % options.refresh_every == 0) {
      ridge.read(t % 4 < 2 ? x.dense() : x.sparse());
      const double variance = batch.variance(x.values);
      worst = std::max({worst, std::fabs(ridge.variance(0) / variance - 1),
                        std::fabs(ridge.mean(0) - batch.theta().dot(x.values))});
    }
    const double reward = draws.normal();
    ridge.update(t % 3 == 0 ? x.dense() : x.sparse(), 0, reward);
    batch.add(x.values, reward);
  }
  // The condition of the root is about `scale`.
  CHECK(worst < 1e-15 * scale + 1e-8);
}
