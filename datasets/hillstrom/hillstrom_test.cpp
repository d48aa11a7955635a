#include "datasets/hillstrom/hillstrom.hpp"

#include "suite/testing/data_variable.hpp"
#include "suite/testing/environments.hpp"
#include "suite/testing/files.hpp"

using namespace replaybench;
using namespace replaybench::datasets::hillstrom;
using namespace replaybench::testing;

namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<double>;

const std::string published_header =
    "recency,history_segment,history,mens,womens,zip_code,newbie,channel,segment,visit,conversion,"
    "spend\r\n";

std::string complaint(const std::string& text) {
  return message_of<DataError>([&] { read_hillstrom(text, "test.csv"); });
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string with_row(const std::string& row) { return published_header + row + "\r\n"; }

}  // namespace

TEST_CASE("hillstrom: two rows by hand") {
  const std::string text = published_header +
                           "12,\"7) $1,000 +\",2500.5,1,0,Surburban,1,Phone,Womens E-Mail,1,0,0\r\n"
                           "3,1) $0 - $100,29.99,0,1,Rural,0,Web,No E-Mail,0,0,0\r\n";
  const Log log = read_hillstrom(text, "test.csv");
  log.check();
  CHECK(log.action_count == 3);
  CHECK(log.action_names == Names{"Mens E-Mail", "No E-Mail", "Womens E-Mail"});
  CHECK(log.actions == std::vector<Action>{2, 1});
  CHECK(log.rewards == Numbers{1, 0});
  CHECK(log.propensities == Numbers{1.0 / 3, 1.0 / 3});
  CHECK_FALSE(log.has_pools());
  CHECK(log.feature_names == Names{"recency", "history", "mens", "womens", "newbie",
                                   "zip_code=Rural", "zip_code=Surburban", "zip_code=Urban",
                                   "channel=Multichannel", "channel=Phone", "channel=Web",
                                   "intercept"});
  CHECK(log.contexts == Numbers{1,    2.5005,       1, 0, 1, 0, 1, 0, 0, 1, 0, 1,  //
                                0.25, 29.99 / 1000, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1});
  const Log bare = read_hillstrom(text, "test.csv", {.reward = Reward::spend, .features = false});
  CHECK(bare.dimension == 1);
  CHECK(read_hillstrom(text, "t", {.features = false, .intercept = false}).dimension == 0);
}

TEST_CASE("hillstrom: rewards are visits, purchases or dollars") {
  const std::string text = with_row("1,1) $0 - $100,1,0,1,Urban,0,Web,Mens E-Mail,1,1,29.99");
  CHECK(read_hillstrom(text, "t").rewards == Numbers{1});
  CHECK(read_hillstrom(text, "t", {.reward = Reward::conversion}).rewards == Numbers{1});
  CHECK(read_hillstrom(text, "t", {.reward = Reward::spend}).rewards == Numbers{29.99});
}

TEST_CASE("hillstrom: a look-alike of 500 rows, plain and gzip") {
  const std::string text = look_alike(500);
  const Log log = read_hillstrom(text, "test.csv");
  log.check();
  CHECK(log.size() == 500);
  const TemporaryFolder folder;
  const Log packed = read_hillstrom(folder.write("h.csv.gz", gzip(text)));
  CHECK(packed.contexts == log.contexts);
  CHECK(packed.actions == log.actions);
  CHECK(packed.rewards == log.rewards);
}

TEST_CASE("hillstrom: another header is refused, with what differs") {
  std::string swapped = look_alike(3);
  swapped.replace(0, 7, "history");
  const auto refused = [](const std::string& text, const std::string& difference) {
    const std::string message = complaint(text);
    CHECK(contains(message, "test.csv:1: the header is not that of Hillstrom's e-mail test"));
    CHECK(contains(message, difference));
  };
  refused("recency,history_segment\r\n1,2\r\n", "missing: \"history\", \"mens\"");
  refused("x," + look_alike(3), "not known: \"x\"");
  std::string order = look_alike(3);
  order.replace(order.find("mens,womens"), 11, "womens,mens");
  refused(order, "column 4 is \"womens\", where \"mens\" stands");
  CHECK_FALSE(complaint(swapped).empty());  // a name that comes twice
  CHECK_FALSE(complaint("").empty());
  CHECK(contains(complaint(published_header), "no record"));
}

