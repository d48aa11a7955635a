#include <fmt/core.h>

#include <array>
#include <atomic>
#include <cmath>
#include <numeric>
#include <tuple>

#include "suite/component/block_evaluator.hpp"
#include "suite/evaluate/evaluate_all.hpp"
#include "suite/evaluate/log_facts.hpp"
#include "suite/model/passed_records.hpp"
#include "suite/prepared/prepared_blocks.hpp"
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

// Of predictions that the log gives: all evaluators that take them without more of the logger.
const char* const with_predictions[] = {"dr{model=\"given\"}",
                                        "sndr{model=\"given\"}",
                                        "switch_dr{model=\"given\", tau=1.5}",
                                        "dros{model=\"given\", lambda=2}",
                                        "clipped_dr{model=\"given\", cap=1.5}",
                                        "sub_gaussian_dr{model=\"given\", lambda=0.1}",
                                        "mrdr{model=\"given\"}",
                                        "dr{model=\"given\", interval=\"student\", level=0.9}",
                                        "dm{model=\"given\"}"};

// More records than a block; target pi of the logged actions, t of all, of which the log shows no c; predictions q.
Log long_log(std::size_t records) {
  Log log;
  log.action_count = 3;
  log.action_names = {"a", "b", "c"};
  log.targets = {{"pi", {}, {}}, {"t", {}, {}}};
  log.predictions = {{"q", {}}};
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
    log.predictions[0].all.insert(log.predictions[0].all.end(), {0.25, draws.uniform(), 0.5});
  }
  log.check();
  return log;
}

std::filesystem::path prepared_file(const TemporaryFolder& folder, const Log& log) {
  PreparedTable table;
  table.log = log;
  table.report.lines = table.report.records = log.size();
  table.origin.format = "csv";
  const auto file = folder.path() / "log.replaybench";
  write_prepared_table(file, table);
  return file;
}

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

Component<EvaluatorDescription> component_of(const std::string& text) {
  return find_evaluation_components("uniform_random", text).evaluator;
}

// The row in blocks is that of `evaluate`, to the last bit.
void require_same_rows(const Log& log, std::size_t jobs) {
  const TemporaryFolder folder;
  const auto blocks = std::make_shared<const PreparedBlocks>(prepared_file(folder, log));
  const LogDataset dataset(log);
  for (const TargetPolicy& target : log.targets) {
    const Agent policy{GivenTarget{target.name}};
    Trial trial = trial_of(dataset, policy);
    std::vector<const char*> texts(std::begin(everything), std::end(everything));
    if (!target.all.empty()) {
      texts.insert(texts.end(), std::begin(with_predictions), std::end(with_predictions));
    }
    for (const char* const text : texts) {
      INFO(text << " of " << target.name << " with " << jobs << " jobs");
      const auto component = component_of(text);
      const auto method = component.description->make(component.parameters);
      REQUIRE(reads_blocks(component, {}));
      std::vector<ResultRow> whole, of_blocks;
      method->evaluate(trial, whole);
      dynamic_cast<const BlockEvaluator&>(*method).evaluate_blocks(blocks, policy, jobs, of_blocks);
      REQUIRE(of_blocks.size() == 1);
      const auto& columns = method->columns();
      for (std::size_t i = 0; i < columns.size(); ++i) {
        INFO(columns[i]);
        CHECK(same(of_blocks[0].values[i], whole[0].values[i]));
      }
    }
  }
}

// Lifts and differences of both policies, under every evaluator.
EvaluationTable table_of(const InputLog& input, std::size_t jobs) {
  std::vector<Component<AlgorithmDescription>> algorithms;
  std::vector<Component<EvaluatorDescription>> evaluators;
  for (const auto& target : input.log->targets) {
    algorithms.push_back(algorithm_of_target(target.name));
  }
  for (const char* const text : everything) evaluators.push_back(component_of(text));
  for (const char* const text : with_predictions) evaluators.push_back(component_of(text));
  ComparisonOptions options;
  options.lift = true;
  options.evaluation.jobs = jobs;
  return evaluate_all(input, algorithms, evaluators, options);
}

