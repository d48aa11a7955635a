#include <algorithm>
#include <cmath>

#include "suite/stream/word_stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

enum Column : std::size_t {
  column_estimate,
  column_standard_deviation,
  column_smallest,
  column_largest,
  column_relative_deviation,
  column_accepted,
  column_kept
};

}  // namespace

TEST_CASE("subsampled: by plain loops over the same draws") {
  Log log = plain_log(3, {}, {});
  for (std::size_t t = 0; t < 200; ++t) {
    Draws draws({801}, t);
    log.actions.push_back(draws.below(3));
    log.rewards.push_back(draws.uniform() < 0.4 ? 1 : 0);
  }
  const LogDataset dataset(log);
  const bool random = GENERATE(false, true);
  const Trial trial = trial_of(dataset, random ? Agent(Stochastic{}) : Agent(Always{2}));
  numeric::Moments moments;
  numeric::Moments accepted;
  numeric::Moments kept;
  double smallest = 2;
  double largest = -1;
  for (std::uint64_t run = 0; run < 30; ++run) {
    constexpr std::uint64_t first = std::uint64_t{1} << 51;
    WordStream words(replicate_key(trial.policy_stream(), first + 2 * run), 0);
    const StreamKey policy = replicate_key(trial.policy_stream(), first + 2 * run + 1);
    double reward = 0;
    double count = 0;
    std::uint64_t records = 0;
    for (std::size_t i = 0; i < 200; ++i) {
      if (words.uniform() >= 0.3) continue;
      Draws draws(policy, records++);
      if (log.actions[i] != (random ? draws.below(3) : 2)) continue;
      reward += log.rewards[i];
      ++count;
    }
    moments.add(reward / count);
    accepted.add(count);
    kept.add(static_cast<double>(records));
    smallest = std::min(smallest, reward / count);
    largest = std::max(largest, reward / count);
  }
  const auto rows = rows_of("subsampled{keep=0.3, runs=30}", trial);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].step == 200);
  const auto& values = rows[0].values;
  CHECK(values[column_estimate] == Approx(moments.mean).epsilon(1e-14));
  CHECK(values[column_standard_deviation] == Approx(moments.standard_deviation()).epsilon(1e-13));
  CHECK(values[column_smallest] == smallest);
  CHECK(values[column_largest] == largest);
  CHECK(values[column_relative_deviation] ==
        Approx(moments.standard_deviation() / moments.mean).epsilon(1e-13));
  CHECK(values[column_accepted] == Approx(accepted.mean).epsilon(1e-14));
  CHECK(values[column_kept] == Approx(kept.mean).epsilon(1e-14));
}

TEST_CASE("subsampled: halves of one log vary by sqrt(1/2) of what logs of that size do") {
  // Action 0 pays 0.3; logs of 2,000 records, halves of 1,000 with 500 accepted: the variance of
  // their estimates given the log is (1 - 1/2) 0.21 / 500 (1 + O(1/500)).
  const auto dataset = dataset_of("bernoulli_arms{means=[0.3, 0.3]}");
  numeric::Moments variance;
  for (std::uint64_t replicate = 0; replicate < 40; ++replicate) {
    const auto row =
        rows_of("subsampled{runs=200}", trial_of(*dataset, Agent(Always{0}), 2'000, replicate))[0]
            .values;
    variance.add(row[column_standard_deviation] * row[column_standard_deviation]);
  }
  const double independent = 0.21 / 500;
  require_near(variance.mean, independent / 2, std::hypot(variance.standard_error(), 1e-6));
  CHECK(variance.mean < 0.6 * independent);
}

TEST_CASE("subsampled: a row for each checkpoint that all runs reach") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.3, 0.3]}");
  const Trial trial = trial_of(*dataset, Agent(Always{0}), 400);
  const auto rows = rows_of("subsampled{of=\"replay{checkpoints=[10, 50, 400]}\", runs=5}", trial);
  REQUIRE(rows.size() == 2);  // about 100 are accepted
  CHECK(rows[0].step == 10);
  CHECK(rows[1].step == 50);
  CHECK(rows[1].values[column_accepted] == 50);
}

TEST_CASE("subsampled: what cannot be is refused") {
  CHECK_THROWS_AS(evaluator_of("subsampled{of=\"online\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("subsampled{of=\"replays\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("subsampled{keep=1}"), SpecErrors);
}
