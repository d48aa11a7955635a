#include "suite/store/reservations.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <new>
#include <thread>
#include <vector>

#include "suite/testing/allocation_count.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;
namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds soon{200};

std::size_t files_in(const fs::path& folder) {
  std::size_t files = 0;
  std::error_code none;
  for ([[maybe_unused]] const auto& file : fs::directory_iterator(folder, none)) ++files;
  return files;
}

// A process that reservations a key in the store and then waits to be killed.
pid_t claiming_process(const fs::path& store, const std::string& key) {
  int pipes[2];
  if (::pipe(pipes) != 0) return -1;
  const pid_t child = ::fork();
  if (child == 0) {
    // Another process than the one whose name the test program may have noted already.
    Reservations reservations(store);
    const char answer = reservations.take(key) ? 'y' : 'n';
    if (::write(pipes[1], &answer, 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char answer = 'n';
  const bool told = ::read(pipes[0], &answer, 1) == 1;
  ::close(pipes[0]);
  ::close(pipes[1]);
  return told && answer == 'y' ? child : -1;
}

void end(pid_t child) {
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

}  // namespace

TEST_CASE("reservations: one has a cell until it gives it up") {
  const TemporaryFolder folder;
  Reservations first(folder.path());
  CHECK_FALSE(fs::exists(folder.path() / "reservations"));  // nothing is made before it is needed
  Reservations second(folder.path());
  CHECK(first.take("a"));
  CHECK_FALSE(second.take("a"));
  CHECK_FALSE(first.take("a"));
  CHECK(second.take("b"));
  first.release("a");
  CHECK(second.take("a"));
  first.release("a");  // not its own
  CHECK_FALSE(first.take("a"));
  second.release_all();
  CHECK_FALSE(fs::exists(folder.path() / "reservations"));
  CHECK(first.take("b"));
}

TEST_CASE("reservations: of many threads one gets a cell") {
  const TemporaryFolder folder;
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> taken{0};
    std::vector<std::thread> threads;
    std::vector<std::unique_ptr<Reservations>> reservations;
    for (int i = 0; i < 8; ++i)
      reservations.push_back(std::make_unique<Reservations>(folder.path()));
    for (auto& one : reservations) {
      threads.emplace_back([&] { taken += one->take("cell"); });
    }
    for (auto& thread : threads) thread.join();
    CHECK(taken == 1);
    for (auto& one : reservations) one->release_all();
  }
  CHECK_FALSE(fs::exists(folder.path() / "reservations"));
}

TEST_CASE("reservations: a process that works keeps its cell, one that was killed does not") {
  const TemporaryFolder folder;
  const pid_t child = claiming_process(folder.path(), "a");
  REQUIRE(child > 0);
  Reservations reservations(folder.path());
  CHECK_FALSE(reservations.take("a"));
  end(child);
  CHECK(reservations.take("a"));  // at once, long before it expires
  reservations.release("a");
}

TEST_CASE("reservations: what killed processes left is cleared away at the end") {
  const TemporaryFolder folder;
  const pid_t child = claiming_process(folder.path(), "a");
  REQUIRE(child > 0);
  end(child);
  Reservations reservations(folder.path());
  CHECK(reservations.take("b"));
  CHECK(files_in(folder.path() / "reservations") == 2);
  reservations.release_all();
  CHECK_FALSE(fs::exists(folder.path() / "reservations"));
}

TEST_CASE("reservations: a process number that was used again is not the same process") {
  const TemporaryFolder folder;
  Reservations first(folder.path());
  REQUIRE(first.take("a"));
  const fs::path file = folder.path() / "reservations" / "a";
  std::string text = read_file(file);  // host, process, start, place
  const auto start = text.find(' ', text.find(' ') + 1) + 1;
  text.replace(start, text.find(' ', start) - start, "1");
  write_file(file, text);
  Reservations second(folder.path());
  CHECK(second.take("a"));
}

TEST_CASE("reservations: of a process that cannot be seen, the age decides") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "reservations" / "a";
  make_folder(file.parent_path());
  Reservations reservations(folder.path(), {.renewal = soon, .expiry = 3 * soon});
  for (const char* text : {"other-host 1 12345 another-boot/pid:[1]\n", "", "nonsense"}) {
    INFO(text);
    write_file(file, text);
    CHECK_FALSE(reservations.take("a"));  // it is new
    std::this_thread::sleep_for(4 * soon);
    CHECK(reservations.take("a"));
    reservations.release("a");
  }
}

TEST_CASE("reservations: one from the future, by a clock that was set back, is not waited for") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "reservations" / "a";
  make_folder(file.parent_path());
  write_file(file, "other-host 1 12345 another-boot/pid:[1]\n");
  fs::last_write_time(file, fs::file_time_type::clock::now() + std::chrono::hours(1));
  Reservations reservations(folder.path());
  CHECK(reservations.take("a"));
}

TEST_CASE("reservations: renewed ones do not expire, and who hangs loses them") {
  const TemporaryFolder folder;
  const ReservationTimes times{.renewal = soon, .expiry = 4 * soon};
  Reservations first(folder.path(), times);
  Reservations second(folder.path(), times);
  REQUIRE(first.take("a"));
  for (int i = 0; i < 8; ++i) {
    std::this_thread::sleep_for(soon);
    first.renew();
    CHECK_FALSE(second.take("a"));
  }
  std::this_thread::sleep_for(5 * soon);
  CHECK(second.take("a"));
  CHECK(files_in(folder.path() / "reservations") == 1);
}

TEST_CASE("reservations: a store that cannot be written is an error, not another's reservation") {
  const TemporaryFolder folder;
  folder.write("reservations", "a file in the way");
  Reservations reservations(folder.path());
  CHECK_THROWS_AS(reservations.take("a"), FileError);
}

TEST_CASE("reservations: without memory nothing is reserved, and what is reserved is given up") {
  const TemporaryFolder folder;
  const fs::path files = folder.path() / "reservations";
  const std::string first(64, 'a');
  const std::string second(64, 'b');
  constexpr std::size_t all = 1'000'000;
  {
    Reservations reservations(folder.path());
    REQUIRE(reservations.take(first));
    std::size_t refused = 0;
    for (bool taken = false; !taken;) {
      fail_allocations(refused + 1);
      try {
        taken = reservations.take(second);
      } catch (const std::bad_alloc&) {
      }
      fail_allocations(0);
      if (taken) break;
      REQUIRE(++refused < 100);
      CHECK(files_in(files) == 1);
    }
    CHECK(refused >= 2);
    CHECK(files_in(files) == 2);
    fail_allocations(1, all);
    reservations.release(second);
    fail_allocations(0);
    CHECK(files_in(files) == 1);
    fail_allocations(1, all);
  }
  fail_allocations(0);
  CHECK_FALSE(fs::exists(files));
}
