#include "suite/evaluate/default_evaluators.hpp"

#include <cmath>
#include <functional>
#include <set>

#include "suite/evaluate/evaluate_all.hpp"
#include "suite/testing/kinds_of_logs.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

// Propensities of three actions.
const std::vector<double> uniform_choices(3, 1.0 / 3), skewed_choices{0.8, 0.1, 0.1};

// `records` records by those choices, or with the pool that `pool_of` gives a record and uniform ones.
struct LogDesign {
  std::vector<double> choices = uniform_choices;
  bool known = false;  // the log has propensities
  std::function<std::vector<Action>(std::size_t)> pool_of = {};
  bool columns = false;             // a target policy, of twice the weight on the last action
  LogKind kind = LogKind::actions;  // of another kind its records are drawn_slates or drawn_doses
};
std::shared_ptr<const Log> log_of(std::size_t records, const LogDesign& options) {
  if (options.kind == LogKind::slates) return std::make_shared<const Log>(drawn_slates(records));
  if (options.kind == LogKind::doses) return std::make_shared<const Log>(drawn_doses(records));
  auto log = std::make_shared<Log>();
  log->action_count = 3;
  log->dimension = 1;
  if (options.columns) log->targets = {{"pi", {}, {}}};
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({5'161}, t);
    std::vector<Action> pool{0, 1, 2};
    if (options.pool_of) {
      pool = options.pool_of(t);
      log->pools.push_back(log->pool_table.intern(pool));
    }
    const double u = draws.uniform();
    Action action = u < options.choices[0]                        ? 0
                    : u < options.choices[0] + options.choices[1] ? 1
                                                                  : 2;
    double propensity = options.choices[action];
    if (options.pool_of) {
      action = pool[draws.below(pool.size())];
      propensity = 1.0 / static_cast<double>(pool.size());
    }
    log->actions.push_back(action);
    if (options.known) log->propensities.push_back(propensity);
    log->rewards.push_back(draws.uniform() < 0.2 + 0.2 * action);
    log->contexts.push_back(1);
    if (options.columns) {
      log->targets[0].logged.push_back(action == 2 ? 0.5 : 0.25);
      for (const double p : {0.25, 0.25, 0.5}) log->targets[0].all.push_back(p);
    }
  }
  log->check();
  return log;
}

std::vector<Action> in_stretches(std::size_t t) {
  return t % 400 < 200 ? std::vector<Action>{0, 1} : std::vector<Action>{0, 1, 2};
}
std::vector<Action> in_turns(std::size_t t) {
  return t % 2 == 0 ? std::vector<Action>{0, 1} : std::vector<Action>{0, 1, 2};
}

Component<AlgorithmDescription> algorithm_of(const std::string& text) {
  if (text == "pi") return algorithm_of_target(text);
  return find_evaluation_components(text, default_on_log()).algorithm;
}

// A policy that only chooses, as one written in Python.
Component<AlgorithmDescription> chooser() {
  static const AlgorithmDescription description = [] {
    AlgorithmDescription made;
    made.name = "chooser";
    made.make = [](const Parameters&, const Problem&) { return Agent(Always{2}); };
    return made;
  }();
  return {&description, Parameters({})};
}

Evaluation evaluate_by(const std::string& evaluator, const std::shared_ptr<const Log>& log,
                       const Component<AlgorithmDescription>& algorithm) {
  const auto found = find_evaluation_components("uniform_random", evaluator).evaluator;
  return evaluate(log, algorithm, found);
}

std::vector<std::string> texts_of(const std::vector<DefaultEvaluator>& chosen) {
  std::vector<std::string> texts;
  for (const auto& row : chosen) texts.push_back(row.evaluator);
  return texts;
}

}  // namespace

