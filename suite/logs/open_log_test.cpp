#include "suite/logs/open_log.hpp"

#include <algorithm>

#include "suite/logs/array_log.hpp"
#include "suite/logs/column_rows.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;

namespace {

// The options that a component text of parameters gives.
LogOptions options_of(const std::string& text) {
  std::vector<SpecProblem> problems;
  const auto& parameters = log_parameters();
  LogOptions options = parameters.read(
      resolve_parameters(parse_component(text, {}, problems), parameters.described(), problems));
  REQUIRE(problems.empty());
  return options;
}

std::string message_of(const LogOptions& options) {
  try {
    open_log(options);
  } catch (const Error& error) {
    return error.text(OptionStyle::command_line);
  }
  return "";
}

}  // namespace

TEST_CASE("open_log: the parameters fill the options, each in its type") {
  const LogOptions defaults = options_of("log");
  CHECK(defaults.input_format == "auto");
  CHECK(defaults.separator == ',');
  CHECK(defaults.pool_separator == ' ');
  CHECK(defaults.max_actions == 100'000);
  CHECK(table_options_in_use(defaults).empty());
  const LogOptions given = options_of(
      "log{path='a b.csv', columns=['reward=click', 'pool='], hashed=['a:b:64', 'c:1'], "
      "separator='\\t', pool_separator='|', missing_reward=drop, missing_feature=mean, by=site, "
      "policy_column='pi, mine', intercept=false, feature_buckets=16}");
  CHECK(given.path == "a b.csv");
  CHECK(given.columns == std::map<std::string, std::string>{{"pool", ""}, {"reward", "click"}});
  REQUIRE(given.hashed.size() == 2);
  CHECK(given.hashed[0].column == "a:b");
  CHECK(given.hashed[0].buckets == 64);
  CHECK(given.separator == '\t');
  CHECK(given.pool_separator == '|');
  CHECK(given.missing_reward == MissingReward::drop);
  CHECK(given.missing_feature == MissingFeature::mean);
  CHECK(given.segment == "site");
  CHECK(given.policy_columns == std::vector<std::string>{"pi, mine"});
  CHECK(given.feature_buckets == 16);
  CHECK(in_style(option_list(table_options_in_use(given)), OptionStyle::command_line) ==
        "--columns, --hashed, --policy-column, --separator, --pool-separator, --missing-reward, "
        "--missing-feature, --no-intercept, --by, --feature-buckets");
}

TEST_CASE("open_log: file, rows and prepared log give one log and one report") {
  const TemporaryFolder folder;
  const std::string text =
      "action,reward,user,x_a,colour\nred,1,u1,2,x\nblue,0,u2,1,y\nred,oops,u1,4,z\n";
  LogOptions options = options_of("log{cluster=user, skip_bad_lines=true}");
  options.path = folder.write("log.csv", text).string();
  const InputLog read = open_log(options);
  CHECK(read.log->rewards == std::vector<double>{1, 0});
  CHECK(read.clusters == std::vector<std::uint32_t>{0, 1});
  CHECK(read.ignored_columns == std::vector<std::string>{"colour"});
  CHECK(read.has_intercept);
  REQUIRE(read.bad_line_texts().size() == 1);
  CHECK_THAT(read.bad_line_texts()[0],
             Contains(options.path + ":4: column \"reward\": \"oops\" is not a number"));

  LogOptions prepared;
  prepared.path = (folder.path() / "log.replaybench").string();
  prepare_log(options, prepared.path);
  const InputLog again = open_log(prepared);
  CHECK(again.log->rewards == read.log->rewards);
  CHECK(again.log->contexts == read.log->contexts);
  CHECK(again.clusters == read.clusters);
  CHECK(again.ignored_columns == read.ignored_columns);
  CHECK(again.has_intercept);
  CHECK(again.bad_lines == 1);
  CHECK(again.bad_line_texts() == read.bad_line_texts());

  const std::vector<double> rewards{1, 0}, features{2, 1};
  const InputLog rows =
      open_log(*column_rows("memory", {{.name = "action", .texts = {"red", "blue"}},
                                       {.name = "reward", .is_number = true, .numbers = rewards},
                                       {.name = "x_a", .is_number = true, .numbers = features}}),
               LogOptions{});
  CHECK(rows.log->contexts == read.log->contexts);
  CHECK(rows.name == "memory");
}

TEST_CASE("open_log: options of a table's columns are refused where there are none") {
  const TemporaryFolder folder;
  LogOptions options;
  options.path = folder.write("log.csv", "action,reward\nred,1\nblue,0\n").string();
  const std::string prepared = (folder.path() / "log.replaybench").string();
  prepare_log(options, prepared);
  options.path = prepared;
  options.cluster = "user";
  options.intercept = false;
  CHECK_THAT(message_of(options), Contains("give --cluster, --no-intercept to data prepare"));
  options = {};
  CHECK_THAT(message_of(options), Contains("the name of the log is empty"));
  options.path = (folder.path() / "empty").string();
  std::filesystem::create_directory(options.path);
  CHECK_THAT(message_of(options), Contains("is a folder; expected a file"));
}

TEST_CASE("open_log: arrays are the log of a table with these columns") {
  const std::vector<std::int64_t> actions{7, 2, 7};
  const std::vector<double> rewards{1, 0, 0.5}, contexts{1, 2, 3, 4, 5, 6}, all{1, 0, 0, 1, 1, 0};
  LogArrays arrays;
  arrays.action = actions;
  arrays.reward = rewards;
  arrays.context = contexts;
  arrays.features = 2;
  arrays.policies = {{"pi", all, 2}};
  const InputLog input = log_from_arrays(arrays, "the log");
  CHECK(input.log->action_names == std::vector<std::string>{"2", "7"});
  CHECK(input.log->actions == std::vector<Action>{1, 0, 1});
  CHECK(input.log->contexts == std::vector<double>{1, 2, 1, 3, 4, 1, 5, 6, 1});
  CHECK(input.log->targets[0].logged == std::vector<double>{0, 0, 0});
  CHECK(input.name == "the log");
  CHECK(input.lines == 3);
  CHECK(input.has_intercept);

  const InputLog more = with_given(input, {"9"}, {}, {}, "the log");
  CHECK(more.log->action_count == 3);
  CHECK(more.log->targets[0].all.size() == 9);
  CHECK(input.log->action_count == 2);  // it is copied
  arrays.reward = std::span(rewards).first(2);
  CHECK_THROWS_WITH(log_from_arrays(arrays, "the log"),
                    Contains("the log: reward has 2 values; with 3 actions it must have 3"));
}

TEST_CASE("open_log: a table of the actions' features") {
  const TemporaryFolder folder;
  folder.write("log.csv", "action,reward,x_a\ntea,1,0\ncola,0,1\nwater,1,2\n");
  folder.write("drinks.csv", "action,price,kind\ncola, 2.5,cold\nrum,9,cold\ntea,,hot\n");
  LogOptions options;
  options.path = (folder.path() / "log.csv").string();
  options.action_features = (folder.path() / "drinks.csv").string();
  const InputLog input = open_log(options);
  const Log& log = *input.log;
  log.check();
  REQUIRE(log.has_action_features());
  CHECK(log.action_sets.empty());
  CHECK(log.action_features->names() == std::vector<std::string>{"kind=cold", "kind=hot", "price"});
  ContextReader contexts(log);
  const Context context = contexts[2];
  const SparseRow cola = context.action_features(0);
  CHECK(std::vector<std::uint32_t>(cola.places.begin(), cola.places.end()) ==
        std::vector<std::uint32_t>{0, 2});
  CHECK(cola.values[1] == 2.5);
  CHECK(context.action_features(1).places.size() == 1);  // tea's price is empty
  CHECK(context.action_features(2).places.empty());
  REQUIRE(input.warnings.size() == 2);
  CHECK_THAT(input.warnings[0], Contains("1 action of the log is not in") && Contains("\"water\""));
  CHECK_THAT(input.warnings[1], Contains("column \"price\" is missing in 1 row"));

  const std::string digest = digest_of_log(options);
  options.action_features.clear();
  CHECK(digest_of_log(options) != digest);
  CHECK_FALSE(open_log(options).log->has_action_features());
}

TEST_CASE("open_log: tables of features that are none are refused, with the line") {
  const TemporaryFolder folder;
  folder.write("log.csv", "action,reward\ntea,1\ncola,0\n");
  LogOptions options;
  options.path = (folder.path() / "log.csv").string();
  options.action_features = (folder.path() / "t.csv").string();
  const auto refusal = [&](const char* table) {
    folder.write("t.csv", table);
    return message_of(options);
  };
  CHECK_THAT(refusal("item,price\ntea,1\n"), Contains("needs a column \"action\""));
  CHECK_THAT(refusal("action\ntea\n"), Contains("a column per feature"));
  CHECK_THAT(refusal("action,price\ntea,1\ntea,2\n"), Contains(":3:") && Contains("comes twice"));
  CHECK_THAT(refusal("action,price\ntea,1\n,2\n"), Contains(":3:") && Contains("is empty"));
  CHECK_THAT(refusal("action,price\ntea,inf\ncola,1\n"), Contains("is not a finite number"));
  CHECK_THAT(refusal("action,price\ntea\n"), Contains(":2:"));
  CHECK_THAT(refusal("action,price\nrum,1\n"), Contains("none of the log's actions"));
}

TEST_CASE("open_log: a range of rewards is checked, or that of the log") {
  const TemporaryFolder folder;
  folder.write("log.csv", "action,reward\na,1\nb,4\na,2\n");
  LogOptions options = options_of("log{path='x', reward_range='0:5'}");
  options.path = (folder.path() / "log.csv").string();
  const auto bounds = open_log(options).log->reward_bounds;
  REQUIRE(bounds);
  CHECK(bounds->least == 0);
  CHECK(bounds->most == 5);
  CHECK(bounds->scaled(4) == 0.8);
  CHECK(log_parameters().changed(options) == std::vector<std::string>{"path", "reward_range"});
  options.reward_range->bounds.most = 3;
  CHECK_THAT(message_of(options),
             Contains("the reward of record 2 is 4") && Contains("--reward-range 0:3"));
  options.reward_range->of_log = true;
  const InputLog input = open_log(options);
  CHECK(input.log->reward_bounds->least == 1);
  CHECK(input.log->reward_bounds->most == 4);
  CHECK_THAT(input.warnings.at(0), Contains("from 1 to 4"));
  folder.write("log.csv", "action,reward\na,1\nb,1\n");
  CHECK_THAT(message_of(options), Contains("all rewards are 1"));
  for (const char* text : {"5:0", "1:1", "0", "a:b", "0:inf"}) {
    std::vector<SpecProblem> problems;
    resolve_parameters(
        parse_component("log{path='x', reward_range='" + std::string(text) + "'}", {}, problems),
        log_parameters().described(), problems);
    CHECK(problems.size() == 1);
  }
}

TEST_CASE("open_log: several Parquet files in blocks are the log in memory") {
  LogOptions options;
  options.path = (std::filesystem::path(__FILE__).parent_path().parent_path() / "format" /
                  "parquet_files" / "duckdb_*.parquet")
                     .string();
  options.policy_columns = {"propensity"};
  options.columns = {{"propensity", ""}};
  options.features = {"x_*", "seen"};
  const InputLog whole = open_log(options), input = open_log(options, RecordsIn::blocks);
  REQUIRE(input.blocks);
  const std::size_t n = whole.log->size();
  CHECK(n == 5 * 300);
  REQUIRE(input.blocks->size() == n);
  CHECK(input.blocks->header().feature_names == whole.log->feature_names);
  CHECK(input.blocks->header().action_names == whole.log->action_names);
  CHECK(input.ignored_columns == whole.ignored_columns);
  BlockBuffers buffers;
  const LogBlock block =
      input.blocks->read(0, n, {.actions = true, .rewards = true, .contexts = true}, buffers);
  const auto equal = [](auto block_column, const auto& column) {
    return std::equal(block_column.begin(), block_column.end(), column.begin(), column.end());
  };
  CHECK(equal(block.actions, whole.log->actions));
  CHECK(equal(block.rewards, whole.log->rewards));
  CHECK(equal(block.contexts, whole.log->contexts));
  std::vector<double> logged(n);
  input.blocks->read_target(0, 0, logged);
  CHECK(logged == whole.log->targets[0].logged);
}
