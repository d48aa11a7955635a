// The prepared logs of bad_input/: prepared_good.replaybench was made by another program, from the
// layout as prepared_log.hpp shows it; each of the others is that file with one thing wrong.

#include <set>

#include "suite/prepared/prepared_log.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

struct Row {
  const char* file;
  bool opens;          ///< the damage is in a column, which only verify() reads
  const char* reason;  ///< part of the message
};

constexpr Row rows[] = {
    {"magic", false, "is not a prepared log"},
    {"other_kind", false, "is not a prepared log"},
    {"version_2", false, "is a prepared log of version 2, this program reads versions 1 and 3"},
    {"version_3", false, "is a prepared log of version 3, that of a table"},
    {"header", false, "is damaged in its header"},
    {"header_end", false, "is damaged in its header"},
    {"cut_header", false, "was cut in its header"},
    {"cut", false, "was cut: "},
    {"longer", false, "has 1 bytes after its end"},
    {"features", true, "do not have their checksums: features (bytes "},
    {"padding", true, "do not have their checksums: features (bytes "},
    {"actions", true, "do not have their checksums: actions (bytes "},
    {"rewards", true, "do not have their checksums: rewards (bytes "},
    {"time_blocks", true, "do not have their checksums: time blocks (bytes "},
    {"pool_changes", false, "is damaged in its pool changes"},
    {"pools", false, "is damaged in its pools"},
    {"description", false, "is damaged in its description"},
};

std::filesystem::path folder() {
  return std::filesystem::path(__FILE__).parent_path() / "bad_input";
}
std::filesystem::path path_of(const std::string& name) {
  return folder() / ("prepared_" + name + ".replaybench");
}

TEST_CASE("prepared_log bad input: a file of version 1 stays readable") {
  if (!std::filesystem::exists(folder())) {
    WARN("the sources are not here: their files are not read");
    return;
  }
  const PreparedLog prepared(path_of("good"));
  prepared.verify();
  CHECK(prepared.size() == 20);
  CHECK(prepared.dimension() == 12);
  CHECK(prepared.action_count() == 5);
  CHECK(prepared.action_names()[4] == "id-4");
  CHECK(prepared.feature_names()[11] == "f11");
  CHECK(prepared.zones() == std::vector<Zone>{{0, 7, 0}, {7, 8, 1}, {15, 5, 0}});
  CHECK(prepared.timestamp(19) == 1000);
  CHECK(prepared.origin().anomalies.size() == 1);
  const auto log = prepared.log();
  log->check();
  CHECK(log->pool_table[1].size() == 3);
}

TEST_CASE("prepared_log bad input: each damage is determined by name") {
  if (!std::filesystem::exists(folder())) return;
  std::set<std::string> known{path_of("good").filename().string()};
  for (const Row& row : rows) {
    CAPTURE(row.file);
    const auto path = path_of(row.file);
    known.insert(path.filename().string());
    bool opened = false;
    const std::string message = message_of<DataError>([&] {
      const PreparedLog prepared(path);
      opened = true;
      prepared.verify();
    });
    CHECK(opened == row.opens);
    CHECK(message.starts_with(path.string() + ": "));
    CHECK(message.find(row.reason) != std::string::npos);
  }
  std::set<std::string> here;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("prepared_")) here.insert(name);
  }
  CHECK(here == known);
}

}  // namespace
}  // namespace replaybench
