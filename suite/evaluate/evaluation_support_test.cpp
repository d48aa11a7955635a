// Basis of an estimate: weights, clusters, the mean logged reward, and cases without a number.

#include <cmath>
#include <set>

#include "suite/evaluate/evaluation.hpp"
#include "suite/model/numerical_failure.hpp"
#include "suite/statistics/score_interval.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

Evaluation evaluate_texts(const Log& log, const std::string& algorithm,
                          const std::string& evaluator, const EvaluationOptions& options = {}) {
  const auto components = find_evaluation_components(algorithm, evaluator);
  return evaluate(log, components.algorithm, components.evaluator, options);
}

// `records` records over five actions with rewards 0 and 1 of mean 0.3, uniform.
Log uniform_log(std::size_t records, double propensity = 0) {
  Log log;
  log.action_count = 5;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({871}, t);
    log.actions.push_back(draws.below(5));
    log.rewards.push_back(draws.uniform() < 0.3 ? 1 : 0);
    if (propensity > 0) log.propensities.push_back(propensity);
  }
  return log;
}

// Log of a logging policy that prefers action 0, with its propensities.
Log skewed_log(std::size_t records) {
  Log log = uniform_log(records);
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({872}, t);
    if (draws.uniform() < 0.5) log.actions[t] = 0;
    log.propensities.push_back(log.actions[t] == 0 ? 0.6 : 0.1);
  }
  return log;
}

std::set<std::string> names(const std::vector<EvaluationWarning>& warnings) {
  std::set<std::string> found;
  for (const auto& warning : warnings) found.emplace(id_of(warning.kind));
  return found;
}

}  // namespace

TEST_CASE("evaluate: weights are diagnosed by hand") {
  Log log = plain_log(2, {0, 1, 0, 0}, {1, 1, 0, 1});
  log.propensities = {0.5, 0.5, 0.25, 0.8};
  // w p = .5 .5 1 ... of the uniform policy: 1, 1, 2, .625.
  const Evaluation result =
      evaluate_texts(log, "uniform_random", "red_inf{weights=\"propensity\"}");
  REQUIRE(result.weights);
  CHECK(result.weights->records == 4);
  CHECK(result.weights->effective == Approx(4.625 * 4.625 / (1 + 1 + 4 + 0.390625)));
  CHECK(result.weights->largest == 4);
  CHECK(result.weights->largest_share == Approx(2 / 4.625));
  CHECK(result.weights->mean == Approx(4.625 / 4));
  CHECK(result.estimate == Approx(2.625 / 4.625));
  CHECK_THAT(result.withheld, Contains("3.35 effective records, fewer than 30"));
  // A deterministic policy: only its action's records.
  const Evaluation fixed =
      evaluate_texts(log, "fixed_action{action=0}", "replay{weights=\"propensity\"}");
  REQUIRE(fixed.weights);
  CHECK(fixed.weights->records == 3);
  CHECK(fixed.weights->effective == Approx(7.25 * 7.25 / (4 + 16 + 1.5625)));
  // For a learning algorithm: the records that it accepted.
  const Evaluation learner = evaluate_texts(log, "ucb", "replay{weights=\"propensity\"}");
  REQUIRE(learner.weights);
  CHECK(static_cast<double>(learner.weights->records) == learner.accepted);
}

TEST_CASE("evaluate: constant propensities that are wrong are found") {
  const Evaluation wrong =
      evaluate_texts(uniform_log(2000, 0.9), "uniform_random", "red_inf{weights=\"propensity\"}");
  REQUIRE(wrong.weights);
  CHECK(wrong.weights->mean == Approx(0.2 / 0.9));
  CHECK(std::isnan(wrong.weights->z));
  CHECK(names(wrong.assumption_violations) == std::set<std::string>{"propensities_do_not_fit"});
  CHECK(names(wrong.warnings) == std::set<std::string>{"weights_do_not_fit"});
  CHECK_THAT(wrong.assumption_violations[0].marked, Contains("0.2222, where it should be 1"));
  REQUIRE(wrong.propensities);
  CHECK_FALSE(wrong.propensities->fits);
  // An evaluator that does not use them says so too, and tests the actions themselves.
  const Evaluation plain = evaluate_texts(uniform_log(2000, 0.9), "uniform_random", "replay");
  CHECK(names(plain.assumption_violations) == std::set<std::string>{"propensities_do_not_fit"});
  const Evaluation right =
      evaluate_texts(uniform_log(2000, 0.2), "uniform_random", "red_inf{weights=\"propensity\"}");
  CHECK(right.assumption_violations.empty());
  CHECK(right.warnings.empty());
}

