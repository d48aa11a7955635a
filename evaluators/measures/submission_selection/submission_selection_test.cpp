#include "evaluators/measures/submission_selection/submission_selection.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::evaluators::submission_selection;
using namespace replaybench::testing;

namespace {

// Optimistic Greedy with few and with many imaginary plays of two actions, and a pool of 6.
const char* six_submissions =
    "algorithms=\"ucb{alpha=$candidate}; optimistic_greedy{plays=$candidate}\", from=0.01, to=4, "
    "values=3, share=0.25";

Trial trial_on(const Dataset& dataset, std::uint64_t horizon) {
  return trial_of(dataset, Agent(Always{0}), horizon);
}

}  // namespace

TEST_CASE("submission_selection: scores are those of replays of both parts") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.3]}");
  const Trial trial = trial_on(*dataset, 800);
  Trial writer = trial;
  const auto log = writer.log();
  // A pool of two that is nearly one; ties go to the lowest index, so nothing is random.
  const auto rows = rows_of(
      "submission_selection{algorithms=\"ucb{alpha=$candidate}\", from=0.5, to=0.5, values=2, "
      "submissions=[1, 5], share=0.25}",
      trial);
  REQUIRE(rows.size() == 2);
  const auto replayed = [&](std::size_t first, std::size_t count) {
    const LogDataset part(log->range(first, count));
    return value_of("replay", "estimate",
                    trial_of(part, testing::make_agent("ucb{alpha=0.5}", *log)));
  };
  for (const ResultRow& row : rows) {
    CHECK(row.values[0] == replayed(0, 200));
    CHECK(row.values[1] == replayed(200, 600));
    CHECK(std::fabs(row.values[4]) < 1e-15);  // the whole pool scores the same
    CHECK(row.values[6] == row.values[4] - row.values[5]);
    CHECK(std::isnan(row.values[9]));
  }
  CHECK(rows[0].step == 1);
  CHECK(rows[1].step == 2);
  CHECK(rows[1].values[2] == 5);
  // The baseline plays action 0.
  const LogDataset begin(log->first_records(200));
  CHECK(rows[0].values[7] == value_of("replay", "estimate", trial_of(begin, Agent(Always{0}))));
}

TEST_CASE("submission_selection: what is submitted knows the horizon that the baseline knows") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.3]}");
  Trial writer = trial_on(*dataset, 800);
  const auto log = writer.log();
  const auto score = [&](const std::string& algorithm) {
    const LogDataset begin(log->first_records(200));
    return value_of("replay", "estimate", trial_of(begin, testing::make_agent(algorithm, *log)));
  };
  const auto rows = rows_of(
      "submission_selection{algorithms=\"moss{factor=$candidate}\", from=1, to=1, values=2, "
      "submissions=[1], share=0.25}",
      trial_on(*dataset, 800));
  CHECK(rows.at(0).values[0] == score("moss{horizon=800}"));
  CHECK(rows.at(0).values[0] != score("moss{horizon=200}"));
}

TEST_CASE("submission_selection: more submissions find the best of phase 1") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.3]}");
  const Trial trial = trial_on(*dataset, 800);
  const auto rows = rows_of(
      std::string("submission_selection{submissions=[1, 3, 1000], ") + six_submissions + "}",
      trial);
  // The best of six by hand: each replayed alone on the first quarter.
  Trial writer = trial;
  const auto log = writer.log();
  const LogDataset begin(log->first_records(200));
  double best = 0;
  for (const char* algorithm :
       {"ucb{alpha=0.01}", "ucb{alpha=0.2}", "ucb{alpha=4}", "optimistic_greedy{plays=0.01}",
        "optimistic_greedy{plays=0.2}", "optimistic_greedy{plays=4}"}) {
    best = std::max(best, value_of("replay", "estimate",
                                   trial_of(begin, testing::make_agent(algorithm, *log))));
  }
  CHECK(rows[2].values[0] == best);
  CHECK(rows[0].values[0] <= best);
  CHECK(rows[2].values[4] >= rows[0].values[4]);
  CHECK(rows[2].values[4] > 0);
}

TEST_CASE("submission_selection: with a reach of 1 nobody strays further") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.3]}");
  std::string many = "1000";
  for (int i = 0; i < 19; ++i) many += ", 1000";
  const auto rows =
      rows_of("submission_selection{reach=1, submissions=[" + many + "], " + six_submissions + "}",
              trial_on(*dataset, 800));
  const auto whole =
      rows_of(std::string("submission_selection{submissions=[1000], ") + six_submissions + "}",
              trial_on(*dataset, 800));
  // Whoever has the best in reach finds it; the others find another.
  int found = 0;
  for (const ResultRow& row : rows) found += row.values[0] == whole[0].values[0];
  CHECK(found > 0);
  CHECK(found < 20);
}

TEST_CASE("submission_selection: correlation") {
  CHECK(correlation({1, 2, 3}, {2, 4, 6}) == Approx(1));
  CHECK(correlation({1, 2, 3, 4}, {1, -1, -1, 1}) == Approx(0).margin(1e-15));
  CHECK(correlation({1, 2, 4}, {3, 2, 0}) == Approx(-1));
  CHECK(std::isnan(correlation({1, 2}, {1, 2})));
  CHECK(std::isnan(correlation({1, 1, 1}, {1, 2, 3})));
}

TEST_CASE("submission_selection: what cannot be meant") {
  CHECK_THROWS_AS(evaluator_of("submission_selection{algorithms=\"ucb{alfa=$candidate}\"}"),
                  SpecErrors);
  CHECK_THROWS_AS(evaluator_of("submission_selection{algorithms=\"\"}"), SpecErrors);
}
