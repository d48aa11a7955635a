// CSV as spreadsheets, databases and printf write it.

#include "suite/log/csv_log.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/option.hpp"

namespace replaybench {
namespace {

using Catch::Matchers::Contains;

TableLog read(const std::string& text, TableOptions options = {}) {
  options.intercept = false;
  return read_csv_log(text, "log.csv", options);
}

std::string error_of(const std::string& text, const TableOptions& options = {}) {
  return in_style(message_of<DataError>([&] { read(text, options); }), OptionStyle::command_line);
}

const std::string three = "action,reward,propensity,x_1\na,1,0.5,2\nb,0,0.25,-3\na,0.5,0.5,4e1\n";

void check_three(const TableLog& got) {
  CHECK(got.report.records == 3);
  CHECK(got.report.bad_lines == 0);
  CHECK(got.log.action_names == std::vector<std::string>{"a", "b"});
  CHECK(got.log.rewards == std::vector<double>{1, 0, 0.5});
  CHECK(got.log.propensities == std::vector<double>{0.5, 0.25, 0.5});
  CHECK(got.log.contexts == std::vector<double>{2, -3, 40});
  CHECK(got.report.warnings.empty());
}

TEST_CASE("csv as written: empty lines at the end are passed over") {
  for (const char* end : {"\n", "\n\n\n", "\r\n\r\n", " \n\t\n", ",,,\n,,,\n\n", ", ,,"}) {
    INFO(end);
    check_three(read(three + end));
  }
  // Between records they are bad lines.
  CHECK_THAT(
      error_of("action,reward\na,1\n\n\nb,1\n,\nc,1\n\n"),
      Catch::Matchers::Equals("log.csv: 3 of 6 lines cannot be used\nlog.csv:3: the line is empty\n"
                              "log.csv:4: the line is empty\nlog.csv:6: the line is empty\n"
                              "use --skip-bad-lines to leave them out"));
  CHECK_THAT(error_of("action,reward\n\n\n"), Contains("a header and no data line"));
  // A text in quotes is a value.
  CHECK_THAT(error_of("action,reward\na,1\n\"\",\"\"\n"), Contains("column \"action\" is empty"));
}

TEST_CASE("csv as written: blanks around numbers and names do not count") {
  check_three(
      read("action, reward,\tpropensity ,x_1 \na, 1, 0.5,\t2\nb,0 , 0.25,-3 \na, 0.5 ,0.5, 4e1\n"));
  TableOptions policies;
  policies.policy_patterns = {"pi_*"};
  const TableLog got = read(
      "action, reward, propensity, pi_a, pi_b\na, 1, 0.5, 0.25, 0.75\nb, 0, 0.5, 1, 0\n", policies);
  CHECK(got.report.records == 2);
  CHECK_THAT(error_of("action,reward\na, 1 2\n"), Contains("\"1 2\" is not a number"));
  CHECK_THAT(error_of("action,\" reward\"\na,1\n"), Contains("did you mean \" reward\""));
}

TEST_CASE("csv as written: \\N is a missing value") {
  TableOptions options;
  options.missing_reward = MissingReward::zero;
  options.missing_feature = MissingFeature::mean;
  const TableLog got = read("action,reward,x_1\na,1,\\N\nb,\\N,3\n", options);
  CHECK(got.log.rewards == std::vector<double>{1, 0});
  CHECK(got.log.contexts == std::vector<double>{3, 3});
}

TEST_CASE("csv as written: lines that end with CR alone") {
  std::string text = three;
  for (char& c : text) c = c == '\n' ? '\r' : c;
  check_three(read(text));
  // One of CR LF and LF alone is as before; so is a CR in quotes.
  check_three(read("action,reward,propensity,x_1\r\na,1,0.5,2\nb,0,0.25,-3\r\na,0.5,0.5,4e1\r\n"));
  CHECK(read("action,reward\n\"a\rb\",1\nb,0\n").log.action_names ==
        std::vector<std::string>{"a\rb", "b"});
}

TEST_CASE("csv as written: quotes inside an unquoted field of a column that nobody uses") {
  const std::string text =
      "action,reward,note,size\na,1,say \"hi\" now,5\"\nb,0,plain,\"5\"\"\"\nb,1,\"a\nb\",6\" x\n";
  const TableLog got = read(text);
  CHECK(got.report.records == 3);
  CHECK(got.log.rewards == std::vector<double>{1, 0, 1});
  TableOptions options;
  options.categorical = {"size"};
  CHECK_THAT(error_of(text, options),
             Contains("log.csv:2: column \"size\": quote inside an unquoted field in \"5\\\"\""));
  // A separator between such quotes makes one field more: the quote is named.
  CHECK_THAT(error_of("action,reward,note\na,1,say \"a,b\"\n"),
             Contains("column \"note\": quote inside an unquoted field"));
}

TEST_CASE("csv as written: a comma as the decimal mark") {
  TableOptions options;
  options.separator = ';';
  options.decimal = ',';
  check_three(
      read("action;reward;propensity;x_1\na;1;0,5;2,0\nb;0; 0,25;-3\na;0,5;0.5;4,0e1\n", options));
  CHECK(read("action;reward\n1,5;1\n2;0\n", options).log.action_names ==
        std::vector<std::string>{"1,5", "2"});
  CHECK_THAT(error_of("action;reward\na;1.000,5\n", options),
             Contains("\"1.000,5\" is not a number"));
  options.separator = ',';
  CHECK_THAT(error_of(three, options), Contains("give --separator ';'"));
}

TEST_CASE("csv as written: no header line") {
  TableOptions options;
  options.names = {"action", "reward", "propensity", "x_1"};
  check_three(read(three.substr(three.find('\n') + 1), options));
  options.names = {"action", "reward", "propensity", "x_1", "x_1"};
  CHECK_THAT(error_of(three, options), Contains("the column \"x_1\" twice"));
  CHECK_THAT(error_of("1,0,0.5\n2,1,0.5\n"),
             Contains("has the first line no names? then give them: --names action,reward,..."));
}

}  // namespace
}  // namespace replaybench
