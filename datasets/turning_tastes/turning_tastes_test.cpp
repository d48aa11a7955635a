#include "datasets/turning_tastes/turning_tastes.hpp"

#include <algorithm>
#include <cmath>

#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::ratings;
using namespace replaybench::testing;

TEST_CASE("turning_tastes: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("turning_tastes{drift=1}"));
}

TEST_CASE("turning_tastes: without a drift the times change nothing, with one tastes turn") {
  TasteOptions options;
  options.users = 30;
  options.items = 12;
  options.observed = 1;
  options.rating_noise = 0;
  const TasteWorld still(options, {15}, {16});
  options.drift = 1;
  const TasteWorld turning(options, {15}, {16});
  const auto before = still.rate({17});
  const auto ratings = turning.rate({17});
  double earliest = 1;
  double latest = 0;
  for (std::size_t i = 0; i < ratings.ratings().size(); ++i) {
    const Rating& r = ratings.ratings()[i];
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
  const TasteWorld world(options, {18}, {19});
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
