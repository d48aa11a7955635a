#include "suite/evaluate/evaluation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "suite/evaluate/evaluation_warnings.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

constexpr double z95 = 1.959963984540054;

Component<AlgorithmDescription> algorithm(const std::string& text) {
  return find_evaluation_components(text, "replay").algorithm;
}

Component<EvaluatorDescription> evaluator(const std::string& text) {
  return find_evaluation_components("ucb", text).evaluator;
}

// `records` records over three actions that are paid at 0.2, 0.5 and 0.8. With `skew` the first
// action is taken more often; the propensities, where asked for, are the true ones.
Log make_log(std::size_t records, double skew = 0, bool propensities = false) {
  Log log;
  log.action_count = 3;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({417}, t);
    const bool first = draws.uniform() < skew;
    const Action drawn = draws.below(3);
    const Action action = first ? 0 : drawn;
    log.actions.push_back(action);
    log.rewards.push_back(draws.uniform() < 0.2 + 0.3 * action ? 1 : 0);
    if (propensities) log.propensities.push_back((1 - skew) / 3 + (action == 0 ? skew : 0));
  }
  return log;
}

std::set<std::string> ids(const std::vector<EvaluationWarning>& warnings) {
  std::set<std::string> found;
  for (const auto& warning : warnings) {
    CHECK_FALSE(warning.marked.empty());
    found.emplace(id_of(warning.kind));
  }
  return found;
}

bool any_contains(const std::vector<EvaluationWarning>& warnings, const std::string& text) {
  for (const auto& warning : warnings) {
    if (warning.marked.find(text) != std::string::npos) return true;
  }
  return false;
}

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn low = add(Role::interval_low);
  RowColumn high = add(Role::interval_high);
} with_interval{};

// An evaluator that gives fixed rows, with an interval of its own.
class Fixed final : public Evaluator {
 public:
  explicit Fixed(std::vector<std::vector<double>> rows) : rows_(std::move(rows)) {}
  const RowSchema& schema() const override { return with_interval; }
  void evaluate(Trial&, std::vector<ResultRow>& rows) const override {
    for (const auto& values : rows_) {
      rows.push_back(with_interval.row(
          rows.size() + 1, {with_interval.estimate(values.at(0)), with_interval.low(values.at(1)),
                            with_interval.high(values.at(2))}));
    }
  }
  std::vector<std::string> remarks(const Log& log, const Agent&,
                                   const ResultRow& row) const override {
    return {std::to_string(log.size()) + " records, step " + std::to_string(row.step)};
  }

 private:
  std::vector<std::vector<double>> rows_;
};

Evaluation evaluate_fixed(std::vector<std::vector<double>> rows, std::uint64_t repetitions = 1) {
  EvaluatorDescription description;
  description.name = "fixed";
  description.make = [rows](const Parameters&) { return std::make_shared<const Fixed>(rows); };
  return evaluate(make_log(50), algorithm("ucb"),
                  Component<EvaluatorDescription>{&description, Parameters{{}}},
                  {.repetitions = repetitions});
}

}  // namespace

TEST_CASE("evaluate: a uniform log, an estimate by hand with Wilson's interval") {
  const Log log = make_log(3000);
  double n = 0;
  double paid = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (log.actions[i] != 1) continue;
    n += 1;
    paid += log.rewards[i];
  }
  const Evaluation result = evaluate(log, algorithm("fixed_action{action=1}"), evaluator("replay"));
  CHECK(result.algorithm == algorithm("fixed_action{action=1}").canonical());
  CHECK(result.evaluator == evaluator("replay").canonical());
  CHECK(result.records == 3000);
  CHECK(result.accepted == n);
  CHECK(result.estimate == Approx(paid / n));
  CHECK(result.columns.names().front() == "estimate");
  CHECK(result.rows.empty());
  CHECK(result.assumption_violations.empty());
  CHECK(result.warnings.empty());
  CHECK(result.withheld.empty());
  CHECK_FALSE(result.weights);
  // Both ends solve (p - rate)^2 = z^2 p (1 - p) / n.
  CHECK(result.interval.kind == EvaluationIntervalKind::wilson);
  CHECK(result.interval.level == 0.95);
  for (const double p : {result.interval.low, result.interval.high}) {
    CHECK(std::fabs(p - paid / n) == Approx(z95 * std::sqrt(p * (1 - p) / n)));
  }
  CHECK(result.interval.low < result.estimate);
  CHECK(result.interval.high > result.estimate);
}