TEST_CASE("evaluate: one heavy weight withholds the estimate") {
  Log log = skewed_log(3000);
  CHECK(evaluate_texts(log, "uniform_random", "red_inf{weights=\"propensity\"}").withheld.empty());
  log.propensities[7] = 1e-6;
  log.rewards[7] = 1;
  for (const char* star : {"false", "true"}) {
    const Evaluation heavy = evaluate_texts(
        log, "uniform_random", "red_inf{weights=\"propensity\", star=" + std::string(star) + "}");
    REQUIRE(heavy.weights);
    CHECK(heavy.weights->effective < 1.1);
    CHECK(heavy.weights->largest == Approx(1e6));
    CHECK(heavy.weights->largest_share > 0.95);
    CHECK_FALSE(heavy.withheld.empty());
    CHECK(names(heavy.warnings).contains("few_effective"));
    if (heavy.estimate > 1) {
      // Importance weighting alone leaves the range: no interval of it can be believed.
      CHECK(star == std::string("true"));
      CHECK(heavy.interval.kind == EvaluationIntervalKind::none);
      continue;
    }
    // There is an interval, and it is as wide as the range.
    CHECK(heavy.interval.low >= 0);
    CHECK(heavy.interval.high <= 1);
    CHECK(heavy.interval.high - heavy.interval.low > 0.5);
  }
}

