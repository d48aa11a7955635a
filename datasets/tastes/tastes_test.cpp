#include "datasets/tastes/tastes.hpp"

#include <algorithm>
#include <cmath>

#include "suite/ratings/factors.hpp"
#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::datasets::tastes;
using namespace replaybench::testing;

TEST_CASE("tastes: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("tastes"));
  require_steps_are_addresses(*dataset_of("tastes{drift=1}"));
}

TEST_CASE("tastes: what is not of rank 3 is nothing but the noise") {
  TasteOptions options;
  options.users = 12;
  options.items = 9;
  options.quality = 0;
  for (const double noise : {0.0, 0.3}) {
    options.noise = noise;
    const Tastes world(options, {5}, {6});
    std::vector<double> tastes;
    for (std::size_t u = 0; u < 12; ++u) {
      for (std::size_t i = 0; i < 9; ++i) tastes.push_back(world.taste(u, i));
    }
    std::vector<double> sigma;
    ratings::truncated_svd(tastes, 12, 9, 1, 0, &sigma);
    CHECK(sigma[2] > 0.1);
    if (noise == 0) {
      CHECK(sigma[3] < 1e-12 * sigma[0]);
    } else {
      CHECK(sigma[3] > 0.1);
    }
  }
}

TEST_CASE("tastes: clicks come at their probability") {
  TasteOptions options;
  options.users = 2;
  options.items = 3;
  Tastes world(options, {7}, {8});
  double clicks[2][3] = {};
  double seen[2] = {};
  for (int t = 0; t < 40'000; ++t) {
    world.observe(t);
    const std::uint32_t user = world.context().active()[0];
    CHECK(world.context()[user] == 1);
    CHECK(world.context()[1 - user] == 0);
    ++seen[user];
    for (Action i = 0; i < 3; ++i) clicks[user][i] += world.reward(i);
  }
  for (std::size_t u = 0; u < 2; ++u) {
    for (Action i = 0; i < 3; ++i) {
      const double p = world.click_probability(u, i);
      CHECK(p == Approx(1 / (1 + std::exp(2 - world.taste(u, i)))).epsilon(1e-12));
      CHECK(world.reward_probability(u, i) == p);
      CHECK(world.expected_reward(world.context_at(u), i, Knowledge::full) == p);
      require_near(clicks[u][i] / seen[u], p, std::sqrt(p * (1 - p) / seen[u]));
    }
  }
}

TEST_CASE("tastes: ratings are the true ones with the noise, on average") {
  TasteOptions options;
  options.users = 4;
  options.items = 3;
  options.observed = 1;
  for (const bool stars : {false, true}) {
    options.stars = stars;
    const Tastes world(options, {9}, {10});
    double sum[4][3] = {};
    double squares[4][3] = {};
    constexpr int logs = 4'000;
    for (int n = 0; n < logs; ++n) {
      const auto table = world.rate(replicate_key({11}, n));
      REQUIRE(table.ratings().size() == 12);
      for (const auto& r : table.ratings()) {
        sum[r.user][r.item] += r.value;
        squares[r.user][r.item] += r.value * r.value;
        if (stars) CHECK((r.value == std::floor(r.value) && r.value >= 1 && r.value <= 5));
      }
    }
    for (std::size_t u = 0; u < 4; ++u) {
      for (std::size_t i = 0; i < 3; ++i) {
        const double mean = sum[u][i] / logs;
        const double deviation = std::sqrt(squares[u][i] / logs - mean * mean);
        if (!stars) CHECK(deviation == Approx(0.5).epsilon(0.06));
        require_near(mean, world.true_rating(u, i), deviation / std::sqrt(logs) + 1e-9);
      }
    }
  }
}

TEST_CASE("tastes: which ratings are observed") {
  TasteOptions options;
  options.users = 40;
  options.items = 30;
  const auto share_and_taste = [&](double selection) {
    options.selection = selection;
    const Tastes world(options, {12}, {13});
    double observed = 0;
    double taste = 0;
    for (int n = 0; n < 20; ++n) {
      const auto table = world.rate(replicate_key({14}, n));
      for (const auto& r : table.ratings()) {
        observed += 1;
        taste += world.taste(r.user, r.item);
      }
    }
    double all = 0;
    for (std::size_t u = 0; u < 40; ++u) {
      for (std::size_t i = 0; i < 30; ++i) all += world.taste(u, i) / 1200;
    }
    return std::pair{observed / 24'000, taste / observed - all};
  };
  const auto at_random = share_and_taste(0);
  require_near(at_random.first, 0.3, std::sqrt(0.21 / 24'000));
  require_near(at_random.second, 0, 0.9 / std::sqrt(7'200));  // a taste deviates by .9 or so
  CHECK(share_and_taste(2).second > 0.4);
}

TEST_CASE("tastes: without a drift the times change nothing, with one tastes turn") {
  TasteOptions options;
  options.users = 30;
  options.items = 12;
  options.observed = 1;
  options.rating_noise = 0;
  const Tastes still(options, {15}, {16});
  options.drift = 1;
  const Tastes turning(options, {15}, {16});
  const auto before = still.rate({17});
  const auto rated = turning.rate({17});
  double earliest = 1;
  double latest = 0;
  for (std::size_t i = 0; i < rated.ratings().size(); ++i) {
    const ratings::Rating& r = rated.ratings()[i];
    CHECK(r.time == before.ratings()[i].time);
    earliest = std::min(earliest, r.time);
    latest = std::max(latest, r.time);
    // Time 0 is the world without a drift; a quarter of a circle by time 1.
    const double common = turning.taste(r.user, r.item, 0);
    CHECK(common == still.taste(r.user, r.item, 0.7));
    CHECK(before.ratings()[i].value == still.true_rating(r.user, r.item));
    CHECK(r.value - turning.true_rating(r.user, r.item) ==
          Approx(turning.taste(r.user, r.item, r.time) - turning.taste(r.user, r.item))
              .margin(1e-12));
  }
  CHECK(earliest >= 0);
  CHECK(earliest < 0.05);
  CHECK(latest < 1);
  CHECK(latest > 0.95);
  // Own tastes keep their deviation, and those of times 0 and 1 are independent; what all like of an
  // item stays. Without it (quality = 0) the correlation over pairs is 0, at a third of the way
  // cos(pi / 6). Over 400 users of 20 factors it has a standard error of about 0.014 (1 / sqrt(8000),
  // times 1.2 for the items' factors, which are drawn too), the mean square one of 5 %.
  options.users = 400;
  options.items = 40;
  options.rank = 20;
  options.quality = 0;
  const Tastes world(options, {18}, {19});
  double products[3] = {};
  double squares[3] = {};
  const double at[3] = {0, 1.0 / 3, 1};
  const double expected[3] = {1, std::sqrt(3) / 2, 0};
  for (std::size_t u = 0; u < 400; ++u) {
    for (std::size_t i = 0; i < 40; ++i) {
      for (int k = 0; k < 3; ++k) {
        products[k] += world.taste(u, i, 0) * world.taste(u, i, at[k]);
        squares[k] += world.taste(u, i, at[k]) * world.taste(u, i, at[k]);
      }
    }
  }
  for (int k = 0; k < 3; ++k) {
    const double correlation = products[k] / std::sqrt(squares[0] * squares[k]);
    CHECK(correlation == Approx(expected[k]).margin(0.055));
    CHECK(squares[k] / 16'000 == Approx(0.64).epsilon(0.1));
  }
}
