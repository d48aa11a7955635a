#include "suite/store/merge.hpp"

#include <algorithm>
#include <map>

#include "suite/store/job_record.hpp"
#include "suite/store/listing.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"

using namespace replaybench;
namespace fs = std::filesystem;

namespace {

std::map<std::string, std::string> files_of(const Store& store) {
  std::map<std::string, std::string> files;
  for (const auto& file : fs::recursive_directory_iterator(store.root())) {
    if (file.is_regular_file()) {
      files[fs::relative(file.path(), store.root()).string()] = read_file(file.path());
    }
  }
  return files;
}

// Source lines for stores that record no sources.
std::string no_sources(const std::string&) { return {}; }

std::string name_of(int seed) { return "seed " + std::to_string(seed); }

}  // namespace

TEST_CASE("the union of stores is the store of the union, in any order") {
  const TemporaryFolder folder;
  const Store whole(folder.path() / "whole");
  const Store a(folder.path() / "a");
  const Store b(folder.path() / "b");
  for (int seed = 0; seed < 40; ++seed) {
    const std::string payload = "x\n" + std::to_string(seed) + "\n";
    whole.save(name_of(seed), payload);
    if (seed < 25) a.save(name_of(seed), payload);
    if (seed >= 15) b.save(name_of(seed), payload);
  }
  const Store ab(folder.path() / "ab");
  const Store ba(folder.path() / "ba");
  const MergeSummary first = merge_store(a, ab, no_sources);
  CHECK(first.cells == 25);
  CHECK(first.added == 25);
  const MergeSummary second = merge_store(b, ab, no_sources);
  CHECK(second.cells == 25);
  CHECK(second.added == 15);
  CHECK(second.same == 10);
  CHECK(second.different.empty());
  merge_store(b, ba, no_sources);
  merge_store(a, ba, no_sources);
  CHECK(files_of(ab) == files_of(whole));
  CHECK(files_of(ba) == files_of(whole));
  CHECK(merge_store(a, ab, no_sources).added == 0);
}

TEST_CASE("what is damaged does not go over, and is mended where it lies") {
  const TemporaryFolder folder;
  const Store from(folder.path() / "from");
  const Store into(folder.path() / "into");
  from.save("whole", "x");
  from.save("damaged", "x");
  from.save("elsewhere", "x");
  write_file(from.cell_file(Store::key_of("damaged")), "half");
  into.save("whole", "x");
  write_file(into.cell_file(Store::key_of("whole")), "half");
  write_file(into.cell_file(Store::key_of("elsewhere")), "");
  // The bytes of another cell under this cell's name.
  from.save("swapped", "x");
  write_file(from.cell_file(Store::key_of("swapped")),
             read_file(from.cell_file(Store::key_of("whole"))));
  const MergeSummary summary = merge_store(from, into, no_sources);
  CHECK(summary.added == 2);
  CHECK(summary.damaged.size() == 2);
  CHECK(into.load("whole").payload == "x");
  CHECK(into.load("elsewhere").payload == "x");
  CHECK_FALSE(into.holds("damaged"));
  CHECK_FALSE(into.holds("swapped"));
}

TEST_CASE("a cell that has other bytes elsewhere is left as it was, and named") {
  const TemporaryFolder folder;
  const Store from(folder.path() / "from");
  const Store into(folder.path() / "into");
  from.save("seed 1", "one");
  into.save("seed 1", "other");
  const MergeSummary summary = merge_store(from, into, no_sources);
  CHECK(summary.different == std::vector<std::string>{Store::key_of("seed 1")});
  CHECK(summary.added == 0);
  CHECK(into.load("seed 1").payload == "other");
}

TEST_CASE("failures go over for cells that nobody has, records of jobs always") {
  const TemporaryFolder folder;
  const Store from(folder.path() / "from");
  const Store into(folder.path() / "into");
  from.note_failure("seed 1", "why");
  from.note_failure("seed 2", "why");
  into.save("seed 2", "x");
  from.save("seed 3", "x");
  into.note_failure("seed 3", "not here");
  JobRecord record(from, {"host", "cpu", "build", "now", ""});
  record.note(Store::key_of("seed 3"), 1);
  CHECK(merge_store(from, into, no_sources).failures == 1);
  CHECK(into.failure("seed 1") == "why");
  CHECK_FALSE(into.failure("seed 2"));
  CHECK_FALSE(into.failure("seed 3"));
  CHECK(computed_by(into, Store::key_of("seed 3")).size() == 1);
  record.note(Store::key_of("seed 4"), 1);  // a record that has grown
  merge_store(from, into, no_sources);
  CHECK(computed_by(into, Store::key_of("seed 4")).size() == 1);
}

TEST_CASE("of a cell that is a relative symbolic link the file goes over") {
  const TemporaryFolder folder;
  const Store from(folder.path() / "from");
  const Store into(folder.path() / "deep" / "into");
  from.save("seed 1", "x");
  const std::string key = Store::key_of("seed 1");
  std::filesystem::create_directories(folder.path() / "elsewhere");
  std::filesystem::rename(from.cell_file(key), folder.path() / "elsewhere" / "cell");
  std::filesystem::create_symlink("../../elsewhere/cell", from.cell_file(key));
  REQUIRE(from.load("seed 1").payload == "x");
  CHECK(merge_store(from, into, no_sources).added == 1);
  CHECK(into.load("seed 1").payload == "x");
  CHECK_FALSE(std::filesystem::is_symlink(into.cell_file(key)));
  // It does not depend on where the other store's file was.
  std::filesystem::remove_all(folder.path() / "from");
  std::filesystem::remove_all(folder.path() / "elsewhere");
  CHECK(into.load("seed 1").payload == "x");
}

TEST_CASE(
    "of two cells with one key the one whose sources are nearer to those of this program stays") {
  const TemporaryFolder folder;
  const std::string here = "engine e2\nalgorithms/ucb u2\n";
  const std::string other_engine = "engine e1\nalgorithms/ucb u2\n";
  const std::string other_sources = "engine e2\nalgorithms/ucb u1\n";
  const auto sources_here = [&](const std::string&) { return here; };
  const std::vector<std::string> nearest_first{here, other_engine, "", other_sources};
  for (std::size_t a = 0; a < nearest_first.size(); ++a) {
    for (std::size_t b = 0; b < nearest_first.size(); ++b) {
      for (const bool same_numbers : {true, false}) {
        INFO(a << " into " << b << (same_numbers ? ", same numbers" : ""));
        const std::string name = std::to_string(a) + std::to_string(b) + (same_numbers ? "s" : "o");
        const Store from(folder.path() / (name + "_from"));
        const Store into(folder.path() / (name + "_into"));
        const std::string theirs = same_numbers ? "x\n1\n" : "x\n2\n";
        from.save("seed 1", theirs, nearest_first[a]);
        into.save("seed 1", "x\n1\n", nearest_first[b]);
        const MergeSummary summary = merge_store(from, into, sources_here);
        CHECK(into.load("seed 1").sources == nearest_first[std::min(a, b)]);
        CHECK(into.load("seed 1").payload == (a < b ? theirs : "x\n1\n"));
        CHECK(summary.replaced == (a < b));
        CHECK(summary.same == (a >= b && same_numbers));
        CHECK(summary.older == (a > b && !same_numbers));
        CHECK(summary.different.size() == (a == b && !same_numbers));
      }
    }
  }
}
