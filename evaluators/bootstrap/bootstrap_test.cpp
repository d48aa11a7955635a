#include <algorithm>
#include <cmath>

#include "suite/stream/word_stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

Log coin_log(std::size_t records) {
  Log log = plain_log(2, {}, {});
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({701}, t);
    log.actions.push_back(draws.below(2));
    log.rewards.push_back(draws.uniform() < 0.3 ? 1 : 0);
  }
  return log;
}

std::string complaint(const std::string& text) {
  try {
    evaluator_of(text);
  } catch (const SpecErrors& errors) {
    return errors.what();
  }
  return "";
}

}  // namespace

TEST_CASE("bootstrap: by plain loops over the same draws") {
  const Log log = coin_log(80);
  const LogDataset data(log);
  const bool random = GENERATE(false, true);
  const Trial trial = trial_of(data, random ? Agent(Stochastic{}) : Agent(Always{1}));
  const std::uint64_t size = GENERATE(0u, 30u, 200u);
  std::vector<double> estimates;
  numeric::Moments moments;
  for (std::uint64_t r = 0; r < 39; ++r) {
    constexpr std::uint64_t first = std::uint64_t{1} << 50;
    WordStream words(replicate_key(trial.policy_stream(), first + 2 * r), 0);
    const StreamKey policy = replicate_key(trial.policy_stream(), first + 2 * r + 1);
    double reward = 0;
    double count = 0;
    for (std::uint64_t n = 0; n < (size == 0 ? 80 : size); ++n) {
      const std::size_t i = words.below(80);
      Draws draws(policy, n);
      if (log.actions[i] != (random ? draws.below(2) : 1)) continue;
      reward += log.rewards[i];
      ++count;
    }
    estimates.push_back(reward / count);
    moments.add(reward / count);
  }
  std::sort(estimates.begin(), estimates.end());
  const auto rows = rows_of(
      "bootstrap{of=\"replay\", resamples=39, level=0.9, size=" + std::to_string(size) + "}",
      trial);
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].step == 80);
  const auto& values = rows[0].values;
  CHECK(values[0] == value_of("replay", "estimate", trial));
  CHECK(values[7] == Approx(moments.standard_deviation()).epsilon(1e-13));
  CHECK(values[2] == Approx(moments.mean).epsilon(1e-14));
  CHECK(values[3] == Approx(moments.mean - values[0]).margin(1e-15));
  CHECK(values[6] == value_of("replay", "accepted", trial));
  // Quantiles of type 7: places 0.05 * 38 = 1.9 and 0.95 * 38 = 36.1, from 0.
  if (size != 0) {
    // About logs of another size: no error of this estimate, no interval.
    CHECK(std::isnan(values[1]));
    CHECK(std::isnan(values[4]));
    CHECK(std::isnan(values[5]));
    return;
  }
  CHECK(values[1] == values[7]);
  const double low = estimates[1] + 0.9 * (estimates[2] - estimates[1]);
  const double high = estimates[36] + 0.1 * (estimates[37] - estimates[36]);
  CHECK(values[4] == Approx(low).epsilon(1e-13));
  CHECK(values[5] == Approx(high).epsilon(1e-13));
}

TEST_CASE("bootstrap: of replay of a static policy, the standard error is the textbook's") {
  const LogDataset data(coin_log(400));
  const Trial trial = trial_of(data, Agent(Always{}));
  const double textbook = value_of("replay", "standard_error", trial);
  const double ours = value_of("bootstrap{of=\"replay\", resamples=2000}", "standard_error", trial);
  CHECK(ours == Approx(textbook).epsilon(0.06));  // 4 / sqrt(2 * 2000)
}

TEST_CASE("bootstrap: the other intervals") {
  const LogDataset data(coin_log(200));
  const Trial trial = trial_of(data, Agent(Always{1}));
  const auto interval = [&](const std::string& method, int resamples = 100) {
    const auto row = rows_of("bootstrap{of=\"replay\", interval=\"" + method +
                                 "\", resamples=" + std::to_string(resamples) + "}",
                             trial)[0];
    return std::pair(row.values[4], row.values[5]);
  };
  const double estimate = value_of("replay", "estimate", trial);
  const auto percentile = interval("percentile");
  const auto basic = interval("basic");
  // The basic interval is the percentile one turned round the estimate.
  CHECK(basic.first == Approx(2 * estimate - percentile.second).epsilon(1e-13));
  CHECK(basic.second == Approx(2 * estimate - percentile.first).epsilon(1e-13));
  for (const char* method : {"studentised", "bias_corrected"}) {
    const auto other = interval(method);
    CHECK(other.first < estimate);
    CHECK(other.second > estimate);
    CHECK(other.second - other.first == Approx(percentile.second - percentile.first).epsilon(0.3));
  }
  CHECK(std::isnan(interval("percentile", 39).first));  // 2 / 0.05 = 40 are needed
  CHECK_THROWS_AS(rows_of("bootstrap{of=\"s_bred{resamples=2}\", interval=\"studentised\"}",
                          trial_of(data, Agent(Alternating{}))),
                  NotApplicable);
}

TEST_CASE("bootstrap: rows that all resamples reach; the same twice") {
  const LogDataset data(coin_log(60));
  const Trial trial = trial_of(data, Agent(Alternating{}));
  const auto rows =
      rows_of("bootstrap{of=\"replay{checkpoints=[2, 5, 31, 1000]}\", resamples=40}", trial);
  const auto inner = rows_of("replay{checkpoints=[2, 5, 31, 1000]}", trial);
  REQUIRE(rows.size() >= 2);
  CHECK(rows.size() <= inner.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].step == inner[i].step);
    CHECK(rows[i].values[0] == inner[i].values[0]);
    CHECK(rows[i].values[4] <= rows[i].values[5]);
  }
  CHECK(rows_of("bootstrap{resamples=40}", trial)[0].values ==
        rows_of("bootstrap{resamples=40}", trial)[0].values);
  CHECK(value_of("bootstrap{resamples=3}", "estimate", trial) ==
        value_of("s_bred{resamples=5}", "estimate", trial));
}

