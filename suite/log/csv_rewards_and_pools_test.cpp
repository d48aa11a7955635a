// Effects of the options of a log's reading: lines without a reward, the separator of pools, the
// maximum number of actions.

#include "suite/log/csv_log.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using Catch::Contains;

namespace {

TableLog log_of(std::string_view text, const TableOptions& options = {}) {
  return read_csv_log(text, "log.csv", options);
}

const char* const gaps =
    "action,reward,x_a\n"
    "a,1,0\n"
    "b,,1\n"
    "c,NA,2\n"
    "a,0.5,3\n"
    "b,null,oops\n";

}  // namespace

TEST_CASE("csv_log: a line without a reward is bad unless the options say what it stands for") {
  CHECK_THROWS_WITH(log_of(gaps), Contains("3 of 5 lines cannot be used") &&
                                      Contains("log.csv:3: column \"reward\" is empty") &&
                                      Contains("log.csv:4: column \"reward\": \"NA\"") &&
                                      Contains("3 lines have no reward: missing_reward=zero"));
  TableOptions options;
  options.skip_bad_lines = true;
  const TableLog skipped = log_of(gaps, options);
  CHECK(skipped.log.rewards == std::vector<double>{1, 0.5});
  CHECK(skipped.report.bad_lines == 3);
}

TEST_CASE("csv_log: missing rewards count as zero, and their number is said") {
  TableOptions options;
  options.missing_reward = MissingReward::zero;
  // The last line is bad for its feature: it is no record, for any reward.
  CHECK_THROWS_WITH(log_of(gaps, options), Contains("1 of 5 lines cannot be used"));
  options.skip_bad_lines = true;
  const TableLog csv = log_of(gaps, options);
  CHECK(csv.log.rewards == std::vector<double>{1, 0, 0, 0.5});
  CHECK(csv.log.action_count == 3);
  REQUIRE(csv.report.warnings.size() == 1);
  CHECK(csv.report.warnings[0] == "2 of 5 lines have no reward: they count as 0");
}

TEST_CASE("csv_log: lines without a reward are dropped, and their number is said") {
  TableOptions options;
  options.missing_reward = MissingReward::drop;
  const TableLog csv = log_of(gaps, options);
  CHECK(csv.log.rewards == std::vector<double>{1, 0.5});
  CHECK(csv.log.action_count == 1);  // a line that is no record gives no action
  CHECK(csv.report.lines == 5);
  CHECK(csv.report.records == 2);
  CHECK(csv.report.bad_lines == 0);
  REQUIRE(csv.report.warnings.size() == 1);
  CHECK_THAT(csv.report.warnings[0], Contains("3 of 5 lines have no reward: they are left out"));
  CHECK_THROWS_WITH(log_of("action,reward\na,\nb,NA\n", options),
                    Contains("log.csv: no line has a reward"));
  CHECK(log_of("action,reward\na,1\nb,0\n", options).report.warnings.empty());
}

TEST_CASE("csv_log: what is no number and no gap stays a bad line, whatever stands for gaps") {
  TableOptions options;
  for (const auto missing : {MissingReward::zero, MissingReward::drop}) {
    options.missing_reward = missing;
    CHECK_THROWS_WITH(log_of("action,reward\na,1\nb,often\n", options),
                      Contains("log.csv:3: column \"reward\": \"often\" is not a number"));
    CHECK_THROWS_AS(log_of("action,reward\na,1\nb,inf\n", options), DataError);
  }
}

TEST_CASE("csv_log: pools with another separator, whose actions may have blanks") {
  const char* const text =
      "action,reward,pool\n"
      "red hat,1,red hat|blue hat\n"
      "blue hat,0, blue hat | green \n"
      "green,1,green\n";
  TableOptions options;
  options.pool_separator = '|';
  const Log log = log_of(text, options).log;
  REQUIRE(log.action_names == std::vector<std::string>{"blue hat", "green", "red hat"});
  REQUIRE(log.has_pools());
  CHECK(log.available(0).size() == 2);
  CHECK(log.available(0).contains(2));
  CHECK(log.available(1).contains(1));
  CHECK(log.available(2).size() == 1);
  CHECK_THROWS_WITH(
      log_of(text),
      Contains("\"red hat\" is not in its pool \"red hat|blue hat\"; is the separator "
               "'|'? then give pool_separator=|"));
  CHECK_THROWS_WITH(log_of("action,reward,pool\na,1,b c\n"),
                    Contains("\"a\" is not in its pool \"b c\"") && !Contains("separator"));
  CHECK_THROWS_WITH(
      log_of("action,reward,pool\nred hat,1,red hat green\n"),
      Contains("the action's name has the separator ' ' in it") && Contains("pool_separator=|"));
}

