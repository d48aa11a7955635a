#include "suite/evaluate/evaluate_all.hpp"

#include <algorithm>
#include <cmath>

#include "suite/numeric/moments.hpp"
#include "suite/statistics/ratio_interval.hpp"
#include "suite/testing/trials.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

constexpr double z_of_95 = 1.959963984540054;

std::vector<Component<AlgorithmDescription>> algorithms_of(const std::vector<std::string>& texts) {
  std::vector<Component<AlgorithmDescription>> found;
  for (const auto& text : texts) {
    found.push_back(find_evaluation_components(text, "replay").algorithm);
  }
  return found;
}

std::vector<Component<EvaluatorDescription>> evaluators_of(const std::vector<std::string>& texts) {
  std::vector<Component<EvaluatorDescription>> found;
  for (const auto& text : texts) {
    found.push_back(find_evaluation_components("ucb", text).evaluator);
  }
  return found;
}

// `records` uniform records over three actions that are paid at 0.2, 0.5 and 0.8.
InputLog uniform_input(std::size_t records, std::uint64_t seed = 11) {
  Log log;
  log.action_count = 3;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({seed}, t);
    log.actions.push_back(draws.below(3));
    log.rewards.push_back(draws.uniform() < 0.2 + 0.3 * log.actions.back() ? 1 : 0);
    log.propensities.push_back(1.0 / 3);
  }
  InputLog input;
  input.log = std::make_shared<const Log>(std::move(log));
  input.lines = records;
  return input;
}

const EvaluatedPair& pair_of(const EvaluatedSegment& segment, std::size_t algorithm,
                             std::size_t evaluator) {
  for (const auto& pair : segment.pairs) {
    if (pair.algorithm == algorithm && pair.evaluator == evaluator) return pair;
  }
  throw std::logic_error("no such pair");
}

}  // namespace

TEST_CASE("evaluate_all: every pair is what evaluate gives alone") {
  const InputLog input = uniform_input(2000);
  const auto algorithms = algorithms_of({"uniform_random", "fixed_action{action=1}", "ucb"});
  const auto evaluators = evaluators_of({"replay", "red_inf{weights=\"propensity\"}"});
  const auto table = evaluate_all(input, algorithms, evaluators);
  REQUIRE(table.segments.size() == 1);
  const EvaluatedSegment& log = table.segments.front();
  CHECK(log.whole);
  CHECK(log.records == 2000);
  CHECK(table.algorithms[1] == algorithms[1].canonical());
  REQUIRE(log.pairs.size() == 6);
  for (const auto& pair : log.pairs) {
    if (pair.algorithm == 2 && pair.evaluator == 1) {
      CHECK_FALSE(pair.evaluation);
      CHECK(pair.not_applicable.find("learns") != std::string::npos);
      continue;
    }
    const Evaluation alone =
        evaluate(input, algorithms[pair.algorithm], evaluators[pair.evaluator]);
    REQUIRE(pair.evaluation);
    CHECK(pair.evaluation->estimate == alone.estimate);
    CHECK(pair.evaluation->standard_error == alone.standard_error);
    CHECK(pair.evaluation->interval.low == alone.interval.low);
    CHECK(pair.evaluation->interval.high == alone.interval.high);
    CHECK(pair.evaluation->interval.method == alone.interval.method);
    CHECK(pair.evaluation->warnings.size() == alone.warnings.size());
    CHECK_FALSE(pair.lift);
  }
  // Three under replay, one under red_inf, which the learner does not fit.
  CHECK(log.differences.size() == 4);
}

TEST_CASE("evaluate_all: a paired difference is that of the records' influences") {
  const InputLog input = uniform_input(3000);
  const auto algorithms = algorithms_of({"fixed_action{action=2}", "fixed_action{action=0}"});
  const auto evaluators = evaluators_of({"replay"});
  const auto table = evaluate_all(input, algorithms, evaluators);
  const auto& segment = table.segments.front();
  REQUIRE(segment.differences.size() == 1);
  // Two means over disjoint records: the variances add.
  numeric::Moments first, second;
  for (std::size_t i = 0; i < 3000; ++i) {
    if (input.log->actions[i] == 2) first.add(input.log->rewards[i]);
    if (input.log->actions[i] == 0) second.add(input.log->rewards[i]);
  }
  const auto& difference = segment.differences[0].difference;
  CHECK(difference.estimate.value == Approx(first.mean - second.mean).epsilon(1e-12));
  const auto population = [](const numeric::Moments& m) {
    const double n = static_cast<double>(m.count);
    return m.m2 / n / n;
  };
  // The corrected interval is wider by the half records, of which each mean has one of its 1,000.
  const double error = std::sqrt((population(first) + population(second)) * 3000 / 2999);
  const double width = difference.estimate.high - difference.estimate.low;
  CHECK(width > 2 * z_of_95 * error);
  CHECK(width < 2 * z_of_95 * error * 1.002);
  CHECK(difference.method == "corrected for skewness, paired by record");
}

