#include "suite/evaluate/partial.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "suite/evaluate/log_facts.hpp"
#include "suite/evaluate/log_sums.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinRel;

namespace {

enum class Rewards { binary, heavy };

// A log of three actions with unequal propensities, a policy with the probabilities of all actions and predictions.
Log log_of(std::uint64_t records, Rewards rewards, std::uint64_t seed = 7) {
  Log log;
  log.action_count = 3;
  log.action_names = {"a2", "a9", "a10"};
  log.dimension = 1;
  log.feature_names = {"x"};
  TargetPolicy target;
  target.name = "pi";
  RewardPredictions q;
  q.name = "q";
  for (std::uint64_t i = 0; i < records; ++i) {
    Draws draws(StreamKey{seed}, i);
    const double x = draws.uniform();
    const std::vector<double> p{0.2 + 0.3 * x, 0.3, 0.5 - 0.3 * x};
    const double u = draws.uniform();
    const Action action = u < p[0] ? 0 : u < p[0] + p[1] ? 1 : 2;
    const double v = draws.uniform();
    log.contexts.push_back(x);
    log.actions.push_back(action);
    log.propensities.push_back(p[action]);
    log.rewards.push_back(rewards == Rewards::binary ? (v < 0.2 + 0.2 * action ? 1 : 0)
                                                     : std::pow(v + 1e-3, -0.9) - 2 * action);
    const std::vector<double> pi{0.5 * x, 0.25, 0.75 - 0.5 * x};
    target.logged.push_back(pi[action]);
    target.all.insert(target.all.end(), pi.begin(), pi.end());
    for (Action a = 0; a < 3; ++a) q.all.push_back(0.2 + 0.2 * a + 0.1 * x);
  }
  log.targets = {std::move(target)};
  log.predictions = {std::move(q)};
  log.check();
  return log;
}

InputLog input_of(Log log) {
  InputLog input;
  input.records = input.lines = log.size();
  input.log = std::make_shared<const Log>(std::move(log));
  return input;
}

// A part as its own reader would number its actions: those that it does not show are not there.
Log as_read_alone(Log part) {
  std::vector<bool> shown(part.action_count);
  for (const Action action : part.actions) shown[action] = true;
  std::vector<Action> number(part.action_count);
  std::vector<std::string> names;
  for (Action a = 0; a < part.action_count; ++a) {
    number[a] = static_cast<Action>(names.size());
    if (shown[a]) names.push_back(part.action_names[a]);
  }
  for (Action& action : part.actions) action = number[action];
  part.action_count = static_cast<Action>(names.size());
  part.action_names = names;
  for (TargetPolicy& target : part.targets) target.all.clear();
  part.predictions.clear();
  return part;
}

const std::vector<std::string> by_propensity{"ips",
                                             "snips",
                                             "clipped_ips{cap=1.5}",
                                             "ncis",
                                             "ix_ips",
                                             "exponential_smoothing",
                                             "sub_gaussian_ips"};

struct Plan {
  std::vector<Component<AlgorithmDescription>> policies{algorithm_of_target("pi")};
  std::vector<Component<EvaluatorDescription>> evaluators;
  PartialPlan plan;