TEST_CASE("evaluate: rewards that are not 0 or 1 get a normal interval") {
  Log log = make_log(3000);
  for (double& reward : log.rewards) reward = 2 * reward - 1;
  const Evaluation result = evaluate(log, algorithm("fixed_action{action=2}"), evaluator("replay"));
  CHECK(result.interval.kind == EvaluationIntervalKind::normal);
  CHECK(result.interval.high - result.estimate == Approx(z95 * result.standard_error));
  CHECK(result.estimate - result.interval.low == Approx(z95 * result.standard_error));
}

TEST_CASE("evaluate: a log that is not uniform, without propensities and with them") {
  const auto policy = algorithm("fixed_action{action=2}");
  const Evaluation blind = evaluate(make_log(3000, 0.3), policy, evaluator("replay"));
  CHECK(ids(blind.assumption_violations) == std::set<std::string>{"actions_not_uniform"});
  const Log told = make_log(3000, 0.3, true);
  const Evaluation ignored = evaluate(told, policy, evaluator("replay"));
  CHECK(ids(ignored.assumption_violations) == std::set<std::string>{"propensities_unused"});
  CHECK(any_contains(ignored.assumption_violations, "weights=\"propensity\""));
  const Evaluation weighted = evaluate(told, policy, evaluator("replay{weights=\"propensity\"}"));
  CHECK(weighted.assumption_violations.empty());
  CHECK(weighted.estimate == Approx(0.8).margin(0.06));
  // Propensities that claim a uniform choice, or another skew, are found out.
  Log wrong = told;
  for (double& propensity : wrong.propensities) propensity = 1.0 / 3;
  CHECK(ids(evaluate(wrong, policy, evaluator("replay")).assumption_violations) ==
        std::set<std::string>{"propensities_contradicted"});
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    wrong.propensities[i] = wrong.actions[i] == 0 ? 0.1 : 0.45;
  }
  CHECK(ids(evaluate(wrong, policy, evaluator("replay{weights=\"propensity\"}"))
                .assumption_violations) == std::set<std::string>{"propensities_do_not_fit"});
}

TEST_CASE("evaluate: an algorithm that learns is warned of; weights do not repair its history") {
  const Log log = make_log(3000, 0, true);
  const Evaluation plain = evaluate(log, algorithm("ucb"), evaluator("replay"));
  CHECK(ids(plain.warnings) == std::set<std::string>{"time_acceleration"});
  const Evaluation weighted =
      evaluate(log, algorithm("ucb"), evaluator("replay{weights=\"propensity\"}"));
  CHECK(ids(weighted.warnings) == std::set<std::string>{"weights_with_learner"});
}

TEST_CASE("evaluate: a learner on a log whose timestamps go back is warned of") {
  Log log = make_log(200);
  for (std::size_t i = 0; i < log.size(); ++i) log.timestamps.push_back(std::to_string(1000 + i));
  const auto warned = [&](const std::string& name, const std::string& method) {
    return ids(evaluate(log, algorithm(name), evaluator(method)).warnings).count("time_goes_back") >
           0;
  };
  CHECK_FALSE(warned("ucb", "replay"));
  std::swap(log.timestamps[4], log.timestamps[7]);
  CHECK(warned("ucb", "replay"));
  CHECK(any_contains(evaluate(log, algorithm("ucb"), evaluator("replay")).warnings,
                     "the timestamps of 2 of 200 records are earlier than that of the record "
                     "before, the first is record 6 (\"1005\" after \"1007\")"));
  // A fixed policy does not mind the order, and this evaluator takes the records in another one.
  CHECK_FALSE(warned("uniform_random", "replay"));
  CHECK_FALSE(warned("ucb", "t_bred{resamples=2}"));
}

TEST_CASE("evaluate: rewards that an algorithm does not learn from are said, with what helps") {
  Log log = make_log(50);
  log.rewards[3] = -3;
  log.rewards[4] = 20240131;
  CHECK_THROWS_WITH(
      evaluate(log, algorithm("thompson_sampling"), evaluator("replay")),
      "thompson_sampling learns from rewards in [0, 1]; this log has rewards from -3 to "
      "20240131: give their range with reward_range=-3:20240131, choose an algorithm for any "
      "rewards, or name another reward column");
}