TEST_CASE("evaluate_all: an algorithm against itself differs by 0 for certain") {
  const auto table =
      evaluate_all(uniform_input(500), algorithms_of({"uniform_random", "uniform_random"}),
                   evaluators_of({"red_inf{weights=\"propensity\"}"}));
  const auto& estimate = table.segments.front().differences.front().difference.estimate;
  CHECK(estimate.value == 0);
  CHECK(estimate.low == 0);
  CHECK(estimate.high == 0);
}

TEST_CASE("evaluate_all: the lift of the logger over itself is 0 for certain") {
  const auto table =
      evaluate_all(uniform_input(500), algorithms_of({"uniform_random"}),
                   evaluators_of({"red_inf{weights=\"propensity\"}"}), {.lift = true});
  const auto& lift = table.segments.front().pairs.front().lift;
  REQUIRE(lift);
  for (const auto* paired : {&lift->absolute, &lift->relative}) {
    CHECK(paired->estimate.value == 0);
    CHECK(paired->estimate.low == 0);
    CHECK(paired->estimate.high == 0);
  }
}

TEST_CASE("evaluate_all: the paired interval of the lift covers, and is not that of two logs") {
  // The value of action 2 is 0.8, of the logger 0.5.
  const auto algorithms = algorithms_of({"fixed_action{action=2}"});
  const auto evaluators = evaluators_of({"red_inf{weights=\"propensity\"}"});
  int absolute = 0, relative = 0;
  constexpr int logs = 400;
  for (int i = 0; i < logs; ++i) {
    const auto table = evaluate_all(uniform_input(600, 1000 + static_cast<std::uint64_t>(i)),
                                    algorithms, evaluators, {.lift = true});
    const Lift& lift = *table.segments.front().pairs.front().lift;
    absolute += lift.absolute.estimate.low <= 0.3 && 0.3 <= lift.absolute.estimate.high;
    relative += lift.relative.estimate.low <= 0.6 && 0.6 <= lift.relative.estimate.high;
    CHECK(lift.relative.method == "Fieller, corrected for skewness, paired by record");
  }
  // Four standard errors of a share of 400 around 0.95.
  CHECK(absolute >= 362);
  CHECK(absolute <= 397);
  CHECK(relative >= 362);
  CHECK(relative <= 397);
}

TEST_CASE(
    "evaluate_all: the absolute and the relative lift agree on their sign, on skewed logs too") {
  // Twelve rewards of 1 in 600 records: with symmetric quantiles the two disagree on some of these logs.
  const auto algorithms = algorithms_of({"fixed_action{action=2}"});
  const auto evaluators = evaluators_of({"ips"});
  int skewed = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    InputLog input = uniform_input(600, 5000 + i);
    auto log = std::make_shared<Log>(*input.log);
    for (std::size_t n = 0; n < log->size(); ++n) log->rewards[n] = n % 50 == i % 50 ? 1 : 0;
    input.log = log;
    const auto table = evaluate_all(input, algorithms, evaluators, {.lift = true});
    const auto& [absolute, relative] = *table.segments.front().pairs.front().lift;
    CHECK((absolute.estimate.low > 0) == (relative.estimate.low > 0));
    CHECK((absolute.estimate.high < 0) == (relative.estimate.high < 0));
    CHECK(relative.estimate.low <= relative.estimate.value);
    CHECK(relative.estimate.value <= relative.estimate.high);
    skewed += absolute.estimate.high - absolute.estimate.value >
              1.2 * (absolute.estimate.value - absolute.estimate.low);
  }
  CHECK(skewed > 20);
}

TEST_CASE("evaluate_all: segments in natural order, each its own log, the whole log last") {
  InputLog input = uniform_input(1000);
  input.segment_names = {"s2", "s10", "s11"};
  for (std::size_t i = 0; i < 1000; ++i) {
    input.segments.push_back(i < 30 ? 2u : static_cast<std::uint32_t>(i % 2));
    input.clusters.push_back(static_cast<std::uint32_t>(i / 4));
  }
  const auto algorithms = algorithms_of({"fixed_action{action=1}", "fixed_action{action=2}"});
  const auto evaluators = evaluators_of({"replay"});
  const auto table = evaluate_all(input, algorithms, evaluators, {.lift = true});
  REQUIRE(table.segments.size() == 4);
  CHECK(table.segments[0].name == "s2");
  CHECK(table.segments[2].name == "s11");
  CHECK(table.segments[3].whole);
  CHECK(table.segments[2].records == 30);
  CHECK(table.segments[2].note == "only 30 records: too few to compare it with other segments");
  CHECK(table.segments[0].note.empty());
  CHECK(table.segments[0].records + table.segments[1].records + 30 == table.segments[3].records);
  double paid = 0, count = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    if (input.segments[i] != 1 || input.log->actions[i] != 2) continue;
    count += 1;
    paid += input.log->rewards[i];
  }
  CHECK(pair_of(table.segments[1], 1, 0).evaluation->estimate == Approx(paid / count));
  CHECK(pair_of(table.segments[1], 1, 0).evaluation->accepted == count);
  CHECK(table.segments[1].differences[0].difference.method ==
        "corrected for skewness, paired by cluster");
}