  explicit Plan(const std::vector<std::string>& texts) {
    std::vector<SpecProblem> problems;
    for (const std::string& text : texts) {
      auto found = find_component(text, {}, evaluators_table(), "evaluator", problems);
      REQUIRE(found);
      plan.evaluators.push_back(found->canonical());
      evaluators.push_back(std::move(*found));
    }
    plan.policies.push_back(policies.front().canonical());
    plan.policy_labels = {"pi"};
    plan.evaluator_labels = texts;
  }
  NamedPart part(const InputLog& input, const std::string& name, std::size_t jobs = 1) const {
    return {name, sum_part(input, name, policies, evaluators, plan, jobs)};
  }
};

// Heavy tails leave no variance: then both are absent.
bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
bool is_close(double a, double b) {
  return is_same(a, b) || std::fabs(a - b) <= 1e-12 * std::fabs(b);
}

// Everything that an evaluation shows of numbers, as text with all digits.
std::string text_of(const MergedLog& merged) {
  std::string text;
  const auto add = [&](double number) { text += fmt::format("{:a} ", number); };
  for (const EvaluatedPair& pair : merged.table.segments.back().pairs) {
    const Evaluation& of = pair.evaluation.value();
    for (const double number :
         {of.estimate, of.standard_error, of.interval.low, of.interval.high, of.interval.normal.low,
          of.accepted, of.log_value.value, of.log_value.low, of.log_value.high}) {
      add(number);
    }
    if (of.difference) add(of.difference->low), add(of.difference->high);
    if (of.weights) add(of.weights->effective), add(of.weights->mean), add(of.weights->z);
    if (of.propensities) add(of.propensities->mean), add(of.propensities->z);
    if (of.tail) add(of.tail->index), add(of.tail->largest_share);
    for (const ActionSummary& action : of.actions) {
      text += action.name;
      add(action.mean_reward), add(action.mean_propensity), add(action.share);
    }
    for (const auto* list : {&of.assumption_violations, &of.warnings, &of.held}) {
      for (const EvaluationWarning& warning : *list) text += warning.marked + "\n";
    }
    text += of.withheld + "\n";
  }
  return text;
}

std::vector<NamedPart> parts_of(const Plan& plan, const Log& log, std::size_t count, bool alone) {
  std::vector<NamedPart> parts;
  for (std::size_t p = 0; p < count; ++p) {
    const std::size_t first = log.size() * p / count, end = log.size() * (p + 1) / count;
    Log part = log.range(first, end - first);
    if (alone) part = as_read_alone(std::move(part));
    parts.push_back(plan.part(input_of(std::move(part)), "part " + std::to_string(p), 1 + p % 3));
  }
  return parts;
}

}  // namespace

TEST_CASE("parts: any division and any order give the bytes of one part") {
  const Rewards rewards = GENERATE(Rewards::binary, Rewards::heavy);
  const Log log = log_of(1500, rewards);
  const Plan plan(by_propensity);
  const std::string whole = text_of(evaluate_parts(parts_of(plan, log, 1, false)));
  std::minstd_rand random(3);
  for (const std::size_t count : {2, 3, 7, 64, 500}) {
    CAPTURE(count);
    auto parts = parts_of(plan, log, count, false);
    std::shuffle(parts.begin(), parts.end(), random);
    CHECK(text_of(evaluate_parts(parts)) == whole);
  }
}

TEST_CASE("parts: those that show fewer actions than the log") {
  const Log log = log_of(900, Rewards::binary);
  const Plan plan({"ips", "snips"});
  const std::string whole = text_of(evaluate_parts(parts_of(plan, log, 1, true)));
  // Parts of one, two and three records.
  CHECK(text_of(evaluate_parts(parts_of(plan, log, 450, true))) == whole);
}

TEST_CASE("parts: given predictions") {
  const std::vector<std::string> texts{"dr{model=\"given\"}", "sndr{model=\"given\"}",
                                       "switch_dr{model=\"given\"}", "dros{model=\"given\"}",
                                       "clipped_dr{model=\"given\"}"};
  const Log log = log_of(800, GENERATE(Rewards::binary, Rewards::heavy));
  const Plan plan(texts);
  const MergedLog whole = evaluate_parts(parts_of(plan, log, 1, false));
  CHECK(text_of(evaluate_parts(parts_of(plan, log, 37, false))) == text_of(whole));
  // A part of equal rewards, which a model that is fitted to them would take for its offset.
  CHECK(text_of(evaluate_parts(parts_of(plan, log, 400, false))) == text_of(whole));
  const InputLog input = input_of(log);
  for (std::size_t e = 0; e < texts.size(); ++e) {
    CAPTURE(texts[e]);
    const Evaluation expected = evaluate(input, plan.policies[0], plan.evaluators[e]);
    const Evaluation& found = whole.table.segments[0].pairs[e].evaluation.value();
    CHECK(found.estimate == expected.estimate);
    CHECK(is_same(found.standard_error, expected.standard_error));
    CHECK(is_close(found.interval.low, expected.interval.low));
    CHECK(is_close(found.interval.high, expected.interval.high));
  }
}

