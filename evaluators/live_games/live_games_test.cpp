#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("live_games: later games see other steps of the same environment") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.1, 0.9]}");
  const Trial trial = trial_of(*dataset, Agent(Stochastic{}), 60);  // no two games are alike
  const auto one = rows_of("live_games{games=1}", trial).at(0);
  const auto two = rows_of("live_games{games=2}", trial).at(0);
  CHECK(one.step == 60);
  CHECK(std::isnan(one.values[1]));
  CHECK(one.values[2] == two.values[2]);
  CHECK(two.values[0] != one.values[0]);  // the second game is not the first again
  // The mean of two games and its error: half their difference.
  const double second = 2 * two.values[0] - one.values[0];
  CHECK(std::fabs(two.values[1] - std::fabs(second - one.values[0]) / 2) < 1e-12);
}

TEST_CASE("live_games: the value of a static policy is its expected reward") {
  const auto dataset = dataset_of("gaussian_arms{means=[1, 2]}");
  const auto row = rows_of("live_games{games=3}", trial_of(*dataset, Agent(Always{1}), 100)).at(0);
  CHECK(row.values[0] == Approx(2).epsilon(1e-12));
  CHECK(row.values[1] < 1e-12);
  require_near(row.values[2], 2, 0.1);
}

TEST_CASE("live_games: needs a simulator and a horizon") {
  const LogDataset file(plain_log(2, {0}, {1}));
  CHECK_THROWS_AS(rows_of("live_games", trial_of(file, Agent(Always{0}), 1)), NotApplicable);
  const auto dataset = dataset_of("bernoulli_arms");
  CHECK_THROWS_AS(rows_of("live_games", trial_of(*dataset, Agent(Always{0}))), NotApplicable);
  CHECK_THROWS_AS(evaluator_of("live_games{games=0}"), SpecErrors);
}
