#include "suite/store/listing.hpp"

#include <fstream>
#include <set>

#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;
namespace fs = std::filesystem;

TEST_CASE("a listing has the cells and failures of a store, in the order of their keys") {
  const TemporaryFolder folder;
  const Store store(folder.path());
  std::set<std::string> keys;
  for (int i = 0; i < 600; ++i) {
    const std::string canonical = "seed " + std::to_string(i);
    keys.insert(Store::key_of(canonical));
    store.save(canonical, std::string(100, 'x'));
  }
  store.note_failure("seed -1", "why");
  const StoreListing listing(store);
  CHECK(listing.cells() == 600);
  CHECK(listing.failures() == 1);
  std::vector<std::string> listed;
  listing.for_each_cell([&](const std::string& key) { listed.push_back(key); });
  CHECK(listed == std::vector<std::string>(keys.begin(), keys.end()));
  for (const auto& key : keys) REQUIRE(listing.holds(key));
  CHECK_FALSE(listing.holds(Store::key_of("seed -1")));
  CHECK(listing.failed(Store::key_of("seed -1")));
  CHECK_FALSE(listing.failed(*keys.begin()));
  CHECK_FALSE(listing.holds(keys.begin()->substr(0, 63)));
  CHECK_FALSE(listing.holds(std::string(64, 'g')));
}

TEST_CASE("a listing takes nothing else for a cell") {
  const TemporaryFolder folder;
  const Store store(folder.path());
  CHECK(StoreListing(Store(folder.path() / "absent", Store::Access::read)).cells() == 0);
  store.save("seed 1", "x");
  const std::string key = Store::key_of("seed 1");
  const fs::path cell = store.cell_file(key);
  for (const char* end : {".part-0-1-0", ".cell~", "", "0.cell"}) {
    write_file(cell.parent_path() / (key + end), "x");
  }
  write_file(cell.parent_path() / ".cell", "x");
  write_file(cell.parent_path() / (std::string(64, 'X') + ".cell"), "x");
  // A place where no look-up finds it.
  write_file(folder.path() / (key.starts_with("00") ? "01" : "00") / (key + ".cell"), "x");
  write_file(folder.path() / "file", "x");
  CHECK(StoreListing(store).cells() == 1);
  CHECK(StoreListing(store).failures() == 0);
}

TEST_CASE("a listing fails where a folder cannot be read") {
  const TemporaryFolder folder;
  write_file(folder.path() / "7f", "a file");
  CHECK_THROWS_WITH(StoreListing(Store(folder.path())),
                    Catch::Contains("7f") && Catch::Contains("Not a directory"));
}

TEST_CASE("a listing's bytes are exact for few cells and estimated for many") {
  const TemporaryFolder folder;
  const Store store(folder.path());
  for (int i = 0; i < 300; ++i) {
    store.save("seed " + std::to_string(1000 + i), std::string(100, 'x'));
  }
  const StoreListing listing(store);
  std::uintmax_t whole = 0;
  listing.for_each_cell(
      [&](const std::string& key) { whole += fs::file_size(store.cell_file(key)); });
  CHECK(listing.bytes().exact);
  CHECK(listing.bytes().bytes == whole);
  const auto sampled = listing.bytes(30);
  CHECK_FALSE(sampled.exact);
  CHECK(sampled.bytes == whole);  // all are equally long
}