TEST_CASE("parts: the numbers of the whole log") {
  const Log log = log_of(1200, GENERATE(Rewards::binary, Rewards::heavy));
  const Plan plan(by_propensity);
  const MergedLog merged = evaluate_parts(parts_of(plan, log, 5, false));
  const InputLog input = input_of(log);
  for (std::size_t e = 0; e < by_propensity.size(); ++e) {
    CAPTURE(by_propensity[e]);
    const Evaluation expected = evaluate(input, plan.policies[0], plan.evaluators[e]);
    const Evaluation& found = merged.table.segments[0].pairs[e].evaluation.value();
    CHECK(found.estimate == expected.estimate);
    CHECK(is_same(found.standard_error, expected.standard_error));
    CHECK(is_same(found.interval.low, expected.interval.low));
    CHECK(is_same(found.interval.high, expected.interval.high));
    CHECK(found.interval.method == expected.interval.method);
    CHECK(is_same(found.log_value.value, expected.log_value.value));
    CHECK(is_close(found.log_value.low, expected.log_value.low));
    CHECK(found.weights->effective == expected.weights->effective);
    CHECK(found.weights->z == expected.weights->z);
    CHECK(found.accepted == expected.accepted);
    CHECK(found.withheld == expected.withheld);
    REQUIRE(found.difference.has_value() == expected.difference.has_value());
    // The interval of the whole log's has half a success and half a failure more.
    if (!expected.difference) continue;
    CHECK(found.difference->value == expected.difference->value);
    REQUIRE(std::isnan(found.difference->low) == std::isnan(expected.difference->low));
    if (std::isnan(expected.difference->low)) continue;
    const double width = expected.difference->high - expected.difference->low;
    CHECK(std::fabs(found.difference->low - expected.difference->low) < 0.02 * width);
    CHECK(std::fabs(found.difference->high - expected.difference->high) < 0.02 * width);
  }
}

TEST_CASE("parts: the facts of their sums are those of the log") {
  const Log log = log_of(700, GENERATE(Rewards::binary, Rewards::heavy));
  const LogFacts whole(std::make_shared<const Log>(log));
  LogSums sums;
  for (std::size_t first = 0; first < log.size(); first += 100) {
    sums.merge(LogSums(LogInMemory(log.range(first, 100))));
  }
  CHECK(sums.records() == 700);
  CHECK(sums.limits().least == whole.least_reward());
  CHECK(sums.limits().most == whole.most_reward());
  CHECK_THAT(sums.propensities().mean, WithinRel(whole.propensities().mean, 1e-12));
  CHECK_THAT(sums.propensities().z, WithinRel(whole.propensities().z, 1e-9));
  CHECK_THAT(sums.propensities().action_p, WithinRel(whole.propensities().action_p, 1e-9));
  CHECK(sums.propensities_are_uniform() == propensities_are_uniform(log));
  CHECK_THAT(sums.uniform_actions().statistic,
             WithinRel(test_uniform_actions(log).statistic, 1e-12));
  for (std::size_t a = 0; a < 3; ++a) {
    CHECK(sums.actions()[a].name == whole.actions()[a].name);
    CHECK_THAT(sums.actions()[a].mean_reward, WithinRel(whole.actions()[a].mean_reward, 1e-12));
  }
}

TEST_CASE("parts: the policy's probability of actions that no part shows") {
  Log log = log_of(300, Rewards::binary);
  log.action_count = 4;
  log.action_names.push_back("a11");
  TargetPolicy& target = log.targets[0];
  target.all.clear();
  log.predictions.clear();
  for (std::size_t i = 0; i < log.size(); ++i) {
    std::vector<double> row(4);
    row[log.actions[i]] = 0.75;
    row[3] = 0.25;
    target.logged[i] = 0.75;
    target.all.insert(target.all.end(), row.begin(), row.end());
  }
  log.check();
  const Plan plan({"ips"});
  const MergedLog merged = evaluate_parts(parts_of(plan, log, 20, false));
  const Evaluation& found = merged.table.segments[0].pairs[0].evaluation.value();
  const Evaluation expected = evaluate(input_of(log), plan.policies[0], plan.evaluators[0]);
  CHECK(found.withheld == expected.withheld);
  CHECK_THAT(found.withheld, Contains("probability 0.25"));
}

