#include <algorithm>
#include <map>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// Means 0.2, 0.5 and 0.3: fixed actions have these values.
std::shared_ptr<const Dataset> three_arms() {
  return dataset_of("tabular{actions=3, probabilities=[1], means=[0.2, 0.5, 0.3]}");
}

std::map<std::string, double> contest(const std::string& options, const Trial& trial) {
  const auto evaluator = evaluator_of("contest{" + options + "}");
  const auto rows = rows_of(*evaluator, trial);
  REQUIRE(rows.size() == 1);
  std::map<std::string, double> result;
  for (const char* column :
       {"estimate", "winner", "value", "best_value", "best_wins", "loss", "optimism"}) {
    result[column] = replaybench::value_of(evaluator->schema(), rows[0], column);
  }
  return result;
}

// Mean reward of an action in a stretch of the log: replay of the policy that always plays it.
double mean_of(const Log& log, Action action, std::size_t first, std::size_t count) {
  double sum = 0;
  double n = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    if (log.actions[i] != action) continue;
    sum += log.rewards[i];
    ++n;
  }
  return sum / n;
}

const std::string fixed = "fixed_action{action=0}; fixed_action{action=1}; fixed_action{action=2}";

}  // namespace

TEST_CASE("contest: fixed actions, by hand") {
  const auto dataset = three_arms();
  for (std::uint64_t replicate = 0; replicate < 20; ++replicate) {
    Trial trial = trial_of(*dataset, Agent(Always{}), 90, replicate);
    const auto log = trial.log();
    std::vector<double> means;
    for (Action a = 0; a < 3; ++a) means.push_back(mean_of(*log, a, 0, 90));
    const auto winner = std::max_element(means.begin(), means.end()) - means.begin();
    const double truth[] = {0.2, 0.5, 0.3};
    const auto row = contest("entries=\"" + fixed + "\", truth=\"policy_value\"", trial);
    CHECK(row.at("winner") == static_cast<double>(winner));
    CHECK(row.at("estimate") == Approx(means[winner]).epsilon(1e-14));
    CHECK(row.at("value") == Approx(truth[winner]).epsilon(1e-14));
    CHECK(row.at("best_value") == 0.5);
    CHECK(row.at("best_wins") == (winner == 1 ? 1 : 0));
    CHECK(row.at("loss") == Approx(0.5 - truth[winner]).margin(1e-15));
    CHECK(row.at("optimism") == Approx(means[winner] - truth[winner]).margin(1e-14));
    // A policy that draws nothing scores the same in every run and every copy.
    CHECK(contest("runs=7, copies=3, entries=\"" + fixed + "\", truth=\"policy_value\"", trial)
              .at("winner") == row.at("winner"));
    CHECK(
        contest("runs=7, statistic=\"lowest\", entries=\"" + fixed + "\"", trial).at("estimate") ==
        row.at("estimate"));
  }
}

TEST_CASE("contest: phase 2 decides among the finalists, on new records") {
  const auto dataset = three_arms();
  int other = 0;
  for (std::uint64_t replicate = 0; replicate < 40; ++replicate) {
    Trial trial = trial_of(*dataset, Agent(Always{}), 120, replicate);
    const auto log = trial.log();
    std::vector<std::size_t> order{0, 1, 2};
    const auto one = [&](std::size_t a) { return mean_of(*log, static_cast<Action>(a), 0, 30); };
    const auto two = [&](std::size_t a) { return mean_of(*log, static_cast<Action>(a), 30, 90); };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return one(a) > one(b); });
    std::size_t first = std::min(order[0], order[1]);
    const std::size_t second = std::max(order[0], order[1]);
    if (two(second) > two(first)) first = second;
    const auto row = contest("share=0.25, finalists=2, entries=\"" + fixed + "\"", trial);
    CHECK(row.at("winner") == static_cast<double>(first));
    CHECK(row.at("estimate") == Approx(two(first)).epsilon(1e-14));
    other += first != order[0];
    // With one finalist phase 1 has decided.
    CHECK(contest("share=0.25, finalists=1, entries=\"" + fixed + "\"", trial).at("winner") ==
          static_cast<double>(order[0]));
  }
  CHECK(other > 0);
}

