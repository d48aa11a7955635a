#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("online_short: plays floor(T/K) steps and divides by their number") {
  const auto dataset = dataset_of("gaussian_arms{means=[1, 2, 0], standard_deviation=0}");
  const auto rows = rows_of("online_short", trial_of(*dataset, Agent(Alternating{}), 11));
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].step == 11);
  CHECK(rows[0].values[0] == Approx(4.0 / 3));
  CHECK(rows[0].values[1] == Approx(1.0 / 3));
  CHECK(rows[0].values[2] == 3);
  CHECK(rows[0].values[4] == Approx(4.0 / 3));
}

TEST_CASE("online_short: mean g and variance (K/T) Var") {
  const auto dataset = dataset_of("bernoulli_arms{arms=5, means=[0.3]}");
  const auto estimates = estimates_of("online_short", *dataset, Agent(Always{0}), 50, 20'000);
  require_near(estimates.mean, 0.3, estimates.standard_error());
  // The kurtosis of a binomial is below 3.
  require_near(estimates.variance(), 0.021, 0.021 * std::sqrt(2.0 / 20'000));
}

TEST_CASE("online_short: is the first steps of direct play") {
  const auto dataset = dataset_of("bernoulli_arms{arms=5, means=[0.3]}");
  CHECK(value_of("online_short", "estimate", trial_of(*dataset, Agent(Stochastic{}), 100)) ==
        value_of("online", "estimate", trial_of(*dataset, Agent(Stochastic{}), 20)));
}

TEST_CASE("online_short: needs a simulator and at least K records") {
  const LogDataset file(plain_log(2, {0}, {1}));
  CHECK_THROWS_AS(rows_of("online_short", trial_of(file, Agent(Always{0}), 5)), NotApplicable);
  const auto dataset = dataset_of("bernoulli_arms{arms=5}");
  CHECK_THROWS_AS(rows_of("online_short", trial_of(*dataset, Agent(Always{0}), 4)), NotApplicable);
}
