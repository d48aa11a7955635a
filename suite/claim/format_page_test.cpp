// experiments/FORMAT.md lists the keys that the readers of studies and claims accept.

#include <filesystem>

#include "suite/claim/claim_keys.hpp"
#include "suite/plan/format_keys.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/files.hpp"

namespace replaybench {

TEST_CASE("format page: every key with its documentation, and no other") {
  const auto home =
      std::filesystem::path(__FILE__).parent_path().parent_path().parent_path() / "experiments";
  const std::string page = read_file(home / "FORMAT.md");
  std::size_t keys = 0;
  for (const FormatKeys& list : {experiment_keys(), claim_keys()}) {
    for (const FormatKey& key : list) {
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
