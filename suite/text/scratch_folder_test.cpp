#include "suite/text/scratch_folder.hpp"

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;

TEST_CASE("scratch folder: new each time, and gone with what it holds") {
  const TemporaryFolder home;
  std::filesystem::path first;
  {
    const ScratchFolder one(home.path() / "part-");
    const ScratchFolder other(home.path() / "part-");
    first = one.path();
    CHECK(first != other.path());
    CHECK(first.parent_path() == home.path());
    write_file(one.path() / "folder" / "file", "text");
  }
  CHECK_FALSE(std::filesystem::exists(first));
  CHECK(std::filesystem::is_empty(home.path()));
  CHECK_THROWS_AS(ScratchFolder(home.path() / "none" / "part-"), FileError);
}