TEST_CASE("default evaluators: each situation is recognised, and its evaluator fits") {
  using enum EvaluationSituation;
  const LogDesign known_uniform{.known = true};
  const LogDesign skewed{.choices = skewed_choices, .known = true};
  const LogDesign stretches{.pool_of = in_stretches}, turns{.pool_of = in_turns};
  LogDesign known_turns = turns, columns_known = skewed;
  known_turns.known = true;
  columns_known.columns = true;
  struct Case {
    EvaluationSituation situation;
    Component<AlgorithmDescription> algorithm;
    std::size_t records;
    LogDesign log;
  };
  const std::vector<Case> cases{
      {columns, algorithm_of("pi"), 2'000, columns_known},
      {offline, algorithm_of("best_single_action"), 2'000, known_uniform},
      {offline, algorithm_of("best_single_action"), 2'000, {}},
      {offline_skewed, algorithm_of("best_single_action"), 2'000, skewed},
      {uniform, algorithm_of("ucb"), 2'000, {}},
      {uniform, algorithm_of("ucb"), 2'000, known_uniform},
      {uniform, algorithm_of("fixed_action{action=2}"), 2'000, known_uniform},
      {uniform, chooser(), 2'000, {}},
      {fixed_pools, algorithm_of("uniform_random"), 2'000, turns},
      {fixed_pools, algorithm_of("uniform_random"), 2'000, known_turns},
      {learner_stretches, algorithm_of("ucb"), 2'000, stretches},
      {learner_pools, algorithm_of("ucb"), 2'000, turns},
      {learner_skewed, algorithm_of("ucb"), 2'000, known_turns},
      {learner_skewed, algorithm_of("ucb"), 2'000, skewed},
      {learner_few_records, algorithm_of("ucb"), 400, skewed},
      {probabilities_skewed, algorithm_of("fixed_action{action=2}"), 2'000, skewed},
      {choices_skewed, chooser(), 2'000, skewed},
      {slate_log, algorithm_of("pi"), 2'000, {.kind = LogKind::slates}},
      {dose_log, algorithm_of("pi"), 2'000, {.kind = LogKind::doses}},
  };
  std::set<EvaluationSituation> seen;
  for (const Case& one : cases) {
    const auto log = log_of(one.records, one.log);
    const std::vector<Component<AlgorithmDescription>> algorithms{one.algorithm};
    const auto chosen = choose_evaluators(log, algorithms);
    INFO(one.algorithm.canonical() << ", " << situation_names[one.situation]);
    REQUIRE(chosen.size() == 1);
    CHECK(situation_names[chosen[0].situation] == situation_names[one.situation]);
    CHECK(chosen[0].evaluator == default_evaluator(one.situation).evaluator);
    const Evaluation evaluation = evaluate_by(chosen[0].evaluator, log, one.algorithm);
    CHECK(std::isfinite(evaluation.estimate));
    CHECK(evaluation.withheld.empty());
    seen.insert(one.situation);
  }
  CHECK(seen.size() == situation_names.size());
}

TEST_CASE("default evaluators: several algorithms are compared under one, columns have their own") {
  const auto skewed = log_of(2'000, {.choices = skewed_choices, .known = true, .columns = true});
  const auto chosen = [&](std::vector<Component<AlgorithmDescription>> algorithms) {
    return texts_of(choose_evaluators(skewed, algorithms));
  };
  using enum EvaluationSituation;
  const auto text = [](EvaluationSituation situation) {
    return default_evaluator(situation).evaluator;
  };
  const auto fixed = algorithm_of("uniform_random"), learner = algorithm_of("ucb");
  CHECK(chosen({fixed, learner}) == std::vector{text(learner_skewed)});
  CHECK(chosen({fixed, chooser()}) == std::vector{text(choices_skewed)});
  CHECK(chosen({algorithm_of("pi"), fixed}) == std::vector{text(columns)});
  CHECK(chosen({algorithm_of("pi"), learner}) == std::vector{text(columns), text(learner_skewed)});
  // A component that cannot be made for this log is left to the evaluation, which gives the reason.
  CHECK(chosen({algorithm_of("best_policy")}) == std::vector{text(choices_skewed)});
}

TEST_CASE("default evaluators: the table agrees with what the components say of themselves") {
  CHECK(default_evaluator(EvaluationSituation::uniform).evaluator == default_on_log());
  CHECK(default_evaluator(EvaluationSituation::columns).evaluator == default_for_targets());
  CHECK(uses_by_default(default_for_targets()).size() == 2);
  CHECK(uses_by_default("dm").empty());
  const auto uses = uses_by_default("importance_bred");
  REQUIRE(uses.size() == 1);
  CHECK_THAT(uses[0], Contains("an algorithm that learns, on a log with known"));
}

TEST_CASE("default evaluators: stretches without an accepted record, by hand") {
  const auto pools = [](std::size_t t) {
    return t < 3 ? std::vector<Action>{0, 1} : std::vector<Action>{0, 1, 2};
  };
  // 3 records of two actions, 2 of three.
  CHECK(share_of_empty_stretches(*log_of(5, {.pool_of = pools})) ==
        Approx((3 * std::pow(1.0 / 2, 3) + 2 * std::pow(2.0 / 3, 2)) / 5));
  CHECK(share_of_empty_stretches(*log_of(5, {})) == 0);
}

TEST_CASE("default evaluators: a learner on a skewed log, replay by name is withheld") {
  const LogDesign skewed{.choices = skewed_choices, .known = true};
  const auto log = log_of(2'000, skewed);
  for (const std::string text : {"ucb", "uniform_random"}) {
    const Evaluation evaluation = evaluate_by("replay", log, algorithm_of(text));
    CHECK_THAT(evaluation.withheld, Contains("its propensities say that it is not"));
    CHECK(std::isfinite(evaluation.estimate));
  }
  CHECK(
      evaluate_by("replay", log_of(2'000, {.known = true}), algorithm_of("ucb")).withheld.empty());
  CHECK(evaluate_by("replay_thinned", log, algorithm_of("ucb")).withheld.empty());
  // A uniform choice of three actions in two decimals.
  auto rounded = *log_of(2'000, {.known = true});
  REQUIRE(rounded.action_count == 3);
  rounded.propensities.assign(rounded.size(), 0.33);
  const auto shared = std::make_shared<const Log>(std::move(rounded));
  CHECK(evaluate_by("replay", shared, algorithm_of("ucb")).withheld.empty());
  CHECK(choose_evaluators(shared, std::vector{algorithm_of("ucb")})[0].situation ==
        EvaluationSituation::uniform);
}

TEST_CASE("default evaluators: of a learner on skewed logs the default is right, replay is not") {
  // The discrete world of experiments/beyond/non_uniform_learners. The logger prefers in each context the
  // action that pays most there.
  const auto dataset = dataset_of(
      "tabular{actions=4, probabilities=[0.4, 0.3, 0.3], means=[0.7, 0.5, 0.3, 0.3, 0.3, 0.6, 0.4, "
      "0.3, 0.2, 0.3, 0.5, 0.7]}");
  const auto algorithm = algorithm_of("ucb{ties=\"random\"}");
  const auto logging = find_evaluation_components("best_policy{knowledge=\"plug_in\", epsilon=0.4}",
                                                  default_on_log())
                           .algorithm;
  const auto make = [](const Component<AlgorithmDescription>& of) {
    return [of](const Problem& problem) { return make_agent(of, problem); };
  };
  numeric::Moments by_default, naive;
  for (std::uint64_t replicate = 0; replicate < 40; ++replicate) {
    const auto key = [&](std::uint64_t purpose) { return replicate_key({purpose}, replicate); };
    Trial trial(*dataset, make(algorithm), make(logging), 2'000,
                {key(201), key(202), key(203), key(204), key(205), replicate_key(key(205), 1)});
    const auto log = trial.log();
    const auto chosen = choose_evaluators(log, std::vector{algorithm});
    REQUIRE(chosen.size() == 1);
    REQUIRE(chosen[0].situation == EvaluationSituation::learner_skewed);
    const double truth = value_of("online", "estimate", trial);
    by_default.add(evaluate_by(chosen[0].evaluator, log, algorithm).estimate - truth);
    naive.add(evaluate_by(default_on_log(), log, algorithm).estimate - truth);
  }
  // The study's bias in 1 / records: below a third of the deviation of one log's estimate.
  CHECK(std::fabs(by_default.mean) <
        std::sqrt(by_default.variance()) / 3 + 4 * by_default.standard_error());
  CHECK(naive.mean > 4 * naive.standard_error());
}
