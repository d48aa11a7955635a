#include "datasets/open_bandit/open_bandit_reader.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <numeric>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/delimited_file.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench::datasets::open_bandit {
namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

// Three items. The values are made up; the format is the published files'.
const std::string items =
    ",item_id,item_feature_0,item_feature_1,item_feature_2,item_feature_3\n"
    "0,0,-0.5,h1,h2,h3\n"
    "1,1,0.25,h1,h2,h4\n"
    "2,2,1.0,h5,h2,h3\n";
const std::string header =
    ",timestamp,item_id,position,click,propensity_score,user_feature_0,user_feature_1,user_feature_"
    "2,user_feature_3,"
    "user-item_affinity_0,user-item_affinity_1,user-item_affinity_2\n";
const Names rows{
    "0,2001-01-01 00:00:01.000001+00:00,2,3,0,0.3333333333333333,aa,ba,ca,da,0.0,0.0,0.0\n",
    "1,2001-01-01 00:00:02.000001+00:00,0,1,1,0.3333333333333333,ab,ba,cb,da,0.0,4.0,0.0\n",
    "2,2001-01-01 00:00:02.500001+00:00,1,3,1,0.25,aa,ba,cc,da,1.0,0.0,0.5\n"};

struct Files {
  explicit Files(const std::string& log_text, const std::string& item_text = items) {
    folder.write("item_context.csv", item_text);
    log = folder.write("men.csv", log_text);
  }
  TemporaryFolder folder;
  std::filesystem::path log;
};

TEST_CASE("open_bandit_reader: one-hot user features") {
  const Files files(header + rows[0] + rows[1] + rows[2]);
  const Log log = read_open_bandit(files.log);
  log.check();
  CHECK(log.size() == 3);
  CHECK(log.action_count == 3);
  CHECK(log.action_names == std::vector<std::string>{"0", "1", "2"});
  CHECK_FALSE(log.has_pools());
  CHECK(log.actions == std::vector<Action>{2, 0, 1});
  CHECK(log.rewards == Numbers{0, 1, 1});
  CHECK(log.propensities == Numbers{1.0 / 3, 1.0 / 3, 0.25});
  CHECK(log.timestamps[1] == "2001-01-01 00:00:02.000001+00:00");
  CHECK(log.feature_names == Names{"user_feature_0=aa", "user_feature_0=ab", "user_feature_1=ba",
                                   "user_feature_2=ca", "user_feature_2=cb", "user_feature_2=cc",
                                   "user_feature_3=da", "intercept"});
  CHECK(log.contexts == Numbers{1, 0, 1, 1, 0, 0, 1, 1,  //
                                0, 1, 1, 0, 1, 0, 1, 1,  //
                                1, 0, 1, 0, 0, 1, 1, 1});
}

TEST_CASE("open_bandit_reader: affinities, no features, positions") {
  const Files files(header + rows[0] + rows[1] + rows[2]);
  const Log affinity =
      read_open_bandit(files.log, {.features = Features::user_affinity, .intercept = false});
  affinity.check();
  CHECK(affinity.dimension == 10);
  CHECK(affinity.feature_names[7] == "user-item_affinity_0");
  CHECK(Numbers(affinity.contexts.begin() + 20, affinity.contexts.end()) ==
        Numbers{1, 0, 1, 0, 0, 1, 1, 1, 0, 0.5});
  CHECK(Numbers(affinity.contexts.begin() + 10, affinity.contexts.begin() + 20) ==
        Numbers{0, 1, 1, 0, 1, 0, 1, 0, 4, 0});

  const Log none = read_open_bandit(files.log, {.features = Features::none});
  CHECK(none.feature_names == Names{"intercept"});
  CHECK(none.contexts == Numbers{1, 1, 1});
  CHECK(read_open_bandit(files.log, {.features = Features::none, .intercept = false}).dimension ==
        0);

  // The dimension is that of the whole file.
  const Log third = read_open_bandit(files.log, {.position = 3});
  third.check();
  CHECK(third.actions == std::vector<Action>{2, 1});
  CHECK(third.contexts == Numbers{1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 0, 0, 1, 1, 1});
  const Log first =
      read_open_bandit(files.log, {.features = Features::user_affinity, .position = 1});
  CHECK(first.contexts == Numbers{0, 1, 1, 0, 1, 0, 1, 0, 4, 0, 1});
  CHECK_THROWS_AS(read_open_bandit(files.log, {.position = 4}), std::logic_error);
  CHECK(message_of<DataError>([&] {
          read_open_bandit(files.log, {.position = 2});
        }).find("men.csv: no record at position 2") != std::string::npos);
}