TEST_CASE("evaluate_all: what reader and columns left out is said of the whole log once") {
  InputLog input = uniform_input(200);
  input.segments.assign(200, 0);
  input.segment_names = {"all"};
  input.bad_lines = 3;
  input.lines = 203;
  const auto table =
      evaluate_all(input, algorithms_of({"uniform_random"}), evaluators_of({"replay"}));
  const auto left_out = [](const EvaluatedPair& pair) {
    const auto& list = pair.evaluation->assumption_violations;
    return std::any_of(list.begin(), list.end(), [](const EvaluationWarning& warning) {
      return warning.kind == WarningKind::lines_left_out;
    });
  };
  CHECK_FALSE(left_out(table.segments[0].pairs[0]));
  CHECK(left_out(table.segments[1].pairs[0]));
}

TEST_CASE("evaluate_all: segments say too that the propensities are estimated") {
  InputLog input = uniform_input(200);
  input.segments.assign(200, 0);
  input.segment_names = {"all"};
  input.propensities_estimated = "the propensities are estimated";
  const auto table =
      evaluate_all(input, algorithms_of({"uniform_random"}), evaluators_of({"snips"}));
  REQUIRE(table.segments.size() == 2);
  for (const EvaluatedSegment& segment : table.segments) {
    const auto& list = segment.pairs[0].evaluation->assumption_violations;
    CHECK(std::any_of(list.begin(), list.end(), [](const EvaluationWarning& warning) {
      return warning.kind == WarningKind::propensities_estimated;
    }));
  }
}

TEST_CASE("evaluate_all: without influences a value and a sentence, or the paired bootstrap") {
  const InputLog input = uniform_input(300);
  const auto algorithms = algorithms_of({"fixed_action{action=2}", "ucb"});
  const auto evaluators = evaluators_of({"s_bred{resamples=2}"});
  const auto dash = evaluate_all(input, algorithms, evaluators, {.lift = true});
  const auto& none = dash.segments.front().differences.front().difference;
  const auto& pairs = dash.segments.front().pairs;
  CHECK(none.estimate.value == pairs[0].evaluation->estimate - pairs[1].evaluation->estimate);
  CHECK(std::isnan(none.estimate.low));
  CHECK(none.method.find("no interval: ") == 0);
  CHECK(none.method.find("paired bootstrap") != std::string::npos);
  const Evaluation& last = *pairs.back().evaluation;
  const Lift& lift = *pairs.back().lift;
  CHECK(lift.absolute.estimate.value == last.estimate - last.log_value.value);
  CHECK(lift.relative.estimate.value == last.estimate / last.log_value.value - 1);
  CHECK(std::isnan(lift.absolute.estimate.low));
  CHECK(std::isnan(lift.relative.estimate.low));

  ComparisonOptions options{.lift = true, .bootstrap = 40};
  const auto table = evaluate_all(input, algorithms, evaluators, options);
  const auto& difference = table.segments.front().differences.front().difference;
  CHECK(difference.method.find("the paired bootstrap, 40 resamples") != std::string::npos);
  CHECK(difference.estimate.low < difference.estimate.high);
  const auto& estimate = table.segments.front().pairs.front().lift->absolute.estimate;
  CHECK(estimate.low < estimate.high);
  CHECK(estimate.low > 0);  // 0.8 against 0.5
  options.evaluation.jobs = 3;
  const auto again = evaluate_all(input, algorithms, evaluators, options);
  CHECK(again.segments.front().differences.front().difference.estimate.low ==
        difference.estimate.low);
  CHECK(again.segments.front().pairs.front().lift->relative.estimate.high ==
        table.segments.front().pairs.front().lift->relative.estimate.high);
}

