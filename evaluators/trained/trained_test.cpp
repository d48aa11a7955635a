#include "suite/component/basis.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

const std::string environment_text =
    "noisy_rewards{of=\"gaussian_classes{classes=4, features=4, model_seed=3}\", p1=0.5, p0=0.1}";

Agent agent_of(const std::string& text, Action actions, std::size_t dimension) {
  Problem problem;
  problem.action_count = actions;
  problem.dimension = dimension;
  problem.rewards = RewardRange::binary;
  return testing::make_agent(text, problem);
}

double number(const std::string& text, const std::string& column, const Trial& trial) {
  return value_of(text, column, trial);
}

}  // namespace

TEST_CASE("trained: split, train, test, by hand") {
  // Training: action 1 pays, 0 does not. Test, with action 1: T = 4, one hit of two clicks.
  const LogDataset data(plain_log(2, {0, 1, 0, 1, 0, 1, 1, 0}, {0, 1, 0, 0, 1, 1, 0, 0}));
  const Trial trial = trial_of(data, agent_of("best_single_action", 2, 0));
  const auto row = rows_of("trained", trial)[0];
  CHECK(row.step == 4);
  CHECK(row.values[0] == 0.5);  // 2 x 1 / 4
  CHECK(number("trained", "training", trial) == 4);
  CHECK(number("trained", "training_rewarded", trial) == 1);
  CHECK(std::isnan(number("trained", "truth", trial)));
  CHECK(std::isnan(number("trained", "lift", trial)));
  // Trained on the first record alone nothing has paid: action 0.
  CHECK(number("trained{size=1}", "hits", trial) == 1);
  CHECK(number("trained{of=\"replay\"}", "accepted", trial) == 2);
  // A baseline.
  const std::string against =
      "trained{size=1, baseline=\"best_single_action{by=\\\"rewards\\\"}\"}";
  CHECK(number(against, "baseline", trial) == 0.5);
  CHECK(number(against, "lift", trial) == 0);
}

