#include "suite/evaluate/estimate_propensities.hpp"

#include <cmath>

#include "suite/evaluate/evaluation.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;
using offpolicy::PropensityKind;

namespace {

// A logger that follows x: p(1 | x) = 1 / (1 + exp(-1.2 x)); rewards are lines in x. The target takes
// action 1 with probability 0.8, whatever x is, and is worth 0.8 * 0.5 + 0.2 * 0.3 = 0.46.
constexpr double target_value = 0.46;

InputLog confounded_input(std::uint64_t seed, std::size_t records) {
  Log log;
  log.action_count = 2;
  log.dimension = 2;
  log.feature_names = {"x", "intercept"};
  TargetPolicy target{"pi", {}, {}};
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws({seed}, i);
    const double x = draws.normal();
    const Action a = draws.uniform() < 1 / (1 + std::exp(-1.2 * x)) ? 1 : 0;
    log.contexts.insert(log.contexts.end(), {x, 1});
    log.actions.push_back(a);
    log.rewards.push_back((a == 1 ? 0.5 + 0.4 * x : 0.3 - 0.2 * x) + 0.1 * draws.normal());
    target.logged.push_back(a == 1 ? 0.8 : 0.2);
    target.all.insert(target.all.end(), {0.2, 0.8});
  }
  log.targets.push_back(std::move(target));
  InputLog input;
  input.log = std::make_shared<const Log>(std::move(log));
  input.lines = records;
  input.has_intercept = true;
  return input;
}

Evaluation estimate(const InputLog& input, const std::string& evaluator) {
  const auto found = find_evaluation_components("given_policy", evaluator);
  return evaluate(input, found.algorithm, found.evaluator);
}

// Mean error of the estimator over logs, and its standard error.
numeric::Moments errors(PropensityKind kind, const std::string& evaluator) {
  numeric::Moments moments;
  for (std::uint64_t seed = 100; seed < 112; ++seed) {
    InputLog input = confounded_input(seed, 1500);
    estimate_propensities(input, {.kind = kind}, 1);
    moments.add(estimate(input, evaluator).estimate - target_value);
  }
  return moments;
}

bool is_unbiased(const numeric::Moments& errors) {
  return std::fabs(errors.mean) < 4 * std::sqrt(errors.variance() / 12) + 0.01;
}

}  // namespace

TEST_CASE("estimate_propensities: doubly robust is right where one of the two models is") {
  CHECK(is_unbiased(errors(PropensityKind::logistic, "dr{model=\"ridge\"}")));
  CHECK(is_unbiased(errors(PropensityKind::logistic, "dr{model=\"mean\"}")));
  CHECK(is_unbiased(errors(PropensityKind::frequency, "dr{model=\"ridge\"}")));
  // Both wrong: off by 0.17.
  CHECK(errors(PropensityKind::frequency, "dr{model=\"mean\"}").mean > 0.12);
  // And each alone.
  CHECK(is_unbiased(errors(PropensityKind::logistic, "ips")));
  CHECK(errors(PropensityKind::frequency, "ips").mean > 0.12);
  CHECK(is_unbiased(errors(PropensityKind::frequency, "dm{model=\"ridge\"}")));
  CHECK(errors(PropensityKind::logistic, "dm{model=\"mean\"}").mean > 0.12);
}

TEST_CASE("estimate_propensities: a log without propensities can be weighted, and says how") {
  InputLog input = confounded_input(5, 400);
  CHECK_THROWS_WITH(estimate(input, "ips"), Contains("propensities"));
  estimate_propensities(input, {}, 1);
  const Evaluation evaluation = estimate(input, "ips");
  std::string sentence;
  for (const auto& warning : evaluation.assumption_violations) {
    if (id_of(warning.kind) == "propensities_estimated") sentence = warning.marked;
  }
  CHECK_THAT(sentence, Contains("estimated from 1 feature, by multinomial logistic regression"));
  CHECK_THAT(sentence, Contains("biased"));
  // Given ones are replaced, which the sentence says; the same seed gives the same folds.
  const auto first = input.log->propensities;
  estimate_propensities(input, {}, 1);
  CHECK(input.log->propensities == first);
  CHECK_THAT(input.propensities_estimated, Contains("are not used"));
  estimate_propensities(input, {}, 2);
  CHECK(input.log->propensities != first);
}