TEST_CASE(
    "evaluate_all: a policy by columns is the same as an algorithm, under every kind of "
    "estimator") {
  InputLog input = uniform_input(400);
  Log log = *input.log;
  TargetPolicy target{"mine", {}, {}};
  for (const Action action : log.actions) {
    target.logged.push_back(action == 1 ? 1 : 0);
    target.all.insert(target.all.end(), {0, 1, 0});
  }
  log.targets = {target};
  log.dimension = 1;
  log.contexts.assign(log.size(), 1);
  log.check();
  input.log = std::make_shared<const Log>(std::move(log));
  CHECK(algorithm_of_target("mine").canonical() == "given_policy{name=\"mine\"}");
  CHECK_THROWS_AS(
      make_agent(algorithm_of_target("yours"), problem_of_log(input.log, input.log->size())),
      NotApplicable);
  const auto table = evaluate_all(
      input, algorithms_of({"given_policy{name=\"mine\"}", "fixed_action{action=1}"}),
      evaluators_of({"snips", "ips", "dr", "snips{interval=\"bootstrap\"}"}), {.lift = true});
  const auto& segment = table.segments.front();
  REQUIRE(segment.differences.size() == 4);
  for (std::size_t e = 0; e < 4; ++e) {
    const Evaluation& given = *pair_of(segment, 0, e).evaluation;
    const Evaluation& other = *pair_of(segment, 1, e).evaluation;
    CHECK(std::isfinite(given.estimate));
    CHECK(given.estimate == other.estimate);
    CHECK(given.standard_error == other.standard_error);
    CHECK(given.interval.low == other.interval.low);
    CHECK(influences_of(given) == influences_of(other));
    CHECK(segment.differences[e].difference.estimate.high == 0);
    const auto& lift = pair_of(segment, 0, e).lift->absolute.estimate;
    CHECK(lift.low < lift.value);
  }
}

TEST_CASE("evaluate_all: rewards that are not above 0 have no relative lift") {
  InputLog input = uniform_input(300);
  Log log = *input.log;
  for (double& reward : log.rewards) reward -= 2;
  input.log = std::make_shared<const Log>(std::move(log));
  const auto table = evaluate_all(input, algorithms_of({"fixed_action{action=2}"}),
                                  evaluators_of({"replay"}), {.lift = true});
  const Lift& lift = *table.segments.front().pairs.front().lift;
  CHECK(std::isfinite(lift.absolute.estimate.low));
  CHECK(std::isnan(lift.relative.estimate.value));
  CHECK(lift.relative.method.find("not above 0") != std::string::npos);
  // Nor an interval of 0 where an evaluator gives no influences.
  const auto bounds =
      evaluate_all(input, algorithms_of({"fixed_action{action=2}"}),
                   evaluators_of({"cressie_read{least_reward=-2}"}), {.lift = true});
  const PairedEstimate none = bounds.segments.front().pairs.front().lift->relative;
  CHECK(std::isnan(none.estimate.value));
  CHECK(std::isnan(none.estimate.low));
  CHECK(std::isnan(none.estimate.high));
}

TEST_CASE("evaluate_all: nothing fits, no record, too many segments") {
  const auto learner = algorithms_of({"ucb"});
  const auto only_static = evaluators_of({"red_inf"});
  CHECK_THROWS_AS(evaluate_all(uniform_input(100), learner, only_static), NotApplicable);
  CHECK_THROWS_AS(evaluate_all(uniform_input(0), learner, only_static), DataError);
  InputLog input = uniform_input(10);
  input.segments.assign(10, 0);
  for (std::size_t i = 0; i <= max_segments; ++i) {
    input.segment_names.push_back(std::to_string(i));
  }
  CHECK_THROWS_AS(evaluate_all(input, learner, evaluators_of({"replay"})), SpecErrors);
}

TEST_CASE("evaluate_all: floored and rounded propensities are warned of under weights") {
  InputLog input = uniform_input(2000);
  Log log = *input.log;
  for (std::size_t t = 0; t < log.size(); ++t) {
    Draws draws({77}, t);
    log.propensities[t] = std::fmax(0.02, 0.6 * draws.uniform() * draws.uniform());
  }
  const auto kinds = [&](const Log& of) {
    input.log = std::make_shared<const Log>(of);
    const auto evaluation = evaluate(input, algorithms_of({"uniform_random"})[0],
                                     evaluators_of({"red_inf{weights=\"propensity\"}"})[0]);
    std::vector<std::string> found;
    for (const auto& warning : evaluation.assumption_violations) {
      found.emplace_back(id_of(warning.kind));
    }
    return found;
  };
  const auto has = [](const std::vector<std::string>& list, const char* name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  CHECK(has(kinds(log), "propensities_floored"));
  CHECK_FALSE(has(kinds(log), "propensities_rounded"));
  for (double& p : log.propensities) p = std::round(p * 100) / 100;
  CHECK(has(kinds(log), "propensities_rounded"));
  CHECK_FALSE(has(kinds(*uniform_input(2000).log), "propensities_floored"));
}
