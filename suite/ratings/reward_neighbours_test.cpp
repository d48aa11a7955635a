#include "suite/ratings/reward_neighbours.hpp"

#include <cmath>
#include <limits>

#include "suite/model/numerical_failure.hpp"
#include "suite/ratings/neighbours.hpp"
#include "suite/ratings/online_factors.hpp"
#include "suite/ratings/table_c1.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::ratings;

namespace {

RatingTable random_table(std::uint64_t key) {
  std::vector<Rating> ratings;
  Draws draws({key}, 0);
  for (std::uint32_t u = 0; u < 9; ++u) {
    for (std::uint32_t i = 0; i < 7; ++i) {
      const double lot = draws.uniform();
      const double value = 1 + draws.below(5);
      if (lot < 0.6) ratings.push_back({u, i, value});
    }
  }
  return RatingTable(9, 7, std::move(ratings));
}

RewardNeighbours taught(const RatingTable& table, Axis axis,
                        const RewardNeighbourOptions& options) {
  RewardNeighbours model("test", axis, table.users(), table.items(), options);
  for (const Rating& r : table.ratings()) model.learn(r.user, r.item, r.value);
  return model;
}

}  // namespace

TEST_CASE("reward neighbours: one reward per cell gives the predictions of the rating table") {
  for (const Axis axis : {Axis::users, Axis::items}) {
    for (const SimilarityKind kind : {SimilarityKind::pearson, SimilarityKind::cosine}) {
      for (std::uint64_t key = 1; key <= 5; ++key) {
        const RatingTable table = random_table(key);
        const NeighbourPredictor batch(
            table, axis, {.similarity = {.kind = kind, .significance = 3}, .neighbours = 3});
        const auto online =
            taught(table, axis, {.similarity = kind, .neighbours = 3, .significance = 3});
        int compared = 0;
        for (std::size_t u = 0; u < table.users(); ++u) {
          for (std::size_t i = 0; i < table.items(); ++i) {
            if (table.find(u, i) || batch.neighbours_of(u, i) == 0) continue;
            CHECK(online.predict(u, i) == Approx(batch.predict(u, i)).epsilon(1e-12));
            ++compared;
          }
        }
        CHECK(compared > 5);
      }
    }
  }
}

TEST_CASE("reward neighbours: own rewards count beside the prediction") {
  const RewardNeighbourOptions options{.neighbours = 2, .significance = 0, .prior = 2};
  auto model = taught(table_c1(), Axis::users, options);
  const double b = 2 / std::sqrt(5.5);
  const double c = 1 / std::sqrt(2.0);
  const double predicted = 4 + (0.6 * b + 1.2 * c) / (b + c);
  CHECK(model.predict(alice, 4) == Approx(predicted).epsilon(1e-12));
  // Alice rated item 1 with 5; Bob 3 and Charlie 4 did too.
  const double first = 4 + (0.6 * b + 0.2 * c) / (b + c);
  CHECK(model.predict(alice, 0) == Approx((5 + 2 * first) / 3).epsilon(1e-12));
  CHECK(model.similarity(alice, bob) == Approx(b).epsilon(1e-12));
}

TEST_CASE("reward neighbours: cold start") {
  RewardNeighbours users("test", Axis::users, 3, 3, {});
  CHECK(users.predict(0, 0) == std::numeric_limits<double>::infinity());
  users.learn(0, 0, 1);
  users.learn(0, 1, 0);
  CHECK(users.predict(1, 0) == 1);  // nothing known of user 1: the item's mean
  CHECK(users.predict(1, 1) == 0);
  CHECK(users.predict(1, 2) == std::numeric_limits<double>::infinity());
  users.learn(1, 2, 1);
  // User 1's mean 1, item 1's 0, all 2/3.
  CHECK(users.predict(1, 1) == Approx(1.0 / 3).epsilon(1e-15));
  RewardNeighbours items("test", Axis::items, 3, 3, {});
  items.learn(0, 0, 1);
  items.learn(1, 0, 0);
  CHECK(items.predict(2, 0) == 0.5);
}

TEST_CASE("reward neighbours: what cannot be kept or summed is refused") {
  CHECK_THROWS_AS(RewardNeighbours("test", Axis::users, 100'000, 10, {}), FileError);
  RewardNeighbours model("test", Axis::users, 2, 2, {});
  CHECK_THROWS_AS(model.learn(0, 0, 1e200), NumericalFailure);
}

TEST_CASE("online factors: a step is down the gradient") {
  OnlineFactorOptions options{.rank = 2, .rate = 1e-6, .lambda = 0.1, .initial = 0.5, .repeats = 0};
  OnlineFactors model(3, 4, options);
  model.learn(1, 2, 0.4);  // the mean is known from here on: 0.4
  const double before = model.predict(1, 2);
  OnlineFactors stepped = model;
  stepped.learn(1, 2, 1.0);
  // The prediction moves by rate (error (2 + |q|^2 + |p|^2) - 2 lambda ...) and the mean by 0.3.
  const double moved = stepped.predict(1, 2) - before - 0.3;
  CHECK(moved > 0);
  CHECK(moved < 1e-4);
  options.rate = 1e-5;
  OnlineFactors faster(3, 4, options);
  faster.learn(1, 2, 0.4);
  const double from = faster.predict(1, 2);
  faster.learn(1, 2, 1.0);
  CHECK((faster.predict(1, 2) - from - 0.3) / moved == Approx(10).epsilon(0.01));
}

TEST_CASE("online factors: learn a table of rank one, and stand still from zero") {
  const double q[] = {1, -1, 0.5, -0.5};
  const double p[] = {0.8, -0.4, 0.6};
  for (const double initial : {0.0, 0.3}) {
    OnlineFactors model(4, 3, {.rank = 1, .rate = 0.05, .lambda = 0, .initial = initial});
    Draws draws({21}, 0);
    for (int n = 0; n < 1'000; ++n) {
      const std::uint32_t u = draws.below(4);
      const std::uint32_t i = draws.below(3);
      if (u == 3 && i == 2) continue;  // never shown
      model.learn(u, i, q[u] * p[i]);
    }
    const double error = std::fabs(model.predict(3, 2) - q[3] * p[2]);
    if (initial > 0) {
      CHECK(error < 0.1);
    } else {
      CHECK(error > 0.2);  // biases alone
    }
  }
}

TEST_CASE("online factors: a repeated step is one on the mean of an earlier pair") {
  const OnlineFactorOptions without{.rank = 2, .repeats = 0};
  OnlineFactorOptions with = without;
  with.repeats = 1;
  OnlineFactors once(2, 2, without);
  OnlineFactors repeated(2, 2, with);
  once.learn(1, 1, 0.5);
  once.learn(1, 1, 0.5);  // the mean of all rewards stays 0.5
  repeated.learn(1, 1, 0.5);
  CHECK(repeated.predict(1, 1) == once.predict(1, 1));
  CHECK_THROWS_AS(OnlineFactors(1'000'000, 1'000, with), FileError);
}

TEST_CASE("online factors: overflow is said") {
  OnlineFactors model(2, 2, {.rank = 1, .rate = 10});
  CHECK_THROWS_AS(
      [&] {
        for (int n = 0; n < 10'000; ++n) model.learn(0, 0, n);
      }(),
      NumericalFailure);
}