TEST_CASE("evaluate: a learner of rewards in [0, 1] sees them scaled, estimates keep their units") {
  const Log unit = make_log(200);
  Log log = unit;
  for (double& reward : log.rewards) reward = 8 * reward - 2;
  log.reward_bounds = RewardBounds{-2, 6};
  for (const char* name : {"thompson_sampling", "kl_ucb"}) {
    const Evaluation scaled = evaluate(log, algorithm(name), evaluator("replay"));
    const Evaluation plain = evaluate(unit, algorithm(name), evaluator("replay"));
    CHECK(scaled.accepted == plain.accepted);
    CHECK(scaled.estimate == Approx(8 * plain.estimate - 2).epsilon(1e-12));
  }
  // One that learns from any rewards sees them as they are.
  const Evaluation with = evaluate(log, algorithm("lin_ucb"), evaluator("replay"));
  log.reward_bounds.reset();
  const Evaluation without = evaluate(log, algorithm("lin_ucb"), evaluator("replay"));
  CHECK(with.estimate == without.estimate);
}

TEST_CASE("evaluate: few records, few rewards, none") {
  Log log = make_log(60);
  for (double& reward : log.rewards) reward = 0;
  log.rewards[0] = 1;
  const auto policy = algorithm("fixed_action{action=1}");
  CHECK(ids(evaluate(log, policy, evaluator("replay")).warnings) ==
        std::set<std::string>{"few_accepted", "few_rewards"});
  const Log never = plain_log(2, {0, 0, 0}, {1, 1, 0});
  const Evaluation none = evaluate(never, policy, evaluator("replay"));
  CHECK(none.accepted == 0);
  CHECK(std::isnan(none.estimate));
  CHECK(ids(none.warnings) == std::set<std::string>{"nothing_accepted"});
  CHECK(none.interval.kind == EvaluationIntervalKind::none);
  CHECK(std::isnan(none.interval.low));
  CHECK(none.interval.method == "none: no record was accepted");
  const Log single = plain_log(1, {0, 0}, {1, 0});
  CHECK(ids(evaluate(single, algorithm("ucb"), evaluator("replay")).assumption_violations) ==
        std::set<std::string>{"single_action"});
}

TEST_CASE("evaluate: pools that change, and the remedies that the evaluator has") {
  Log log = plain_log(3, {0, 1, 2, 2}, {1, 0, 1, 0});
  const auto both = log.pool_table.intern({0, 1});
  const auto all = log.pool_table.intern({0, 1, 2});
  log.pools = {both, both, all, all};
  const Evaluation blind = evaluate(log, algorithm("uniform_random"), evaluator("replay"));
  CHECK(ids(blind.assumption_violations) == std::set<std::string>{"pools_change"});
  CHECK(any_contains(blind.assumption_violations,
                     "use weights=\"pool_size\" or segments=\"separate\""));
  const Evaluation aware =
      evaluate(log, algorithm("uniform_random"), evaluator("replay{segments=\"separate\"}"));
  CHECK(aware.assumption_violations.empty());
}

TEST_CASE("evaluate: repetitions are averaged, and their spread widens the interval") {
  const auto log = std::make_shared<const Log>(make_log(400));
  const auto policy = algorithm("uniform_random");
  const Evaluation once = evaluate(log, policy, evaluator("replay"), {.seed = 5});
  const Evaluation again = evaluate(log, policy, evaluator("replay"), {.seed = 5});
  CHECK(once.estimate == again.estimate);
  CHECK(evaluate(log, policy, evaluator("replay"), {.seed = 6}).estimate != once.estimate);
  const Evaluation many =
      evaluate(log, policy, evaluator("replay"), {.seed = 5, .repetitions = 40});
  CHECK(many.repetitions == 40);
  CHECK(many.estimate != once.estimate);
  CHECK(many.estimate == Approx(0.5).margin(0.1));
  CHECK(many.interval.kind == EvaluationIntervalKind::score);
  CHECK(many.interval.normal.high - many.estimate == Approx(z95 * many.standard_error));
  CHECK(many.interval.method.find("repetitions") != std::string::npos);
  CHECK(many.accepted == Approx(400 / 3.0).margin(10));
  // A deterministic policy gives the same in each repetition: nothing is added.
  const auto fixed = algorithm("fixed_action{action=0}");
  const Evaluation still = evaluate(log, fixed, evaluator("replay"), {.repetitions = 3});
  const Evaluation single = evaluate(log, fixed, evaluator("replay"));
  CHECK(still.standard_error == Approx(single.standard_error));
}

