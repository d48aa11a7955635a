#include "suite/evaluate/one_pass.hpp"

#include <cmath>

#include "suite/evaluate/evaluation.hpp"
#include "suite/model/passed_records.hpp"
#include "suite/prepared/prepared_table.hpp"
#include "suite/testing/files.hpp"
#include "suite/testing/golden_policies.hpp"

using namespace replaybench;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

const char* const everything[] = {"ips",
                                  "snips",
                                  "clipped_ips{cap=3}",
                                  "clipped_ips{floor=0.3}",
                                  "ncis{cap=2}",
                                  "ix_ips{gamma=0.1}",
                                  "sub_gaussian_ips{lambda=0.1}",
                                  "exponential_smoothing{alpha=0.7}",
                                  "logarithmic_smoothing{lambda=0.2}",
                                  "log_sum_exponential{lambda=-0.2}",
                                  "log_sum_exponential{lambda=0}",
                                  "ips{interval=\"normal\"}",
                                  "ips{interval=\"student\", level=0.9}"};

// More records than a block; target pi of the logged actions, t of all, of which the log shows no c.
Log long_log(std::size_t records) {
  Log log;
  log.action_count = 3;
  log.action_names = {"a", "b", "c"};
  log.targets = {{"pi", {}, {}}, {"t", {}, {}}};
  for (std::size_t i = 0; i < records; ++i) {
    Draws draws({416}, i);
    const double p = 0.05 + 0.9 * draws.uniform();
    const Action action = draws.uniform() < p ? 0 : 1;
    const double pi[] = {0.3, 0.6 - 0.2 * draws.uniform()};
    log.actions.push_back(action);
    log.propensities.push_back(action == 0 ? p : 1 - p);
    log.rewards.push_back(draws.below(2) ? draws.uniform() : 0);
    log.targets[0].logged.push_back(action == 0 ? p : 1 - p);
    log.targets[1].logged.push_back(pi[action]);
    log.targets[1].all.insert(log.targets[1].all.end(), {pi[0], pi[1], 1 - pi[0] - pi[1]});
  }
  log.check();
  return log;
}

std::filesystem::path prepared(const TemporaryFolder& folder, const Log& log) {
  PreparedTable table;
  table.log = log;
  table.report.lines = table.report.records = log.size();
  table.origin.format = "csv";
  const auto file = folder.path() / "log.replaybench";
  write_prepared_table(file, table);
  return file;
}

std::vector<Component<EvaluatorDescription>> components(const std::vector<std::string>& texts) {
  std::vector<Component<EvaluatorDescription>> found;
  for (const auto& text : texts) {
    found.push_back(find_evaluation_components("uniform_random", text).evaluator);
  }
  return found;
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// That the file's estimates are the evaluators' on the log, to the last bit.
void require_same(const Log& log, std::size_t jobs) {
  const TemporaryFolder folder;
  const std::vector<std::string> texts(std::begin(everything), std::end(everything));
  const OnePassResult result = evaluate_in_one_pass(prepared(folder, log), components(texts), jobs);
  REQUIRE(result.records == log.size());
  REQUIRE(result.estimates.size() == texts.size() * log.targets.size());
  const LogDataset dataset(log);
  for (std::size_t i = 0; i < result.estimates.size(); ++i) {
    const OnePassEstimate& found = result.estimates[i];
    CHECK(found.policy == log.targets[i / texts.size()].name);
    const std::string& text = texts[i % texts.size()];
    const Trial trial = trial_of(dataset, Agent(GivenTarget{found.policy}));
    const auto value = [&](const char* column) { return value_of(text, column, trial); };
    INFO(text << " of " << found.policy << " with " << jobs << " jobs");
    CHECK(same(found.estimate, value("estimate")));
    CHECK(same(found.standard_error, value("standard_error")));
    CHECK(same(found.own.low, value("low")));
    CHECK(same(found.own.high, value("high")));
    CHECK(static_cast<double>(found.accepted) == value("accepted"));
    CHECK(same(found.unsupported, value("unsupported")));
    if (found.weights.clipped) continue;
    CHECK(same(found.weights.effective, value("effective_records")));
    CHECK(same(found.weights.mean, value("mean_weight")));
    CHECK(same(found.weights.z, value("mean_weight_z")));
    CHECK(same(found.weights.largest, value("largest_weight")));
    CHECK(same(found.weights.largest_share, value("largest_share")));
  }
}

}  // namespace

