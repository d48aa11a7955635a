// Rehearsals of algorithms that learn.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/rehearsal/candidates.hpp"
#include "suite/rehearsal/choice.hpp"
#include "suite/rehearsal/rehearsal.hpp"

using namespace replaybench;
using namespace replaybench::rehearsal;
using Catch::Matchers::Contains;

namespace {

// Arms of Bernoulli rewards, each logged with its chance; with `features`, a feature that says nothing.
struct Arms {
  std::size_t records = 400;
  std::vector<double> means{.2, .2, .2, .7};
  std::vector<double> chances{.25, .25, .25, .25};
  bool features = false;
};
Log log_of(const Arms& arms) {
  Log log;
  log.action_count = static_cast<Action>(arms.means.size());
  log.dimension = arms.features ? 1 : 0;
  for (std::size_t t = 0; t < arms.records; ++t) {
    Draws draws({505}, t);
    const double u = draws.uniform();
    Action a = 0;
    for (double sum = arms.chances[0]; u >= sum && a + 1 < log.action_count;) {
      sum += arms.chances[++a];
    }
    if (arms.features) log.contexts.push_back(draws.normal());
    log.actions.push_back(a);
    log.propensities.push_back(arms.chances[a]);
    log.rewards.push_back(draws.uniform() < arms.means[a] ? 1 : 0);
  }
  log.check();
  return log;
}

Rehearsal learners_rehearsed(Log log, const std::vector<std::string>& names,
                             const std::vector<std::string>& evaluators,
                             RehearsalOptions options = {.twins = 20}) {
  InputLog input;
  input.log = std::make_shared<const Log>(std::move(log));
  std::vector<Component<AlgorithmDescription>> algorithms;
  std::vector<Component<EvaluatorDescription>> components;
  for (const auto& name : names) {
    algorithms.push_back(input.log->target(name)
                             ? algorithm_of_target(name)
                             : find_evaluation_components(name, "replay").algorithm);
  }
  for (const auto& text : evaluators) {
    components.push_back(find_evaluation_components("ucb", text).evaluator);
  }
  const EvaluationTable table = evaluate_all(input, algorithms, components);
  return rehearse(input, algorithms, components, {names, evaluators}, table.segments.back(),
                  options);
}

// Mean reward of UCB: in live play of as many steps as there are records, and of the records on which it agrees with a
// uniform logger. A loop of its own: nothing of the suite's replay or play.
struct Oracle {
  double live = 0, replayed = 0;
};
Oracle oracle_of(const std::vector<double>& means, std::size_t records) {
  constexpr std::uint64_t games = 4'000;
  const auto algorithm = find_evaluation_components("ucb", "replay").algorithm;
  Problem problem;
  problem.action_count = static_cast<Action>(means.size());
  const ActionSet actions = ActionSet::all(problem.action_count);
  Oracle oracle;
  for (std::uint64_t game = 0; game < games; ++game) {
    Agent live = make_agent(algorithm, problem), replayed = live;
    double sum = 0, kept = 0, accepted = 0;
    for (std::size_t t = 0; t < records; ++t) {
      Draws draws(replicate_key({606}, game), t);
      const double u = draws.uniform();
      const Action logged = draws.below(problem.action_count);
      const Action action = live.choose({}, actions, draws);
      sum += means[action];
      live.update({}, actions, action, u < means[action]);
      if (replayed.choose({}, actions, draws) != logged) continue;
      ++accepted;
      kept += means[logged];
      replayed.update({}, actions, logged, u < means[logged]);
    }
    oracle.live += sum / static_cast<double>(records) / games;
    oracle.replayed += kept / accepted / games;
  }
  return oracle;
}

// The mean rewards of the arms on the log, which twins have on average.
std::vector<double> means_on(const Log& log) {
  std::vector<double> sums(log.action_count, 0), counts(log.action_count, 0);
  for (std::size_t i = 0; i < log.size(); ++i) {
    sums[log.actions[i]] += log.rewards[i];
    ++counts[log.actions[i]];
  }
  for (std::size_t a = 0; a < sums.size(); ++a) sums[a] /= counts[a];
  return sums;
}

}  // namespace

