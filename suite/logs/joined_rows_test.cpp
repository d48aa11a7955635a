#include "suite/logs/joined_rows.hpp"

#include "suite/format/log_format.hpp"
#include "suite/log/csv_log.hpp"
#include "suite/logs/open_log.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;

namespace {

std::vector<std::string> paths_of_parts(const std::vector<std::string>& paths) {
  std::vector<std::string> found;
  for (const LogPart& part : log_parts(paths)) found.push_back(part.path);
  return found;
}

LogOptions several(const std::vector<std::string>& paths) {
  LogOptions options;
  options.path = paths.front();
  options.more_paths.assign(paths.begin() + 1, paths.end());
  return options;
}

std::string refusal(const LogOptions& options) {
  return message_of<Error>([&] { open_log(options); });
}

}  // namespace

TEST_CASE("log_parts: folders and patterns in natural order, lists in the order given") {
  const TemporaryFolder folder;
  const auto file = [&](const std::string& name) { return folder.write(name, "x").string(); };
  const std::string ten = file("p10.csv"), two = file("p2.csv"), deep = file("q/p1.csv");
  file("_SUCCESS");
  file(".p2.csv.crc");
  file("_temporary/p1.csv");
  const std::string all = folder.path().string();
  CHECK(paths_of_parts({all}) == std::vector<std::string>{two, ten, deep});
  CHECK(paths_of_parts({all + "/p*.csv"}) == std::vector<std::string>{two, ten});
  CHECK(paths_of_parts({ten, two}) == std::vector<std::string>{ten, two});
  CHECK(paths_of_parts({"-"}) == std::vector<std::string>{"/dev/stdin"});
  CHECK(paths_of_parts({all + "/none.csv"}) == std::vector<std::string>{all + "/none.csv"});
  CHECK_THROWS_WITH(log_parts({all + "/z*.csv"}), Contains("no file matches"));
  CHECK_THROWS_WITH(log_parts({two, all + "/p?.csv"}), Contains("p2.csv is twice"));
  std::filesystem::create_directory(folder.path() / "empty");
  CHECK_THROWS_WITH(log_parts({all + "/empty"}), Contains("is a folder; expected a file"));
  const std::string starred = file("a*.csv");
  CHECK(paths_of_parts({starred}) == std::vector<std::string>{starred});
}

TEST_CASE("log_parts: folders key=value are columns") {
  const TemporaryFolder folder;
  folder.write("run=7/day=2024-01-02/of%20whom=__HIVE_DEFAULT_PARTITION__/a.csv", "x");
  const auto below = log_parts({(folder.path() / "run=7").string()});
  using Columns = std::vector<std::pair<std::string, std::string>>;
  REQUIRE(below.size() == 1);
  CHECK(below[0].partition == Columns{{"day", "2024-01-02"}, {"of whom", ""}});
  const auto all = log_parts({(folder.path() / "run=*").string()});
  REQUIRE(all.size() == 1);
  CHECK(all[0].partition == Columns{{"run", "7"}, {"day", "2024-01-02"}, {"of whom", ""}});
  CHECK(log_parts({below[0].path})[0].partition.empty());
}

TEST_CASE("joined files: the log is that of one file with all lines") {
  const TemporaryFolder folder;
  const auto a = folder.write("a.csv", "action,reward,x_a,x_b\nred,1,1,2\nblue,0,3,4\n").string();
  const auto b = folder.write("b.csv", "x_b,x_a,reward,action\n6,5,1,green\n").string();
  const auto c = folder.write("c.csv", "action,reward,x_a,x_b\n").string();
  const auto whole =
      folder.write("whole", "action,reward,x_a,x_b\nred,1,1,2\nblue,0,3,4\ngreen,1,5,6\n").string();
  const InputLog one = open_log(several({whole}));
  const InputLog joined = open_log(several({a, c, b}));
  CHECK(joined.log->actions == one.log->actions);
  CHECK(joined.log->action_names == one.log->action_names);
  CHECK(joined.log->rewards == one.log->rewards);
  CHECK(joined.log->contexts == one.log->contexts);
  CHECK(joined.name == a + " and 2 more files");
  CHECK(joined.lines == 3);
  CHECK(name_of_log(several({a, c, b})) == joined.name);
}

TEST_CASE("joined files: columns of folders, as segments and as features") {
  const TemporaryFolder folder;
  folder.write("day=10/p.csv", "action,reward\na,1\n");
  folder.write("day=9/p.csv", "action,reward\nb,0\nb,1\n");
  LogOptions options = several({folder.path().string()});
  options.segment = "day";
  options.features = {"day"};
  const InputLog log = open_log(options);
  CHECK(log.log->rewards == std::vector<double>{0, 1, 1});
  CHECK(log.log->contexts == std::vector<double>{9, 1, 9, 1, 10, 1});
  CHECK(log.segment_names == std::vector<std::string>{"9", "10"});
  CHECK(log.segments == std::vector<std::uint32_t>{0, 0, 1});
}