TEST_CASE("evaluate: the variance is the mean squared error plus that of the mean of repetitions") {
  const LogDataset dataset(make_log(400));
  const auto policy = algorithm("uniform_random");
  const Evaluation result =
      evaluate(dataset.log(), policy, evaluator("replay"), {.seed = 5, .repetitions = 2});
  const auto make = [&](const Problem& problem) { return make_agent(policy, problem); };
  double estimates[2];
  double squared_errors = 0;
  for (std::uint64_t repetition = 0; repetition < 2; ++repetition) {
    ReplicateStreams streams;
    streams.policy =
        replicate_key(derive_key(5, "policy", "evaluate", "uniform_random"), repetition);
    const Trial trial(dataset, make, make, 0, streams);
    estimates[repetition] = value_of("replay", "estimate", trial);
    const double error = value_of("replay", "standard_error", trial);
    squared_errors += error * error / 2;
  }
  CHECK(estimates[0] != estimates[1]);
  CHECK(result.estimate == Approx((estimates[0] + estimates[1]) / 2));
  const double difference = estimates[0] - estimates[1];
  const double variance = squared_errors + difference * difference / 4;
  CHECK(result.standard_error == Approx(std::sqrt(variance)));
  CHECK(result.interval.normal.high - result.estimate == Approx(z95 * result.standard_error));
}

TEST_CASE("evaluate: an evaluator's own interval, its rows and its remarks") {
  const Evaluation result = evaluate_fixed({{0.3, 0.1, 0.4}, {0.5, 0.2, 0.9}});
  CHECK(result.estimate == 0.5);
  CHECK(result.interval.kind == EvaluationIntervalKind::evaluator);
  CHECK(result.interval.low == 0.2);
  CHECK(result.interval.high == 0.9);
  REQUIRE(result.rows.size() == 2);
  CHECK(result.rows[0].values == std::vector<double>{0.3, 0.1, 0.4});
  CHECK(result.remarks == std::vector<std::string>{"50 records, step 2"});
  CHECK(std::isnan(result.standard_error));
  // Averaged over repetitions it is no interval of the mean.
  const Evaluation several = evaluate_fixed({{0.5, 0.2, 0.9}}, 2);
  CHECK(several.interval.kind == EvaluationIntervalKind::none);
  CHECK(several.rows.empty());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(evaluate_fixed({{0.5, nan, nan}}).interval.kind == EvaluationIntervalKind::none);
}

TEST_CASE("evaluate: rows at checkpoints are means over the repetitions") {
  const Log log = make_log(300);
  const auto replay = evaluator("replay{checkpoints=[20, 40]}");
  const auto of = [&](std::uint64_t repetitions) {
    return evaluate(log, algorithm("uniform_random"), replay, {.repetitions = repetitions});
  };
  const Evaluation one = of(1), two = of(2), three = of(3);
  REQUIRE(three.rows.size() == 2);
  CHECK(three.rows.back().step == 40);
  CHECK(three.rows.back().values[0] == Approx(three.estimate).epsilon(1e-14));
  CHECK(three.rows[0].values[0] != one.rows[0].values[0]);
  // The second repetition's row from the means of one and of two.
  const double second = 2 * two.rows[0].values[0] - one.rows[0].values[0];
  CHECK(std::fabs(second * 20 - std::round(second * 20)) < 1e-12);  // of 20 rewards of 0 and 1
}