// The message behind the folder's name.
std::string error_of(const std::string& log_text, const std::string& item_text = items) {
  const Files files(log_text, item_text);
  const auto message = message_of<DataError>([&] { read_open_bandit(files.log); });
  const std::string folder = files.folder.path().string() + "/";
  return message.starts_with(folder) ? message.substr(folder.size()) : message;
}

TEST_CASE("open_bandit_reader: what is not in the format is an error with its line") {
  const std::string good = header + rows[0];
  const std::string tail = ",aa,ba,ca,da,0.0,0.0,0.0\n";
  const auto with = [&](const std::string& row) { return error_of(good + row); };
  CHECK(with("1,t,3,1,0,0.5" + tail) ==
        R"(men.csv:3: column "item_id": "3" is not a whole number of 0 to 2)");
  CHECK(with("1,t,0,4,0,0.5" + tail) ==
        R"(men.csv:3: column "position": "4" is not a whole number of 1 to 3)");
  CHECK(with("1,t,0,1,2,0.5" + tail) ==
        R"(men.csv:3: column "click": "2" is not a whole number of 0 to 1)");
  CHECK(with("1,t,0,1,0,0" + tail) ==
        R"(men.csv:3: column "propensity_score": "0" is not in (0, 1])");
  CHECK(with("1,t,0,1,0,1.5" + tail) ==
        R"(men.csv:3: column "propensity_score": "1.5" is not in (0, 1])");
  CHECK(with("1,t,0,1,0," + tail) == R"(men.csv:3: column "propensity_score": "" is empty)");
  CHECK(with("1,t,0,1,0,0.5,aa,ba,,da,0,0,0\n") ==
        R"(men.csv:3: column "user_feature_2": "" is empty)");
  CHECK(with("1,t,0,1,0,0.5,aa,ba,ca,da,0,x,0\n") ==
        R"(men.csv:3: column "user-item_affinity_1": "x" is not a number)");
  CHECK(with("1,t,0,1\n") == R"(men.csv:3: 4 fields where the header has 13: "1", ...)");
  CHECK(error_of(header) == "men.csv: no record");
  CHECK(error_of("") == "men.csv: the file is empty; a header line is needed");
  CHECK(error_of("a,b\n1,2\n")
            .starts_with("men.csv: 0 affinity columns, but 3 items in item_context.csv"));
  std::string renamed = good;
  renamed.replace(renamed.find("click"), 5, "clicks");
  CHECK(error_of(renamed).starts_with(
      R"(men.csv: missing column "click" (did you mean "clicks"?); the header has)"));
}

TEST_CASE("open_bandit_reader: items") {
  const std::string good = header + rows[0];
  const std::string head = items.substr(0, items.find('\n') + 1);
  CHECK(error_of(good, head) == "item_context.csv: no item");
  CHECK(error_of(good, head + "0,0,1,a,b,c\n1,0,1,a,b,c\n") ==
        R"(item_context.csv:3: column "item_id": "0" comes twice)");
  CHECK(error_of(good, head + "0,0,1,a,b,c\n1,2,1,a,b,c\n") ==
        "item_context.csv: 2 items, but their ids are not 0 to 1");
  CHECK(error_of(good, items + "3,3,1,a,b,c\n") ==
        "men.csv: 3 affinity columns, but 4 items in item_context.csv");
  const TemporaryFolder folder;
  const auto alone = folder.write("men.csv", good);
  CHECK_THROWS_AS(read_open_bandit(alone), FileError);
  CHECK_THROWS_AS(read_open_bandit(folder.path() / "women.csv"), FileError);
}

