// Actions that are in the columns of target policies, and in no record.

#include <cmath>

#include "suite/evaluate/evaluate_all.hpp"
#include "suite/model/log_blocks.hpp"
#include "suite/testing/files.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

constexpr double rates[] = {0.2, 0.28, 0.35};

// 3,000 records of uniform choices of a, c, d, and a policy that takes "b" with this probability.
std::string csv_of(double unseen, bool with_propensities = false, int least_reward = 0,
                   const std::string& propensity = "0.333333333333") {
  std::string text = "action,reward,x_0,pi_d,pi_b,pi_c,pi_a,mu_a,mu_b,mu_c,mu_d";
  text += with_propensities ? ",propensity\n" : "\n";
  for (std::uint64_t i = 0; i < 3000; ++i) {
    Draws draws({72}, i);
    const std::uint32_t action = draws.below(3);
    const int reward = least_reward + (draws.uniform() < rates[action] ? 1 : 0);
    text += std::string(1, "acd"[action]) + "," + std::to_string(reward) + "," +
            std::to_string(draws.normal()) + "," + std::to_string(0.4 - unseen) + "," +
            std::to_string(unseen) + ",0.36,0.24,0.2,0,0.5,0.3";
    text += with_propensities ? "," + propensity + "\n" : "\n";
  }
  return text;
}

InputLog input_of(const TemporaryFolder& folder, const std::string& text, bool with_policies,
                  RecordsIn records = RecordsIn::memory) {
  LogOptions options;
  options.path = folder.write("log.csv", text).string();
  if (with_policies) options.policy_patterns = {"pi_*", "mu_*"};
  return open_log(options, records);
}

Evaluation evaluated(const InputLog& input, const std::string& algorithm,
                     const std::string& evaluator) {
  const auto components = find_evaluation_components(algorithm, evaluator);
  return evaluate(input, components.algorithm, components.evaluator);
}

EvaluationTable policies_of(const InputLog& input, const std::string& evaluator) {
  ComparisonOptions options;
  options.lift = true;
  return evaluate_all(input, std::vector{algorithm_of_target("pi"), algorithm_of_target("mu")},
                      std::vector{find_evaluation_components("ucb", evaluator).evaluator}, options);
}

bool warns(const Evaluation& evaluation, WarningKind kind) {
  for (const auto* warnings : {&evaluation.warnings, &evaluation.assumption_violations}) {
    for (const auto& warning : *warnings) {
      if (warning.kind == kind) return true;
    }
  }
  return false;
}

}  // namespace

TEST_CASE("unlogged actions: they have the last numbers, and no part in tests of the log") {
  const TemporaryFolder folder;
  for (const RecordsIn records : {RecordsIn::memory, RecordsIn::blocks}) {
    const InputLog input = input_of(folder, csv_of(0.04, true), true, records);
    CHECK(input.log->action_names == std::vector<std::string>{"a", "c", "d", "b"});
    CHECK(input.log->unlogged == 1);
    const EvaluatedSegment log = policies_of(input, "snips").segments.front();
    for (const EvaluatedPair& pair : log.pairs) {
      CHECK_FALSE(warns(*pair.evaluation, WarningKind::propensities_do_not_fit));
      CHECK_FALSE(warns(*pair.evaluation, WarningKind::propensities_contradicted));
      REQUIRE(pair.evaluation->propensities);
      CHECK(pair.evaluation->propensities->mean == Approx(1).epsilon(1e-9));
    }
    CHECK_FALSE(warns(*log.pairs[1].evaluation, WarningKind::actions_unsupported));
  }
}

TEST_CASE("unlogged actions: an algorithm is evaluated as on a log without the policies") {
  const TemporaryFolder folder;
  const InputLog alone = input_of(folder, csv_of(0.04), false);
  const InputLog with = input_of(folder, csv_of(0.04), true);
  const InputLog in_blocks = input_of(folder, csv_of(0.04), true, RecordsIn::blocks);
  for (const char* algorithm : {"ucb", "lin_ucb", "fixed_action{action=\"d\"}"}) {
    for (const char* evaluator : {"replay", "t_bred", "arm_bootstrap{resamples=5}"}) {
      if (evaluator[0] == 'a' && algorithm[0] == 'l') continue;
      INFO(algorithm << " " << evaluator);
      const Evaluation expected = evaluated(alone, algorithm, evaluator);
      const Evaluation found = evaluated(with, algorithm, evaluator);
      CHECK(found.estimate == expected.estimate);
      CHECK(found.accepted == expected.accepted);
      CHECK(found.interval.method == expected.interval.method);
      CHECK(found.warnings.size() == expected.warnings.size());
      CHECK_FALSE(warns(found, WarningKind::actions_not_uniform));
    }
  }
  CHECK(evaluated(in_blocks, "lin_ucb", "replay").estimate ==
        evaluated(alone, "lin_ucb", "replay").estimate);
  CHECK_THROWS_AS(evaluated(with, "fixed_action{action=\"b\"}", "replay"), Error);
}

