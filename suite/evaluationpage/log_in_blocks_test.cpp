// A log that is read in blocks gives the JSON of the log in memory, byte for byte.

#include <fmt/core.h>

#include <sstream>
#include <string>
#include <vector>

#include "suite/evaluate/evaluate_all.hpp"
#include "suite/evaluationpage/evaluation_json.hpp"
#include "suite/prepared/prepared_table.hpp"
#include "suite/prepared/spooled_log.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"

namespace replaybench {
namespace {

struct Shape {
  std::size_t records = 0;
  bool real_rewards = false;
  bool pools = false;
  bool uniform = false;  ///< of one propensity
  double offset = 0;     ///< of rewards and predictions
  bool loggers = false;
};

// A log of three actions whose names are not in the order in which they come; a policy of the logged actions and one of all,
// which may take an action that the log never shows; predictions.
std::string csv_of(const Shape& shape) {
  const char* const names[] = {"c10", "a", "c9"};
  std::string text =
      "action,reward,propensity,timestamp,x_0,x_1,pi,t_a,t_c10,t_c9,t_never,q_a,q_c10,q_c9,q_never,"
      "note" +
      std::string(shape.pools ? ",pool" : "") + (shape.loggers ? ",logger" : "") + "\n";
  for (std::size_t i = 0; i < shape.records; ++i) {
    Draws draws({56}, i);
    const double p = 0.2 + 0.5 * draws.uniform();
    const std::size_t action = shape.uniform ? draws.below(3) : draws.uniform() < p ? 0 : 1;
    const double propensity = shape.uniform ? 1.0 / 3 : action == 0 ? p : 1 - p;
    const bool success = draws.uniform() < 0.1 + 0.2 * static_cast<double>(action);
    const double reward = shape.offset + (shape.real_rewards ? 10 * draws.uniform() - 1 : success);
    const double pi = draws.uniform();
    text += fmt::format("{},{},{},2024-01-{:02},{},{},{},{},{},{},{},0.1,{},{},{},n", names[action],
                        reward, propensity, 1 + (i % 20'000) / 700, draws.uniform(), draws.below(4),
                        action == 0 ? pi : 1 - pi, 0.5, 0.25, shape.pools ? 0.25 : 0.125,
                        shape.pools ? 0 : 0.125, shape.offset + draws.uniform(), shape.offset + 0.3,
                        shape.offset + 0.5);
    if (shape.pools) text += i % 3 == 0 ? ",a c10 c9" : ",c10 c9 a never";
    if (shape.loggers) text += i % 5 == 0 ? ",z" : ",b";
    text += "\n";
  }
  return text;
}

// The same lines as JSON, whose values are texts where a cell is none of a number.
std::string json_of_csv(const std::string& csv) {
  std::vector<std::string> names;
  std::string json;
  std::istringstream lines(csv);
  for (std::string line, cell; std::getline(lines, line);) {
    std::istringstream cells(line);
    if (names.empty()) {
      while (std::getline(cells, cell, ',')) names.push_back(cell);
      continue;
    }
    for (std::size_t i = 0; std::getline(cells, cell, ','); ++i) {
      const bool number = names[i] != "action" && names[i] != "timestamp" && names[i] != "note" &&
                          names[i] != "pool" && names[i] != "logger";
      json += fmt::format("{}\"{}\":{}", i == 0 ? "{" : ",", names[i],
                          number ? cell : '"' + cell + '"');
    }
    json += "}\n";
  }
  return json;
}

struct Question {
  std::vector<std::string> algorithms;  ///< besides the target policies
  std::vector<std::string> evaluators;
  std::size_t jobs = 1;
};

std::string answer(const InputLog& input, const Question& asked) {
  std::vector<Component<AlgorithmDescription>> algorithms;
  std::vector<Component<EvaluatorDescription>> evaluators;
  ResultNames names{.log = "the log"};
  for (const std::string& text : asked.evaluators) {
    evaluators.push_back(find_evaluation_components("ucb", text).evaluator);
    names.evaluators.push_back(text);
  }
  if (asked.algorithms.empty()) {
    for (const TargetPolicy& target : input.log->targets) {
      algorithms.push_back(algorithm_of_target(target.name));
      names.labels.push_back(target.name);
    }
  }
  for (const std::string& text : asked.algorithms) {
    algorithms.push_back(find_evaluation_components(text, "replay").algorithm);
    names.labels.push_back(text);
  }
  names.sentence = [](std::string_view marked) { return std::string(marked); };
  ComparisonOptions options;
  options.lift = true;
  options.evaluation.jobs = asked.jobs;
  options.evaluation.keep_details = true;
  const EvaluationTable table = evaluate_all(input, algorithms, evaluators, options);
  return json_of(names, input, table, options.evaluation).dump(1);
}

LogOptions reading_of(const std::filesystem::path& path) {
  LogOptions options;
  options.path = path.string();
  return options;
}

LogOptions table_reading(const std::filesystem::path& file) {
  LogOptions options = reading_of(file);
  options.policy_columns = {"pi"};
  options.policy_patterns = {"t_*"};
  options.prediction_patterns = {"q_*"};
  return options;
}

LogOptions csv_reading(const TemporaryFolder& folder, const Shape& shape) {
  return table_reading(folder.write("log.csv", csv_of(shape)));
}

void require_same(const LogOptions& reading, Question asked) {
  const InputLog whole = open_log(reading), blocks = open_log(reading, RecordsIn::blocks);
  REQUIRE(blocks.blocks);
  REQUIRE_FALSE(whole.blocks);
  const std::string expected = answer(whole, asked);
  for (const std::size_t jobs : {1, 2, 7}) {
    INFO(reading.path << " with " << jobs << " jobs");
    asked.jobs = jobs;
    CHECK(answer(blocks, asked) == expected);
  }
}

// The log as CSV, as JSON lines, and prepared.
void require_same_of_files(const Shape& shape, const Question& asked) {
  const TemporaryFolder folder;
  const LogOptions csv = csv_reading(folder, shape);
  require_same(csv, asked);
  require_same(table_reading(folder.write("log.json", json_of_csv(csv_of(shape)))), asked);
  const auto prepared = folder.path() / "log.replaybench";
  prepare_log(csv, prepared);
  require_same(reading_of(prepared), asked);
  CHECK(answer(open_log(reading_of(prepared)), asked).size() > 1000);
}

}  // namespace

TEST_CASE("log in blocks: target policies have the JSON of the log in memory") {
  const Question asked{{},
                       {"ips", "snips", "clipped_ips{cap=3}", "log_sum_exponential{lambda=-0.2}"}};
  SECTION("clicks") { require_same_of_files({.records = 70'000}, asked); }
  SECTION("any rewards") {
    require_same_of_files({.records = 40'000, .real_rewards = true}, asked);
  }
  SECTION("pools") { require_same_of_files({.records = 3'000, .pools = true}, asked); }
  SECTION("one propensity") { require_same_of_files({.records = 3'000, .uniform = true}, asked); }
}

TEST_CASE("log in blocks: given predictions have the JSON of the log in memory") {
  const Question asked{{},
                       {"snips", "dr{model=\"given\"}", "dm{model=\"given\"}",
                        "sndr{model=\"given\"}", "dros{model=\"given\"}"}};
  SECTION("clicks") { require_same_of_files({.records = 40'000}, asked); }
  SECTION("any rewards") { require_same_of_files({.records = 3'000, .real_rewards = true}, asked); }
  SECTION("an offset") {
    require_same_of_files({.records = 3'000, .real_rewards = true, .offset = 3e4}, asked);
  }
  SECTION("pools") { require_same_of_files({.records = 3'000, .pools = true}, asked); }
}

TEST_CASE("log in blocks: a table is prepared in blocks with the bytes of the log in memory") {
  const Shape shape = GENERATE(Shape{.records = 70'000, .loggers = true},
                               Shape{.records = 3'000, .real_rewards = true, .pools = true},
                               Shape{.records = 1, .uniform = true});
  const TemporaryFolder folder;
  LogOptions reading = csv_reading(folder, shape);
  reading.intercept = shape.pools;
  const auto in_blocks = folder.path() / "blocks", in_memory = folder.path() / "memory";
  const PreparedOrigin origin = prepare_log(reading, in_blocks);
  const InputLog whole = open_log(reading);
  PreparedTable table;
  table.log = *whole.log;
  table.report = whole;
  table.origin = origin;
  write_prepared_table(in_memory, table);
  CHECK(read_file(in_blocks) == read_file(in_memory));
}

TEST_CASE("log in blocks: learners have the JSON of the log in memory") {
  const Question asked{{"ucb", "lin_ucb", "epsilon_greedy", "thompson_sampling", "lin_ts", "exp3",
                        "ucb{alpha=0}", "sliding_window_ucb"},
                       {"replay"}};
  SECTION("clicks") { require_same_of_files({.records = 40'000, .uniform = true}, asked); }
  SECTION("any rewards, some learners refuse them") {
    require_same_of_files({.records = 17'000, .real_rewards = true, .uniform = true}, asked);
  }
  SECTION("pools, propensities that are not uniform") {
    require_same_of_files({.records = 3'000, .pools = true}, asked);
  }
}

TEST_CASE("log in blocks: a log in a file has the records of one in memory") {
  const TemporaryFolder folder;
  const LogOptions reading =
      csv_reading(folder, {.records = 70'000, .real_rewards = true, .loggers = true});
  const Log whole = *open_log(reading).log;
  for (const std::uint64_t in_memory : {std::uint64_t{0}, SpooledLog::usual_memory}) {
    SpooledLog log(in_memory);
    const auto rows = csv_rows(open_text_file(reading.path));
    const ReadReport report = read_log_in_parts(*rows, reading, log);
    CHECK(log.is_in_file() == (in_memory == 0));
    CHECK(report.records == whole.size());
    REQUIRE(log.size() == whole.size());
    CHECK(log.header().action_names == whole.action_names);
    CHECK(log.header().feature_names == whole.feature_names);
    BlockBuffers buffers;
    // Within a part, across parts, and the last records.
    for (const auto& [first, count] :
         {std::pair<std::size_t, std::size_t>{5, 1}, {32'000, 34'000}, {69'990, 10}, {0, 70'000}}) {
      const Log part = whole.range(first, count);
      const LogBlock block = log.read(first, count, {true, true, true, true, true, true}, buffers);
      CHECK(std::ranges::equal(block.actions, part.actions));
      CHECK(std::ranges::equal(block.rewards, part.rewards));
      CHECK(std::ranges::equal(block.propensities, part.propensities));
      CHECK(std::ranges::equal(block.contexts, part.contexts));
      CHECK(std::ranges::equal(block.loggers, part.loggers));
      std::vector<std::string> times(count);
      log.read_timestamps(first, times);
      CHECK(times == part.timestamps);
      std::vector<double> values(count);
      for (Action a = 0; a < whole.action_count; ++a) {
        log.read_prediction_of(0, a, first, values);
        CHECK(values[count - 1] == part.predictions[0].all[(count - 1) * whole.action_count + a]);
      }
      for (std::uint32_t f = 0; f < whole.dimension; ++f) {
        log.read_feature(f, first, values);
        CHECK(values[count - 1] == part.feature(count - 1, f));
      }
      for (std::size_t t = 0; t < part.targets.size(); ++t) {
        log.read_target(t, first, values);
        CHECK(values == part.targets[t].logged);
        CHECK(log.target_has_all(t) == !part.targets[t].all.empty());
        for (Action a = 0; log.target_has_all(t) && a < whole.action_count; ++a) {
          log.read_target_of(t, a, first, values);
          CHECK(values[count - 1] == part.targets[t].all[(count - 1) * whole.action_count + a]);
        }
      }
    }
  }
}

TEST_CASE("log in blocks: lines that cannot be used are refused in the same words") {
  const TemporaryFolder folder;
  LogOptions reading = reading_of(folder.write("log.csv", "action,reward\na,1\nb,x\nc,2\n"));
  const auto refusal = [&](RecordsIn records) {
    return message_of<DataError>([&] { open_log(reading, records); });
  };
  CHECK(refusal(RecordsIn::blocks).find("1 of 3 lines cannot be used") != std::string::npos);
  CHECK(refusal(RecordsIn::blocks) == refusal(RecordsIn::memory));
  reading.skip_bad_lines = true;
  const InputLog input = open_log(reading, RecordsIn::blocks);
  CHECK(input.blocks->size() == 2);
  CHECK(input.bad_lines == 1);
  CHECK(input.log->action_names == std::vector<std::string>{"a", "c"});
}

}  // namespace replaybench
