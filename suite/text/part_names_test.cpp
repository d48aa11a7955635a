#include "suite/text/part_names.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/files.hpp"

namespace replaybench {
namespace {

namespace fs = std::filesystem;

TEST_CASE("parts: those that nobody writes any more are removed, others stay") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "table.csv";
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  const fs::path dead = part_prefix(file, child) += "0";
  const fs::path ours = new_part(file);
  CHECK(ours != new_part(file));
  const fs::path elsewhere = file.string() + ".part-0123456789ab-1-0";
  const fs::path old = file.string() + ".part-0123456789ab-1-1";
  for (const fs::path& path : {file, dead, ours, elsewhere, old, folder.path() / "a.part"}) {
    write_file(path, "x");
  }
  fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(2));
  fs::create_directory(part_prefix(file, child) += "1");
  remove_left_parts(folder.path());
  CHECK_FALSE(fs::exists(dead));
  CHECK_FALSE(fs::exists(old));
  for (const fs::path& path : {file, ours, elsewhere, folder.path() / "a.part"}) {
    CHECK(fs::exists(path));
  }
  remove_left_parts(folder.path() / "absent");
}

}  // namespace
}  // namespace replaybench