TEST_CASE("one_pass: the numbers of the evaluators, to the last bit, for any number of threads") {
  const Log log = long_log(70'001);
  for (const std::size_t jobs : {1, 3}) require_same(log, jobs);
}

// Third moments come from sums here, from every record's influence there.
bool close(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : std::fabs(a - b) <= 1e-14 * std::fabs(a);
}

TEST_CASE("one_pass: the intervals are those of evaluate, within the rewards' range") {
  // Rewards of 0 and 1 with few successes (a normal interval would begin below 0), in [0, 1], of any
  // size.
  for (const char* const rewards : {"binary", "unit", "real"}) {
    Log log = long_log(400);
    for (std::size_t i = 0; i < log.size(); ++i) {
      double& reward = log.rewards[i];
      if (rewards[0] == 'b') reward = i % 200 == 7;
      if (rewards[0] == 'r') reward *= 12;
    }
    const TemporaryFolder folder;
    const std::vector<std::string> texts(std::begin(everything), std::end(everything));
    const auto result = evaluate_in_one_pass(prepared(folder, log), components(texts), 2);
    for (std::size_t i = 0; i < result.estimates.size(); ++i) {
      const OnePassEstimate& found = result.estimates[i];
      INFO(rewards << " " << found.evaluator << " of " << found.policy);
      const auto whole = find_evaluation_components("given_policy{name=\"" + found.policy + "\"}",
                                                    texts[i % texts.size()]);
      const Evaluation evaluation = evaluate(log, whole.algorithm, whole.evaluator, {});
      CHECK(close(found.judged.interval.low, evaluation.interval.low));
      CHECK(close(found.judged.interval.high, evaluation.interval.high));
      CHECK(found.judged.interval.level == evaluation.interval.level);
      CHECK(found.judged.interval.method == evaluation.interval.method);
      if (rewards[0] == 'b' && found.judged.interval.kind != EvaluationIntervalKind::evaluator) {
        CHECK(found.judged.interval.low >= 0);
        CHECK(found.own.low < 0);
      }
    }
  }
}

TEST_CASE("one_pass: few records, more threads than records, weights of 0") {
  Log log = long_log(5);
  require_same(log, 8);
  require_same(log.first_records(1), 2);
  for (TargetPolicy& target : log.targets) {
    std::fill(target.logged.begin(), target.logged.end(), 0.0);
    target.all.clear();
  }
  require_same(log, 2);
}

TEST_CASE("one_pass: what it passes is counted, and known before") {
  const TemporaryFolder folder;
  Log log = long_log(40'000);
  log.targets[1].all.clear();  // no policy gives the probabilities of actions that are never shown
  for (const auto& [text, sweeps] : {std::pair{"ips", 1}, std::pair{"log_sum_exponential", 2}}) {
    std::atomic<std::uint64_t> passed = 0, expected = 0;
    const CountScope counting(&passed);
    evaluate_in_one_pass(prepared(folder, log), components({text}), 3, &expected);
    CHECK(expected == 2u * 40'000u * static_cast<std::uint64_t>(sweeps));
    CHECK(passed == expected);
  }
}

TEST_CASE("one_pass: golden values") {
  const TemporaryFolder folder;
  Log log = golden_log_of_policies();
  log.action_names = {"0", "1", "2"};
  log.feature_names = {"x"};
  const auto file = prepared(folder, log);
  const auto result =
      evaluate_in_one_pass(file, components({"ips", "snips", "ncis{cap=2}"}), 2).estimates;
  require_golden(result[0].estimate, 1.00833333333333333);
  require_golden(result[0].standard_error, 0.42355965079050883);
  require_golden(result[1].estimate, 0.852112676056338);
  require_golden(result[1].standard_error, 0.12288377726555212);
  require_golden(result[2].estimate, 0.843283582089552);
  CHECK(result[0].unsupported == 0);
}

TEST_CASE("one_pass: the weights of a capped estimator are those that evaluate diagnoses") {
  const TemporaryFolder folder;
  const Log log = long_log(2'000);
  const auto found =
      evaluate_in_one_pass(prepared(folder, log), components({"ncis{cap=1.1}"}), 1).estimates[1];
  const auto whole = find_evaluation_components("given_policy{name=\"t\"}", "ncis{cap=1.1}");
  const Evaluation evaluation = evaluate(log, whole.algorithm, whole.evaluator, {});
  REQUIRE(evaluation.weights);
  CHECK(found.weights.effective == Approx(evaluation.weights->effective).epsilon(1e-12));
  CHECK(found.weights.largest == evaluation.weights->largest);
  CHECK(found.weights.clipped);
}

TEST_CASE("one_pass: what it cannot do is refused") {
  const TemporaryFolder folder;
  const Log log = long_log(50);
  const auto file = prepared(folder, log);
  for (const char* text : {"dr", "dm", "replay", "switch_dr", "balanced_ips", "cressie_read"}) {
    INFO(text);
    CHECK_THROWS_WITH(evaluate_in_one_pass(file, components({text}), 1),
                      Contains("weight and reward") || Contains("its weight and its reward"));
  }
  CHECK_THROWS_WITH(evaluate_in_one_pass(file, components({"ips{interval=\"bootstrap\"}"}), 1),
                    Contains("\"normal\" and \"student\""));
  CHECK_THROWS_WITH(
      evaluate_in_one_pass(file, components({"clipped_ips{select=\"slope\", grid=[1, 2]}"}), 1),
      Contains("cannot choose"));
  Log other = log;
  other.rewards[3] = -1;
  CHECK_THROWS_WITH(
      evaluate_in_one_pass(prepared(folder, other), components({"logarithmic_smoothing"}), 1),
      Contains("rewards of 0 or more"));
  other.propensities.clear();
  CHECK_THROWS_WITH(evaluate_in_one_pass(prepared(folder, other), components({"ips"}), 1),
                    Contains("needs propensities"));
  CHECK_THROWS_AS(evaluate_in_one_pass(folder.path() / "none", components({"ips"}), 1), FileError);
  CHECK_THROWS_AS(
      evaluate_in_one_pass(folder.write("text", "action,reward\na,1\n"), components({"ips"}), 1),
      DataError);
}

TEST_CASE("one_pass: terms without a variance get no interval, and the warning of evaluate") {
  Log log = long_log(40'000);
  for (std::size_t i = 0; i < log.size(); ++i) {
    Draws draws({417}, i);
    log.rewards[i] = std::pow(1 - draws.uniform(), -1 / 1.2);
  }
  const TemporaryFolder folder;
  const auto result = evaluate_in_one_pass(prepared(folder, log), components({"ips", "snips"}), 3);
  for (const OnePassEstimate& found : result.estimates) {
    if (found.policy != "pi") continue;
    INFO(found.evaluator);
    const auto whole = find_evaluation_components("given_policy{name=\"pi\"}", found.evaluator);
    const Evaluation evaluation = evaluate(log, whole.algorithm, whole.evaluator, {});
    const auto heavy = [](const std::vector<EvaluationWarning>& warnings) {
      for (const auto& warning : warnings) {
        if (warning.kind == WarningKind::heavy_tail) return warning.marked;
      }
      return std::string();
    };
    CHECK(found.judged.interval.kind == EvaluationIntervalKind::none);
    CHECK(found.judged.interval.method == evaluation.interval.method);
    CHECK(std::isnan(found.judged.standard_error));
    CHECK_THAT(heavy(found.judged.warnings), Contains("tail index"));
    CHECK(heavy(found.judged.warnings) == heavy(evaluation.warnings));
  }
}