// Every number and sentence, of which a reader sees any.
std::string shown(const EvaluationTable& table) {
  std::string text;
  const auto add = [&](const auto& value) { text += fmt::format("{} ", value); };
  const auto add_paired = [&](const PairedEstimate& of) {
    add(of.estimate.value), add(of.estimate.low), add(of.estimate.high), add(of.method);
  };
  for (const EvaluatedPair& pair : table.segments.back().pairs) {
    text += "\n";
    if (!pair.evaluation) {
      add(pair.not_applicable);
      continue;
    }
    const Evaluation& of = *pair.evaluation;
    add(of.algorithm), add(of.evaluator), add(of.records), add(of.estimate);
    add(of.standard_error), add(of.interval.low), add(of.interval.high), add(of.interval.method);
    add(of.accepted), add(of.withheld), add(of.log_value.value), add(of.log_value.low);
    if (of.weights) add(of.weights->effective), add(of.weights->z), add(of.weights->largest_share);
    if (of.tail) add(of.tail->index), add(of.tail->largest_share);
    if (of.difference) add(of.difference->low), add(of.difference->high);
    if (pair.lift) add_paired(pair.lift->absolute), add_paired(pair.lift->relative);
    for (const auto* list : {&of.assumption_violations, &of.warnings}) {
      for (const auto& warning : *list) add(warning.marked);
    }
    for (const ActionSummary& action : of.actions) add(action.records), add(action.mean_reward);
  }
  for (const auto& of : table.segments.back().differences) add_paired(of.difference);
  return text;
}

// A log whose rewards are 0 or 1 with few of 1, in [0, 1], or of any size; with a heavy tail.
Log with_rewards(Log log, const std::string& kind) {
  for (std::size_t i = 0; i < log.size(); ++i) {
    double& reward = log.rewards[i];
    if (kind == "binary") reward = i % 50 == 7;
    if (kind == "real") reward *= 12;
    if (kind == "heavy") reward = std::pow(1 - Draws({417}, i).uniform(), -1 / 1.2);
  }
  return log;
}

// A log of blocks, as future readers of logs may provide it. `Records` gives the number in the log.
template <class Records>
class PartOfLog : public LogBlocks {
 public:
  PartOfLog(const Log& log, std::uint64_t size, Records records)
      : whole_(log),
        names_(std::make_shared<const Log>(log.first_records(0))),
        size_(size),
        records_(std::move(records)) {}

  const std::shared_ptr<const Log>& shared_header() const override { return names_; }
  std::uint64_t size() const override { return size_; }
  bool has_propensities() const override { return whole_.has_propensities(); }
  bool has_pools() const override { return whole_.has_pools(); }
  LogBlock read(std::uint64_t first, std::size_t count, const BlockColumns&,
                BlockBuffers& buffers) const override {
    buffers = {};
    for (std::uint64_t i = first; i < first + count; ++i) {
      const std::uint64_t record = records_(i);
      buffers.actions.push_back(whole_.actions[record]);
      buffers.rewards.push_back(whole_.rewards[record]);
      buffers.propensities.push_back(whole_.propensities[record]);
    }
    return {first, count, buffers.actions, buffers.rewards, buffers.propensities, {}, {}};
  }
  void read_target(std::size_t target, std::uint64_t first, std::span<double> out) const override {
    for (double& value : out) value = whole_.targets[target].logged[records_(first++)];
  }
  bool target_has_all(std::size_t) const override { return false; }
  void read_target_of(std::size_t, Action, std::uint64_t, std::span<double>) const override {}
  void read_prediction_of(std::size_t, Action, std::uint64_t, std::span<double>) const override {}
  void read_feature(std::uint32_t, std::uint64_t, std::span<double>) const override {}
  Log select(std::span<const std::uint32_t> records) const override {
    std::vector<std::uint32_t> chosen;
    for (const auto record : records) {
      chosen.push_back(static_cast<std::uint32_t>(records_(record)));
    }
    return whole_.select(chosen);
  }

 private:
  const Log& whole_;
  std::shared_ptr<const Log> names_;
  std::uint64_t size_;
  Records records_;
};

// Estimate, bounds and warnings of snips for the first target.
std::string shown(const LogFacts& facts) {
  const Evaluation of = evaluate(facts, algorithm_of_target("pi"), component_of("snips"), {});
  std::string text = fmt::format("{} {} {} {}", of.estimate, of.interval.low, of.interval.high,
                                 of.log_value.value);
  if (of.difference) text += fmt::format(" {} {}", of.difference->low, of.difference->high);
  for (const auto& warning : of.warnings) text += "; " + warning.marked;
  return text;
}

