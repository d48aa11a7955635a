// The reader of prepared logs. Its header and small sections have checksums, which a fuzzer does
// not guess: so the input is either a file as it is, or a recipe of one whose checksums are right.
//
//   input    byte 0: bit 0 recipe, else a file; of a recipe, bit 1: the columns' checksums are
//   wrong,
//            bit 2: the file is cut in the middle
//   recipe   5 numbers of 8 bytes (records, dimension, actions, pools, changes), 8 of 4 bytes
//   (bytes
//            of the sections), then the bytes of the sections, without padding

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "suite/fuzz/target.hpp"
#include "suite/log/prepared_format.hpp"
#include "suite/log/prepared_log.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/sha256.hpp"

namespace {

using namespace replaybench;
using namespace replaybench::prepared;

constexpr std::size_t recipe_header = 5 * 8 + section_count * 4;
constexpr std::uint64_t largest_file = 1 << 18;

std::string file_of_recipe(std::string_view recipe, bool wrong_columns) {
  Header header;
  std::uint64_t* const counts[] = {&header.records, &header.dimension, &header.action_count,
                                   &header.pool_count, &header.change_count};
  for (std::size_t i = 0; i < std::size(counts); ++i) {
    std::memcpy(counts[i], recipe.data() + 8 * i, 8);
  }
  std::string body;
  std::string_view rest = recipe.substr(recipe_header);
  for (std::size_t s = 0; s < section_count; ++s) {
    std::uint32_t bytes;
    std::memcpy(&bytes, recipe.data() + 40 + 4 * s, 4);
    Header::Place& place = header.sections[s];
    place.offset = header_bytes + body.size();
    place.bytes = bytes;
    // A section that would make the file too large is only promised.
    const std::uint64_t written = body.size() + padded(bytes) <= largest_file ? padded(bytes) : 0;
    std::string section(rest.substr(0, std::min<std::uint64_t>(bytes, written)));
    rest.remove_prefix(section.size());
    section.resize(written);
    place.digest = sha256(section);
    if (wrong_columns && s < static_cast<std::size_t>(Section::pool_changes)) place.digest[0] ^= 1;
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
  std::filesystem::path write(std::string_view bytes) const {
    const auto path = folder_ / "log.replaybench";
    std::filesystem::remove(path);
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<long>(bytes.size()));
    return path;
  }

 private:
  std::filesystem::path folder_;
};

void require_sound(const PreparedLog& prepared) {
  const auto log = prepared.log();
  log->check();
  const std::size_t n = prepared.size();
  require(log->size() == n && n > 0, "as many records as it says");
  require(log->dimension == prepared.dimension(), "the dimension");
  std::size_t next = 0;
  for (const Zone& zone : prepared.zones()) {
    require(zone.first == next && zone.records > 0, "zones follow each other");
    next = zone.end();
  }
  require(next == n, "zones have all records");
  const std::size_t first = n / 3;
  const auto part = prepared.log(first, n - first);
  for (std::size_t i = 0; i < part->size(); ++i) {
    require(part->actions[i] == log->actions[first + i], "a part has the same actions");
    require(part->rewards[i] == log->rewards[first + i], "a part has the same rewards");
    for (std::size_t f = 0; f < log->dimension && f < 20; ++f) {
      require(part->feature(i, f) == log->feature(first + i, f), "a part has the same features");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  const bool recipe = data[0] & 1;
  const bool wrong_columns = data[0] & 2;
  if (recipe && input.size() < recipe_header) return 0;
  std::string file = recipe ? file_of_recipe(input, wrong_columns) : std::string(input);
  const bool cut = recipe && data[0] & 4;
  if (cut) file.resize(file.size() / 2);
  static const ScratchFile scratch;
  const auto path = scratch.write(file);
  try {
    const PreparedLog prepared(path);
    require(!cut, "a file that was cut is not opened");
    require(prepared.file_bytes() == file.size(), "the file's size");
    require(prepared.content_digest().size() == 64, "the content's digest");
    prepared.origin().text();
    bool right = true;
    try {
      prepared.verify();
    } catch (const DataError&) {
      right = false;
    }
    if (recipe) require(right == !wrong_columns, "verify finds wrong checksums, and no others");
    try {
      require_sound(prepared);
    } catch (const DataError&) {
    }
    try {
      const auto times = prepared.timestamps(0, prepared.size());
      for (std::size_t i = 0; i < times.size(); i += 1 + times.size() / 50) {
        require(prepared.timestamp(i) == times[i], "a time alone is as among others");
      }
    } catch (const DataError&) {
    }
  } catch (const DataError& error) {
    require_printable(error.what());
  }
  return 0;
}