TEST_CASE("joined files: another file's columns are refused by name") {
  const TemporaryFolder folder;
  const auto a = folder.write("a.csv", "action,reward,x_a\nred,1,1\n").string();
  const auto b = folder.write("b.csv", "action,reward,x_c\nred,1,1\n").string();
  CHECK(refusal(several({a, b})) ==
        b + ": its columns are not those of " + a +
            ", the first file of the log: it lacks \"x_a\"; it also has \"x_c\"");
  folder.write("parts/day=1/a.csv", "action,reward\na,1\n");
  folder.write("parts/hour=1/a.csv", "action,reward\na,1\n");
  CHECK_THAT(refusal(several({(folder.path() / "parts").string()})),
             Contains("its folders name the columns \"hour\", those of"));
  CHECK_THAT(refusal(several({a, a})), Contains("a.csv is twice"));
  CHECK_THAT(refusal(several({a, ""})), Contains("the name of the log is empty"));
  CHECK_THAT(refusal(several({a, folder.path().string() + "/none.csv"})), Contains("No such file"));
}

TEST_CASE("joined files: bad lines are named by their file") {
  const TemporaryFolder folder;
  const auto a = folder.write("a.csv", "action,reward\nred,1\nred,oops\n").string();
  const auto b = folder.write("b.csv", "action,reward\nred,1\nred\nblue,x\n").string();
  LogOptions options = several({a, b});
  const std::string message = refusal(options);
  CHECK_THAT(message, Contains(a + ":3: column \"reward\""));
  CHECK_THAT(message, Contains(b + ":3: "));
  CHECK_THAT(message, Contains(b + ":4: column \"reward\": \"x\""));
  options.skip_bad_lines = true;
  const InputLog read = open_log(options);
  CHECK(read.records == 2);
  REQUIRE(read.bad_line_texts().size() == 3);
  CHECK_THAT(read.bad_line_texts()[2], Contains(b + ":4: "));

  const auto to = (folder.path() / "log.replaybench").string();
  const PreparedOrigin origin = prepare_log(options, to);
  REQUIRE(origin.sources.size() == 2);
  CHECK(origin.sources[0].records == 1);
  CHECK(origin.sources[1].records == 1);
  CHECK(origin.sources[1].lines == 3);
  CHECK(origin.sources[1].sha256 == sha256_hex_of_file(b));
  const InputLog prepared = open_log(several({to}));
  CHECK(prepared.name == read.name);
  CHECK(prepared.log->rewards == read.log->rewards);
  CHECK_THAT(prepared.bad_line_texts()[2], Contains(b + ":4: column \"reward\": \"x\""));
  CHECK_THAT(refusal(several({a, to})), Contains("is one of 2 files, and a prepared log"));
  CHECK(open_log(several({(folder.path() / "*.replaybench").string()})).records == 2);
}

TEST_CASE("joined files: events have the features of all files") {
  const TemporaryFolder folder;
  const auto a = folder.write("a.vw", "1:-1:0.5 | age:2\n2:0:0.5 | city:3\n").string();
  const auto b = folder.write("b.vw", "2:-1:0.5 | zone:4 age:1\n").string();
  const auto whole =
      folder.write("whole.vw", "1:-1:0.5 | age:2\n2:0:0.5 | city:3\n2:-1:0.5 | zone:4 age:1\n")
          .string();
  const InputLog one = open_log(several({whole}));
  const InputLog joined = open_log(several({a, b}));
  CHECK(joined.log->feature_names == one.log->feature_names);
  CHECK(joined.log->contexts == one.log->contexts);
  CHECK(joined.log->propensities == one.log->propensities);
}

TEST_CASE("joined files: numbers and texts are not one column") {
  const TemporaryFolder folder;
  const auto csv = folder.write("a.csv", "action,reward,propensity\n1,1,0.5\n").string();
  const auto vw = folder.write("b.vw", "1:-1:0.5 |\n").string();
  CHECK_THAT(refusal(several({csv, vw})),
             Contains("column \"reward\" holds numbers here and texts there"));
}

TEST_CASE("log: path is one text or a list, and its digest that of the files") {
  const TemporaryFolder folder;
  const auto a = folder.write("a.csv", "action,reward\na,1\n").string();
  const auto b = folder.write("b.csv", "action,reward\nb,0\n").string();
  const auto& parameters = log_parameters();
  const auto resolved = [&](const std::string& text) {
    std::vector<SpecProblem> problems;
    auto values =
        resolve_parameters(parse_component(text, {}, problems), parameters.described(), problems);
    REQUIRE(problems.empty());
    return values;
  };
  const auto one = resolved("log{path='a'}");
  CHECK(resolved("log{path=['a']}").canonical() == one.canonical());
  CHECK_THAT(one.canonical(), Contains("path=\"a\""));
  const auto two = resolved("log{path=['a', 'b']}");
  CHECK_THAT(two.canonical(), Contains("path=[\"a\", \"b\"]"));
  const LogOptions options = parameters.read(two);
  CHECK(options.path == "a");
  CHECK(options.more_paths == std::vector<std::string>{"b"});
  CHECK(parameters.changed(options) == std::vector<std::string>{"path"});
  CHECK(digest_of_log(several({a})) == sha256_hex_of_file(a));
  CHECK(digest_of_log(several({a, b})) != digest_of_log(several({b, a})));
  CHECK(digest_of_log(several({a, b})) == digest_of_log(several({folder.path().string()})));
}