TEST_CASE("parts: what is no whole part of this plan is refused") {
  const Log log = log_of(60, Rewards::binary);
  const Plan plan({"ips"});
  const auto parts = parts_of(plan, log, 2, false);
  const auto refusal = [&](NamedPart second) {
    try {
      evaluate_parts(std::vector{parts[0], std::move(second)});
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(refusal(parts[1]) == "accepted");
  CHECK_THAT(refusal({"again", parts[0].bytes}),
             Contains("again: is the same part of the log as part 0"));
  // Any bit and any length.
  std::minstd_rand random(5);
  for (int i = 0; i < 300; ++i) {
    NamedPart damaged = parts[1];
    damaged.bytes[random() % damaged.bytes.size()] ^= static_cast<char>(1 << random() % 8);
    CHECK_THAT(refusal(damaged), Contains("part 1: is"));
    NamedPart cut = parts[1];
    cut.bytes.resize(random() % cut.bytes.size());
    CHECK_THAT(refusal(cut), Contains("part 1: is"));
  }
  NamedPart later = parts[1];
  later.bytes[17] = '2';
  CHECK_THAT(refusal(later), Contains("another version"));

  CHECK_THAT(refusal(parts_of(Plan({"snips"}), log, 2, false)[1]),
             Contains("part 1: was summed by another plan than part 0: its evaluators are "
                      "snips"));
  Plan other = plan;
  other.plan.seed = 2;
  CHECK_THAT(refusal(other.part(input_of(log), "x")),
             Contains("x: was summed by another plan than part 0: its seed is 2, not 1"));
  other = plan;
  other.plan.reading = "{header=false}";
  CHECK_THAT(refusal(other.part(input_of(log), "x")), Contains("read by {header=false}"));
}

TEST_CASE("parts: what cannot be divided says so, and what to do") {
  const InputLog input = input_of(log_of(60, Rewards::binary));
  const auto refusal = [&](const std::string& evaluator, const InputLog& part) {
    const Plan plan({evaluator});
    try {
      plan.part(part, "x");
    } catch (const NotApplicable& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(refusal("ips", input) == "accepted");
  for (const auto& [evaluator, reason] : std::vector<std::pair<std::string, std::string>>{
           {"replay", "replay needs all records of the log in their order"},
           {"dr", "dr fits a model to folds of the whole log: fit one elsewhere"},
           {"dm{model=\"given\"}", "is a model alone"},
           {"ips{interval=\"bootstrap\"}", "has an interval from single records"},
           {"clipped_ips{select=\"slope\", grid=[1, 2]}", "chooses its parameter by the whole log"},
           {"log_sum_exponential", "takes out the largest exponent of the whole log"}}) {
    CAPTURE(evaluator);
    CHECK_THAT(refusal(evaluator, input), Contains(reason));
  }
  InputLog clusters = input;
  clusters.clusters.assign(60, 0);
  CHECK_THAT(refusal("ips", clusters), Contains("a cluster may lie in two parts"));
  InputLog segments = input;
  segments.segment_names = {"a"};
  CHECK_THAT(refusal("ips", segments), Contains("write the parts of each segment apart"));
  InputLog estimated = input;
  estimated.propensities_estimated = "by frequency";
  CHECK_THAT(refusal("ips", estimated), Contains("estimate them before it is divided"));

  Plan plan({"ips"});
  std::vector<SpecProblem> problems;
  plan.policies = {*find_component("ucb", {}, algorithms_table(), "algorithm", problems)};
  CHECK_THROWS_WITH(plan.part(input, "x"), Contains("ucb is an algorithm"));
}
