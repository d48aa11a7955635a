// experiments/FORMAT.md lists the keys that the readers of studies and claims accept.

#include <algorithm>
#include <filesystem>

#include "suite/claim/claim_keys.hpp"
#include "suite/plan/format_keys.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/files.hpp"

namespace replaybench {
namespace {

// True for a key that the page only names, below the heading of its block: it means what it means in another block.
bool is_shared(const FormatKey& key) {
  if (key.what == "as of a simulation") return true;
  const FormatKeys claim = claim_keys();
  return key.block == "test" &&
         std::any_of(claim.begin(), claim.end(), [&](const FormatKey& other) {
           return other.block == "claim" && other.key == key.key && other.value == key.value &&
                  other.what == key.what;
         });
}

// The part of the page from a heading to the next one.
std::string part_of(const std::string& page, const std::string& heading) {
  const std::size_t begin = page.find("\n### " + heading + "\n");
  REQUIRE(begin != std::string::npos);
  return page.substr(begin, page.find("\n#", begin + 1) - begin);
}

}  // namespace

TEST_CASE("format page: every key with its documentation, and no other") {
  const auto home =
      std::filesystem::path(__FILE__).parent_path().parent_path().parent_path() / "experiments";
  const std::string page = read_file(home / "FORMAT.md");
  std::size_t keys = 0;
  for (const FormatKeys& list : {experiment_keys(), claim_keys()}) {
    for (const FormatKey& key : list) {
      if (is_shared(key)) {
        const std::string heading = key.block == "tuning" ? "Tunings"
                                    : key.block == "grid" ? "Grids"
                                                          : "Tests";
        INFO(heading << ": " << key.key);
        CHECK(part_of(page, heading).find('`' + std::string(key.key) + '`') != std::string::npos);
        continue;
      }
      const std::string row = "| `" + std::string(key.block) + '.' + std::string(key.key) + "` | " +
                              std::string(key.value) + " | " + std::string(key.what) + " |\n";
      INFO(row);
      CHECK(page.find(row) != std::string::npos);
      ++keys;
    }
  }
  std::size_t rows = 0;
  for (std::size_t at = page.find("\n| `"); at != std::string::npos;
       at = page.find("\n| `", at + 1)) {
    ++rows;
  }
  CHECK(rows == keys);
}

}  // namespace replaybench
