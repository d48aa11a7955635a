#include "datasets/kuairand/kuairand.hpp"

#include "suite/testing/any_bytes.hpp"
#include "suite/testing/data_variable.hpp"
#include "suite/testing/environments.hpp"
#include "suite/testing/files.hpp"

using namespace replaybench;
using namespace replaybench::datasets::kuairand;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

const std::string header =
    "user_id,video_id,date,hourmin,time_ms,is_click,is_like,is_follow,is_comment,is_forward,"
    "is_hate,long_view,play_time_ms,duration_ms,profile_stay_time,comment_stay_time,"
    "is_profile_enter,is_rand,tab\n";

std::string row(const std::string& video, const std::string& feedback, const std::string& end) {
  return "3," + video + ",20220422,1600,1650614400000," + feedback + ",1385,20990,0,0,0," + end +
         "\n";
}

std::string complaint(const std::string& text) {
  return message_of<DataError>([&] { read_kuairand(text, "k.csv"); });
}

}  // namespace

TEST_CASE("kuairand: three rows by hand") {
  const std::string text = header + row("100", "1,0,0,0,0,0,1", "1,2") +
                           row("20", "0,1,0,0,0,0,0", "1,0") + row("100", "0,0,1,0,0,0,0", "1,14");
  const Log log = read_kuairand(text, "k.csv");
  log.check();
  CHECK(log.action_names == std::vector<std::string>{"20", "100"});
  CHECK(log.actions == std::vector<Action>{1, 0, 1});
  CHECK(log.rewards == std::vector<double>{1, 0, 0});
  CHECK(log.propensities == std::vector<double>{0.5, 0.5, 0.5});
  CHECK(log.dimension == 16);
  CHECK(log.feature(0, 2) == 1);
  CHECK(log.feature(1, 0) == 1);
  CHECK(log.feature(2, 14) == 1);
  CHECK(log.timestamps[0] == "1650614400000");
  CHECK(read_kuairand(text, "k", {.reward = Reward::like}).rewards == std::vector<double>{0, 1, 0});
  CHECK(read_kuairand(text, "k", {.reward = Reward::follow}).rewards ==
        std::vector<double>{0, 0, 1});
  CHECK(read_kuairand(text, "k", {.reward = Reward::long_view}).rewards ==
        std::vector<double>{1, 0, 0});
  CHECK(read_kuairand(text, "k", {.tab = false, .intercept = false}).dimension == 0);
}

TEST_CASE("kuairand: a look-alike, plain and gzip, as a data set") {
  const std::string text = look_alike(600);
  const Log log = read_kuairand(text, "k.csv");
  log.check();
  CHECK(log.action_count == 30);
  const TemporaryFolder folder;
  folder.write("kuairand/log_random_4_22_to_5_08_1k.csv.gz", gzip(text));
  const DataVariable set(folder.path().string());
  const auto dataset = dataset_of("kuairand{version=\"1k\"}");
  CHECK(dataset->log()->actions == log.actions);
  CHECK(dataset->log()->contexts == log.contexts);
  CHECK(dataset->content_digest().size() == 64);
  CHECK_THAT(message_of<FileError>([] { dataset_of("kuairand")->log(); }),
             Contains("log_random_4_22_to_5_08_pure.csv"));
}

TEST_CASE("kuairand: a file that is not in the order of time is warned of") {
  const std::string good = "1,0,0,0,0,0,1";
  const std::string now = row("5", good, "1,2");
  std::string earlier = now, later = now;
  earlier.replace(earlier.find("1650614400000"), 13, "999999999999");
  later.replace(later.find("1650614400000"), 13, "1650614400001");
  CHECK(warnings_of(read_kuairand(header + earlier + now + now + later, "k.csv")).empty());
  const auto warnings = warnings_of(read_kuairand(header + now + earlier + later + now, "k.csv"));
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Contains("2 of the 4 records are earlier"));
}

TEST_CASE("kuairand: another header is refused with what differs, rows by line and column") {
  CHECK_THAT(complaint("," + look_alike(2)), Contains("k.csv:1: "));
  std::string other = look_alike(2);
  other.replace(other.find("is_rand"), 7, "random_");
  CHECK_THAT(complaint(other), Contains("missing: \"is_rand\"; not known: \"random_\""));
  CHECK_THAT(complaint(header), Contains("no record"));
  const std::string good = "1,0,0,0,0,0,1";
  CHECK_THAT(complaint(header + row("5", good, "0,2")), Contains("standard feed"));
  CHECK_THAT(complaint(header + row("5", good, "1,15")), Contains("\"tab\""));
  CHECK_THAT(complaint(header + row("x", good, "1,2")), Contains("\"video_id\""));
  CHECK_THAT(complaint(header + row("5", "2,0,0,0,0,0,1", "1,2")), Contains("\"is_click\""));
  CHECK_THAT(complaint(header + row("5", "1,0,0,0,0,0,-1", "1,2")), Contains("\"long_view\""));
  CHECK_THAT(complaint(header + row("5", good, "1")), Contains("k.csv:2"));
  std::string many = header;
  for (std::size_t i = 0; i <= published_pool; ++i) many += row(std::to_string(i), good, "1,1");
  CHECK_THAT(complaint(many), Contains("exceeds the pool of 7583 videos"));
}

TEST_CASE("kuairand: whatever bytes come, a log or a DataError") {
  require_only_data_errors(look_alike(4), {64},
                           [](const std::string& bytes) { read_kuairand(bytes, "k.csv").check(); });
}
