#include <algorithm>

#include "suite/log/csv_log.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

std::string error_of(std::string_view text, const TableOptions& options = {}) {
  return message_of<DataError>([&] { read_csv_log(text, "log.csv", options); });
}

// Reads a log of a good line, the bad one, and a good line; gives the reason.
std::string reason_of(const std::string& header, const std::string& good, const std::string& bad) {
  const std::string text = header + "\n" + good + "\n" + bad + "\n" + good + "\n";
  const auto [log, report] = read_csv_log(text, "log.csv", {.skip_bad_lines = true});
  log.check();
  CHECK(report.lines == 3);
  CHECK(report.records == 2);
  CHECK(report.bad_lines == 1);
  REQUIRE(report.first_bad.size() == 1);
  CHECK(report.first_bad[0].line == 3);
  const std::string reason = in_style(report.first_bad[0].reason, OptionStyle::command_line);
  const bool has_no_reward = reason == R"(column "reward" is empty)" ||
                             reason == R"(column "reward": "NaN" is not finite)";
  const bool lacks_feature =
      reason.find("column \"x_") == 0 &&
      (reason.ends_with("is empty") || reason.ends_with("\"NaN\" is not finite") ||
       reason.ends_with("\"NA\" is not a number"));
  CHECK(error_of(text) ==
        "log.csv: 1 of 3 lines cannot be used\nlog.csv:3: " + reason +
            "\nuse --skip-bad-lines to leave them out" +
            (has_no_reward ? "\n1 line has no reward: --missing-reward zero counts it "
                             "as 0, --missing-reward drop leaves the line out"
                           : "") +
            (lacks_feature ? "\n1 line lacks a feature: --missing-feature mean fills it "
                             "with the mean of the others"
                           : ""));
  return reason;
}

