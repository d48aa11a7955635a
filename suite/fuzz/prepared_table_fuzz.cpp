// The reader of prepared tables. Its header and sections have checksums, which a fuzzer does not
// guess: so the input is either a file as it is, or a recipe of one whose checksums are right.
//
//   input    byte 0: bit 0 recipe, else a file; of a recipe, bit 1: the file is cut in the middle
//   recipe   4 numbers of 4 bytes (records, features, actions, pools), 12 of 2 bytes (bytes of the
//            sections), then the bytes of the sections, without padding

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "suite/fuzz/target.hpp"
#include "suite/log/prepared_table_format.hpp"
#include "suite/text/errors.hpp"

namespace {

using namespace replaybench;
using namespace replaybench::prepared;

static_assert(table_section_count == 12, "the corpus has recipes of 12 sections: convert it too");
constexpr std::size_t recipe_header = 4 * 4 + table_section_count * 2;
constexpr std::uint64_t most_values = 1 << 22;

std::string file_of_recipe(std::string_view recipe) {
  TableHeader header;
  std::uint64_t* const counts[] = {&header.records, &header.dimension, &header.action_count,
                                   &header.pool_count};
  for (std::size_t i = 0; i < std::size(counts); ++i) {
    std::uint32_t count;
    std::memcpy(&count, recipe.data() + 4 * i, 4);
    *counts[i] = count;
  }
  std::string body;
  std::string_view rest = recipe.substr(recipe_header);
  for (std::size_t s = 0; s < table_section_count; ++s) {
    std::uint16_t bytes;
    std::memcpy(&bytes, recipe.data() + 16 + 2 * s, 2);
    Header::Place& place = header.sections[s];
    place.offset = header_bytes + body.size();
    place.bytes = bytes;
    std::string section(rest.substr(0, std::min<std::size_t>(bytes, rest.size())));
    rest.remove_prefix(section.size());
    section.resize(padded(bytes));
    place.digest = sha256(section);
    body += section;
  }
  return to_bytes(header) + body;
}

// A file in memory where the system has such a place.
class ScratchFile {
 public:
  ScratchFile() {
    const char* memory = "/dev/shm";
    const bool there = ::access(memory, W_OK) == 0;
    std::string name =
        (there ? std::filesystem::path(memory) : std::filesystem::temp_directory_path()) /
        "replaybench_XXXXXX";
    require(::mkdtemp(name.data()) != nullptr, "a folder can be made");
    folder_ = name;
  }
  ~ScratchFile() { std::filesystem::remove_all(folder_); }
  // Another file each time: the one before may be mapped still.
  std::filesystem::path write(const std::string& name, std::string_view bytes) const {
    const auto path = folder_ / name;
    std::filesystem::remove(path);
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
    return path;
  }
  std::filesystem::path at(const std::string& name) const { return folder_ / name; }

 private:
  std::filesystem::path folder_;
};

// What was read is written and read again: the same content.
void require_stable(const PreparedTable& table, const ScratchFile& scratch) {
  table.log.check();
  require(table.report.records == table.log.size(), "the number of records");
  require(table.report.clusters.empty() || table.report.clusters.size() == table.log.size(),
          "a cluster per record");
  const auto again = scratch.at("again.replaybench");
  write_prepared_table(again, table);
  const PreparedTable back = read_prepared_table(again);
  require(back.log.actions == table.log.actions, "the same actions");
  require(back.log.rewards == table.log.rewards, "the same rewards");
  require(back.log.contexts == table.log.contexts, "the same features");
  require(back.log.timestamps == table.log.timestamps, "the same timestamps");
  require(back.report.segments == table.report.segments, "the same segments");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  const bool recipe = data[0] & 1;
  if (recipe && input.size() < recipe_header) return 0;
  std::string file = recipe ? file_of_recipe(input) : std::string(input);
  const bool cut = recipe && data[0] & 2;
  if (cut) file.resize(file.size() / 2);
  static const ScratchFile scratch;
  const auto path = scratch.write("log.replaybench", file);
  try {
    const PreparedTableSummary summary = summary_of_prepared_table(path);
    require(!cut, "a file that was cut is not opened");
    require(summary.file_bytes == file.size(), "the file's size");
    summary.origin.text();
    // Constant columns need no bytes: a small file may be a large log.
    if (summary.records * (summary.features + summary.actions * (summary.targets + 1)) >
        most_values) {
      return 0;
    }
    require_stable(read_prepared_table(path), scratch);
  } catch (const DataError& error) {
    require_printable(error.what());
  }
  return 0;
}
