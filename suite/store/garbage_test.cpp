#include "suite/store/garbage.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>

#include "suite/store/listing.hpp"
#include "suite/store/reservations.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/files.hpp"
#include "suite/text/part_names.hpp"

using namespace replaybench;
namespace fs = std::filesystem;

namespace {

std::size_t count_of(const std::vector<Garbage>& garbage, GarbageKind kind) {
  std::size_t count = 0;
  for (const Garbage& one : garbage) count += one.kind == kind;
  return count;
}

// A number that no process has any more.
long dead_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

}  // namespace

TEST_CASE("a store in order has no garbage") {
  const TemporaryFolder folder;
  const Store store(folder.path());
  store.save("seed 1", "x");
  store.note_failure("seed 2", "why");
  CHECK(find_garbage(store).empty());
  CHECK(find_garbage(Store(folder.path() / "absent", Store::Access::read)).empty());
}

TEST_CASE("half files of the dead and the long gone are garbage, those being written are not") {
  const TemporaryFolder folder;
  const Store store(folder.path());
  store.save("seed 1", "x");
  const fs::path cell = store.cell_file(Store::key_of("seed 1"));
  const fs::path dead = part_prefix(cell, dead_process()).string() + "0";
  const fs::path alive = part_prefix(cell, ::getpid()).string() + "99";
  const fs::path elsewhere = cell.string() + ".part-0123456789ab-17-0";
  const fs::path long_gone = cell.string() + ".part-0123456789ab-17-1";
  for (const auto& file : {dead, alive, elsewhere, long_gone}) write_file(file, "half");
  const auto past = fs::file_time_type::clock::now() - std::chrono::hours(2);
  fs::last_write_time(long_gone, past);
  fs::last_write_time(alive, past);
  const auto garbage = find_garbage(store);
  REQUIRE(garbage.size() == 2);
  CHECK(count_of(garbage, GarbageKind::half_file) == 2);
  CHECK(garbage[0].bytes == 4);
  CHECK(remove_garbage(store, garbage) == 2);
  CHECK_FALSE(fs::exists(dead));
  CHECK_FALSE(fs::exists(long_gone));
  CHECK(fs::exists(alive));
  CHECK(fs::exists(elsewhere));
  CHECK(store.load("seed 1").payload == "x");
}

TEST_CASE("damaged cells, stale failures and cells nobody asks for are found and removed") {
  const TemporaryFolder folder;
  const Store store(folder.path());
  for (const char* name : {"needed", "old", "damaged", "mended", "computed now"}) {
    store.save(name, "x");
  }
  for (const char* name : {"damaged", "mended", "computed now"}) {
    write_file(store.cell_file(Store::key_of(name)), "half");
  }
  write_file(store.failure_file(Store::key_of("needed")), "of an earlier revision");
  CHECK(count_of(find_garbage(store), GarbageKind::unneeded_cell) == 0);
  const auto garbage =
      find_garbage(store, [](const Store::Entry& cell) { return cell.canonical != "old"; });
  CHECK(count_of(garbage, GarbageKind::damaged_cell) == 3);
  CHECK(count_of(garbage, GarbageKind::stale_failure) == 1);
  CHECK(count_of(garbage, GarbageKind::unneeded_cell) == 1);
  store.save("mended", "x");  // by a run, meanwhile
  Reservations other(folder.path());
  REQUIRE(other.take(Store::key_of("computed now")));
  CHECK(remove_garbage(store, garbage) == 3);
  CHECK(store.load("needed").payload == "x");
  CHECK(store.load("mended").payload == "x");
  CHECK(store.holds("computed now"));
  CHECK_FALSE(store.holds("damaged"));
  CHECK_FALSE(store.holds("old"));
  CHECK_FALSE(store.failure("needed"));
}
