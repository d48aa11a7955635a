#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "suite/model/enumerable_environment.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

// Two contexts, two actions, each the best in one of them.
const char* world = "tabular{actions=2, probabilities=[0.5, 0.5], means=[0.8, 0.3, 0.2, 0.6]}";
const char* measure =
    "estimator_regret{estimators=\"snips; dr{model=ridge}; ips; clipped_ips{cap=1.01}; "
    "dm{model=mean}\", logs=40}";

/// Plays the context's best action with this probability.
struct Mostly {
  static constexpr bool learns = false;
  double best = 0.8;
  Action choose(const Context& context, const ActionSet&, Draws& draws) const {
    const Action action = context[0] == 1 ? 0 : 1;
    return draws.uniform() < best ? action : 1 - action;
  }
  void update(const Context&, Action, double) {}
  void probabilities(const Context& context, const ActionSet&, std::span<double> out) const {
    const Action action = context[0] == 1 ? 0 : 1;
    out[action] = best;
    out[1 - action] = 1 - best;
  }
};

struct Rule {
  const RowSchema& schema;
  const ResultRow& row;
  double operator()(const char* column) const { return value_of(schema, row, column); }
};

}  // namespace

TEST_CASE(
    "estimator_regret: a row for each rule, and what their numbers have to do with each other") {
  const auto dataset = dataset_of(world);
  const auto evaluator = evaluator_of(measure);
  const auto rows =
      rows_of(*evaluator, trial_of(*dataset, Agent(Stochastic{}), 300, 0, Agent(Mostly{})));
  REQUIRE(rows.size() == 9);
  double least_regret = 1e9;
  const Rule rehearsed{evaluator->schema(), rows[7]};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    INFO("rule " << i + 1);
    const Rule rule{evaluator->schema(), rows[i]};
    CHECK(rows[i].step == i + 1);
    CHECK(rule("records") == 300);
    // The uniform policy is worth (.8 + .3 + .2 + .6) / 4.
    CHECK(rule("truth") == Approx(0.475).margin(0.01));
    CHECK(rule("truth") == rehearsed("truth"));
    CHECK(std::isfinite(rule("estimate")));
    const double error = rule("estimate") - rule("truth");
    const double least = rule("least_error");
    CHECK(rule("excess") == Approx(error * error / (least * least) - 1));
    CHECK(rule("excess_over") == rule("excess") - rehearsed("excess"));
    if (i == 6) {  // OPERA combines
      CHECK(std::isnan(rule("regret")));
      CHECK(std::isnan(rule("chosen")));
      continue;
    }
    CHECK(rule("regret") >= 0);
    CHECK(rule("log_ratio") == Approx(std::log1p(rule("regret"))));
    CHECK(rule("rmse") == Approx(least * std::sqrt(1 + rule("regret"))));
    CHECK(rule("regret_over") == rule("regret") - rehearsed("regret"));
    least_regret = std::min(least_regret, rule("regret"));
  }
  CHECK(Rule{evaluator->schema(), rows[0]}("chosen") == 0);
  CHECK(Rule{evaluator->schema(), rows[1]}("chosen") == 1);
  CHECK(least_regret < 0.5);
  // Clipped weights and a model without contexts are far off here: no rule that judges by the log takes them.
  for (const std::size_t i : {3u, 4u, 7u, 8u}) {
    CHECK(Rule{evaluator->schema(), rows[i]}("chosen") < 3);
    CHECK(Rule{evaluator->schema(), rows[i]}("tau") > 0);
  }
  for (const std::size_t i : {0u, 1u, 2u, 6u}) {
    CHECK(std::isnan(Rule{evaluator->schema(), rows[i]}("tau")));
  }
}

TEST_CASE("estimator_regret: an algorithm is trained on the first part of the log") {
  const auto dataset = dataset_of(world);
  const auto evaluator = evaluator_of(measure);
  Trial trial(
      *dataset,
      [](const Problem& problem) { return testing::make_agent("ridge_classifier", problem); },
      [](const Problem&) { return Agent(Mostly{}); }, 600, {{1}, {2}, {3}, {4}, {5}, {6}});
  const auto rows = rows_of(*evaluator, trial);
  // The best action of either context, which 300 records show: (.8 + .6) / 2.
  CHECK(value_of(evaluator->schema(), rows[0], "truth") == Approx(0.7).margin(0.01));
  CHECK(value_of(evaluator->schema(), rows[0], "records") == 300);
}

namespace {

// Uniform choices among two actions in two contexts, with the mean rewards of `world`.
Log uniform_log(std::size_t records) {
  Log log;
  log.action_count = 2;
  log.dimension = 2;
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws({77}, i);
    const std::uint32_t context = draws.below(2);
    log.contexts.insert(log.contexts.end(), {context == 0 ? 1. : 0., context == 0 ? 0. : 1.});
    log.actions.push_back(draws.below(2));
    log.propensities.push_back(.5);
    const double means[] = {.8, .3, .2, .6};
    log.rewards.push_back(draws.uniform() < means[2 * context + log.actions.back()] ? 1 : 0);
  }
  return log;
}

const char* thinned =
    "estimator_regret{estimators=\"snips; ips; dm{model=mean}\", logs=400, keep=[0.9, 0.3], "
    "records=400}";

}  // namespace