TEST_CASE("contest: each phase has draws of its own") {
  const auto dataset = three_arms();
  Trial trial = trial_of(*dataset, Agent(Always{}), 300);
  const auto log = trial.log();
  const Agent random = testing::make_agent("uniform_random", 3);
  const auto replay = [&](std::size_t first, std::size_t count, std::uint64_t phase) {
    const StreamKey key = replicate_key(replicate_key(trial.policy_stream(), 0), phase);
    const auto part = std::make_shared<const Log>(log->range(first, count));
    Trial alone = trial.with_log(part, replicate_key(key, 0)).with_agent(random, count);
    return value_of("replay", "estimate", alone);
  };
  const std::string entries = "entries=\"uniform_random\"";
  CHECK(contest(entries, trial).at("estimate") == Approx(replay(0, 300, 0)).epsilon(1e-14));
  const double final = contest("share=0.5, " + entries, trial).at("estimate");
  CHECK(final == Approx(replay(150, 150, 1)).epsilon(1e-14));
  CHECK(replay(150, 150, 0) != replay(150, 150, 1));
}

TEST_CASE("contest: an entry is made for the number of records of its phase") {
  const auto dataset = three_arms();
  const Trial trial = trial_of(*dataset, Agent(Always{}), 1'200);
  const auto estimate = [&](const std::string& entry) {
    return contest("share=0.25, entries=\"" + entry + "\"", trial).at("estimate");
  };
  CHECK(estimate("moss") == estimate("moss{horizon=900}"));
  CHECK(estimate("moss") != estimate("moss{horizon=300}"));
}

TEST_CASE("contest: copies draw apart, runs average") {
  const auto dataset = three_arms();
  const Trial trial = trial_of(*dataset, Agent(Always{}), 300);
  const std::string random = "entries=\"fixed_action{action=0}; uniform_random\"";
  const double one = contest(random, trial).at("estimate");
  const double many = contest(random + ", copies=50", trial).at("estimate");
  const double averaged = contest(random + ", copies=50, runs=20", trial).at("estimate");
  const double lowest =
      contest(random + ", copies=50, runs=20, statistic=\"lowest\"", trial).at("estimate");
  CHECK(many > one + 0.02);
  CHECK(averaged < many - 0.02);
  CHECK(lowest < averaged - 0.02);
  CHECK(std::isnan(contest(random, trial).at("value")));
  CHECK(std::isnan(contest(random, trial).at("best_wins")));

  // The mean of two runs lies between them: the score of one run is that of run 0.
  const double two = contest("runs=2, entries=\"uniform_random\"", trial).at("estimate");
  const double low =
      contest("runs=2, statistic=\"lowest\", entries=\"uniform_random\"", trial).at("estimate");
  const double first = contest("entries=\"uniform_random\"", trial).at("estimate");
  CHECK(low <= two);
  CHECK((first == low || first == Approx(2 * two - low).epsilon(1e-12)));
}

TEST_CASE("contest: the truth of a file is refused as that of a file, whatever its horizon") {
  const LogDataset file(plain_log(2, {0, 1, 0, 1}, {1, 0, 0, 1}));
  for (const std::uint64_t horizon : {0u, 4u}) {
    CHECK_THROWS_WITH(
        contest("truth=\"online\", entries=\"ucb\"", trial_of(file, Agent(Always{}), horizon)),
        Catch::Contains("is a file"));
  }
}

TEST_CASE("contest: what cannot be meant") {
  CHECK_THROWS_WITH(evaluator_of("contest{entries=\" ; \"}"), Catch::Contains("no entry"));
  CHECK_THROWS_WITH(evaluator_of("contest{entries=\"ucb{alfa=1}\"}"),
                    Catch::Contains("contest's entries: ") && Catch::Contains("alfa"));
  CHECK_THROWS_AS(evaluator_of("contest{truth=\"nothing\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("contest{truth=\"contest\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("contest{truth=\"replay\"}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("contest{runs=0}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("contest{share=0}"), SpecErrors);
  const auto dataset = three_arms();
  const Trial trial = trial_of(*dataset, Agent(Always{}), 3);
  CHECK_THROWS_AS(rows_of("contest{share=0.1}", trial), NotApplicable);
  CHECK_THROWS_AS(rows_of("contest{entries=\"fixed_action{action=7}\"}", trial), NotApplicable);
  CHECK_THROWS_AS(rows_of("contest{entries=\"random_forest\"}", trial), NotApplicable);
}