TEST_CASE("evaluate: a policy of actions that the log never shows is widened, then withheld") {
  // Action 5 is never logged.
  const auto unsupported = [](double mass) {
    Log log = skewed_log(2'000);
    log.action_count = 6;
    TargetPolicy target;
    target.name = "pi";
    for (std::size_t i = 0; i < log.size(); ++i) {
      for (Action a = 0; a < 6; ++a) target.all.push_back(a == 5 ? mass : (1 - mass) / 5);
      target.logged.push_back((1 - mass) / 5);
    }
    log.targets.push_back(target);
    return log;
  };
  for (const char* evaluator : {"snips", "ips", "dr"}) {
    const auto none = evaluate_texts(unsupported(0), "given_policy{name=\"pi\"}", evaluator);
    const auto some = evaluate_texts(unsupported(0.05), "given_policy{name=\"pi\"}", evaluator);
    CAPTURE(evaluator);
    CHECK(none.interval.method.find("widened") == std::string::npos);
    CHECK(some.withheld.empty());
    CHECK(some.interval.method.find("widened") != std::string::npos);
    CHECK(some.interval.high - some.interval.low >
          0.098 + 0.9 * (none.interval.high - none.interval.low));
    REQUIRE(some.difference);
    CHECK(some.difference->high - some.difference->low > 0.098);
    const auto most = evaluate_texts(unsupported(0.8), "given_policy{name=\"pi\"}", evaluator);
    CHECK_THAT(most.withheld, Contains("with probability 0.8"));
    CHECK(most.interval.low < 0.01);
    CHECK(most.interval.high > 0.8);
  }
}

TEST_CASE("evaluate: an estimate above the highest reward is said to be impossible") {
  Log log = skewed_log(300);
  log.rewards.assign(300, 1);
  for (double& p : log.propensities) p *= 0.95;
  const auto result = evaluate_texts(log, "uniform_random", "ips");
  REQUIRE(result.estimate > 1);
  if (std::isfinite(result.interval.low))
    CHECK(names(result.warnings).contains("estimate_outside"));
}

TEST_CASE("evaluate: under weights the interval stays in the range and has a width") {
  Log log = skewed_log(600);
  for (double& reward : log.rewards) reward = 0;
  for (const char* star : {"false", "true"}) {
    const std::string text = "red_inf{weights=\"propensity\", star=" + std::string(star) + "}";
    const Evaluation none = evaluate_texts(log, "uniform_random", text);
    CHECK(none.estimate == 0);
    CHECK(none.interval.low == 0);
    CHECK(none.interval.high > 0.005);
    CHECK(std::isnan(none.standard_error));
    CHECK(std::isnan(none.interval.normal.low));
    CHECK(std::isnan(none.interval.normal.high));
    log.rewards[3] = 1;
    const Evaluation one = evaluate_texts(log, "uniform_random", text);
    CHECK(one.interval.low >= 0);
    CHECK(one.estimate - 1.96 * one.standard_error < 0);
    CHECK(std::isnan(one.interval.normal.low));
    CHECK(one.interval.high > one.estimate);
    CHECK(one.interval.kind == (star == std::string("true") ? EvaluationIntervalKind::gamma
                                                            : EvaluationIntervalKind::score));
    log.rewards[3] = 0;
  }
  // An interval that was asked for is kept, with its level.
  const Evaluation own =
      evaluate_texts(skewed_log(600), "uniform_random",
                     "red_inf{interval=\"percentile\", resamples=50, level=0.9}");
  CHECK(own.interval.kind == EvaluationIntervalKind::evaluator);
  CHECK(own.interval.level == 0.9);
}

TEST_CASE("evaluate: thinned replay of three records gives no interval of width 0") {
  Log log = skewed_log(40);
  for (double& reward : log.rewards) reward = 0;
  const Evaluation few =
      evaluate_texts(log, "fixed_action{action=1}", "replay_thinned{minimum_propensity=0.05}");
  REQUIRE(few.accepted > 0);
  REQUIRE(few.accepted < 10);
  CHECK(few.interval.low == 0);
  CHECK(few.interval.high == Approx(statistics::score_interval(0, few.accepted, 0.95).high));
  CHECK(few.interval.high > 0.25);
}

TEST_CASE("evaluate: fewer than 30 records withhold any estimate") {
  const Log log = uniform_log(1000);
  const Log few = log.first_records(100);
  const auto withheld = [](const Log& of, const char* algorithm, const char* evaluator) {
    return evaluate_texts(of, algorithm, evaluator).withheld;
  };
  for (const char* evaluator : {"replay", "red_inf", "c2r", "trained{of=\"replay\"}"}) {
    INFO(evaluator);
    CHECK(withheld(log, "fixed_action{action=1}", evaluator).empty());
    CHECK_THAT(withheld(few, "fixed_action{action=1}", evaluator), Contains("fewer than 30"));
  }
  CHECK_THAT(withheld(few, "ucb", "replay"), Contains("accepted records, fewer than 30"));
  CHECK(withheld(plain_log(2, {0, 1, 0}, {1, 0, 0}), "fixed_action{action=1}", "replay") ==
        "withheld: it rests on 1 accepted record, fewer than 30");
  // In closed form all 100 records count, of which a replay would accept 20.
  CHECK(withheld(few, "uniform_random", "red_inf").empty());
  CHECK_THAT(withheld(few, "uniform_random", "replay"), Contains("accepted"));
  // Resamples replay as many interactions as the log has records.
  CHECK(withheld(few, "ucb", "bred{resamples=2}").empty());
}

TEST_CASE("evaluate: an estimate of a policy that is trained first has its range") {
  Log log = uniform_log(1000);
  log.dimension = 1;
  for (std::size_t t = 0; t < log.size(); ++t) log.contexts.push_back(static_cast<double>(t % 2));
  const Evaluation plain = evaluate_texts(log, "uniform_random", "c2r");
  CHECK(plain.interval.kind == EvaluationIntervalKind::gamma);
  const Evaluation trained = evaluate_texts(log, "best_single_action", "trained{of=\"c2r\"}");
  CHECK(std::isnan(trained.accepted));
  CHECK(trained.interval.kind == EvaluationIntervalKind::score);
  CHECK(trained.interval.low > 0);
  // Rewards without a range: the interval does not speak of records that nobody counted.
  for (double& reward : log.rewards) reward *= 3;
  const Evaluation wide = evaluate_texts(log, "best_single_action", "trained{of=\"c2r\"}");
  CHECK(wide.interval.kind == EvaluationIntervalKind::skewed);
  CHECK(wide.interval.method == "corrected for skewness, from each record's part in the error");
  // No hit: the error is not known, and neither is how many records that rests on.
  for (double& reward : log.rewards) reward = 0;
  const Evaluation none = evaluate_texts(log, "best_single_action", "trained{of=\"c2r\"}");
  CHECK(none.interval.kind == EvaluationIntervalKind::none);
  CHECK(std::isnan(none.standard_error));
}

TEST_CASE("evaluate: the number of rewards is told where it is a count") {
  Log log = uniform_log(2000);
  for (std::size_t i = 0; i < log.size(); ++i) log.rewards[i] = i == 5 || i == 9 ? 1 : 0;
  const auto sentence = [&](const std::string& policy, const std::string& evaluator) {
    for (const auto& warning : evaluate_texts(log, policy, evaluator).warnings) {
      if (warning.kind == WarningKind::few_rewards) return warning.marked;
    }
    return std::string();
  };
  // red_inf of a uniform policy uses both, though one replay accepts a fifth of the records.
  CHECK_THAT(sentence("uniform_random", "red_inf"), Contains("2 rewards among"));
  log.rewards[9] = 0;
  CHECK_THAT(sentence("uniform_random", "red_inf"), Contains("1 reward among"));
  const Evaluation closed = evaluate_texts(log, "uniform_random", "red_inf");
  CHECK_FALSE(names(closed.warnings).contains("few_accepted"));
}

TEST_CASE("evaluate: all records accepted is no time acceleration") {
  const Log single = plain_log(1, {0, 0, 0}, {1, 0, 1});
  CHECK_FALSE(
      names(evaluate_texts(single, "ucb", "replay").warnings).contains("time_acceleration"));
}

TEST_CASE("evaluate: clusters of equal records widen the interval as they must") {
  const Log small = uniform_log(400);
  // Each record four times: a cluster.
  std::vector<std::uint32_t> order, clusters;
  for (std::uint32_t i = 0; i < 400; ++i) {
    for (int copy = 0; copy < 4; ++copy) {
      order.push_back(i);
      clusters.push_back(i);
    }
  }
  const Log copies = small.select(order);
  for (const char* text : {"red_inf", "red_inf{star=true}"}) {
    const Evaluation once = evaluate_texts(small, "uniform_random", text);
    const Evaluation naive = evaluate_texts(copies, "uniform_random", text);
    const Evaluation robust =
        evaluate_texts(copies, "uniform_random", text, {.clusters = clusters});
    CHECK(robust.estimate == Approx(once.estimate));
    CHECK(naive.standard_error == Approx(once.standard_error / 2).epsilon(0.01));
    CHECK(robust.standard_error == Approx(once.standard_error).epsilon(0.01));
    CHECK(robust.interval.low == Approx(once.interval.low).epsilon(0.02));
    CHECK(robust.interval.high == Approx(once.interval.high).epsilon(0.02));
    CHECK_THAT(robust.interval.method, Contains("by cluster"));
    CHECK(robust.log_value.low == Approx(once.log_value.low).epsilon(0.02));
    // Copies in a row are dependent records; the first of each cluster are not.
    CHECK(names(naive.assumption_violations) == std::set<std::string>{"records_dependent"});
    CHECK(robust.assumption_violations.empty());
  }
  const Evaluation fixed =
      evaluate_texts(copies, "fixed_action{action=1}", "replay", {.clusters = clusters});
  const Evaluation alone = evaluate_texts(small, "fixed_action{action=1}", "replay");
  CHECK(fixed.interval.high == Approx(alone.interval.high).epsilon(0.02));
  // No sum over records: no interval by cluster, and it says so.
  const Evaluation other =
      evaluate_texts(copies, "ucb", "bred{resamples=2}", {.clusters = clusters});
  CHECK(other.interval.kind == EvaluationIntervalKind::none);
  CHECK_THROWS_AS(evaluate_texts(small, "ucb", "replay", {.clusters = {0, 1}}),
                  std::invalid_argument);
}

TEST_CASE("evaluate: intervals by cluster cover (1,000 logs of 150 sessions)") {
  int covered = 0;
  int naive = 0;
  const auto components = find_evaluation_components("uniform_random", "red_inf");
  for (std::uint64_t i = 0; i < 1000; ++i) {
    Log log;
    log.action_count = 2;
    EvaluationOptions options;
    for (std::uint32_t session = 0; session < 150; ++session) {
      Draws draws(replicate_key({993}, i), session);
      const double rate = draws.uniform() < 0.5 ? 0.1 : 0.5;  // of the session: mean 0.3
      for (int t = 0; t < 6; ++t) {
        log.actions.push_back(draws.below(2));
        log.rewards.push_back(draws.uniform() < rate ? 1 : 0);
        options.clusters.push_back(session);
      }
    }
    const auto shared = std::make_shared<const Log>(std::move(log));
    const Evaluation robust = evaluate(shared, components.algorithm, components.evaluator, options);
    covered += robust.interval.low <= 0.3 && 0.3 <= robust.interval.high;
    const Evaluation plain = evaluate(shared, components.algorithm, components.evaluator);
    naive += plain.interval.low <= 0.3 && 0.3 <= plain.interval.high;
  }
  const double error = std::sqrt(0.95 * 0.05 / 1000);
  CHECK(std::fabs(covered / 1000.0 - 0.95) <= 4 * error + 0.01);
  // The design effect is 1 + 5 * 0.04 / 0.21 = 1.95: a coverage of about 0.84.
  CHECK(naive / 1000.0 <= 0.95 - 4 * error);
}

TEST_CASE("evaluate: the log's mean, and the estimate's difference from it") {
  const Log log = uniform_log(3000);
  double sum = 0, mine = 0, n = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    sum += log.rewards[i];
    if (log.actions[i] != 2) continue;
    mine += log.rewards[i];
    n += 1;
  }
  const Evaluation replayed = evaluate_texts(log, "fixed_action{action=2}", "replay");
  CHECK(replayed.log_value.value == Approx(sum / 3000));
  const auto [low, high] = statistics::score_interval(sum / 3000, 3000, 0.95);
  CHECK(replayed.log_value.low == Approx(low));
  CHECK(replayed.log_value.high == Approx(high));
  REQUIRE(replayed.difference);
  CHECK(replayed.difference->value == Approx(mine / n - sum / 3000));
  // The sums of a plain mean and the records' influences give the same difference.
  const Evaluation closed = evaluate_texts(log, "fixed_action{action=2}", "red_inf");
  REQUIRE(closed.difference);
  CHECK(closed.difference->value == Approx(replayed.difference->value));
  // Influences show the skewness too, which moves the interval.
  CHECK(closed.difference->high - closed.difference->low ==
        Approx(replayed.difference->high - replayed.difference->low).epsilon(0.01));
  // A uniform policy on a uniform log is the log's own: no difference, no interval of roundoff.
  CHECK_FALSE(evaluate_texts(log, "uniform_random", "red_inf").difference);
}

