// The reader of prepared logs, given files or recipes of them (recipe_files.hpp).
//
//   input    byte 0: bit 0 recipe; of a recipe, bit 1: the columns' checksums are wrong, bit 2: the
//            file is cut in the middle
//   recipe   5 numbers of 8 bytes (records, dimension, actions, pools, changes), 8 of 4 bytes (bytes
//            of the sections), then the bytes of the sections, without padding

#include "suite/fuzz/recipe_files.hpp"
#include "suite/fuzz/scratch_folder.hpp"
#include "suite/prepared/prepared_log.hpp"
#include "suite/text/errors.hpp"

namespace {

using namespace replaybench;
using namespace replaybench::prepared;

std::string file_of(const Recipe<std::uint64_t, std::uint32_t>& recipe, bool wrong_columns) {
  Header header;
  std::uint64_t* const counts[] = {&header.records, &header.dimension, &header.action_count,
                                   &header.pool_count, &header.change_count};
  for (std::size_t i = 0; i < std::size(counts); ++i) *counts[i] = recipe.count(i);
  const std::string body = recipe.sections(
      header.sections, wrong_columns ? static_cast<std::size_t>(Section::pool_changes) : 0);
  return to_bytes(header) + body;
}

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
  const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  const bool recipe = data[0] & 1;
  const bool wrong_columns = data[0] & 2;
  const Recipe<std::uint64_t, std::uint32_t> given(input, 5, section_count);
  if (recipe && !given.is_whole()) return 0;
  std::string file = recipe ? file_of(given, wrong_columns) : std::string(input);
  const bool cut = recipe && data[0] & 4;
  if (cut) file.resize(file.size() / 2);
  static const ScratchFolder scratch;
  const auto path = scratch.write("log.replaybench", file);
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
      ++inputs_read;
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
