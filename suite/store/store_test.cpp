#include "suite/store/store.hpp"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <fstream>
#include <map>
#include <thread>

#include "suite/store/listing.hpp"
#include "suite/store/reservations.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/sync_record.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/part_names.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
namespace fs = std::filesystem;

namespace {

struct Folder {
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "replaybench_store_XXXXXX").string();
    path = ::mkdtemp(pattern.data());
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

fs::path only_file(const fs::path& root, const std::string& extension) {
  fs::path found;
  for (const auto& file : fs::recursive_directory_iterator(root)) {
    if (file.path().extension() == extension) found = file.path();
  }
  return found;
}

}  // namespace

TEST_CASE("a stored payload is found by its canonical text alone") {
  Folder folder;
  const Store store(folder.path);
  const std::string payload = "step,mean\n1,0.5\n---\nsha256 not the seal\n";
  store.save("dataset a\nseed 1", payload);
  REQUIRE(store.load("dataset a\nseed 1").payload == payload);
  REQUIRE_FALSE(store.load("dataset a\nseed 2").payload.has_value());
  REQUIRE(Store(folder.path).load("dataset a\nseed 1").payload == payload);
  REQUIRE(StoreListing(store).cells() == 1);
}

TEST_CASE("a cell has the sources that computed it beside its payload") {
  Folder folder;
  const Store store(folder.path);
  const std::string sources = "engine 12\nalgorithms/ucb 34\n";
  for (const std::string payload : {"", "---\nx\n---\n", "step,mean\n1,0.5\n"}) {
    for (const std::string& recorded : {sources, std::string()}) {
      store.save("seed 1", payload, recorded);
      const auto found = store.load("seed 1");
      CHECK(found.payload == payload);
      CHECK(found.sources == recorded);
      CHECK(store.find(Store::key_of("seed 1")).sources == recorded);
      CHECK(store.recorded_sources("seed 1") == recorded);
    }
  }
  CHECK(store.recorded_sources("seed 2") == std::nullopt);
  store.save("seed 1", std::string(100'000, 'x'), sources);
  CHECK(store.recorded_sources("seed 1") == sources);
}

TEST_CASE("a cell of format 1, which records no sources, is read") {
  Folder folder;
  const Store store(folder.path);
  const std::string body = "replaybench cell 1\nseed 1\n---\nstep,mean\n1,0.5\n---\n";
  const std::string key = Store::key_of("seed 1");
  write_file(store.cell_file(key), body + "sha256 " + sha256_hex(body) + "\n");
  const auto found = store.load("seed 1");
  CHECK(found.payload == "step,mean\n1,0.5\n---\n");
  CHECK(found.sources.empty());
  CHECK(store.recorded_sources("seed 1") == "");
  CHECK(StoreListing(store).holds(key));
}

TEST_CASE("a cell cut short or altered anywhere is found out and counts as missing") {
  Folder folder;
  const Store store(folder.path);
  store.save("seed 1", "step,mean\n1,0.5\n", "engine 12\n");
  const fs::path file = only_file(folder.path, ".cell");
  const std::string whole = read_file(file);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    std::ofstream(file, std::ios::binary | std::ios::trunc) << whole.substr(0, length);
    const auto found = store.load("seed 1");
    INFO("cut to " << length);
    REQUIRE_FALSE(found.payload.has_value());
    REQUIRE(found.damaged);
  }
  for (std::size_t place = 0; place < whole.size(); ++place) {
    std::string altered = whole;
    altered[place] = static_cast<char>(altered[place] ^ 1);
    std::ofstream(file, std::ios::binary | std::ios::trunc) << altered;
    INFO("altered at " << place);
    REQUIRE_FALSE(store.load("seed 1").payload.has_value());
  }
  store.save("seed 1", "mended");
  REQUIRE(store.load("seed 1").payload == "mended");
}

TEST_CASE("what stands in a cell's place and is no readable file counts as damaged") {
  Folder folder;
  const Store store(folder.path);
  store.save("seed 1", "payload");
  const fs::path file = only_file(folder.path, ".cell");
  const auto is_damaged = [&] {
    const auto found = store.load("seed 1");
    return found.damaged && !found.payload;
  };
  fs::remove(file);
  REQUIRE(::mkfifo(file.c_str(), 0600) == 0);
  CHECK(is_damaged());  // and does not wait for a writer
  store.save("seed 1", "mended");
  CHECK(store.load("seed 1").payload == "mended");

  fs::remove(file);
  fs::create_directory(file);
  CHECK(is_damaged());
  CHECK_THROWS_AS(store.save("seed 1", "payload"), DataError);
  fs::remove(file);
  fs::create_symlink(file.filename(), file);  // a link to itself: no file is there
  CHECK_FALSE(store.load("seed 1").payload);
  fs::remove(file);
  store.save("seed 1", "again");
  if (::geteuid() != 0) {
    fs::permissions(file, fs::perms::none);
    CHECK(is_damaged());
  }
}

TEST_CASE("a full disk is an error that loses nothing stored") {
  Folder folder;
  const Store store(folder.path);
  store.save("seed 1", "small");
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  rlimit tight = before;
  tight.rlim_cur = 4096;
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  ::setrlimit(RLIMIT_FSIZE, &tight);
  REQUIRE_THROWS_AS(store.save("seed 2", std::string(100'000, 'x')), FileError);
  REQUIRE_THROWS_AS(store.save("seed 1", std::string(100'000, 'x')), FileError);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  REQUIRE(store.load("seed 1").payload == "small");
  REQUIRE_FALSE(store.load("seed 2").payload.has_value());
  for (const auto& file : fs::recursive_directory_iterator(folder.path)) {
    REQUIRE(file.path().string().find(".part-") == std::string::npos);
  }
}

TEST_CASE("a store that cannot be made is an error of the environment") {
  Folder folder;
  std::ofstream(folder.path / "file") << "x";
  REQUIRE_THROWS_AS(Store(folder.path / "file" / "store"), FileError);
}

TEST_CASE("a cell or a note that goes while it is looked for is missing, and no error") {
  Folder folder;
  const Store store(folder.path);
  store.save("seed 1", "payload");
  const fs::path cell = store.cell_file(Store::key_of("seed 1"));
  const fs::path note = store.failure_file(Store::key_of("seed 1"));
  const std::string bytes = read_file(cell);
  for (const fs::path& file : {cell, note}) {
    for (int i = 0; i < 1000; ++i) {
      std::ofstream(file) << (file == cell ? bytes : "reason");
      std::atomic<bool> looking{false};
      std::thread other([&] {
        while (!looking) {
        }
        fs::remove(file);
      });
      bool there = true;
      while (there) {
        there = file == cell ? store.load("seed 1").payload.has_value()
                             : store.failure("seed 1").has_value();
        looking = true;
      }
      other.join();
    }
  }
}

TEST_CASE("what lies beside a store has its name, whatever path names the store") {
  const fs::path here = fs::current_path();
  const auto beside = [](const fs::path& root) {
    return Store(root, Store::Access::read).beside(".jobs");
  };
  REQUIRE(beside("store") == here / "store.jobs");
  REQUIRE(beside("store/") == here / "store.jobs");
  REQUIRE(beside("./a/../store/.") == here / "store.jobs");
  REQUIRE(beside(".") == here.string() + ".jobs");
  REQUIRE(beside("./") == here.string() + ".jobs");
  REQUIRE(beside("..") == here.parent_path().string() + ".jobs");
  REQUIRE(beside("/a/b") == "/a/b.jobs");
}

TEST_CASE("failures are noted until the cell succeeds") {
  Folder folder;
  const Store store(folder.path);
  store.note_failure("seed 1", "no such file");
  REQUIRE(store.failure("seed 1") == "no such file");
  REQUIRE(StoreListing(store).failures() == 1);
  store.save("seed 1", "done");
  REQUIRE_FALSE(store.failure("seed 1").has_value());
}

TEST_CASE("a cell is found by the beginning of its key") {
  Folder folder;
  const Store store(folder.path);
  store.save("seed 1", "payload");
  const std::string key = Store::key_of("seed 1");
  REQUIRE(store.find(key).canonical == "seed 1");
  REQUIRE(store.find(key.substr(0, 8)).payload == "payload");
  REQUIRE_THROWS_AS(store.find("zz"), DataError);
  REQUIRE_THROWS_AS(store.find(key.substr(0, 2) + "000000000000"), DataError);
}

TEST_CASE("a whole cell under another cell's name is not that cell") {
  Folder folder;
  const Store store(folder.path);
  store.save("seed 1", "one");
  const std::string key = Store::key_of("seed 2");
  const fs::path wrong = folder.path / key.substr(0, 2) / (key + ".cell");
  fs::create_directories(wrong.parent_path());
  fs::copy_file(only_file(folder.path, ".cell"), wrong);
  REQUIRE(store.holds("seed 2"));
  const auto found = store.load("seed 2");
  REQUIRE_FALSE(found.payload.has_value());
  REQUIRE(found.damaged);
}

TEST_CASE("a cell is on the disk before it has its name") {
  Folder folder;
  const Store store(folder.path);
  const std::size_t before = synced_files().size();
  bool named = true;
  at_next_sync([&] { named = store.holds("seed 1"); });
  store.save("seed 1", "payload");
  const auto synced = synced_files();
  REQUIRE(synced.size() == before + 2);
  const std::string name = synced[before].filename().string();
  REQUIRE(name.starts_with(Store::key_of("seed 1") + ".cell.part-"));
  REQUIRE_FALSE(named);
  REQUIRE(store.holds("seed 1"));
  // Then the folder, which has the name.
  REQUIRE(fs::equivalent(synced.back(), store.cell_file(Store::key_of("seed 1")).parent_path()));
}

TEST_CASE("two processes store the same cell at the same time") {
  // The child stores the cell while the parent's file is written but has not got its name.
  Folder folder;
  const Store store(folder.path);
  int pipes[2];
  REQUIRE(::pipe(pipes) == 0);
  const pid_t child = ::fork();
  if (child == 0) {
    char byte;
    ::close(pipes[1]);
    if (::read(pipes[0], &byte, 1) != 1) ::_exit(2);
    try {
      store.save("seed 1", "payload");
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = -1;
  at_next_sync([&] {
    if (::write(pipes[1], "x", 1) == 1) ::waitpid(child, &status, 0);
  });
  REQUIRE_NOTHROW(store.save("seed 1", "payload"));
  REQUIRE(status == 0);
  REQUIRE(store.load("seed 1").payload == "payload");
  REQUIRE(only_file(folder.path, ".cell").extension() == ".cell");
  std::size_t files = 0;
  for (const auto& file : fs::recursive_directory_iterator(folder.path))
    files += file.is_regular_file();
  REQUIRE(files == 1);
  ::close(pipes[0]);
  ::close(pipes[1]);
}

TEST_CASE("a beginning that two keys share is refused") {
  std::map<std::string, std::string> by_beginning;
  std::string a;
  std::string b;
  for (int i = 0; b.empty(); ++i) {
    const std::string canonical = "seed " + std::to_string(i);
    const auto [other, is_new] =
        by_beginning.try_emplace(Store::key_of(canonical).substr(0, 4), canonical);
    if (!is_new) {
      a = other->second;
      b = canonical;
    }
  }
  Folder folder;
  const Store store(folder.path);
  store.save(a, "a");
  store.save(b, "b");
  REQUIRE_THROWS_WITH(store.find(Store::key_of(a).substr(0, 4)),
                      Catch::Contains("2 cells begin with") && Catch::Contains("more digits"));
  REQUIRE(store.find(Store::key_of(a)).payload == "a");
  REQUIRE(store.find(Store::key_of(b)).payload == "b");
}

TEST_CASE("who only reads makes no folder, and an absent store has nothing") {
  Folder folder;
  const Store store(folder.path / "absent", Store::Access::read);
  REQUIRE_FALSE(store.load("seed 1").payload.has_value());
  REQUIRE_FALSE(store.load("seed 1").damaged);
  REQUIRE_FALSE(store.holds("seed 1"));
  REQUIRE_FALSE(store.failure("seed 1").has_value());
  REQUIRE(StoreListing(store).cells() == 0);
  REQUIRE_FALSE(fs::exists(folder.path / "absent"));
  store.save("seed 1", "x");
  REQUIRE(store.holds("seed 1"));
}

TEST_CASE("what a killed process was writing is removed, nothing else") {
  Folder folder;
  const Store store(folder.path);
  store.save("seed 1", "payload");
  const fs::path cell = only_file(folder.path, ".cell");
  const auto part = [&](long process, const char* number) {
    return fs::path(part_prefix(cell, process).string() + number);
  };
  const fs::path elsewhere = cell.string() + ".part-0123456789ab-17-0";  // another machine's
  write_file(elsewhere, "half");
  for (const auto& file : {part(17, "0"), part(17, "12"), part(171, "0"), part(18, "0")}) {
    write_file(file, "half");
  }
  store.remove_parts(Store::key_of("seed 1"), 17);
  REQUIRE_FALSE(fs::exists(part(17, "0")));
  REQUIRE_FALSE(fs::exists(part(17, "12")));
  REQUIRE(fs::exists(part(171, "0")));
  REQUIRE(fs::exists(part(18, "0")));
  REQUIRE(fs::exists(elsewhere));
  REQUIRE(store.load("seed 1").payload == "payload");
  REQUIRE_NOTHROW(store.remove_parts(Store::key_of("seed 2"), 17));
}

TEST_CASE("a process that is killed while it stores a cell leaves nothing behind") {
  Folder folder;
  const Store store(folder.path);
  const std::string key = Store::key_of("seed 1");
  const pid_t child = ::fork();
  if (child == 0) {
    Reservations reservations(folder.path);
    reservations.take(key);
    at_next_sync([] { ::raise(SIGKILL); });
    store.save("seed 1", "payload");
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  REQUIRE(WIFSIGNALED(status));
  const auto files = [&] {
    std::size_t count = 0;
    for (const auto& file : fs::recursive_directory_iterator(folder.path))
      count += file.is_regular_file();
    return count;
  };
  REQUIRE(files() == 2);  // the reservation, and half a cell
  Reservations reservations(folder.path, {}, [&](const std::string& of, long process) {
    store.remove_parts(of, process);
  });
  REQUIRE(reservations.take(key));
  reservations.release(key);
  REQUIRE(files() == 0);
}