TEST_CASE("estimate_propensities: a logger that looks at features is found out") {
  InputLog input = confounded_input(5, 400);
  estimate_propensities(input, {}, 1);
  CHECK(input.warnings.empty());
  estimate_propensities(input, {.kind = PropensityKind::frequency}, 1);
  REQUIRE(input.warnings.size() == 1);
  CHECK_THAT(input.warnings[0], Contains("depends on feature \"x\", which frequencies ignore"));

  // The best variant of each context, always.
  InputLog decided = confounded_input(5, 400);
  Log log = *decided.log;
  for (std::size_t i = 0; i < log.size(); ++i) log.actions[i] = log.contexts[2 * i] > 0 ? 1 : 0;
  decided.log = std::make_shared<const Log>(log);
  estimate_propensities(decided, {}, 1);
  REQUIRE(decided.warnings.size() == 1);
  CHECK_THAT(decided.warnings[0], Contains("hardly more than one action per context"));
}

TEST_CASE("estimate_propensities: a constant alone is no feature") {
  InputLog input = confounded_input(5, 50);
  Log bare = *input.log;
  bare.dimension = 1;
  bare.contexts.assign(50, 1);
  bare.feature_names = {"intercept"};
  input.log = std::make_shared<const Log>(std::move(bare));
  CHECK_THROWS_WITH(estimate_propensities(input, {}, 1), Contains("no features"));
  estimate_propensities(input, {.kind = PropensityKind::frequency}, 1);
  CHECK_THAT(input.propensities_estimated, Contains("frequencies"));
}

TEST_CASE("estimate_propensities: right models of a uniform choice raise no alarm") {
  int alarms = 0;
  for (std::uint64_t seed = 300; seed < 320; ++seed) {
    Log log;
    log.action_count = 5;
    log.dimension = 6;
    TargetPolicy target{"pi", {}, {}};
    for (std::size_t i = 0; i < 1500; ++i) {
      Draws draws({seed}, i);
      for (int j = 0; j < 5; ++j) log.contexts.push_back(draws.normal());
      log.contexts.push_back(1);
      log.actions.push_back(draws.below(5));
      log.rewards.push_back(draws.uniform() < 0.3);
      target.logged.push_back(log.actions.back() == 2 ? 0.6 : 0.1);
      for (Action a = 0; a < 5; ++a) target.all.push_back(a == 2 ? 0.6 : 0.1);
    }
    log.targets.push_back(std::move(target));
    InputLog input;
    input.log = std::make_shared<const Log>(std::move(log));
    input.has_intercept = true;
    estimate_propensities(input, {}, seed);
    const Evaluation evaluation = estimate(input, "snips");
    for (const auto* list : {&evaluation.assumption_violations, &evaluation.warnings}) {
      for (const auto& warning : *list) {
        alarms += warning.kind == WarningKind::propensities_do_not_fit ||
                  warning.kind == WarningKind::weights_do_not_fit;
      }
    }
  }
  CHECK(alarms == 0);
}

TEST_CASE("estimate_propensities: features of very different scales are no obstacle") {
  // Income in cents, centred far from 0, beside a share; the choice follows the share.
  Log log;
  log.action_count = 2;
  log.dimension = 3;
  std::vector<double> truth;
  for (std::size_t i = 0; i < 3000; ++i) {
    Draws draws({905}, i);
    const double income = 3e6 * std::exp(draws.normal()), share = draws.uniform();
    const double p = 1 / (1 + std::exp(2 - 4 * share));
    const Action a = draws.uniform() < p ? 1 : 0;
    log.contexts.insert(log.contexts.end(), {income, share, 1});
    log.actions.push_back(a);
    log.rewards.push_back(0);
    truth.push_back(a == 1 ? p : 1 - p);
  }
  InputLog input;
  input.log = std::make_shared<const Log>(std::move(log));
  input.has_intercept = true;
  estimate_propensities(input, {}, 1);
  double squares = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    squares += std::pow(input.log->propensities[i] - truth[i], 2);
  }
  // Three parameters from 2,400 records: about sqrt(3 / 2400) / 2 = 0.018.
  CHECK(std::sqrt(squares / static_cast<double>(truth.size())) < 2 * 0.018);
}