TEST_CASE("learners: replay is too low by what T/K steps teach less than T, and is not chosen") {
  const Log log = log_of({});
  const Oracle oracle = oracle_of(means_on(log), log.size());
  REQUIRE(oracle.replayed < oracle.live - .05);
  const Rehearsal of =
      learners_rehearsed(log, {"ucb"}, {"replay", "s_bred{resamples=5}"}, {.twins = 40});
  REQUIRE(of.impossible.empty());
  CHECK(of.live_plays == 10);
  REQUIRE(of.kinds.size() == 1);
  CHECK(of.kinds.front().misfits == std::vector<std::string>{});
  const RehearsedPolicy& learner = of.policies.front();
  const auto &replay = learner.estimators[0], &s_bred = learner.estimators[1];
  CHECK(replay.bias == Approx(oracle.replayed - oracle.live)
                           .margin(4 * replay.errors.front().deviation / std::sqrt(40)));
  CHECK(std::fabs(s_bred.bias) < std::fabs(replay.bias) / 2);
  REQUIRE(learner.chosen);
  CHECK(*learner.chosen == 1);
  // The interval holds the true value of the world that wrote the log, and it is from the twins.
  CHECK(learner.widened.low < oracle_of({.2, .2, .2, .7}, log.size()).live);
  CHECK(learner.widened.high > oracle_of({.2, .2, .2, .7}, log.size()).live);
  CHECK(learner.opinions.empty());
}

TEST_CASE(
    "learners: a policy that does not learn is played as well, and replay of it has no bias") {
  const Rehearsal of = learners_rehearsed(log_of({}), {"ucb", "uniform_random"}, {"replay"},
                                          {.twins = 40, .jobs = 2});
  REQUIRE(of.policies.size() == 2);
  const RehearsedEstimator& fixed = of.policies[1].estimators.front();
  CHECK(fixed.bias == Approx(0).margin(4 * fixed.errors.front().deviation / std::sqrt(40)));
  CHECK(fixed.coverage > .8);
  // Their values differ by about .2.
  REQUIRE(of.orders.size() == 1);
  CHECK(of.orders.front().chance > .95);
}

TEST_CASE("learners: the rehearsal does not depend on the number of threads, but on the seed") {
  const auto numbers = [](RehearsalOptions options) {
    std::vector<double> all;
    const Rehearsal of = learners_rehearsed(log_of({.records = 150, .features = true}), {"lin_ucb"},
                                            {"replay", "s_bred{jitter=20, resamples=1}"}, options);
    for (const RehearsedEstimator& one : of.policies.front().estimators) {
      all.insert(all.end(), {one.expected_error, one.worst_error, one.bias, one.score});
    }
    CHECK(of.kinds.size() == 4);
    return all;
  };
  const auto one = numbers({.twins = 20, .jobs = 1});
  CHECK(one == numbers({.twins = 20, .jobs = 3}));
  CHECK(one != numbers({.seed = 2, .twins = 20}));
}

