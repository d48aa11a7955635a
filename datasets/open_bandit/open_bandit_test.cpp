#include "datasets/open_bandit/open_bandit.hpp"

#include <cstdlib>
#include <optional>

#include "suite/testing/data_variable.hpp"
#include "suite/testing/environments.hpp"
#include "suite/testing/files.hpp"

using namespace replaybench;
using namespace replaybench::datasets::open_bandit;
using namespace replaybench::testing;

namespace {

/// The message of the FileError that reading the data set gives.
std::string complaint(const Dataset& dataset) {
  try {
    dataset.log();
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// True if the published files are here; says so where they are not.
bool has_data() {
  const char* root = std::getenv("REPLAYBENCH_DATA");
  const bool here =
      root && std::filesystem::exists(std::filesystem::path(root) / "obd/random/men/men.csv");
  if (!here) WARN("REPLAYBENCH_DATA is not set: the published files are not tested");
  return here;
}

}  // namespace

TEST_CASE("open_bandit: a missing variable or file says what to do") {
  {
    const DataVariable unset(std::nullopt);
    const auto dataset = dataset_of("open_bandit");  // describing it needs no data
    const std::string message = complaint(*dataset);
    CHECK(has(message, "REPLAYBENCH_DATA is not set"));
    CHECK(has(message, "replaybench data fetch open_bandit"));
    CHECK_THROWS_AS(dataset->content_digest(), FileError);
  }
  const TemporaryFolder folder;
  const DataVariable empty(folder.path().string());
  const std::string message = complaint(*dataset_of("open_bandit{policy=\"bts\"}"));
  CHECK(has(message, "obd/bts/men"));
  CHECK(has(message, "REPLAYBENCH_DATA must name"));
}

TEST_CASE("open_bandit: another file than the manifest's is refused") {
  const TemporaryFolder folder;
  folder.write("obd/random/men/item_context.csv", ",item_id\n0,0\n");
  folder.write("obd/random/men/men.csv", "");
  const DataVariable set(folder.path().string());
  const auto dataset = dataset_of("open_bandit");
  CHECK(has(complaint(*dataset), "is not the file of the manifest"));
  // A failure is not remembered: the check is made again.
  CHECK(has(complaint(*dataset), "is not the file of the manifest"));
}

TEST_CASE("open_bandit: the published files") {
  if (!has_data()) return;
  struct Expected {
    const char* policy;
    const char* campaign;
    Action items;
    const char* clicks;
  };
  for (const auto& [policy, campaign, items, clicks] :
       {Expected{"random", "men", 34, "46"}, Expected{"random", "women", 46, "46"},
        Expected{"bts", "men", 34, "69"}, Expected{"bts", "women", 46, "46"}}) {
    const auto dataset = dataset_of(std::string("open_bandit{policy=\"") + policy +
                                    "\", campaign=\"" + campaign + "\", position=2}");
    const auto log = dataset->log();
    log->check();
    CHECK(log == dataset->log());
    CHECK(log->action_count == items);
    CHECK(log->has_propensities());
    CHECK(dataset->environment({1}, {2}) == nullptr);
    const auto all = dataset_of(std::string("open_bandit{features=\"none\", policy=\"") + policy +
                                "\", campaign=\"" + campaign + "\"}");
    CHECK(all->log()->size() == 10'000);
    CHECK(all->log()->dimension == 1);
    CHECK(log->size() < 3'500);
    CHECK(log->dimension > 4);
    CHECK(all->content_digest() == dataset->content_digest());
    const auto warnings = all->warnings();
    REQUIRE(warnings.size() == (std::string(policy) == "bts" ? 3 : 2));
    CHECK(has(warnings[0], std::string("only ") + clicks + " of 10000"));
    CHECK(has(warnings.back(), "position = 0"));
  }
}