TEST_CASE("evaluate: an interval that contradicts itself or its estimate is not printed") {
  const Evaluation crossed = evaluate_fixed({{0.5, 1, 0}});
  CHECK(crossed.interval.kind == EvaluationIntervalKind::none);
  CHECK(std::isnan(crossed.interval.low));
  CHECK(crossed.interval.method ==
        "none: the evaluator's two bounds contradict each other (at least 1, at most 0), so an "
        "assumption fails: the propensities are wrong, or rewards lie outside their range");
  const Evaluation displaced = evaluate_fixed({{0.301, 0.421, 0.534}});
  CHECK(displaced.interval.kind == EvaluationIntervalKind::none);
  CHECK(displaced.interval.method ==
        "none: the evaluator's own interval, [0.421, 0.534], does not hold its estimate, 0.301: "
        "its resamples or its assumptions are biased");
}

TEST_CASE("evaluate: the bounds of wrong propensities contradict each other") {
  Log log = plain_log(2, std::vector<Action>(40, 0), std::vector<double>(40, 0.5));
  log.propensities.assign(40, 0.25);
  for (const char* interval : {"anytime", "betting"}) {
    const auto result = evaluate(log, algorithm("fixed_action{action=0}"),
                                 evaluator("ips{interval=\"" + std::string(interval) + "\"}"));
    CHECK(result.interval.kind == EvaluationIntervalKind::none);
    CHECK(result.interval.method.find("contradict each other") != std::string::npos);
  }
}

TEST_CASE("evaluate: no row, an estimate that is not finite, a log without records") {
  CHECK_THROWS_AS(evaluate_fixed({}), DataError);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK_THROWS_AS(evaluate_fixed({{nan, 0, 1}}), DataError);
  // The mean, 1e308, is a number; twice it is not.
  Log huge = plain_log(2, {0, 0}, {1e308, 1e308});
  CHECK(evaluate(huge, algorithm("fixed_action{action=0}"), evaluator("replay")).estimate == 1e308);
  try {
    evaluate(huge, algorithm("fixed_action{action=0}"), evaluator("replay_star"),
             {.log_name = "huge.csv"});
    FAIL("an estimate that is infinite");
  } catch (const DataError& error) {
    CHECK(std::string(error.what()).find("huge.csv") != std::string::npos);
  }
  CHECK_THROWS_AS(evaluate(plain_log(1, {}, {}), algorithm("ucb"), evaluator("replay")), DataError);
  CHECK_THROWS_AS(evaluate(make_log(9), algorithm("fixed_action{action=0}"),
                           evaluator("replay{checkpoints=[1000]}")),
                  DataError);
}

TEST_CASE("evaluate: what does not fit is refused") {
  CHECK_THROWS_AS(evaluate(make_log(9), algorithm("best_policy"), evaluator("replay")),
                  NotApplicable);
  CHECK_THROWS_AS(evaluate(make_log(9), algorithm("ucb"), evaluator("online")), NotApplicable);
  CHECK_THROWS_AS(evaluate(plain_log(1, {0, 1}, {0, 0}), algorithm("ucb"), evaluator("replay")),
                  std::logic_error);
  CHECK_THROWS_AS(evaluate(std::shared_ptr<const Log>(), algorithm("ucb"), evaluator("replay")),
                  std::invalid_argument);
  CHECK_THROWS_AS(evaluate(make_log(9), algorithm("ucb"), evaluator("replay"), {.repetitions = 0}),
                  std::invalid_argument);
  try {
    find_evaluation_components("ucv", "replai");
    FAIL("unknown names were found");
  } catch (const SpecErrors& errors) {
    CHECK(errors.problems().size() == 2);
  }
}

TEST_CASE("evaluate: what is missing of the input comes after the log's own violations") {
  InputLog input;
  input.log = std::make_shared<const Log>(make_log(3000, 0.3));
  input.lines = 3002;
  input.bad_lines = 2;
  input.missing = {"day_2", "day_3"};
  const Evaluation result =
      evaluate(input, algorithm("fixed_action{action=0}"), evaluator("replay"));
  REQUIRE(result.assumption_violations.size() == 3);
  CHECK(result.assumption_violations[0].kind == WarningKind::actions_not_uniform);
  CHECK(result.assumption_violations[1].kind == WarningKind::files_missing);
  CHECK(result.assumption_violations[1].marked ==
        "2 files of the data set are missing, the first is day_2");
  CHECK(result.assumption_violations[2].marked == "2 of 3002 lines were left out as malformed");
}

