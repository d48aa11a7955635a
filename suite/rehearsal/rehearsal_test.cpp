#include "suite/rehearsal/rehearsal.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "suite/rehearsal/candidates.hpp"
#include "suite/rehearsal/choice.hpp"

using namespace replaybench;
using namespace replaybench::rehearsal;
using Catch::Matchers::Contains;

namespace {

// Three actions of a skewed logger; a context of two features moves rewards. The policy "pi" prefers the best action.
struct LogDesign {
  std::size_t records = 1'500;
  std::vector<double> choices{.6, .3, .1};
  bool has_features = true, has_policy_of_all = true;
  std::function<double(double chance, double u)> reward = [](double chance, double u) {
    return u < chance ? 1. : 0.;
  };
};
Log drawn_log(const LogDesign& design) {
  Log log;
  log.action_count = static_cast<Action>(design.choices.size());
  log.dimension = design.has_features ? 2 : 0;
  log.targets = {{"pi", {}, {}}, {"other", {}, {}}};
  for (std::size_t t = 0; t < design.records; ++t) {
    Draws draws({404}, t);
    const double x = draws.uniform(), y = draws.uniform(), u = draws.uniform();
    Action a = 0;
    for (double sum = design.choices[0]; u >= sum && a + 1 < log.action_count;) {
      sum += design.choices[++a];
    }
    const Action best = x < .5 ? 0 : 1;
    if (design.has_features) log.contexts.insert(log.contexts.end(), {x, y});
    log.actions.push_back(a);
    log.propensities.push_back(design.choices[a]);
    log.rewards.push_back(design.reward(.2 + .3 * (a == best) + .2 * y, draws.uniform()));
    for (std::size_t policy = 0; policy < 2; ++policy) {
      const double share = log.action_count == 1 ? 1 : policy == 0 ? .8 : .5;
      for (Action other = 0; other < log.action_count; ++other) {
        const double p = other == best % log.action_count
                             ? share
                             : (1 - share) / std::max(log.action_count - 1., 1.);
        if (design.has_policy_of_all) log.targets[policy].all.push_back(p);
        if (other == a) log.targets[policy].logged.push_back(p);
      }
    }
  }
  log.check();
  return log;
}

struct Rehearsed {
  Rehearsal rehearsal;
  std::vector<std::string> evaluators;
};
Rehearsed rehearsed(Log log, std::vector<std::string> policies,
                    RehearsalOptions options = {.twins = 20},
                    std::vector<std::string> evaluators = {"snips", "ips", "dr{model=\"ridge\"}",
                                                           "dm{model=\"ridge\"}",
                                                           "clipped_ips{cap=1.5}"}) {
  InputLog input;
  input.log = std::make_shared<const Log>(std::move(log));
  std::vector<Component<AlgorithmDescription>> algorithms;
  for (const auto& policy : policies) {
    algorithms.push_back(input.log->target(policy)
                             ? algorithm_of_target(policy)
                             : find_evaluation_components(policy, "snips").algorithm);
  }
  std::vector<Component<EvaluatorDescription>> components;
  for (const auto& text : evaluators) {
    std::vector<SpecProblem> problems;
    components.push_back(*find_component(text, {}, evaluators_table(), "evaluator", problems));
  }
  ComparisonOptions comparison;
  comparison.evaluation.keep_parts = true;
  const EvaluationTable table = evaluate_all(input, algorithms, components, comparison);
  return {rehearse(input, algorithms, components, {policies, evaluators}, table.segments.back(),
                   options),
          evaluators};
}

const RehearsedEstimator& estimator(const Rehearsed& of, const std::string& name,
                                    std::size_t policy = 0) {
  const auto at = std::find(of.evaluators.begin(), of.evaluators.end(), name);
  return of.rehearsal.policies.at(policy).estimators.at(
      static_cast<std::size_t>(at - of.evaluators.begin()));
}

}  // namespace