TEST_CASE("evaluate: the table of actions") {
  Log log = plain_log(3, {0, 1, 0, 0}, {1, 1, 0, 0.5});
  log.propensities = {0.5, 0.25, 0.5, 0.2};
  log.action_names = {"left", "right", "never"};
  const auto actions = evaluate_texts(log, "uniform_random", "red_inf").actions;
  REQUIRE(actions.size() == 3);
  CHECK(actions[0].name == "left");
  CHECK(actions[0].records == 3);
  CHECK(actions[0].share == 0.75);
  CHECK(actions[0].mean_reward == 0.5);
  CHECK(actions[0].mean_propensity == Approx(0.4));
  CHECK(actions[2].records == 0);
  CHECK(std::isnan(actions[2].mean_reward));
}

TEST_CASE("evaluate: an evaluator that estimates no value has rows and no estimate") {
  const Evaluation result = evaluate_texts(uniform_log(500), "ucb", "log_statistics");
  CHECK_FALSE(result.estimates_value);
  CHECK(std::isnan(result.estimate));
  CHECK(result.interval.kind == EvaluationIntervalKind::none);
  CHECK_FALSE(result.rows.empty());
  CHECK(names(result.warnings) == std::set<std::string>{"algorithm_ignored"});
}

TEST_CASE("evaluate: the same for any number of jobs, errors too") {
  const Log log = uniform_log(1500);
  const Evaluation one =
      evaluate_texts(log, "uniform_random", "replay", {.seed = 3, .repetitions = 23});
  for (const std::size_t jobs : {2, 5, 40}) {
    const Evaluation many = evaluate_texts(log, "uniform_random", "replay",
                                           {.seed = 3, .repetitions = 23, .jobs = jobs});
    CHECK(many.estimate == one.estimate);
    CHECK(many.standard_error == one.standard_error);
    CHECK(many.accepted == one.accepted);
    CHECK(many.interval.low == one.interval.low);
    CHECK_THROWS_AS(evaluate_texts(log, "uniform_random", "replay{checkpoints=[100000]}",
                                   {.repetitions = 23, .jobs = jobs}),
                    DataError);
  }
  CHECK_THROWS_AS(evaluate_texts(log, "ucb", "replay", {.jobs = 0}), std::invalid_argument);
}