TEST_CASE("csv_log errors: every kind of bad line has its reason") {
  const std::string header = "action,reward,propensity,pool,x_1";
  const std::string good = "a,1,0.5,a b,0";
  const auto reason = [&](const std::string& bad) { return reason_of(header, good, bad); };
  CHECK(reason("a,1,0.5,a b") == R"(4 fields where the header has 5: "a", ...)");
  CHECK(reason("a,1,0.5,a b,0,7,c") == R"(7 fields where the header has 5: "a", ...)");
  CHECK(reason("a,1,0.5,a b,0,x") == R"(6 fields where the header has 5: "a", ...)");
  const std::string decimal =
      "; is the comma a decimal mark? write it with another separator, and give --separator ';' "
      "and "
      "--decimal ','";
  CHECK(reason("a,1,0.5,a b,-0,7") == R"(6 fields where the header has 5: "a", ...)" + decimal);
  CHECK(reason("a,1,0,5,a b,0,25") == R"(7 fields where the header has 5: "a", ...)" + decimal);
  CHECK(reason("hello") == R"(1 field where the header has 5: "hello")");
  CHECK(reason("") == "the line is empty");
  CHECK(reason(",1,0.5,a b,0") == R"(column "action" is empty)");
  CHECK(reason("a,,0.5,a b,0") == R"(column "reward" is empty)");
  CHECK(reason("a,yes,0.5,a b,0") == R"(column "reward": "yes" is not a number)");
  CHECK(reason("a,NaN,0.5,a b,0") == R"(column "reward": "NaN" is not finite)");
  CHECK(reason("a,-inf,0.5,a b,0") == R"(column "reward": "-inf" is not finite)");
  CHECK(reason("a,1,,a b,0") == R"(column "propensity" is empty)");
  CHECK(reason("a,1,0,a b,0") == R"(column "propensity": "0" is not in (0, 1])");
  CHECK(reason("a,1,-0.5,a b,0") == R"(column "propensity": "-0.5" is not in (0, 1])");
  CHECK(reason("a,1,1.0000001,a b,0") == R"(column "propensity": "1.0000001" is not in (0, 1])");
  CHECK(
      reason("a,1,1e-200,a b,0") ==
      R"(column "propensity": "1e-200" is too small: the weight 1/p overflows; allowed: 1e-70 to 1)");
  CHECK(reason("a,1,nan,a b,0") == R"(column "propensity": "nan" is not finite)");
  CHECK(reason("a,1,p,a b,0") == R"(column "propensity": "p" is not a number)");
  CHECK(reason("a,1,0.5,,0") == R"(column "pool" is empty)");
  CHECK(reason("a,1,0.5,   ,0") == R"(column "pool" is empty)");
  CHECK(reason("a,1,0.5,a b a,0") == R"(column "pool": "a b a" has "a" twice)");
  CHECK(reason("c,1,0.5,a b,0") == R"(column "action": "c" is not in its pool "a b")");
  CHECK(reason("a,1,0.5,b c,0") == R"(column "action": "a" is not in its pool "b c")");
  CHECK(reason("a,1,0.5,a b,x") == R"(column "x_1": "x" is not a number)");
  CHECK(reason("a,1,0.5,a b,") == R"(column "x_1" is empty)");
  CHECK(reason("a,1,0.5,a b,inf") == R"(column "x_1": "inf" is not finite)");
  CHECK(reason("a,1,0.5,a b,1e999") == R"(column "x_1": "1e999" is outside the range of a double)");
  CHECK(reason(std::string("a,1,0.5,a b,\0", 13)) == R"(column "x_1": NUL byte in "\x00")");
  CHECK(reason("a,1,0.5,a \"b,0") ==
        R"(column "pool": quote inside an unquoted field in "a \"b,0")");
  CHECK(reason("a,1,\"0.5\"5,a b,0") ==
        R"(column "propensity": text after a closing quote in "\"0.5\"5,a b,0")");
  CHECK(reason("a,\"1,0.5,a b,0") == R"(column "reward": unterminated quote in "\"1,0.5,a b,0")");
  CHECK(reason("a,1,0.5,a b,0,7,8,\"9") == R"(column 8: unterminated quote in "\"9")");
  CHECK(reason("a," + std::string(50, '7') + "x,0.5,a b,0") ==
        R"(column "reward": ")" + std::string(40, '7') + R"("... is not a number)");
  CHECK(reason("a,\x1b[31m,0.5,a b,0") == R"(column "reward": "\x1b[31m" is not a number)");
}

TEST_CASE(
    "csv_log errors: a record of several lines has its first line's number, and gives the others") {
  const auto report = read_csv_log("action,reward\na,1\n\"b\nc\",x\nd,1\n\"e\nf\nwhat\"\nd,y\n",
                                   "log.csv", {.skip_bad_lines = true})
                          .report;
  REQUIRE(report.first_bad.size() == 3);
  CHECK(report.lines == 5);
  CHECK(report.first_bad[0].line == 3);
  CHECK(report.first_bad[1].line == 6);
  CHECK(report.first_bad[1].reason ==
        R"(1 field where the header has 2: "e\nf\nwhat" (lines 6 to 8))");
  CHECK(report.first_bad[2].line == 9);
}

TEST_CASE("csv_log errors: an unterminated quote costs one line") {
  std::string text = "action,reward\na,1\n\"b,1\n";
  for (int i = 0; i < 100'000; ++i) text += "c,0\n";
  const auto [log, report] = read_csv_log(text, "log.csv", {.skip_bad_lines = true});
  CHECK(report.records == 100'001);
  CHECK(report.bad_lines == 1);
  CHECK(report.first_bad.at(0).line == 3);
}

TEST_CASE("csv_log errors: the first ten bad lines are shown, the others counted") {
  std::string text = "action,reward\na,1\n";
  for (int i = 0; i < 47; ++i) text += "a,bad" + std::to_string(i) + "\n";
  std::string expected = "log.csv: 47 of 48 lines cannot be used";
  for (int i = 0; i < 10; ++i) {
    expected += "\nlog.csv:" + std::to_string(i + 3) + ": column \"reward\": \"bad" +
                std::to_string(i) + "\" is not a number";
  }
  CHECK(error_of(text) == expected + "\n... and 37 more; use --skip-bad-lines to leave them out");
  const auto report =
      read_csv_log(text, "log.csv", {.skip_bad_lines = true, .shown_bad_lines = 3}).report;
  CHECK(report.bad_lines == 47);
  CHECK(report.first_bad.size() == 3);
  CHECK(error_of(text, {.shown_bad_lines = 0}) ==
        "log.csv: 47 of 48 lines cannot be used\n... and 47 more; use --skip-bad-lines to leave "
        "them out");
}

TEST_CASE("csv_log errors: no log without a good line") {
  const TableOptions skip{.skip_bad_lines = true};
  CHECK(error_of("") == "log.csv: the file is empty; a header line is needed");
  CHECK(error_of("\xef\xbb\xbf") == "log.csv: the file is empty; a header line is needed");
  CHECK(error_of("\naction,reward\na,1\n") ==
        "log.csv:1: the first line is empty; a header line is needed");
  CHECK(error_of("action,reward\n") == "log.csv: the file has a header and no data line");
  CHECK(error_of("action,reward", skip) == "log.csv: the file has a header and no data line");
  CHECK(error_of("action,reward\na,b\n", skip) ==
        "log.csv: 1 of 1 lines cannot be used; no good line is left\n"
        "log.csv:2: column \"reward\": \"b\" is not a number");
}

TEST_CASE("csv_log errors: headers") {
  CHECK(
      error_of("Action,rewards,x_1\na,1,2\n") ==
      R"(log.csv: missing column "reward" (did you mean "rewards"?); )"
      R"(the header has "Action", "rewards", "x_1"; columns of other names: --columns reward=rewards)");
  CHECK(
      error_of("item,Clicked,pscore\na,1,1\n") ==
      R"(log.csv: missing column "action", "reward"; the header has "item", "Clicked", "pscore"; )"
      R"(columns of other names: --columns action=item,reward=Clicked,propensity=pscore)");
  CHECK(error_of("item,gain\na,1\n", {.columns = {{"propensity", ""}}}) ==
        R"(log.csv: missing column "action", "reward"; the header has "item", "gain"; )"
        R"(columns of other names: --columns action=item,reward=...)");
  CHECK(error_of("a;b;c\n1;2;3\n") ==
        R"(log.csv: missing column "action", "reward"; the header is "a;b;c"; )"
        R"(is the separator ';'? then give --separator ';')");
  CHECK(error_of("a\tb\n1\t2\n") ==
        R"(log.csv: missing column "action", "reward"; the header is "a\tb"; )"
        R"(is the separator tab? then give --separator tab)");
  CHECK(error_of("action,reward\na,1\n", {.separator = ';'}) ==
        R"(log.csv: missing column "action", "reward"; the header is "action,reward"; )"
        R"(is the separator ','? then give --separator ',')");
  CHECK(error_of("time,reward_arm1,reward_arm2\n0,1,0\n") ==
        R"(log.csv: missing column "action", "reward"; the header has "time", "reward_arm1", )"
        R"("reward_arm2"; are "reward_arm1", "reward_arm2" the rewards of all actions? A log has )"
        R"(one action and its reward on each line: draw an action per line, keep its reward, and )"
        R"(write 1/2 as its propensity)");
  CHECK(error_of("action,reward,x_1,x_1\n") ==
        R"(log.csv:1: the header has the column "x_1" twice)");
  CHECK(error_of("3,0,1,0\n")
            .ends_with(
                R"(the header has the column "0" twice; has the first line no names? then give )"
                R"(them: --names action,reward,...)"));
  CHECK(error_of("action reward\na 1\n")
            .ends_with("; is the separator ' '? then give --separator ' '"));
  CHECK(error_of("# of today\naction,reward\na,1\n")
            .ends_with("then remove it: sed 1d FILE > log.csv"));
  CHECK(error_of("sep=;\naction;reward\na;1\n")
            .ends_with("with sed 1d FILE > log.csv, and give --separator ';'"));
  CHECK(
      error_of("action,reward\na,\"1,500\"\n")
          .ends_with("is not a number: write 1500 if the comma stands between thousands, 1.500 if "
                     "it is the decimal mark"));
  CHECK(error_of("user.arm,out.click,log.prob\na,1,0.5\n")
            .ends_with("--columns action=user.arm,reward=out.click,propensity=log.prob"));
  CHECK(error_of(std::string("\xff\xfe"
                             "a\0,\0",
                             6))
            .ends_with("; the file is UTF-16: iconv -f utf-16 -t utf-8 FILE > log.csv"));
  CHECK(error_of("action,reward,u,u\na,1,2,3\n") ==
        R"(log.csv:1: the header has the column "u" twice)");
  CHECK(error_of("\"action\"\t\"reward\"\na\t1\n")
            .ends_with("; is the separator tab? then give --separator tab"));
  CHECK(error_of("\"action\";\"reward\"\na;1\n")
            .ends_with("; is the separator ';'? then give --separator ';'"));
  CHECK(error_of("action,\"reward\na,1\n") ==
        R"(log.csv:1: the header cannot be read: unterminated quote in "\"reward")");
  CHECK(
      error_of(std::string_view("a\0c\0t\0", 6)) ==
      R"(log.csv:1: the header cannot be read: NUL byte in "a\x00c\x00t\x00" (is the file binary, or UTF-16? then )"
      R"(iconv -f utf-16le -t utf-8 FILE > log.csv))");
}

TEST_CASE("csv_log errors: a column of texts is said once") {
  CHECK(error_of("action,reward,x_0\na,1,US\nb,0,FR\na,1,2\n") ==
        R"(log.csv: column "x_0" holds texts ("US" and others, on 2 of 3 lines): a feature is a )"
        "number; --categorical makes a feature of 0 and 1 per value, --hashed a number of buckets; "
        "or leave the column out (--features names the columns to read)");
  // Half of them is not most of them; where lines may be left out, they are.
  CHECK(error_of("action,reward,x_0\na,1,US\nb,0,1\n").find("cannot be used") != std::string::npos);
  CHECK(read_csv_log("action,reward,x_0\na,1,US\nb,0,FR\na,1,2\n", "log.csv",
                     {.skip_bad_lines = true})
            .report.bad_lines == 2);
  CHECK(error_of("action,reward,x_0\na,1,\"0,5\"\nb,0,1\n")
            .find("the decimal mark is a comma, write 0.5") != std::string::npos);
}

TEST_CASE("csv_log errors: features and a cluster that are not there") {
  const std::string text = "action,reward,age,user\na,1,30,u1\n";
  const auto refused = [&](const TableOptions& options) -> std::string {
    try {
      read_csv_log(text, "log.csv", options);
    } catch (const SpecErrors& error) {
      return error.text(OptionStyle::command_line);
    }
    return "";
  };
  CHECK(refused({.features = {"agee"}}) ==
        R"(--features: log.csv has no column "agee" (did you mean "age"?))");
  CHECK(refused({.features = {"reward"}}) ==
        R"(--features: "reward" is the log's own reward, not a feature)");
  CHECK(refused({.cluster = "usr"}) ==
        R"(--cluster: log.csv has no column "usr" (did you mean "user"?))");
}

TEST_CASE("csv_log errors: a cut last line is fine if complete, bad if not") {
  CHECK(read_csv_log("action,reward\na,1\nb,0.5", "log.csv").log.rewards.back() == 0.5);
  CHECK(error_of("action,reward\na,1\nb") ==
        "log.csv: 1 of 2 lines cannot be used\nlog.csv:3: 1 field where the header has 2: \"b\"\n"
        "use --skip-bad-lines to leave them out");
}

TEST_CASE("csv_log errors: files") {
  const TemporaryFolder folder;
  const TableOptions skip{.skip_bad_lines = true};
  CHECK_THROWS_AS(read_csv_log(folder.path() / "none.csv"), FileError);
  CHECK_THROWS_AS(read_csv_log(folder.path()), FileError);
  CHECK_THROWS_AS(read_csv_log(folder.write("empty.csv", "")), DataError);
  CHECK_THROWS_AS(read_csv_log(folder.write("empty.gz", gzip(""))), DataError);
  // A log of several blocks, so that many good lines were read before the end is missed. Never a
  // shorter log.
  std::string text = "action,reward,x_1\n";
  for (int i = 0; i < 200'000; ++i)
    text += "a" + std::to_string(i % 7) + ",1," + std::to_string(i * 7919 % 100'003) + "\n";
  const std::string bytes = gzip(text);
  CHECK(read_csv_log(folder.write("whole.gz", bytes)).report.records == 200'000);
  for (const std::size_t length :
       {bytes.size() - 1, bytes.size() - 8, bytes.size() - 9, bytes.size() / 2, std::size_t{11}}) {
    const auto cut = folder.write("cut.gz", bytes.substr(0, length));
    const auto message = message_of<DataError>([&] { read_csv_log(cut, skip); });
    CHECK(message.find("cut.gz: truncated gzip file") != message.npos);
  }
  std::string corrupt = bytes;
  corrupt[corrupt.size() - 5] ^= 1;  // in the checksum
  const auto path = folder.write("corrupt.gz", corrupt);
  const auto message = message_of<DataError>([&] { read_csv_log(path, skip); });
  CHECK(message.find("corrupt.gz: corrupt gzip file: incorrect data check") != message.npos);
}

}  // namespace
}  // namespace replaybench