TEST_CASE(
    "unlogged actions: what they may earn widens lifts and differences as it does estimates") {
  const TemporaryFolder folder;
  for (const char* evaluator : {"snips", "ips", "dr"}) {
    INFO(evaluator);
    const EvaluatedSegment log =
        policies_of(input_of(folder, csv_of(0.04, true), true), evaluator).segments.front();
    const Evaluation &pi = *log.pairs[0].evaluation, &mu = *log.pairs[1].evaluation;
    CHECK(pi.unknown == Approx(0.04));
    CHECK(mu.unknown == 0);
    const auto half = [](const statistics::IntervalEstimate& of) { return (of.high - of.low) / 2; };
    CHECK(half(log.pairs[0].lift->absolute.estimate) > 0.04);
    CHECK(half(log.pairs[0].lift->absolute.estimate) < 0.04 + 0.03);
    CHECK(half(log.pairs[0].lift->relative.estimate) > 0.04 / pi.log_value.value);
    CHECK(half(log.pairs[1].lift->absolute.estimate) < 0.03);
    REQUIRE(pi.difference);
    CHECK(half(*pi.difference) > 0.04);
    REQUIRE(log.differences.size() == 1);
    CHECK(half(log.differences[0].difference.estimate) > 0.04);
    CHECK(warns(pi, WarningKind::actions_unsupported));
  }
}

TEST_CASE("unlogged actions: a mean of weighted rewards counts theirs as 0") {
  const TemporaryFolder folder;
  for (const auto& [least, range] : {std::pair{100, 101}, {-2, 2}}) {
    CAPTURE(least);
    const InputLog input = input_of(folder, csv_of(0.04, true, least), true);
    const EvaluatedSegment mean = policies_of(input, "ips").segments.front();
    const EvaluatedSegment ratio = policies_of(input, "snips").segments.front();
    const Evaluation &ips = *mean.pairs[0].evaluation, &snips = *ratio.pairs[0].evaluation;
    CHECK(ips.unknown == Approx(0.04 * range));
    CHECK(snips.unknown == Approx(0.04));
    CHECK(ips.interval.low < snips.estimate);
    CHECK(ips.interval.high > snips.estimate);
    const auto& lift = mean.pairs[0].lift->absolute.estimate;
    CHECK((lift.low < 0 && lift.high > 0));
  }
}

TEST_CASE("unlogged actions: the mean weight is less by their probability") {
  const TemporaryFolder folder;
  for (const RecordsIn records : {RecordsIn::memory, RecordsIn::blocks}) {
    for (const char* evaluator : {"ips", "snips"}) {
      const auto of_pi = [&](const std::string& propensity) {
        const InputLog input = input_of(folder, csv_of(0.1, true, 0, propensity), true, records);
        return *policies_of(input, evaluator).segments.front().pairs[0].evaluation;
      };
      const Evaluation right = of_pi("0.333333333333"), wrong = of_pi("0.25");
      REQUIRE(right.weights);
      CHECK(right.weights->expected == Approx(0.9));
      CHECK(std::fabs(right.weights->z) < 4);
      CHECK_FALSE(warns(right, WarningKind::weights_do_not_fit));
      CHECK(warns(wrong, WarningKind::weights_do_not_fit));
    }
  }
}

TEST_CASE("unlogged actions: a probability that hardly matters is no reason to doubt") {
  const TemporaryFolder folder;
  const EvaluatedSegment log =
      policies_of(input_of(folder, csv_of(0.000001, true), true), "snips").segments.front();
  const Evaluation& pi = *log.pairs[0].evaluation;
  CHECK(pi.unknown == Approx(1e-6));
  CHECK_FALSE(warns(pi, WarningKind::actions_unsupported));
  CHECK_FALSE(warns(pi, WarningKind::propensities_contradicted));
}