TEST_CASE("a rehearsal finds the bias of clipped weights, and takes an estimator without one") {
  const Rehearsed of = rehearsed(drawn_log({}), {"pi"}, {.twins = 60});
  REQUIRE(of.rehearsal.impossible.empty());
  CHECK(of.rehearsal.twins == 60);
  REQUIRE(of.rehearsal.kinds.size() == 4);
  // On the log the linear direct method disagrees with DR by more than on twins of its own class, whose means it knows.
  for (const TwinKind& kind : of.rehearsal.kinds) {
    CAPTURE(kind.name, kind.misfits);
    CHECK(kind.fits() == (kind.name == "means" || kind.name == "forest"));
    if (!kind.fits()) CHECK_THAT(kind.misfits.front(), Contains("dm{model=\"ridge\"} less dr"));
  }
  const RehearsedPolicy& policy = of.rehearsal.policies.front();
  // The mean of min(w, 1.5) is .76 or less in each context.
  CHECK(estimator(of, "clipped_ips{cap=1.5}").bias < -.05);
  CHECK(std::fabs(estimator(of, "snips").bias) < .01);
  CHECK(estimator(of, "clipped_ips{cap=1.5}").rank == 5);
  REQUIRE(policy.chosen);
  CHECK(policy.estimators[*policy.chosen].rank == 1);
  CHECK(of.evaluators[*policy.chosen] != "clipped_ips{cap=1.5}");
  CAPTURE(policy.distrust);
  CHECK(policy.distrust.empty());
  CHECK(policy.widened.low <= policy.interval.low);
  CHECK(policy.widened.low < policy.estimate);
  // The true value of pi: the best action has .5 + .1, the others .2 + .1.
  CHECK(policy.widened.low < .8 * .6 + .2 * .3);
  CHECK(policy.widened.high > .8 * .6 + .2 * .3);
  std::vector<std::string> rules;
  for (const Opinion& opinion : policy.opinions) rules.push_back(opinion.rule);
  CHECK(rules == std::vector<std::string>{"SLOPE++", "cross-validation by ips",
                                          "paired bias by ips",
                                          "cross-validation by dr{model=\"ridge\"}",
                                          "paired bias by dr{model=\"ridge\"}", "OPERA", "PAS-IF"});
}

TEST_CASE("a rehearsal does not depend on the number of threads, but on the seed") {
  const auto numbers = [](const Rehearsed& of) {
    std::vector<double> all;
    for (const RehearsedEstimator& one : of.rehearsal.policies.front().estimators) {
      all.insert(all.end(), {one.expected_error, one.worst_error, one.bias, one.score});
    }
    return all;
  };
  const Log log = drawn_log({.records = 400});
  const auto one = numbers(rehearsed(log, {"pi"}, {.twins = 20, .jobs = 1}));
  CHECK(one == numbers(rehearsed(log, {"pi"}, {.twins = 20, .jobs = 3})));
  CHECK(one != numbers(rehearsed(log, {"pi"}, {.seed = 2, .twins = 20})));
}

TEST_CASE("of two policies a rehearsal gives the chance of the right order") {
  const Rehearsed of = rehearsed(drawn_log({}), {"pi", "other"}, {.twins = 40});
  REQUIRE(of.rehearsal.orders.size() == 1);
  // Their values are .54 and .45, the error of an estimate about .02.
  CHECK(of.rehearsal.orders.front().chance > .95);
}

TEST_CASE("a policy that is the logger is rehearsed: its estimate is the log's mean reward") {
  const Rehearsed of = rehearsed(drawn_log({.choices = {1. / 3, 1. / 3, 1. / 3}}),
                                 {"uniform_random"}, {.twins = 20}, {"snips", "ips"});
  REQUIRE(of.rehearsal.impossible.empty());
  const RehearsedPolicy& policy = of.rehearsal.policies.front();
  REQUIRE(policy.chosen);
  CHECK(policy.lift == Approx(0).margin(1e-12));
  CHECK(estimator(of, "snips").rank == 1);
  CAPTURE(policy.distrust);
  CHECK(policy.distrust.empty());
}