InputLog in_memory(Log log) { return {{}, std::make_shared<const Log>(std::move(log)), nullptr}; }

}  // namespace

TEST_CASE("blocks: the rows of the evaluators, to the last bit, for any number of threads") {
  const Log log = long_log(70'001);
  for (const std::size_t jobs : {1, 3}) require_same_rows(log, jobs);
}

TEST_CASE("blocks: rewards and predictions with an offset") {
  Log log = long_log(40'000);
  for (double& reward : log.rewards) reward += 5'000;
  for (double& prediction : log.predictions[0].all) prediction += 5'000;
  for (const std::size_t jobs : {1, 3}) require_same_rows(log, jobs);
}

TEST_CASE("blocks: actions that are never logged in a context") {
  Log log = long_log(3'000);
  log.dimension = 1;
  log.feature_names = {"x"};
  for (std::size_t i = 0; i < log.size(); ++i) {
    log.contexts.push_back(i % 2 == 0 ? 0 : 1);
    log.actions[i] = i % 4 == 1 ? 1 : 0;
  }
  const TemporaryFolder folder;
  LogOptions options;
  options.path = prepared_file(folder, log).string();
  const std::string of_memory = shown(table_of(in_memory(log), 2));
  CHECK(of_memory.find("never shows in the record") != std::string::npos);
  CHECK(shown(table_of(open_log(options, RecordsIn::blocks), 2)) == of_memory);
}

TEST_CASE("blocks: few records, more threads than records, weights of 0") {
  Log log = long_log(5);
  require_same_rows(log, 8);
  require_same_rows(log.first_records(1), 2);
  for (TargetPolicy& target : log.targets) {
    std::fill(target.logged.begin(), target.logged.end(), 0.0);
    target.all.clear();
  }
  require_same_rows(log, 2);
}

TEST_CASE(
    "blocks: predictions that a log does not have, or for logged actions alone, are refused") {
  Log log = long_log(100);
  const TemporaryFolder folder;
  LogOptions options;
  options.path = prepared_file(folder, log).string();
  const InputLog input = open_log(options, RecordsIn::blocks);
  const auto refusal = [](const InputLog& of, const char* target, const char* text) {
    return message_of<NotApplicable>(
        [&] { evaluate(of, algorithm_of_target(target), component_of(text), {}); });
  };
  for (const auto& [target, text, reason] :
       {std::tuple{"t", "dr{model=\"given\", predictions=\"other\"}",
                   "no columns of the log give reward predictions \"other\""},
        std::tuple{"pi", "dm{model=\"given\"}", "those of the logged actions alone"}}) {
    CHECK_THAT(refusal(input, target, text), Contains(reason));
    CHECK(refusal(in_memory(log), target, text) == refusal(input, target, text));
  }
}

TEST_CASE("blocks: a file and memory give the same numbers and warnings") {
  for (const char* const kind : {"binary", "unit", "real", "heavy"}) {
    INFO(kind);
    const Log log = with_rewards(long_log(40'000), kind);
    const TemporaryFolder folder;
    LogOptions options;
    options.path = prepared_file(folder, log).string();
    const InputLog input = open_log(options, RecordsIn::blocks);
    REQUIRE(input.blocks);
    CHECK(input.log->size() == 0);
    const std::string of_memory = shown(table_of(in_memory(log), 1));
    CHECK(shown(table_of(input, 1)) == of_memory);
    CHECK(shown(table_of(input, 3)) == of_memory);
    const auto heavy = of_memory.find("tail index") != std::string::npos;
    CHECK(heavy == (std::string(kind) == "heavy"));
  }
}

TEST_CASE("blocks: pools, dependent records, and propensities that do not fit, from a file") {
  Log log = with_rewards(long_log(3'000), "binary");
  SECTION("pools") {
    const auto all = log.pool_table.intern({0, 1, 2}), two = log.pool_table.intern({0, 1});
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (i % 3 == 0) continue;
      log.targets[1].logged[i] = 0.5;
      std::copy_n(std::array{0.5, 0.5, 0.0}.begin(), 3, log.targets[1].all.begin() + 3 * i);
    }
    for (std::size_t i = 0; i < log.size(); ++i) log.pools.push_back(i % 3 == 0 ? all : two);
  }
  SECTION("sessions") {
    for (std::size_t i = 0; i < log.size(); ++i) log.actions[i] = i / 5 % 2;
  }
  SECTION("uniform by the propensities alone") {
    std::fill(log.propensities.begin(), log.propensities.end(), 1.0 / 3);
  }
  const TemporaryFolder folder;
  LogOptions options;
  options.path = prepared_file(folder, log).string();
  const std::string of_memory = shown(table_of(in_memory(log), 2));
  CHECK(shown(table_of(open_log(options, RecordsIn::blocks), 2)) == of_memory);
}

TEST_CASE("blocks: the numbers are those of single records, which clusters of one record keep") {
  const Log log = with_rewards(long_log(2'000), "real");
  std::vector<std::uint32_t> clusters(log.size());
  std::iota(clusters.begin(), clusters.end(), 0u);
  InputLog by_cluster = in_memory(log);
  by_cluster.clusters = clusters;
  const EvaluationTable in_blocks = table_of(in_memory(log), 2);
  const EvaluationTable whole = table_of(by_cluster, 2);
  const auto close = [](double a, double b) {
    return std::isnan(a) ? std::isnan(b) : std::fabs(a - b) <= 1e-10 * std::fabs(a);
  };
  for (std::size_t i = 0; i < in_blocks.segments[0].pairs.size(); ++i) {
    const EvaluatedPair& one = in_blocks.segments[0].pairs[i];
    const EvaluatedPair& other = whole.segments[0].pairs[i];
    INFO(one.evaluation->evaluator);
    CHECK(one.evaluation->estimate == other.evaluation->estimate);
    // The error of a ratio by record has no factor n / (n - 1).
    const double error = one.evaluation->standard_error;
    CHECK((std::isnan(error)
               ? std::isnan(other.evaluation->standard_error)
               : error == Approx(other.evaluation->standard_error).epsilon(1.0 / 2'000)));
    CHECK(close(one.lift->absolute.estimate.low, other.lift->absolute.estimate.low));
    CHECK(close(one.lift->relative.estimate.high, other.lift->relative.estimate.high));
    const auto parts = influences_of(*one.evaluation), others = influences_of(*other.evaluation);
    REQUIRE(parts.size() == others.size());
    for (std::size_t t = 0; t < parts.size(); ++t) {
      REQUIRE(std::fabs(parts[t] - others[t]) <= 1e-12 * one.evaluation->standard_error);
    }
  }
  for (std::size_t i = 0; i < in_blocks.segments[0].differences.size(); ++i) {
    CHECK(close(in_blocks.segments[0].differences[i].difference.estimate.low,
                whole.segments[0].differences[i].difference.estimate.low));
  }
}

TEST_CASE("blocks: stretches and segments of a log are logs of blocks, and no caller changes") {
  Log log = with_rewards(long_log(3'000), "binary");
  for (TargetPolicy& target : log.targets) target.all.clear();
  std::vector<std::uint32_t> odd;
  for (std::uint32_t i = 1; i < log.size(); i += 2) odd.push_back(i);
  const auto stretch = [](std::uint64_t i) { return 1'000 + i; };
  const auto segment = [&](std::uint64_t i) { return odd[i]; };
  CHECK(shown(LogFacts(std::make_shared<const PartOfLog<decltype(stretch)>>(log, 500, stretch))) ==
        shown(LogFacts(std::make_shared<const Log>(log.range(1'000, 500)))));
  CHECK(shown(LogFacts(
            std::make_shared<const PartOfLog<decltype(segment)>>(log, odd.size(), segment))) ==
        shown(LogFacts(std::make_shared<const Log>(log.select(odd)))));
}

TEST_CASE("blocks: sparse contexts give the tests of a log what the same dense ones give") {
  Log dense = with_rewards(long_log(2'000), "binary");
  dense.dimension = 4;
  Log sparse = dense;
  sparse.active_first.push_back(0);
  for (std::uint32_t i = 0; i < dense.size(); ++i) {
    const std::uint32_t category = 1 + (dense.actions[i] + (Draws({418}, i).below(4) == 0)) % 3;
    for (std::uint32_t k = 0; k < 4; ++k) dense.contexts.push_back(k == 0 || k == category);
    sparse.active.insert(sparse.active.end(), {0, category});
    sparse.active_first.push_back(sparse.active.size());
  }
  dense.check();
  sparse.check();
  const auto of = find_evaluation_components("uniform_random", "replay");
  const auto warnings = [&](const Log& log) {
    const LogFacts facts(std::make_shared<const Log>(log));
    std::string text;
    for (const auto& warning :
         evaluate(facts, of.algorithm, of.evaluator, {}).assumption_violations) {
      text += warning.marked + '\n';
    }
    return text;
  };
  const std::string expected = warnings(dense);
  CHECK(warnings(sparse) == expected);
  CHECK_THAT(expected, Contains("the logged action depends on feature 1"));
}

TEST_CASE("blocks: an algorithm's probabilities are those of columns that hold them") {
  Log log = with_rewards(long_log(500), "unit");
  log.targets = {{"half", std::vector<double>(500, 1.0 / 3), std::vector<double>(1500, 1.0 / 3)}};
  const auto evaluator = component_of("snips");
  const auto find = [](const char* text) {
    return find_evaluation_components(text, "snips").algorithm;
  };
  const Evaluation of_algorithm = evaluate(log, find("uniform_random"), evaluator, {});
  const Evaluation of_columns = evaluate(log, algorithm_of_target("half"), evaluator, {});
  CHECK(of_algorithm.estimate == of_columns.estimate);
  CHECK(of_algorithm.interval.low == of_columns.interval.low);
  CHECK(of_algorithm.warnings.size() == of_columns.warnings.size());
}

TEST_CASE("blocks: records are counted once, whatever the sweeps") {
  const Log log = long_log(40'000);
  for (const char* const text : {"ips", "log_sum_exponential"}) {
    std::atomic<std::uint64_t> passed = 0;
    const CountScope counting(&passed);
    evaluate(log, algorithm_of_target("pi"), component_of(text), {});
    CHECK(passed == 40'000u);
  }
}

TEST_CASE("blocks: golden values") {
  const TemporaryFolder folder;
  Log log = golden_log_of_policies();
  log.action_names = {"0", "1", "2"};
  log.feature_names = {"x"};
  LogOptions options;
  options.path = prepared_file(folder, log).string();
  const InputLog input = open_log(options, RecordsIn::blocks);
  REQUIRE(input.blocks);
  const auto evaluation = [&](const char* text) {
    return evaluate(input, algorithm_of_target(log.targets[0].name), component_of(text), {});
  };
  require_golden(evaluation("ips").estimate, 1.00833333333333333);
  require_golden(evaluation("ips").standard_error, 0.42355965079050883);
  require_golden(evaluation("snips").estimate, 0.852112676056338);
  require_golden(evaluation("snips").standard_error, 0.12288377726555212);
  require_golden(evaluation("ncis{cap=2}").estimate, 0.843283582089552);
}

TEST_CASE("blocks: which evaluators read them, and which logs are read so") {
  for (const char* text :
       {"dr", "dm", "replay", "switch_dr", "balanced_ips", "cressie_read",
        "ips{interval=\"bootstrap\"}", "clipped_ips{select=\"slope\", grid=[1, 2]}"}) {
    INFO(text);
    CHECK_FALSE(reads_blocks(component_of(text), {}));
  }
  for (const char* text : with_predictions) {
    INFO(text);
    CHECK(reads_blocks(component_of(text), {}));
  }
  CHECK_FALSE(reads_blocks(component_of("ips"), {.repetitions = 2}));
  const TemporaryFolder folder;
  Log log = long_log(50);
  LogOptions options;
  options.path = folder.write("log.csv", "action,reward,user\na,1,u\n").string();
  CHECK(open_log(options, RecordsIn::blocks).blocks);
  CHECK_FALSE(open_log(options).blocks);
  LogOptions by_user = options;
  by_user.cluster = "user";
  CHECK_FALSE(open_log(by_user, RecordsIn::blocks).blocks);
  log.rewards[3] = -1;
  options.path = prepared_file(folder, log).string();
  const InputLog input = open_log(options, RecordsIn::blocks);
  REQUIRE(input.blocks);
  CHECK_THROWS_WITH(
      evaluate(input, algorithm_of_target("pi"), component_of("logarithmic_smoothing"), {}),
      Contains("rewards of 0 or more"));
  log.propensities.clear();
  options.path = prepared_file(folder, log).string();
  CHECK_THROWS_WITH(evaluate(open_log(options, RecordsIn::blocks), algorithm_of_target("pi"),
                             component_of("ips"), {}),
                    Contains("propensities"));
  log.targets.clear();
  options.path = prepared_file(folder, log).string();
  CHECK(open_log(options, RecordsIn::blocks).blocks);  // for learners
}