TEST_CASE("evaluate: features of any scale are the user's error, with their name") {
  Log log = uniform_log(300);
  log.dimension = 2;
  log.feature_names = {"x_price", "intercept"};
  for (std::size_t i = 0; i < log.size(); ++i) {
    log.contexts.push_back(i % 2 == 0 ? 1e308 : 1e307);
    log.contexts.push_back(1);
  }
  try {
    evaluate_texts(log, "lin_ucb", "replay", {.log_name = "scale.csv"});
    FAIL("an overflow went unseen");
  } catch (const NumericalFailure& error) {
    CHECK_THAT(error.what(), Contains("scale.csv: lin_ucb"));
    CHECK_THAT(error.what(), Contains("\"x_price\", with values up to 1e+308"));
  }
}

TEST_CASE("evaluate: given predictions in another unit than the rewards are a warning") {
  const auto warnings_with = [](double unit, double reward_unit) {
    Log log = skewed_log(400);
    for (double& reward : log.rewards) reward *= reward_unit;
    log.predictions = {{"q", std::vector<double>(400 * 5, 0.3 * unit)}};
    std::string found;
    for (const auto& warning :
         evaluate_texts(log, "uniform_random", "dr{model=\"given\"}").warnings) {
      if (warning.kind == WarningKind::predictions_outside) found = warning.marked;
    }
    return found;
  };
  CHECK_THAT(warnings_with(1000, 1),
             Contains("\"q\" lie between 300 and 300") && Contains("the rewards between 0 and 1"));
  CHECK(warnings_with(1, 1).empty());
  CHECK(warnings_with(1 / 0.3 + 1e-9, 1).empty());  // rounding
  CHECK_FALSE(warnings_with(-1, 1).empty());
  CHECK(warnings_with(1000, 1000).empty());  // rewards without a range
}