// The real files, where there are any: REPLAYBENCH_DATA names the folder that holds obd/.
std::filesystem::path data_folder() {
  const char* folder = std::getenv("REPLAYBENCH_DATA");
  return folder && std::filesystem::is_directory(std::filesystem::path(folder) / "obd") ? folder
                                                                                        : "";
}

struct Published {
  const char* policy;
  const char* campaign;
  Action items;
  double clicks;
  std::size_t one_hot;  // distinct values of the four columns together
};
// Counted with Python's csv module.
constexpr Published published[] = {{"random", "men", 34, 46, 3 + 5 + 9 + 8},
                                   {"random", "women", 46, 46, 3 + 5 + 8 + 7},
                                   {"bts", "men", 34, 69, 3 + 5 + 9 + 9},
                                   {"bts", "women", 46, 46, 3 + 5 + 8 + 7}};

TEST_CASE(
    "open_bandit_reader: published files have 10 000 records; random/men: K=34, 46 clicks "
    "(REPLAYBENCH_DATA)") {
  if (data_folder().empty()) return;
  for (const auto& [policy, campaign, item_count, clicks, one_hot] : published) {
    INFO(policy << "/" << campaign);
    const auto path = data_folder() / "obd" / policy / campaign / (std::string(campaign) + ".csv");
    const Log log = read_open_bandit(path, {.features = Features::user_affinity});
    log.check();
    CHECK(log.size() == 10'000);
    CHECK(log.action_count == item_count);
    CHECK(std::accumulate(log.rewards.begin(), log.rewards.end(), 0.0) == clicks);
    CHECK(log.dimension == one_hot + item_count + 1);
    // The probability of the item at its position: uniform means 1/K, not 3/K for one of three
    // positions.
    if (std::string_view(policy) == "random") {
      CHECK(std::all_of(log.propensities.begin(), log.propensities.end(),
                        [k = item_count](double p) { return p == 1.0 / k; }));
    }
    std::size_t at_positions = 0;
    for (int position = 1; position <= 3; ++position)
      at_positions += read_open_bandit(path, {.position = position}).size();
    CHECK(at_positions == 10'000);
  }
}

TEST_CASE(
    "open_bandit manifest: sizes, digests and columns are the published files' "
    "(REPLAYBENCH_DATA)") {
  const auto manifest_path = std::filesystem::path(__FILE__).parent_path() / "manifest.toml";
  const auto manifest = toml::parse_file(manifest_path.string());
  const auto* files = manifest["file"].as_array();
  REQUIRE(files);
  CHECK(files->size() == 8);
  for (const auto& entry : *files) {
    const auto& file = *entry.as_table();
    const auto relative = file["path"].value<std::string>();
    REQUIRE(relative);
    INFO(*relative);
    CHECK(file["sha256"].value_or(std::string()).size() == 64);
    if (data_folder().empty()) continue;
    const auto path = data_folder() / *relative;
    CHECK(static_cast<std::int64_t>(std::filesystem::file_size(path)) ==
          file["size"].value_or(std::int64_t{-1}));
    CHECK(sha256_hex_of_file(path) == file["sha256"].value_or(std::string()));
    DelimitedFile delimited(path);
    std::int64_t records = 0;
    while (delimited.next()) ++records;
    CHECK(records == file["rows"].value_or(std::int64_t{-1}));
    CHECK(delimited.header().size() ==
          static_cast<std::size_t>(file["columns"].value_or(std::int64_t{-1})));
  }
}

}  // namespace
}  // namespace replaybench::datasets::open_bandit
