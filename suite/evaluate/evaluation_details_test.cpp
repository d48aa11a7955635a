// The bins behind an estimate and those of a log, against sums over the records.

#include "suite/evaluate/evaluation_details.hpp"

#include <cmath>
#include <memory>

#include "suite/evaluate/evaluate_all.hpp"
#include "suite/evaluate/log_profile.hpp"
#include "suite/prepared/prepared_blocks.hpp"
#include "suite/prepared/prepared_table.hpp"
#include "suite/testing/files.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

// Actions 0 to 2 with propensities 0.6, 0.3, 0.1 and rewards of mean 0.2, 0.4, 0.6; target pi plays 2 with 0.5.
Log skewed(std::size_t records) {
  Log log;
  log.action_count = 3;
  log.action_names = {"a", "b", "c"};
  log.targets = {{"pi", {}, {}}};
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({311}, t);
    const double u = draws.uniform();
    const Action action = u < 0.6 ? 0 : u < 0.9 ? 1 : 2;
    log.actions.push_back(action);
    log.rewards.push_back(draws.uniform() < 0.2 + 0.2 * action ? 1 : 0);
    log.propensities.push_back(action == 0 ? 0.6 : action == 1 ? 0.3 : 0.1);
    const double pi[] = {0.25, 0.25, 0.5};
    log.targets[0].logged.push_back(pi[action]);
    log.targets[0].all.insert(log.targets[0].all.end(), {pi[0], pi[1], pi[2]});
  }
  log.check();
  return log;
}

Evaluation evaluated(const LogFacts& facts, const std::string& algorithm,
                     const std::string& evaluator, std::uint64_t repetitions = 1) {
  const auto components = find_evaluation_components(algorithm, evaluator);
  EvaluationOptions options;
  options.keep_details = true;
  options.repetitions = repetitions;
  return evaluate(facts, components.algorithm, components.evaluator, options);
}

std::shared_ptr<const Log> shared(Log log) { return std::make_shared<const Log>(std::move(log)); }

}  // namespace

TEST_CASE("evaluation details: bins hold every record and all weight") {
  const LogFacts facts(shared(skewed(5000)));
  const Evaluation of = evaluated(facts, "uniform_random", "ips");
  REQUIRE(of.details);
  double share = 0;
  std::uint64_t records = 0;
  for (const WeightBin& bin : of.details->weights) {
    CHECK(bin.to == 2 * bin.from);
    records += bin.records;
    share += bin.weight_share;
  }
  CHECK(records == 5000);
  CHECK(share == Approx(1));
  // Weights 5/9, 10/9 and 10/3: bins from 0.5, 1 and 2.
  REQUIRE(of.details->weights.size() == 3);
  CHECK(of.details->weights[0].from == 0.5);
  CHECK(of.details->weights[2].records == of.actions[2].records);
  REQUIRE(of.details->largest_terms.size() == 10);
  CHECK(of.details->largest_terms[0].weight == Approx(10.0 / 3));
  CHECK(of.details->largest_terms[0].reward == 1);
  double sum = 0;
  for (const LargeTerm& term : of.details->largest_terms) sum += term.share;
  CHECK(sum == Approx(of.tail->largest_share));
  REQUIRE(of.details->use.size() == 20);
  for (const UseStretch& stretch : of.details->use) CHECK(stretch.used == 250);
  CHECK(of.details->learning_curve.empty());
}

TEST_CASE("evaluation details: the running estimate is the estimate of the first records") {
  const Log log = skewed(4000);
  const LogFacts facts(shared(log));
  for (const std::string evaluator : {"ips", "snips"}) {
    const Evaluation of = evaluated(facts, "uniform_random", evaluator);
    REQUIRE(of.details->running.size() == 80);
    const RunningPoint last = of.details->running.back();
    CHECK(last.records == 4000);
    CHECK(last.estimate == Approx(of.estimate));
    CHECK(std::fabs(last.part) < 1e-12);
    CHECK(std::fabs(of.details->running[30].part) > 1e-6);
    // It holds at all points together, so it is wider than an interval at one.
    CHECK(last.high - last.low > of.interval.high - of.interval.low);
    for (const std::size_t place : {0, 30, 60}) {
      const RunningPoint& point = of.details->running[place];
      const LogFacts first(shared(log.first_records(point.records)));
      CHECK(point.estimate == Approx(evaluated(first, "uniform_random", evaluator).estimate));
      CHECK(point.high - point.low > last.high - last.low);
    }
  }
  // No record's part is known of several repetitions; clusters have no sequence.
  CHECK(evaluated(facts, "ucb", "replay", 3).details->running.empty());
  std::vector<std::uint32_t> clusters(4000);
  for (std::uint32_t i = 0; i < clusters.size(); ++i) clusters[i] = i / 2;
  const Evaluation clustered = evaluated(LogFacts(shared(log), clusters), "uniform_random", "ips");
  CHECK(std::isnan(clustered.details->running.back().low));
  CHECK(clustered.details->running.back().estimate == Approx(clustered.estimate));
}