TEST_CASE("evaluate: columns that are ignored are a warning") {
  InputLog input;
  Log log = uniform_log(300);
  log.dimension = 1;
  log.contexts.assign(300, 1.0);
  log.feature_names = {"intercept"};
  input.log = std::make_shared<const Log>(log);
  input.has_intercept = true;
  input.ignored_columns = {"age", "country"};
  input.warnings = {"something odd"};
  const auto components = find_evaluation_components("lin_ucb", "replay");
  const Evaluation result = evaluate(input, components.algorithm, components.evaluator);
  CHECK(names(result.assumption_violations) ==
        std::set<std::string>{"columns_ignored", "input_odd"});
  CHECK_THAT(result.assumption_violations[0].marked,
             Contains("there is no feature: algorithms have no context; 2 columns are "
                      "ignored: \"age\", \"country\""));
}

TEST_CASE("evaluate: a random policy on replay is told of the closed form") {
  const Log log = uniform_log(1000);
  const auto remarks = evaluate_texts(log, "uniform_random", "replay").remarks;
  REQUIRE(remarks.size() == 1);
  CHECK_THAT(remarks[0], Contains("red_inf uses every record"));
  CHECK(evaluate_texts(log, "fixed_action{action=1}", "replay").remarks.empty());
  CHECK(evaluate_texts(log, "ucb", "replay").remarks.empty());
  CHECK_THAT(
      evaluate_texts(uniform_log(1000, 0.2), "uniform_random", "replay{weights=\"propensity\"}")
          .remarks.at(0),
      Contains("red_inf{weights=\"propensity\"} uses every"));
}