TEST_CASE(
    "estimator_regret: a uniform log in a file is the distribution, and logs of it are thinned") {
  const Log file = uniform_log(4'000);
  double sums[2] = {0, 0}, counts[2] = {0, 0};
  for (std::size_t i = 0; i < file.size(); ++i) {
    sums[file.actions[i]] += file.rewards[i];
    ++counts[file.actions[i]];
  }
  const double uniform_value = (sums[0] / counts[0] + sums[1] / counts[1]) / 2;
  const LogDataset dataset(file);
  const auto evaluator = evaluator_of(thinned);
  const auto rows = rows_of(*evaluator, trial_of(dataset, Agent(Stochastic{})));
  const Rule snips{evaluator->schema(), rows[0]}, ips{evaluator->schema(), rows[1]};
  CHECK(snips("records") == 400);
  CHECK(snips("truth") == Approx(uniform_value).epsilon(1e-12));
  // The mean squared error of IPS: the variance of w r over the records as they are kept, with weights by the shares of
  // the actions; a tenth of the file is drawn without replacement.
  const double kept = .9 * counts[0] + .3 * counts[1];
  double variance = -uniform_value * uniform_value;
  for (const int a : {0, 1}) {
    const double p = (a == 0 ? .9 : .3) * counts[a] / kept;
    variance += p * sums[a] / counts[a] * (.5 / p) * (.5 / p);
  }
  CHECK(ips("rmse") * ips("rmse") == Approx((1 - 400 / kept) * variance / 400).epsilon(.25));
}

namespace {

// Rows of three classes in equal numbers, which the features show all but exactly.
class Rows final : public Environment, public EnumerableEnvironment {
 public:
  Action action_count() const override { return 3; }
  std::size_t dimension() const override { return 3; }
  void observe(std::uint64_t) override {}
  Context context() const override { return context_at(0); }
  double reward(Action) const override { return 0; }
  double expected_reward(const Context&, Action, Knowledge) const override { return 0; }
  std::size_t context_count() const override { return 600; }
  Context context_at(std::size_t i) const override {
    Draws draws({41}, i);
    for (std::size_t f = 0; f < 3; ++f) features_[f] = (f == i % 3 ? 1 : 0) + draws.uniform();
    return Context(features_);
  }
  double context_probability(std::size_t) const override { return 1. / 600; }
  double reward_probability(std::size_t i, Action action) const override {
    return action == i % 3 ? 1 : 0;
  }

 private:
  mutable std::array<double, 3> features_;
};
class RowsDataset final : public Dataset {
 public:
  std::unique_ptr<Environment> environment(StreamKey, StreamKey) const override {
    return std::make_unique<Rows>();
  }
};

std::vector<ResultRow> rows_at(const char* temperatures, std::uint64_t horizon = 200) {
  return rows_of(std::string("estimator_regret{estimators=\"ips; dr{model=ridge}; "
                             "dm{model=ridge}\", logs=400, temperatures=") +
                     temperatures + "}",
                 trial_of(RowsDataset(), Agent(Stochastic{}), horizon));
}

}  // namespace

TEST_CASE("estimator_regret: logs of labelled rows, with policies that were trained on others") {
  const auto evaluator = evaluator_of(measure);
  const auto of = [&](const std::vector<ResultRow>& rows, const char* column) {
    REQUIRE(rows.size() == 9);
    return value_of(evaluator->schema(), rows[0], column);
  };
  // Both uniform: each weight is 1, and a reward has chance 1/3.
  const auto uniform = rows_at("[0, 0]");
  CHECK(of(uniform, "truth") == Approx(1. / 3).epsilon(1e-12));
  CHECK(of(uniform, "records") == 200);
  CHECK(of(uniform, "rmse") * of(uniform, "rmse") == Approx(2. / 9 / 200).epsilon(.25));
  // The policy that follows its prediction is nearly always right, the one that avoids it hardly ever.
  CHECK(of(rows_at("[1, 30]"), "truth") > .9);
  CHECK(of(rows_at("[1, -30]"), "truth") < .1);
  // A log has half of the rows at most.
  CHECK(of(rows_at("[1, 10]", 5'000), "records") == 300);
}

TEST_CASE("estimator_regret: refused logs and options") {
  CHECK_THROWS_WITH(evaluator_of("estimator_regret{temperatures=[1]}"), Contains("name two"));
  CHECK_THROWS_WITH(rows_of("estimator_regret{temperatures=[1, 10]}",
                            trial_of(*dataset_of(world), Agent(Stochastic{}), 300)),
                    Contains("one class each"));
  CHECK_THROWS_WITH(evaluator_of("estimator_regret{estimators=\"snips\"}"),
                    Contains("two at least"));
  CHECK_THROWS_WITH(evaluator_of("estimator_regret{estimators=\"snips; online\"}"),
                    Contains("estimators"));
  const auto dataset = dataset_of(world);
  CHECK_THROWS_AS(rows_of(measure, trial_of(*dataset, Agent(Stochastic{}), 60)), NotApplicable);
  CHECK_THROWS_AS(rows_of(measure, trial_of(*dataset, Agent(Alternating{}), 300)), NotApplicable);

  const auto refused = [](const Log& log, const char* text) {
    const LogDataset file(log);
    try {
      rows_of(text, trial_of(file, Agent(Stochastic{})));
    } catch (const NotApplicable& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  Log log = uniform_log(1'000);
  CHECK_THAT(refused(log, measure), Contains("with `keep`"));
  CHECK_THAT(refused(log, "estimator_regret{keep=[1]}"), Contains("keep has 1 numbers, the log 2"));
  CHECK_THAT(refused(log, "estimator_regret{keep=[1, 0.1]}"), Contains("records for one of 2000"));
  log.propensities.front() = .3;
  CHECK_THAT(refused(log, thinned), Contains("must be uniform"));
}