TEST_CASE("real rewards: twins have the log's tails, and the answer the log's unit") {
  const Rehearsed of = rehearsed(
      drawn_log({.reward = [](double chance,
                              double u) { return u < chance ? 50 + 100 * u / chance : -3 * u; }}),
      {"pi"}, {.twins = 40});
  const RehearsedPolicy& policy = of.rehearsal.policies.front();
  std::vector<std::string> misfits;
  for (const TwinKind& kind : of.rehearsal.kinds) {
    misfits.insert(misfits.end(), kind.misfits.begin(), kind.misfits.end());
  }
  CAPTURE(misfits);
  REQUIRE(policy.chosen);
  CHECK(policy.distrust.empty());
  CHECK(estimator(of, "snips").expected_error > .2);
  CHECK(estimator(of, "snips").expected_error < 10);
  CHECK(estimator(of, "snips").coverage > .8);
}

TEST_CASE("a log of more records than asked for is sampled, and errors are scaled to the whole") {
  const Log log = drawn_log({.records = 4'000});
  const Rehearsed whole = rehearsed(log, {"pi"}, {.twins = 60}, {"snips"});
  const Rehearsed sample = rehearsed(log, {"pi"}, {.twins = 60, .most_records = 1'000}, {"snips"});
  CHECK(whole.rehearsal.rehearsed_records == 4'000);
  CHECK(sample.rehearsal.rehearsed_records == 1'000);
  CHECK(sample.rehearsal.records == 4'000);
  // The relative error of each is about 1/sqrt(2 * 240).
  CHECK(estimator(sample, "snips").expected_error ==
        Approx(estimator(whole, "snips").expected_error).epsilon(4 * .065));
}

TEST_CASE("minutes bound the twins, of which at least twenty are made") {
  const Rehearsed of = rehearsed(drawn_log({.records = 300}), {"pi"},
                                 {.twins = 100'000, .minutes = 1e-6}, {"snips"});
  CHECK(of.rehearsal.twins == 20);
}

TEST_CASE("a log on which nothing can be rehearsed is answered in words") {
  const auto why = [](Log log, const std::string& policy = "pi") {
    const Rehearsed of =
        rehearsed(std::move(log), {policy}, {.twins = 20}, {"snips", "dm{model=\"mean\"}"});
    CHECK(of.rehearsal.policies.empty());
    return of.rehearsal.impossible;
  };
  CHECK_THAT(why(drawn_log({.records = 50})), Contains("50 records are too few"));
  CHECK_THAT(why(drawn_log({.choices = {1}})), Contains("one action"));
  CHECK_THAT(why(drawn_log({.reward = [](double, double) { return 0.; }})),
             Contains("all rewards are 0"));
  CHECK_THAT(why(drawn_log({.has_policy_of_all = false})), Contains("logged actions alone"));
  Log none = drawn_log({});
  none.propensities.clear();
  CHECK_THAT(why(none), Contains("no propensities"));
  Log certain = drawn_log({});
  std::fill(certain.propensities.begin(), certain.propensities.end(), 1.);
  CHECK_THAT(why(certain), Contains("deterministic"));
  // An action that the log never shows, and the policy takes.
  Log unseen = drawn_log({.choices = {.6, .4, 0}});
  for (std::size_t i = 0; i < unseen.size(); ++i) {
    for (auto& target : unseen.targets) {
      for (Action a = 0; a < 3; ++a) target.all[3 * i + a] = a == 2 ? 1 : 0;
      target.logged[i] = 0;
    }
  }
  CHECK_THAT(why(unseen), Contains("logging policy does not take"));
}

TEST_CASE("of a log with an action that policies alone have, learners are rehearsed without it") {
  Log log = drawn_log({.records = 300});
  log.action_count = 4;
  log.unlogged = 1;
  for (TargetPolicy& target : log.targets) {
    std::vector<double> all;
    for (std::size_t i = 0; i < target.all.size(); i += 3) {
      for (std::size_t a = 0; a < 3; ++a) all.push_back(.8 * target.all[i + a]);
      all.push_back(.2);
    }
    target.all = std::move(all);
    for (double& p : target.logged) p *= .8;
  }
  log.check();
  const auto of = [&](std::vector<std::string> algorithms) {
    return rehearsed(log, std::move(algorithms), {.twins = 20}, {"replay_thinned"}).rehearsal;
  };
  CHECK(of({"ucb"}).impossible == "");
  CHECK_THAT(of({"pi", "ucb"}).impossible, Contains("cannot be played live"));
}

TEST_CASE("a log without features has one kind of twins, on which its own models prove nothing") {
  const Rehearsed of = rehearsed(drawn_log({.has_features = false}), {"pi"}, {.twins = 20},
                                 {"snips", "dm{model=\"mean\"}"});
  REQUIRE(of.rehearsal.kinds.size() == 1);
  CHECK(of.rehearsal.kinds.front().name == "means");
  const RehearsedPolicy& policy = of.rehearsal.policies.front();
  const RehearsedEstimator& direct = estimator(of, "dm{model=\"mean\"}");
  CHECK((direct.rank > 1 || direct.home_win));
  REQUIRE(policy.chosen);
  CHECK(of.evaluators[*policy.chosen] == "snips");
}

TEST_CASE("wrong propensities are seen by the mean weight, and no estimator is trusted") {
  Log log = drawn_log({.records = 3'000});
  for (double& p : log.propensities) p = std::min(1., 1.4 * p);
  const Rehearsed of = rehearsed(std::move(log), {"pi"});
  const RehearsedPolicy& policy = of.rehearsal.policies.front();
  REQUIRE_FALSE(policy.distrust.empty());
  CHECK(std::any_of(policy.distrust.begin(), policy.distrust.end(), [](const std::string& reason) {
    return reason.find("the mean importance weight") != std::string::npos;
  }));
  CHECK(policy.distrust.size() == policy.remedies.size());
}

TEST_CASE("an estimator without bias validates the others, also with other options") {
  const auto rules = [](std::vector<std::string> evaluators) {
    const Rehearsed of = rehearsed(drawn_log({.records = 300}), {"pi"}, {.twins = 20}, evaluators);
    std::vector<std::string> found;
    for (const Opinion& opinion : of.rehearsal.policies.front().opinions) {
      if (opinion.rule.starts_with("cross-validation")) found.push_back(opinion.rule);
    }
    return found;
  };
  using Rules = std::vector<std::string>;
  CHECK(rules({"snips", "dr{model=\"mean\", folds=1}", "dm{model=\"mean\"}"}) ==
        Rules{"cross-validation by dr{model=\"mean\", folds=1}"});
  CHECK(rules({"dr{model=\"mean\"}", "ips", "dr{model=\"ridge\"}"}) ==
        Rules{"cross-validation by ips", "cross-validation by dr{model=\"ridge\"}"});
  CHECK(rules({"snips", "dm{model=\"mean\"}"}).empty());
}

TEST_CASE("rules whose choice is further away than the expected error are named") {
  const std::vector<std::string> names{"snips", "ips", "dm"};
  std::vector<Evaluation> evaluations(3);
  for (std::size_t m = 0; m < 3; ++m) evaluations[m].estimate = .3 + .1 * static_cast<double>(m);
  const ChoiceInput input{.names = names,
                          .assumptions = {},
                          .model_classes = {},
                          .evaluations = {&evaluations[0], &evaluations[1], &evaluations[2]},
                          .kinds = {},
                          .estimates = {},
                          .weights = {}};
  RehearsedPolicy policy;
  policy.estimators.resize(3);
  const double worst[] = {2, 3, 4};
  for (std::size_t m = 0; m < 3; ++m) {
    policy.estimators[m].expected_error = .05;
    policy.estimators[m].worst_ratio = worst[m];
  }
  policy.chosen = 0;
  policy.estimate = .3;
  policy.opinions = {{.rule = "SLOPE++", .choice = "snips", .agrees = true, .estimate = .3},
                     {.rule = "PAS-IF", .choice = "dm", .agrees = false, .estimate = .5}};
  find_disagreement(policy, input);
  CHECK(policy.disagreement.empty());

  policy.opinions.push_back(
      {.rule = "cross-validation by ips", .choice = "ips", .agrees = false, .estimate = .4});
  find_disagreement(policy, input);
  CHECK_THAT(policy.disagreement,
             Contains("cross-validation by ips chooses ips (0.4); this differs from 0.3 by more "
                      "than the expected error 0.05; if the logging policy knew more"));
  // Within the error it is no disagreement.
  policy.estimators[0].expected_error = .2;
  policy.disagreement.clear();
  find_disagreement(policy, input);
  CHECK(policy.disagreement.empty());

  // The worst kind of twin counts beside the mean over kinds, but not a winner on its own kind of twin.
  policy.estimators[0].expected_error = .05;
  policy.opinions.clear();
  policy.estimators[2].worst_ratio = 1;
  find_disagreement(policy, input);
  CHECK(policy.disagreement ==
        "the worst kind of twin chooses dm (0.5); this differs from 0.3 by more than the expected "
        "error 0.05");
  policy.disagreement.clear();
  policy.estimators[2].home_win = true;
  find_disagreement(policy, input);
  CHECK(policy.disagreement.empty());
}

TEST_CASE("twins without an interval are no misses, and a heavy tail is not trusted") {
  // The reasons against an estimator that has an interval on `given` of 40 twins, of which `held` hold the value.
  const auto distrust_of = [](Evaluation evaluation, int given, int held) {
    std::vector<TwinEstimate> twins;
    for (int i = 0; i < 40; ++i) {
      const double error = i % 2 == 0 ? .1 : -.1;
      TwinEstimate twin{.estimate = .5 + error, .value = .5};
      const double half_width = i < held ? .2 : .05;
      if (i < given) twin.low = twin.estimate - half_width, twin.high = twin.estimate + half_width;
      twins.push_back(twin);
    }
    const std::vector<std::string> names{"snips"}, classes{""};
    const std::vector<std::size_t> assumptions{1};
    const std::vector<TwinKind> kinds{{"means", ""}};
    evaluation.estimate = .5;
    RehearsedPolicy policy;
    policy.estimators.resize(1);
    choose(policy, {.names = names,
                    .assumptions = assumptions,
                    .model_classes = classes,
                    .evaluations = {&evaluation},
                    .kinds = kinds,
                    .estimates = {{twins}},
                    .weights = {},
                    .records = 1000});
    CHECK(policy.estimators[0].intervals == Approx(given / 40.));
    return policy.distrust;
  };
  Evaluation with_interval;
  with_interval.interval.low = .4;
  with_interval.interval.high = .6;
  CHECK(distrust_of(with_interval, 40, 40).empty());
  CHECK(distrust_of(with_interval, 4, 4).empty());
  CHECK(distrust_of(with_interval, 40, 10) ==
        std::vector<std::string>{"the 95% interval of snips covers the value on 25 % of the twins, "
                                 "of the kind where it does best"});
  CHECK_THAT(distrust_of(with_interval, 4, 1).at(0),
             Contains("covers the value on 25 % of the twins on which it gives one (10 % of all)"));
  CHECK_THAT(distrust_of(with_interval, 0, 0).at(0), Contains("gives no interval on the twins"));
  // Without an interval on the log that of the recommendation comes from the errors on twins.
  Evaluation without;
  CHECK(distrust_of(without, 4, 0).empty());
  without.warnings.push_back({WarningKind::heavy_tail, "the rewards have a heavy tail"});
  CHECK(distrust_of(without, 4, 0) == std::vector<std::string>{"the rewards have a heavy tail"});
}

TEST_CASE("every candidate by default is an evaluator, and some have no bias") {
  CHECK(default_candidates().size() >= 10);
  CHECK(std::count_if(candidates().begin(), candidates().end(),
                      [](const Candidate& candidate) { return candidate.validator; }) == 2);
  CHECK(default_candidates().front() == "snips");
}

TEST_CASE("the kinds of twins that fit count, wherever they stand; all if none fits") {
  const TwinKind fits{.name = "fits", .model_class = ""};
  const TwinKind misfit{.name = "misfit", .model_class = "", .misfits = {"its mean"}};
  CHECK(counted_kinds(std::vector{misfit, fits, misfit, fits}) == std::vector<std::size_t>{1, 3});
  CHECK(counted_kinds(std::vector{fits, misfit, fits}) == std::vector<std::size_t>{0, 2});
  CHECK(counted_kinds(std::vector{misfit, misfit}) == std::vector<std::size_t>{0, 1});
}