TEST_CASE("csv_log: more different actions than allowed stop the reading, and are counted") {
  std::string text = "action,reward\n";
  for (int i = 0; i < 50; ++i) text += "id" + std::to_string(i) + ",0\n";
  text += "id3,often\n";  // behind the place where the reading stops
  TableOptions options;
  options.max_actions = 40;
  CHECK_THROWS_AS(log_of(text, options), DataError);
  CHECK_THROWS_WITH(log_of(text, options),
                    Contains("log.csv:42: column \"action\" has more than 40 different actions, "
                             "after 41 lines: is it an identifier of the record? max_actions"));
  options.max_actions = 50;
  options.skip_bad_lines = true;
  CHECK(log_of(text, options).log.action_count == 50);
  options.max_actions = 2;
  CHECK_THROWS_WITH(log_of("action,reward,pool\na,1,a b c\n", options),
                    Contains("more than 2 different actions, with those of the pools"));
}

TEST_CASE("csv_log: a line without a feature is bad, unless it is filled with the column's mean") {
  const char* const text =
      "action,reward,x_0,x_1\n"
      "a,1,2,10\n"
      "b,0,,10\n"
      "c,0,NA,20\n"
      "a,1,5,null\n";
  CHECK_THROWS_WITH(log_of(text),
                    Contains("3 of 4 lines cannot be used") &&
                        Contains("log.csv:3: column \"x_0\" is empty") &&
                        Contains("3 lines lack a feature: missing_feature=mean fills it"));
  TableOptions options;
  options.missing_feature = MissingFeature::mean;
  const TableLog csv = log_of(text, options);
  const double mean = 40.0 / 3;
  CHECK(csv.log.contexts == std::vector<double>{2, 10, 1, 3.5, 10, 1, 3.5, 20, 1, 5, mean, 1});
  REQUIRE(csv.report.warnings.size() == 2);
  CHECK(csv.report.warnings[0] ==
        "feature \"x_0\": 2 of 4 values are missing and count as the mean of the others, 3.5");
  CHECK(csv.report.warnings[1] ==
        "feature \"x_1\": 1 of 4 values is missing and counts as the mean of the others, 13.3333");
  CHECK(csv.report.bad_lines == 0);

  // The mean is that of the good lines, and what is no number and no gap stays a bad line.
  const std::string more = std::string(text) + "b,often,100,100\nb,0,x,100\n";
  CHECK_THROWS_WITH(log_of(more.c_str(), options),
                    Contains("log.csv:6: column \"reward\": \"often\" is not a number") &&
                        Contains("log.csv:7: column \"x_0\": \"x\" is not a number") &&
                        !Contains("lack a feature"));
  options.skip_bad_lines = true;
  CHECK(log_of(more.c_str(), options).log.contexts == csv.log.contexts);
  CHECK_THROWS_WITH(log_of("action,reward,x_0\na,1,\nb,0,NA\n", options),
                    Contains("log.csv: column \"x_0\" has no value on any line"));
  CHECK(log_of("action,reward,x_0\na,1,2\nb,0,3\n", options).report.warnings.empty());
}

TEST_CASE("csv_log: of many features with gaps the first are said each, the others together") {
  std::string text = "action,reward";
  for (int i = 0; i < 6; ++i) text += ",x_" + std::to_string(i);
  text += ",country\na,1,1,1,1,1,1,1,us\nb,0,,,,,,7,fr\nc,0,,,,,,7,us\n";
  TableOptions options;
  options.missing_feature = MissingFeature::mean;
  options.categorical = {"country"};
  const TableLog csv = log_of(text.c_str(), options);
  REQUIRE(csv.report.warnings.size() == 4);
  CHECK(csv.report.warnings[3] ==
        "2 more features lack 4 values, which count as the mean of the feature's others");
  // The features of texts stand behind them.
  CHECK(csv.log.dimension == 9);
  for (std::size_t i = 0; i < 5; ++i) CHECK(csv.log.contexts[9 + i] == 1);
  CHECK(csv.log.contexts[9 + 5] == 7);
}
