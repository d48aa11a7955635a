#include <cmath>

#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("neighbour_prediction: Alice's rating of item 5, by hand") {
  const auto data = dataset_of("rating_table");
  const Trial trial = trial_of(*data, Agent(Always{0}), 1);
  const double bob = 2 / std::sqrt(5.5);
  const double charlie = 1 / std::sqrt(2.0);
  CHECK(value_of("neighbour_prediction", "similarity", trial) == Approx(bob).epsilon(1e-12));
  CHECK(value_of("neighbour_prediction", "estimate", trial) ==
        Approx(4 + (0.6 * bob + 1.2 * charlie) / (bob + charlie)).epsilon(1e-12));
  CHECK(value_of("neighbour_prediction", "neighbours", trial) == 2);
  CHECK(value_of("neighbour_prediction{of=\"items\", similarity=\"cosine\", other=0}", "similarity",
                 trial) == Approx(42 / std::sqrt(35.0 * 51)).epsilon(1e-12));
}

TEST_CASE("neighbour_prediction: what is refused") {
  const auto data = dataset_of("rating_table");
  const Trial trial = trial_of(*data, Agent(Always{0}), 1);
  CHECK_THROWS_AS(rows_of("neighbour_prediction{user=5}", trial), NotApplicable);
  CHECK_THROWS_AS(rows_of("neighbour_prediction{item=5}", trial), NotApplicable);
  CHECK_THROWS_AS(rows_of("neighbour_prediction{other=5}", trial), NotApplicable);
  const auto unrated = dataset_of("tastes{users=1, items=1, observed=1e-9}");
  CHECK_THROWS_AS(
      rows_of("neighbour_prediction{item=0, other=0}", trial_of(*unrated, Agent(Always{0}), 1)),
      NotApplicable);
  const auto arms = dataset_of("bernoulli_arms");
  CHECK_THROWS_AS(rows_of("neighbour_prediction", trial_of(*arms, Agent(Always{0}), 1)),
                  NotApplicable);
}
