#include <algorithm>
#include <cmath>

#include "suite/evaluate/evaluate_all.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// Three actions that are paid at 0.2, 0.5 and 0.8 of the time, as one feature says; uniform choices,
// or mostly the first action.
Log feature_log(std::size_t records, bool uniform) {
  Log log;
  log.action_count = 3;
  log.dimension = 2;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({17}, t);
    const double u = draws.uniform();
    const Action action = uniform ? static_cast<Action>(3 * u) : u < 0.8 ? 0 : u < 0.9 ? 1 : 2;
    log.contexts.insert(log.contexts.end(), {1.0, draws.uniform()});
    log.actions.push_back(action);
    log.propensities.push_back(uniform ? 1.0 / 3 : action == 0 ? 0.8 : 0.1);
    log.rewards.push_back(draws.uniform() < 0.2 + 0.3 * action ? 1 : 0);
  }
  return log;
}

Evaluation evaluate_texts(const Log& log, const std::string& algorithm,
                          const std::string& evaluator) {
  const auto [policy, method] = find_evaluation_components(algorithm, evaluator);
  return evaluate(log, policy, method);
}

bool has(const Evaluation& evaluation, WarningKind kind) {
  return std::any_of(evaluation.warnings.begin(), evaluation.warnings.end(),
                     [&](const EvaluationWarning& warning) { return warning.kind == kind; });
}

}  // namespace

TEST_CASE("evaluate: the normal interval is printed if it is named") {
  const Log log = feature_log(600, true);
  for (const std::string estimator : {"ips", "snips"}) {
    const Evaluation by_default = evaluate_texts(log, "fixed_action{action=0}", estimator);
    const Evaluation named =
        evaluate_texts(log, "fixed_action{action=0}", estimator + "{interval=\"normal\"}");
    CHECK(by_default.interval.kind != EvaluationIntervalKind::normal);
    CHECK(named.interval.kind == EvaluationIntervalKind::normal);
    CHECK(named.evaluator == by_default.evaluator);
    const double half = 1.959963984540054 * named.standard_error;
    CHECK(named.interval.low == Approx(named.estimate - half).epsilon(1e-12));
    CHECK(named.interval.high == Approx(named.estimate + half).epsilon(1e-12));
    const Evaluation wider = evaluate_texts(log, "fixed_action{action=0}",
                                            estimator + "{interval=\"normal\", level=0.99}");
    CHECK(wider.interval.level == 0.99);
    CHECK(wider.interval.low < named.interval.low);
  }
}

TEST_CASE("evaluate: a trained policy has a lift with an interval, without training again") {
  InputLog input;
  input.log = std::make_shared<const Log>(feature_log(1'000, true));
  std::vector<Component<AlgorithmDescription>> algorithms;
  for (const char* text : {"naive_bayes", "best_single_action"}) {
    algorithms.push_back(find_evaluation_components(text, "replay").algorithm);
  }
  const std::vector evaluators{
      find_evaluation_components("ucb", "trained{of=\"snips\"}").evaluator};
  const auto table = evaluate_all(input, algorithms, evaluators, {.lift = true});
  const auto& segment = table.segments.front();
  for (const EvaluatedPair& pair : segment.pairs) {
    const auto& lift = pair.lift->absolute;
    CHECK(lift.method == "corrected for skewness, paired by record");
    CHECK(lift.estimate.low < lift.estimate.value);
    CHECK(lift.estimate.value < lift.estimate.high);
    // 500 test records, a third with the policy's action, less the mean of 1,000.
    CHECK(lift.estimate.high - lift.estimate.low < 0.2);
    CHECK(lift.estimate.high - lift.estimate.low > 0.05);
  }
  CHECK(std::isfinite(segment.differences.front().difference.estimate.low));
}

TEST_CASE(
    "evaluate: a classifier trained on a skewed log ignores the propensities, and it is told") {
  const std::string evaluator = "trained{of=\"snips\"}";
  CHECK(has(evaluate_texts(feature_log(600, false), "naive_bayes", evaluator),
            WarningKind::training_unweighted));
  CHECK_FALSE(has(evaluate_texts(feature_log(600, true), "naive_bayes", evaluator),
                  WarningKind::training_unweighted));
  CHECK_FALSE(has(evaluate_texts(feature_log(600, false), "fixed_action{action=1}", evaluator),
                  WarningKind::training_unweighted));
}

TEST_CASE("evaluate: an interval that the evaluator doubts is not printed as one of its level") {
  IntervalInput input{.estimate = 0.5,
                      .variance = 0.0004,
                      .own = {0.48, 0.58},
                      .records = 100,
                      .range = RewardRange::binary};
  CHECK(make_interval(input).kind == EvaluationIntervalKind::evaluator);
  input.own_doubt = IntervalDoubt{"its bias moved it", true};
  const EvaluationInterval normal = make_interval(input);
  CHECK(normal.kind == EvaluationIntervalKind::normal);
  CHECK(normal.low == Approx(0.5 - 1.959963984540054 * 0.02).epsilon(1e-12));
  CHECK(normal.method == "normal, from the evaluator's standard error: its bias moved it");
  input.own_doubt->normal_holds = false;
  const EvaluationInterval none = make_interval(input);
  CHECK(none.kind == EvaluationIntervalKind::none);
  CHECK(std::isnan(none.low));
  CHECK(none.method == "none: its bias moved it");
}

TEST_CASE("evaluate_all: an option that does not suit an evaluator empties its cells alone") {
  InputLog input;
  input.log = std::make_shared<const Log>(feature_log(300, true));
  const std::vector algorithms{
      find_evaluation_components("fixed_action{action=1}", "replay").algorithm};
  const auto evaluator = [](const std::string& name) {
    return find_evaluation_components("ucb", name + "{interval=\"student\"}").evaluator;
  };
  const std::vector evaluators{evaluator("snips"), evaluator("ips")};
  const auto table = evaluate_all(input, algorithms, evaluators);
  const auto& pairs = table.segments.front().pairs;
  CHECK_FALSE(pairs[0].evaluation);
  CHECK(pairs[0].not_applicable.find("this interval is for means") != std::string::npos);
  CHECK(pairs[1].evaluation);
  CHECK_THROWS_AS(evaluate_all(input, algorithms, std::vector{evaluator("snips")}), SpecErrors);
}

TEST_CASE("evaluate: the difference from the log's mean has a value also without an interval") {
  const Log log = feature_log(400, true);
  for (const std::string evaluator : {"s_bred{resamples=2}", "t_bred{resamples=4}"}) {
    const Evaluation learner = evaluate_texts(log, "ucb", evaluator);
    REQUIRE(learner.difference);
    CHECK(learner.difference->value == learner.estimate - learner.log_value.value);
    CHECK(std::isnan(learner.difference->low));
  }
  const auto [policy, replay] = find_evaluation_components("ucb", "replay");
  const Evaluation repeated = evaluate(log, policy, replay, {.repetitions = 3});
  REQUIRE(repeated.difference);
  CHECK(repeated.difference->value == repeated.estimate - repeated.log_value.value);
  CHECK(std::isnan(repeated.difference->high));
  const Evaluation trained = evaluate_texts(log, "naive_bayes", "trained{of=\"dr\"}");
  REQUIRE(trained.difference);
  CHECK(trained.difference->low < trained.difference->value);
  CHECK(trained.difference->value < trained.difference->high);
}