TEST_CASE("evaluation details: the confidence sequence holds along most logs") {
  int misses = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Log log;
    log.action_count = 2;
    for (std::size_t t = 0; t < 1000; ++t) {
      Draws draws({500 + seed}, t);
      log.actions.push_back(draws.below(2));
      log.rewards.push_back(draws.uniform());
      log.propensities.push_back(0.5);
    }
    const Evaluation of = evaluated(LogFacts(shared(std::move(log))), "uniform_random", "ips");
    bool missed = false;
    for (const RunningPoint& point : of.details->running) {
      missed = missed || point.low > 0.5 || point.high < 0.5;
    }
    misses += missed;
  }
  // 5% in expectation at most, which 200 logs exceed by 10 with a probability below 0.002.
  CHECK(misses <= 20);
}

TEST_CASE("evaluation details: the learning curve is made of the accepted records") {
  Log log = skewed(6000);
  log.propensities.clear();
  const Evaluation of = evaluated(LogFacts(shared(std::move(log))), "ucb", "replay");
  const auto& curve = of.details->learning_curve;
  REQUIRE(curve.size() == 16);
  CHECK(curve.front().first == 1);
  CHECK(static_cast<double>(curve.back().last) == of.accepted);
  double sum = 0;
  for (const CurvePoint& point : curve) {
    sum += point.mean.value * static_cast<double>(point.last - point.first + 1);
    CHECK(point.mean.low <= point.mean.value);
  }
  CHECK(sum / of.accepted == Approx(of.estimate));
  std::uint64_t used = 0;
  for (const UseStretch& stretch : of.details->use) used += stretch.used;
  CHECK(static_cast<double>(used) == of.accepted);
}

TEST_CASE("evaluation details: a log in blocks has the details of one in memory") {
  const Log log = skewed(3000);
  TemporaryFolder folder;
  PreparedTable table;
  table.log = log;
  table.report.lines = table.report.records = log.size();
  table.origin.format = "csv";
  const auto file = folder.path() / "log.replaybench";
  write_prepared_table(file, table);
  const auto policy = algorithm_of_target("pi");
  const auto snips = find_evaluation_components("uniform_random", "snips").evaluator;
  EvaluationOptions options;
  options.keep_details = true;
  const Evaluation in_blocks =
      evaluate(LogFacts(std::make_shared<const PreparedBlocks>(file)), policy, snips, options);
  const Evaluation in_memory = evaluate(LogFacts(shared(log)), policy, snips, options);
  REQUIRE(in_blocks.details->weights.size() == in_memory.details->weights.size());
  for (std::size_t i = 0; i < in_memory.details->weights.size(); ++i) {
    CHECK(in_blocks.details->weights[i].records == in_memory.details->weights[i].records);
    CHECK(in_blocks.details->weights[i].weight_share ==
          Approx(in_memory.details->weights[i].weight_share));
  }
  REQUIRE(in_blocks.details->running.size() == in_memory.details->running.size());
  for (std::size_t i = 0; i < in_memory.details->running.size(); ++i) {
    CHECK(in_blocks.details->running[i].estimate == Approx(in_memory.details->running[i].estimate));
    CHECK(in_blocks.details->running[i].low == Approx(in_memory.details->running[i].low));
  }
}

TEST_CASE("log profile: stretches, propensities and calibration") {
  const LogFacts facts(shared(skewed(5000)));
  const LogProfile profile = profile_of(facts);
  REQUIRE(profile.stretches.size() == 20);
  std::uint64_t records = 0;
  double reward = 0;
  for (const LogStretch& stretch : profile.stretches) {
    CHECK(stretch.first == records + 1);
    records += stretch.records;
    reward += stretch.mean_reward.value * static_cast<double>(stretch.records);
    CHECK(stretch.shares[0] + stretch.shares[1] + stretch.shares[2] == Approx(1));
  }
  CHECK(records == 5000);
  CHECK(reward / 5000 == Approx(facts.value().value));
  CHECK(profile.shown_actions == std::vector<std::string>{"a", "b", "c"});
  // 0.1 begins its bin.
  CHECK(profile.propensities.front().from == Approx(0.1));
  CHECK(profile.propensities.front().records == facts.actions()[2].records);
  std::uint64_t binned = 0;
  for (const PropensityBin& bin : profile.propensities) binned += bin.records;
  CHECK(binned == 5000);
  REQUIRE(profile.calibration.size() == 3);
  for (std::size_t a = 0; a < 3; ++a) {
    const ActionCalibration& of = profile.calibration[a];
    CHECK(of.inverse ==
          Approx(static_cast<double>(of.records) / 5000 / std::vector{0.6, 0.3, 0.1}[a]));
    CHECK(std::fabs(of.z) < 4);
  }
  Log wrong = skewed(5000);
  for (double& p : wrong.propensities) p = p == 0.1 ? 0.2 : p;
  CHECK(profile_of(LogFacts(shared(std::move(wrong)))).calibration[2].z < -8);
}