TEST_CASE("learners: minutes bound the twins, of which at least four are made") {
  const Rehearsal of = learners_rehearsed(log_of({.records = 150}), {"ucb"}, {"replay"},
                                          {.twins = 100'000, .minutes = 1e-6});
  CHECK(of.twins == 4);
}

TEST_CASE("learners: what cannot be rehearsed is said in words") {
  const auto why = [](Log log, const std::vector<std::string>& names = {"ucb"}) {
    const Rehearsal of = learners_rehearsed(std::move(log), names, {"replay", "snips"});
    CHECK(of.policies.empty());
    CHECK_FALSE(of.remedy.empty());
    return of.impossible;
  };
  CHECK_THAT(why(log_of({.records = 50})), Contains("50 records are too few"));
  CHECK_THAT(why(log_of({.means = {.3}, .chances = {1}})), Contains("one action"));
  CHECK_THAT(why(log_of({.means = {0, 0}, .chances = {.5, .5}})), Contains("all rewards are 0"));
  Log none = log_of({});
  none.propensities.clear();
  CHECK_THAT(why(none), Contains("no propensities"));
  Log certain = log_of({});
  std::fill(certain.propensities.begin(), certain.propensities.end(), 1.);
  CHECK_THAT(why(certain), Contains("deterministic"));
  CHECK_THAT(why(log_of({.means = {.3, .4, .5}, .chances = {.6, .4, 0}})),
             Contains("33.3 % of the available actions are never taken"));
  Log given = log_of({});
  given.targets = {
      {"pi", std::vector<double>(given.size(), .25), std::vector<double>(given.size() * 4, .25)}};
  CHECK_THAT(why(given, {"ucb", "pi"}), Contains("pi is given by columns of the log"));
  CHECK_THAT(why(log_of({.features = true}), {"ucb", "naive_bayes"}),
             Contains("naive_bayes is trained on a log before"));
}

TEST_CASE("learners: without features no jitter is possible, and the table says so") {
  const Rehearsal of =
      learners_rehearsed(log_of({.records = 150}), {"ucb"}, {"replay", "s_bred{jitter=20}"});
  CHECK_THAT(of.policies.front().estimators[1].unrated, Contains("needs features"));
}

TEST_CASE(
    "learners: the default estimators are jitters of one evaluator, weighted where choices are not "
    "uniform") {
  const auto uniform = default_candidates_of_learners(log_of({}));
  CHECK(uniform.front() == "replay");
  CHECK(std::count_if(uniform.begin(), uniform.end(), [](const std::string& text) {
          return text.find("jitter=") != std::string::npos;
        }) == 3);
  const auto skewed = default_candidates_of_learners(log_of({.chances = {.4, .3, .2, .1}}));
  CHECK(skewed.size() == uniform.size());
  CHECK(skewed.front() == "replay_thinned");
}

TEST_CASE("learners: the records that would be enough, from bias, deviation and accepted records") {
  const std::vector<std::string> names{"s_bred", "replay"};
  Evaluation s_bred, replay;
  s_bred.accepted = 400, s_bred.offered = 1'600;
  replay.accepted = 100, replay.offered = 400;
  const std::vector<TwinKind> kinds{{"means", ""}};
  ChoiceInput input{.names = names,
                    .assumptions = {},
                    .model_classes = {},
                    .evaluations = {&s_bred, &replay},
                    .kinds = kinds,
                    .estimates = {},
                    .weights = {},
                    .records = 400,
                    .twin_records = 400,
                    .plays_live = true};
  RehearsedPolicy policy;
  policy.estimators.resize(2);
  policy.estimators[0].errors = {{.bias = .01, .deviation = .05}};
  policy.estimators[1].errors = {{.bias = -.2, .deviation = .06}};
  policy.chosen = 0;
  // 400 x .05^2 / (.03^2 - .01^2) = 1250, in two digits; replay of 1600 accepts 400 and has error .06 / 2.
  LearnerNeeds needs = learner_needs(policy, input, .03);
  CHECK(needs.by_deviation == 1'300);
  CHECK(needs.by_replay == 1'600);
  CHECK(needs.replay == "replay");
  // An error of half the size takes four times as many; a bias that large does not fall with the records.
  policy.chosen = 1;
  needs = learner_needs(policy, input, .015);
  CHECK(std::isnan(needs.by_deviation));
  CHECK(needs.by_replay == 6'400);
  CHECK(learner_needs(policy, input, std::numeric_limits<double>::infinity()).by_replay == 1'600);
  // Replay that ignores the propensities helps nobody; nor do records that the log has.
  replay.withheld = "it ignores the propensities";
  CHECK(learner_needs(policy, input, .015).replay.empty());
  CHECK(std::isnan(learner_needs(policy, input, .015).by_replay));
  replay.withheld.clear();
  input.records = 10'000;
  replay.accepted = 2'500, replay.offered = 10'000;
  CHECK(std::isnan(learner_needs(policy, input, .03).by_replay));
}

TEST_CASE("learners: where only replay was tried, it is said how many records follow all steps") {
  const Log log = log_of({});
  const std::vector<double> means = means_on(log);
  const double live = oracle_of(means, log.size()).live;
  CHECK(oracle_of(means, log.size()).replayed < live - .05);
  CHECK(oracle_of(means, 4 * log.size()).replayed == Approx(live).margin(.01));
  const Rehearsal of =
      learners_rehearsed(log, {"ucb"}, {"replay"}, {.twins = 20, .asks_lift = true});
  const RehearsedPolicy& learner = of.policies.front();
  REQUIRE_FALSE(learner.distrust.empty());
  CHECK(learner.records_for_lift > 1'200);
  CHECK(learner.records_for_lift < 2'200);
  CHECK_THAT(learner.remedies.back(),
             Contains(fmt::format("about {:.0f} records like these: replay accepts 400 of them, "
                                  "as many interactions as the estimate is of",
                                  learner.records_for_lift)));
}