TEST_CASE("hillstrom: bad rows are refused by line, column and value") {
  struct Bad {
    const char* row;
    const char* part;
  };
  for (const auto& [row, part] : {
           Bad{"13,1) $0 - $100,1,0,1,Urban,0,Web,No E-Mail,0,0,0", "recency"},
           Bad{"0,1) $0 - $100,1,0,1,Urban,0,Web,No E-Mail,0,0,0", "recency"},
           Bad{"1,8) none,1,0,1,Urban,0,Web,No E-Mail,0,0,0", "history_segment"},
           Bad{"1,1) $0 - $100,-1,0,1,Urban,0,Web,No E-Mail,0,0,0", "history"},
           Bad{"1,1) $0 - $100,nan,0,1,Urban,0,Web,No E-Mail,0,0,0", "history"},
           Bad{"1,1) $0 - $100,1,2,1,Urban,0,Web,No E-Mail,0,0,0", "mens"},
           Bad{"1,1) $0 - $100,1,0,yes,Urban,0,Web,No E-Mail,0,0,0", "womens"},
           Bad{"1,1) $0 - $100,1,0,1,Suburban,0,Web,No E-Mail,0,0,0", "zip_code"},
           Bad{"1,1) $0 - $100,1,0,1,Urban,-1,Web,No E-Mail,0,0,0", "newbie"},
           Bad{"1,1) $0 - $100,1,0,1,Urban,0,Fax,No E-Mail,0,0,0", "channel"},
           Bad{"1,1) $0 - $100,1,0,1,Urban,0,Web,E-Mail,0,0,0", "segment"},
           Bad{"1,1) $0 - $100,1,0,1,Urban,0,Web,No E-Mail,0.5,0,0", "visit"},
           Bad{"1,1) $0 - $100,1,0,1,Urban,0,Web,No E-Mail,0,,0", "conversion"},
           Bad{"1,1) $0 - $100,1,0,1,Urban,0,Web,No E-Mail,0,0,inf", "spend"},
           Bad{"1,1) $0 - $100,1,0,1,Urban,0,Web,No E-Mail,0,0", "test.csv:2"},
       }) {
    INFO(row);
    const std::string message = complaint(with_row(row));
    CHECK(contains(message, "test.csv:2"));
    CHECK(contains(message, part));
  }
}

TEST_CASE("hillstrom: whatever bytes come, a log or a DataError") {
  const std::string good = look_alike(6);
  for (std::uint64_t i = 0; i < 4'000; ++i) {
    Draws draws({78}, i);
    std::string bytes = good;
    for (std::uint32_t change = 0; change <= draws.below(3); ++change) {
      const auto at = draws.below(static_cast<std::uint32_t>(bytes.size()));
      if (draws.below(3) == 0) {
        bytes.resize(at + 1);
      } else {
        bytes[at] = static_cast<char>(draws.below(256));
      }
    }
    try {
      read_hillstrom(bytes, "test.csv").check();
    } catch (const DataError&) {
    }
  }
}

TEST_CASE("hillstrom: a missing variable, and another file than the manifest's") {
  {
    const DataVariable unset(std::nullopt);
    const std::string message = message_of<FileError>([] { dataset_of("hillstrom")->log(); });
    CHECK(contains(message, "REPLAYBENCH_DATA is not set"));
    CHECK(contains(message, "replaybench data fetch hillstrom"));
  }
  const TemporaryFolder folder;
  folder.write("hillstrom/hillstrom.csv", look_alike(10));
  const DataVariable set(folder.path().string());
  CHECK(contains(message_of<FileError>([] { dataset_of("hillstrom")->content_digest(); }),
                 "is not the file of the manifest"));
}

TEST_CASE("hillstrom: the published file") {
  const char* root = std::getenv("REPLAYBENCH_DATA");
  if (!root || !std::filesystem::exists(std::filesystem::path(root) / "hillstrom/hillstrom.csv")) {
    WARN("REPLAYBENCH_DATA is not set: the published file is not tested");
    return;
  }
  const auto dataset = dataset_of("hillstrom");
  const auto log = dataset->log();
  log->check();
  CHECK(log->size() == 64'000);
  double sent[3] = {};
  double visits[3] = {};
  for (std::size_t i = 0; i < log->size(); ++i) {
    sent[log->actions[i]] += 1;
    visits[log->actions[i]] += log->rewards[i];
  }
  CHECK((sent[0] == 21'307 && sent[1] == 21'306 && sent[2] == 21'387));
  CHECK(visits[0] / sent[0] == Approx(.182756840).epsilon(1e-8));
  CHECK(visits[1] / sent[1] == Approx(.106167277).epsilon(1e-8));
  CHECK(visits[2] / sent[2] == Approx(.151400383).epsilon(1e-8));
  CHECK(dataset->warnings().empty());
  CHECK(contains(dataset_of("hillstrom{reward=spend}")->warnings()[0], "only 578 of 64000"));
}
