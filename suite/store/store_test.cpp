#include "suite/store/store.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

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
  REQUIRE(store.size().cells == 1);
}

TEST_CASE("a cell cut short or altered anywhere is found out and counts as missing") {
  Folder folder;
  const Store store(folder.path);
  store.save("seed 1", "step,mean\n1,0.5\n");
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
  REQUIRE_THROWS_AS(store.save("seed 2", std::string(100'000, 'x')), EnvironmentError);
  REQUIRE_THROWS_AS(store.save("seed 1", std::string(100'000, 'x')), EnvironmentError);
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
  REQUIRE_THROWS_AS(Store(folder.path / "file" / "store"), EnvironmentError);
}

TEST_CASE("failures are noted until the cell succeeds") {
  Folder folder;
  const Store store(folder.path);
  store.note_failure("seed 1", "no such file");
  REQUIRE(store.failure("seed 1") == "no such file");
  REQUIRE(store.size().failures == 1);
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