TEST_CASE("trained: the test part is what the inner evaluator sees") {
  const auto data = dataset_of(environment_text);
  const Agent classifier = agent_of("naive_bayes", 4, 5);
  Trial trial = trial_of(*data, classifier, 1'000);
  const auto log = trial.log();
  Agent by_hand = classifier;
  by_hand.train(log->first_records(700));
  const auto test = std::make_shared<const Log>(log->range(700, 300));
  for (const std::string of : {"c2r", "replay", "replay_star", "red_inf", "static_bred"}) {
    INFO(of);
    const Trial direct = trial.with_log(test, trial.policy_stream()).with_agent(by_hand, 300);
    CHECK(number("trained{share=0.7, of=\"" + of + "\"}", "estimate", trial) ==
          number(of, "estimate", direct));
  }
  CHECK(number("trained{share=0.7}", "estimate", trial) ==
        number("trained{share=0.7, of=\"replay_star\"}", "estimate", trial));
}

TEST_CASE("trained: played live in the model that wrote the log") {
  const auto data = dataset_of(environment_text);
  const Trial trial = trial_of(*data, agent_of("logistic_classifier", 4, 5), 20'000);
  const double estimate = number("trained", "estimate", trial);
  const double error = number("trained", "standard_error", trial);
  const double truth = number("trained{truth=\"online\", play=50000}", "truth", trial);
  require_near(estimate, truth, std::hypot(error, std::sqrt(0.25 / 50'000)));
  CHECK(truth > 0.3);  // uniform: .2
  CHECK(number("trained{of=\"online\", play=50000}", "expected", trial) == truth);
  CHECK(number("trained{of=\"online\", play=50000}", "records", trial) == 50'000);
  CHECK(number("trained{of=\"online\"}", "records", trial) == 10'000);
  const std::string lift = "trained{truth=\"online\", play=50000, baseline=\"best_single_action\"}";
  const double of_best = number(lift, "baseline", trial);
  CHECK(number(lift, "lift", trial) == estimate / of_best - 1);
  CHECK(number(lift, "true_lift", trial) > 0.3);
}

TEST_CASE("trained: where contexts can be listed the truth is exact") {
  const std::string table =
      "tabular{actions=2, probabilities=[0.4, 0.6], means=[0.9, 0.1, 0.2, 0.7]}";
  const auto data = dataset_of(table);
  const Trial trial = trial_of(*data, agent_of("naive_bayes", 2, 2), 2'000);
  CHECK(number("trained{truth=\"policy_value\"}", "truth", trial) ==
        Approx(0.4 * 0.9 + 0.6 * 0.7).epsilon(1e-14));
}

TEST_CASE("trained: a classifier is refused where nobody trains it; others pass") {
  const auto data = dataset_of(environment_text);
  const Trial classifier = trial_of(*data, agent_of("naive_bayes", 4, 5), 200);
  for (const char* of : {"replay", "c2r", "online", "s_bred"}) {
    CHECK_THROWS_AS(rows_of(of, classifier), NotApplicable);
  }
  const Trial uniform = trial_of(*data, Agent(Stochastic{}), 200);
  CHECK(number("trained{of=\"replay\"}", "accepted", uniform) > 0);
  CHECK_THROWS_AS(rows_of("trained{size=101}", classifier), NotApplicable);
  CHECK_THROWS_AS(rows_of("trained{share=0.001}", classifier), NotApplicable);
  for (const char* text :
       {"trained{of=\"c3r\"}", "trained{of=\"zone_errors\"}", "trained{truth=\"wrld\"}",
        "trained{truth=\"replay\"}", "trained{baseline=\"best\"}"}) {
    CHECK_THROWS_AS(evaluator_of(text), SpecErrors);
  }
}

TEST_CASE("trained: the bootstrap of it, and it of the bootstrap") {
  const auto data = dataset_of(environment_text);
  const Trial trial = trial_of(*data, agent_of("naive_bayes", 4, 5), 600);
  const double whole = number("bootstrap{of=\"trained\", resamples=40}", "standard_error", trial);
  const double test_only =
      number("trained{of=\"bootstrap{of=\\\"c2r\\\", resamples=200}\"}", "standard_error", trial);
  CHECK(test_only == Approx(number("trained", "standard_error", trial)).epsilon(0.25));
  CHECK(whole > 0);
}

TEST_CASE("trained: copies of a record are on one side of the split") {
  // Noise that a deep forest memorises: nobody earns more than 0.3.
  Log log;
  log.action_count = 2;
  log.dimension = 2;
  for (std::size_t i = 0; i < 600; ++i) {
    Draws draws({811}, i);
    log.contexts.push_back(draws.uniform());
    log.contexts.push_back(draws.uniform());
    log.actions.push_back(draws.below(2));
    log.propensities.push_back(0.5);
    log.rewards.push_back(draws.uniform() < 0.3 ? 1 : 0);
  }
  std::vector<std::uint32_t> twice;
  for (std::uint32_t i = 0; i < 1'200; ++i) twice.push_back(i % 600);
  const Agent forest = agent_of("random_forest{depth=25, leaf=1}", 2, 2);
  Log resample = log.select(twice);
  const auto estimate_of = [&](const Log& of) {
    const LogDataset data(of);
    return number("trained{of=\"snips\"}", "estimate", trial_of(data, forest));
  };
  const LogDataset data(log);
  const double error = number("trained{of=\"snips\"}", "standard_error", trial_of(data, forest));
  require_near(estimate_of(resample), 0.3, error);
  resample.originals.clear();
  CHECK(estimate_of(resample) > 0.4);
}

TEST_CASE("trained: the influences of the test part are those of the whole log") {
  const auto data = dataset_of(environment_text);
  Log log = *trial_of(*data, Agent(Stochastic{}), 400).log();
  log.propensities.assign(log.size(), 0.25);
  const LogDataset file(log);
  Trial trial = trial_of(file, agent_of("naive_bayes", 4, 5));
  const auto evaluator = evaluator_of("trained{of=\"dr\", share=0.3}");
  std::vector<ResultRow> rows;
  const auto basis = evaluator->evaluate_with_basis(trial, rows);
  CHECK(basis.weights.empty());
  REQUIRE(basis.influences.size() == 400);
  double squares = 0;
  double sum = 0;
  for (std::size_t i = 0; i < 400; ++i) {
    if (i < 120) CHECK(basis.influences[i] == 0);
    squares += basis.influences[i] * basis.influences[i];
    sum += basis.influences[i];
  }
  CHECK(sum == Approx(0).margin(1e-12));
  CHECK(std::sqrt(squares * 400 / 399) == Approx(rows[0].values[1]).epsilon(1e-12));
  CHECK(evaluator->schema().names()[1] == "standard_error");
}

TEST_CASE("trained: blocks forward in time and folds, by hand") {
  // Four blocks of two records. Paid: action 1 in blocks 0 and 2, action 0 in block 1.
  const LogDataset data(plain_log(2, {0, 1, 0, 1, 0, 1, 1, 0}, {0, 1, 1, 0, 0, 1, 1, 0}));
  const Trial trial = trial_of(data, agent_of("best_single_action", 2, 0));
  // Forward: block 1 under action 1 (paid 0 of its record), 2 under a tie, which is action 0, and 3 under
  // action 1: means 0, 0, 1 of one accepted record each.
  CHECK(number("trained{of=\"replay\", blocks=4}", "estimate", trial) == Approx(1.0 / 3));
  CHECK(number("trained{of=\"replay\", blocks=4}", "accepted", trial) == 3);
  CHECK(number("trained{of=\"replay\", blocks=4}", "records", trial) == 6);
  CHECK(number("trained{of=\"replay\", blocks=4}", "training", trial) == 6);
  // Folds: 0 under actions (1, 0, 1, 1) of blocks 1 to 3: action 1; 1 under action 1; 2 under 1; 3 under 1.
  CHECK(number("trained{of=\"replay\", blocks=4, train_on=others}", "estimate", trial) ==
        Approx(3.0 / 4));
  CHECK(number("trained{of=\"replay\", blocks=4, train_on=others}", "accepted", trial) == 4);
  CHECK_THROWS_AS(rows_of("trained{blocks=9}", trial), NotApplicable);
  CHECK_THROWS_AS(evaluator_of("trained{blocks=1}"), SpecErrors);
  CHECK_THROWS_AS(evaluator_of("trained{train_on=others}"), SpecErrors);
}

TEST_CASE("trained: errors of blocks add up as variances, those of folds at their worst") {
  const auto data = dataset_of(environment_text);
  Log log = *trial_of(*data, Agent(Stochastic{}), 600).log();
  log.propensities.assign(log.size(), 0.25);
  const LogDataset file(log);
  const Agent classifier = agent_of("naive_bayes", 4, 5);
  for (const bool folds : {false, true}) {
    Trial trial = trial_of(file, classifier);
    const auto evaluator = evaluator_of(std::string("trained{of=\"ips\", blocks=3") +
                                        (folds ? ", train_on=others}" : "}"));
    std::vector<ResultRow> rows;
    const auto basis = evaluator->evaluate_with_basis(trial, rows);
    REQUIRE(basis.influences.size() == 600);
    double estimate = 0, variance = 0, sum = 0;
    const double blocks = folds ? 3 : 2;
    for (std::size_t k = folds ? 0 : 1; k < 3; ++k) {
      std::vector<std::uint32_t> training, test;
      for (std::uint32_t i = 0; i < 600; ++i) {
        if (i / 200 == k) test.push_back(i);
        if (i / 200 < k || (folds && i / 200 > k)) training.push_back(i);
      }
      Agent by_hand = classifier;
      by_hand.train(log.select(training));
      const Trial own =
          trial.with_log(std::make_shared<const Log>(log.select(test)), trial.policy_stream())
              .with_agent(by_hand, 200);
      const double error = number("ips", "standard_error", own) / blocks;
      estimate += number("ips", "estimate", own) / blocks;
      variance += error * error;
      sum += error;
    }
    CHECK(value_of(evaluator->schema(), rows[0], Role::estimate) ==
          Approx(estimate).epsilon(1e-12));
    const double error = value_of(evaluator->schema(), rows[0], Role::standard_error);
    CHECK(error == Approx(folds ? sum : std::sqrt(variance)).epsilon(1e-12));
    double squares = 0;
    for (const double part : basis.influences) squares += part * part;
    CHECK(std::sqrt(squares * 600 / 599) == Approx(error).epsilon(1e-12));
  }
}