TEST_CASE("bootstrap: it knows how much s_bred of ucb moves from log to log") {
  const auto data = dataset_of("bernoulli_arms{arms=5, means=[0.6, 0.4]}");
  const Agent ucb = testing::make_agent("ucb{alpha=1}", plain_log(5, {0}, {1}));
  const auto over_logs = estimates_of("s_bred{resamples=3}", *data, ucb, 500, 300);
  numeric::Moments told;
  for (std::uint64_t i = 0; i < 15; ++i) {
    const auto rows = rows_of("bootstrap{of=\"s_bred{resamples=3}\", resamples=40}",
                              trial_of(*data, ucb, 500, i));
    told.add(rows[0].values[1]);
  }
  INFO("told " << told.mean << ", true " << over_logs.standard_deviation());
  CHECK(told.mean == Approx(over_logs.standard_deviation()).epsilon(0.15));
}

TEST_CASE("bootstrap: duplicates make a learner with contexts look better") {
  const auto data = dataset_of("linear_model{q_max=3}");
  Log shape = plain_log(10, {0}, {1});
  shape.dimension = 16;
  shape.contexts.assign(16, 1);
  const Agent lin_ucb = testing::make_agent("lin_ucb{alpha=0.1}", shape);
  numeric::Moments bias;
  for (std::uint64_t i = 0; i < 12; ++i) {
    const auto rows = rows_of("bootstrap{of=\"s_bred{resamples=1}\", resamples=4}",
                              trial_of(*data, lin_ucb, 300, i));
    bias.add(rows[0].values[3]);
  }
  INFO("bias " << bias.mean << " +- " << bias.standard_error());
  CHECK(bias.mean > 2 * bias.standard_error());
}

TEST_CASE("bootstrap: what is refused, and what it says") {
  CHECK(complaint("bootstrap{of=\"s_brde\"}").find("did you mean \"s_bred\"") != std::string::npos);
  CHECK(complaint("bootstrap{of=\"s_bred{resample=3}\"}").find("resamples") != std::string::npos);
  CHECK(complaint("bootstrap{of=\"s_bred{resamples=0}\"}").find("bootstrap's of") !=
        std::string::npos);
  CHECK(complaint("bootstrap{of=\"bootstrap\"}").find("does not apply itself") !=
        std::string::npos);
  CHECK(complaint("bootstrap{of=\"online\"}").find("reads no log") != std::string::npos);
  CHECK_FALSE(complaint("bootstrap{of=\"\"}").empty());
  CHECK_FALSE(complaint("bootstrap{level=1}").empty());
  CHECK_FALSE(complaint("bootstrap{size=-1}").empty());
  const LogDataset empty(plain_log(2, {}, {}));
  std::vector<ResultRow> rows;
  Trial trial = trial_of(empty, Agent(Always{}));
  CHECK_THROWS_AS(evaluator_of("bootstrap")->evaluate(trial, rows), NotApplicable);

  const LogDataset data(coin_log(50));
  const Agent learner(Alternating{});
  const auto evaluator = evaluator_of("bootstrap{resamples=4}");
  const auto said = [&](const Evaluator& by) {
    return by.remarks(*data.log(), learner, rows_of(by, trial_of(data, learner))[0]);
  };
  const auto remarks = said(*evaluator);
  REQUIRE(remarks.size() == 3);
  CHECK(remarks[0].find("over 4 logs resampled from this one s_bred{resamples=5}") == 0);
  CHECK(remarks[1].find("no percentile interval: at this level it takes 40 resamples") == 0);
  const auto of_20 = said(*evaluator_of("bootstrap{resamples=50, size=20}"));
  REQUIRE(of_20.size() == 3);
  CHECK(of_20[1].find("no interval: the resamples have 20 records, this log 50") == 0);
  CHECK(evaluator->estimates_value());
  CHECK_FALSE(evaluator_of("bootstrap{of=\"online_classification\"}")->estimates_value());
  CHECK(evaluator->assumptions().whole_horizon);
  CHECK_FALSE(evaluator_of("bootstrap{of=\"replay\"}")->assumptions().whole_horizon);
}

TEST_CASE("bootstrap: an interval that its bias moves by half a standard error is doubted") {
  const auto evaluator = evaluator_of("bootstrap{of=\"replay\", resamples=40}");
  const LogDataset data(coin_log(80));
  ResultRow row = rows_of(*evaluator, trial_of(data, Agent(Always{1})))[0];
  const auto& names = evaluator->schema().names();
  const auto set = [&](const std::string& name, double value) {
    row.values[static_cast<std::size_t>(std::find(names.begin(), names.end(), name) -
                                        names.begin())] = value;
  };
  set("standard_error", 0.04);
  set("bias", -0.0199);
  CHECK_FALSE(evaluator->interval_doubt(row));
  set("bias", -0.0201);
  REQUIRE(evaluator->interval_doubt(row));
  CHECK(evaluator->interval_doubt(row)->normal_holds);
  CHECK(evaluator->interval_doubt(row)->reason.find("-0.50 standard errors from the estimate") !=
        std::string::npos);
  set("bias", 0.1);
  CHECK_FALSE(evaluator->interval_doubt(row)->normal_holds);
  CHECK(evaluator->interval_doubt(row)->reason.find("+2.50 standard errors") != std::string::npos);
}