TEST_CASE("evaluate: whether the estimate is the algorithm's mean reward, and what was offered") {
  const Log log = make_log(300);
  const auto of = [&](const std::string& text) {
    return evaluate(log, algorithm("uniform_random"), evaluator(text));
  };
  CHECK(of("replay").estimates_value);
  CHECK(of("bootstrap{of=\"replay\", resamples=2}").estimates_value);
  CHECK_FALSE(of("online_classification").estimates_value);
  CHECK_FALSE(of("subsampled{of=\"online_classification\", runs=2}").estimates_value);
  CHECK_FALSE(of("largest_zones").estimates_value);
  const Evaluation bred = of("bred{resamples=2}");
  CHECK(bred.offered == 300.0 * log.action_count);
  CHECK(bred.accepted > 200);
  CHECK(bred.accepted < 400);
}

TEST_CASE("evaluate: an algorithm of features on a log without any is warned of") {
  Log log = make_log(300);
  log.contexts.clear();
  log.dimension = 0;
  log.feature_names.clear();
  const auto kinds = [&](const std::string& text) {
    std::vector<WarningKind> found;
    for (const auto& warning : evaluate(log, algorithm(text), evaluator("replay")).warnings) {
      found.push_back(warning.kind);
    }
    return found;
  };
  const auto has = [](const std::vector<WarningKind>& found, WarningKind kind) {
    return std::find(found.begin(), found.end(), kind) != found.end();
  };
  CHECK(has(kinds("lin_ucb"), WarningKind::no_features));
  CHECK_FALSE(has(kinds("ucb"), WarningKind::no_features));
  CHECK_FALSE(has(kinds("uniform_random"), WarningKind::no_features));
  CHECK(id_of(WarningKind::no_features) == "no_features");
  const Evaluation blind = evaluate(log, algorithm("lin_ucb"), evaluator("replay"));
  CHECK(any_contains(blind.warnings, "not even a constant: it cannot distinguish the actions"));
  // With a constant it learns the means of the actions.
  log.dimension = 1;
  log.contexts.assign(300, 1.0);
  CHECK_FALSE(has(kinds("lin_ucb"), WarningKind::no_features));
}

TEST_CASE("evaluate: an evaluator that does not look at the algorithm says so") {
  Log log = make_log(300);
  log.dimension = 1;
  for (std::size_t i = 0; i < log.size(); ++i) log.contexts.push_back(static_cast<double>(i % 7));
  const auto warned = [&](const std::string& text) {
    const Evaluation result = evaluate(log, algorithm("ucb"), evaluator(text));
    return any_contains(result.warnings, " does not look at the algorithm: it gives the same");
  };
  for (const char* text : {"contest", "log_statistics", "feature_statistics"}) {
    INFO(text);
    CHECK(warned(text));
  }
  for (const char* text : {"replay", "submission_selection", "online_classification", "two_phases",
                           "bootstrap{of=\"replay\", resamples=2}"}) {
    INFO(text);
    CHECK_FALSE(warned(text));
  }
  CHECK(id_of(WarningKind::algorithm_ignored) == "algorithm_ignored");
}

TEST_CASE("evaluate: the number of records is the horizon of an algorithm that asks for it") {
  const Log log = make_log(300);
  const auto estimate = [&](const std::string& text) {
    return evaluate(log, algorithm(text), evaluator("replay")).estimate;
  };
  CHECK(estimate("exp3_p") == estimate("exp3_p{horizon=300}"));
  CHECK(estimate("moss") == estimate("moss{horizon=300}"));
}

TEST_CASE("evaluate: an action column that looks like an identifier is warned of") {
  Log log;
  log.rewards.assign(100, 0);
  log.actions.assign(100, 0);
  const auto warned = [&](Action count) {
    log.action_count = count;
    return warning_of_many_actions(log.action_count, log.size());
  };
  CHECK(warned(50) == "");  // two records each
  CHECK(warned(51).find("51 different actions in 100 records, fewer than two each") == 0);
  log.rewards.assign(10, 0);
  log.actions.assign(10, 0);
  CHECK(warned(30) == "");  // too few to say
  CHECK(warned(31) != "");
  CHECK(warned(many_actions + 1).find("visits each of them at every record") != std::string::npos);
}
