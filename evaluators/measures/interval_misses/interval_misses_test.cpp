#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/trials.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

std::string looks(const std::string& of, double truth, const std::string& more = {}) {
  return "interval_misses{of=\"" + of + "\", truth=" + std::to_string(truth) + more + "}";
}

}  // namespace

TEST_CASE("interval_misses: rows are the inner evaluator's on the first records") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.7]}");
  const Agent agent(Stochastic{{0.5, 0.3, 0.2}});
  Trial trial = trial_of(*dataset, agent, 400);
  const auto log = trial.log();
  const auto rows = rows_of(looks("ips", 0.39, ", checkpoints=[50, 200, 400, 1000]"), trial);
  REQUIRE(rows.size() == 3);  // the log ends at 400
  const auto evaluator = evaluator_of(looks("ips", 0.39));
  for (const ResultRow& row : rows) {
    const Trial part =
        trial.with_log(std::make_shared<const Log>(log->first_records(row.step)), {1});
    for (const char* column : {"estimate", "low", "high"}) {
      CHECK(value_of(evaluator->schema(), row, column) == value_of("ips", column, part));
    }
    CHECK(value_of(evaluator->schema(), row, "records") == static_cast<double>(row.step));
  }
  // Without checkpoints one look, at the whole log.
  const auto whole = rows_of(looks("ips", 0.39), trial);
  REQUIRE(whole.size() == 1);
  CHECK(whole[0].step == 400);
  CHECK(value_of(evaluator->schema(), whole[0], "estimate") == value_of("ips", "estimate", trial));
}

TEST_CASE("interval_misses: a miss is remembered") {
  // Rewards of the one action: first all 1, then all 0; the truth is 0.25.
  Log log = plain_log(2, {}, {});
  for (int i = 0; i < 400; ++i) {
    log.actions.push_back(0);
    log.rewards.push_back(i < 100 && i % 10 != 0 ? 1 : 0);
    log.propensities.push_back(1);
  }
  const LogDataset dataset(log);
  const Trial trial = trial_of(dataset, Agent(Stochastic{{1, 0}}));
  const auto evaluator = evaluator_of(looks("ips", 0.25, ", checkpoints=[1, 100, 400]"));
  const auto rows = rows_of(*evaluator, trial);
  REQUIRE(rows.size() == 3);
  // One record has no interval, which leaves nothing out; 100 have .9 +- .06; 400 have .225 +- .04.
  const double missed[] = {0, 1, 0}, ever[] = {0, 1, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(value_of(evaluator->schema(), rows[i], "missed") == missed[i]);
    CHECK(value_of(evaluator->schema(), rows[i], "ever_missed") == ever[i]);
  }
}

TEST_CASE("interval_misses: without a truth nothing is said of misses") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.7]}");
  const Trial trial = trial_of(*dataset, Agent(Stochastic{{0.5, 0.3, 0.2}}), 400);
  const std::string text = "interval_misses{of=\"ips\"}";
  CHECK(value_of(text, "low", trial) == value_of("ips", "low", trial));
  CHECK(std::isnan(value_of(text, "missed", trial)));
  CHECK(std::isnan(value_of(text, "ever_missed", trial)));
}

TEST_CASE("interval_misses: an inner evaluator without an estimate on a short part") {
  const auto dataset = dataset_of("bernoulli_arms{means=[0.2, 0.5, 0.7]}");
  const Trial trial = trial_of(*dataset, Agent(Stochastic{{0.5, 0.3, 0.2}}), 400);
  const std::string inner = "bootstrap{of='replay{checkpoints=[1000]}'}";
  CHECK_THROWS_WITH(rows_of(looks(inner, 0.4, ", checkpoints=[50]"), trial),
                    Contains("no estimate on the first 50 records"));
}

TEST_CASE("interval_misses: what cannot be is refused") {
  CHECK_THROWS_WITH(evaluator_of("interval_misses{of=\"replay\"}"), Contains("gives no interval"));
  CHECK_THROWS_WITH(evaluator_of("interval_misses{checkpoints=[5, 5]}"),
                    Contains("do not increase"));
  CHECK_THROWS_AS(evaluator_of("interval_misses{of=\"online\"}"), SpecErrors);
  CHECK_THROWS_WITH(evaluator_of("interval_misses{of=\"interval_misses\"}"),
                    Contains("does not apply itself"));
}
