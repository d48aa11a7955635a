#include "datasets/criteo_uplift/criteo_uplift.hpp"

#include "suite/testing/any_bytes.hpp"
#include "suite/testing/data_variable.hpp"
#include "suite/testing/environments.hpp"
#include "suite/testing/files.hpp"

using namespace replaybench;
using namespace replaybench::datasets::criteo_uplift;
using namespace replaybench::testing;
using Catch::Matchers::Contains;

namespace {

const std::string header =
    "f0,f1,f2,f3,f4,f5,f6,f7,f8,f9,f10,f11,treatment,conversion,visit,exposure\n";
const std::string row = "12.5,10.1,9,4.7,10.3,4.1,0.3,4.8,3.9,13.2,5.3,-0.17,";

std::string complaint(const std::string& text) {
  return message_of<DataError>([&] { read_criteo_uplift(text, "c.csv"); });
}

}  // namespace

TEST_CASE("criteo_uplift: two rows by hand") {
  const std::string text = header + row + "1,0,1,1\n" + row + "0,1,0,0\n";
  const Log log = read_criteo_uplift(text, "c.csv");
  log.check();
  CHECK(log.action_names == std::vector<std::string>{"control", "treated"});
  CHECK(log.actions == std::vector<Action>{1, 0});
  CHECK(log.rewards == std::vector<double>{1, 0});
  CHECK(log.propensities == std::vector<double>{0.85, 1 - 0.85});
  CHECK(log.dimension == 13);
  CHECK(log.contexts[11] == -0.17);
  CHECK(log.contexts[12] == 1);
  CHECK(read_criteo_uplift(text, "c", {.reward = Reward::conversion}).rewards ==
        std::vector<double>{0, 1});
  CHECK(read_criteo_uplift(text, "c", {.features = false, .intercept = false}).dimension == 0);
}

TEST_CASE("criteo_uplift: a look-alike, plain and gzip; the share of the treated is checked") {
  const std::string text = look_alike(3000);
  const Log log = read_criteo_uplift(text, "c.csv");
  log.check();
  CHECK(warnings_of(log).empty());
  const auto warnings = warnings_of(read_criteo_uplift(look_alike(3000, 0.5), "c.csv"));
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Contains("not 0.85"));
  const TemporaryFolder folder;
  folder.write("criteo_uplift/criteo-uplift-v2.1.csv.gz", gzip(text));
  const DataVariable set(folder.path().string());
  const auto dataset = dataset_of("criteo_uplift{features=false}");
  CHECK(dataset->log()->actions == log.actions);
  CHECK(dataset->log()->dimension == 1);
  CHECK(dataset->content_digest().size() == 64);
  CHECK(dataset->warnings().empty());
}

TEST_CASE("criteo_uplift: another header is refused with what differs, rows by line and column") {
  CHECK_THAT(complaint("," + look_alike(2)), Contains("c.csv:1: "));
  CHECK_THAT(complaint(look_alike(2).replace(0, 2, "g0")),
             Contains("missing: \"f0\"; not known: \"g0\""));
  CHECK_THAT(complaint(header), Contains("no record"));
  for (const auto& [end, part] : {std::pair{"2,0,0,0\n", "treatment"},
                                  {"1,0.5,0,0\n", "conversion"},
                                  {"1,0,yes,0\n", "visit"},
                                  {"1,0,0,\n", "exposure"},
                                  {"1,0,0\n", "c.csv:2"}}) {
    CHECK_THAT(complaint(header + row + end), Contains("c.csv:2") && Contains(part));
  }
  CHECK_THAT(complaint(header + "nan," + row.substr(5) + "1,0,0,0\n"), Contains("\"f0\""));
  const DataVariable unset(std::nullopt);
  CHECK_THAT(message_of<FileError>([] { dataset_of("criteo_uplift")->log(); }),
             Contains("REPLAYBENCH_DATA is not set"));
}

TEST_CASE("criteo_uplift: whatever bytes come, a log or a DataError") {
  require_only_data_errors(look_alike(4), {62}, [](const std::string& bytes) {
    read_criteo_uplift(bytes, "c.csv").check();
  });
}
