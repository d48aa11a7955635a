// The reader of prepared tables, given files or recipes of them (recipe_files.hpp).
//
//   input    byte 0: bit 0 recipe; of a recipe, bit 1: the file is cut in the middle
//   recipe   4 numbers of 4 bytes (records, features, actions, pools), 15 of 2 bytes (bytes of the
//            sections), then the bytes of the sections, without padding

#include <algorithm>

#include "suite/fuzz/recipe_files.hpp"
#include "suite/fuzz/scratch_folder.hpp"
#include "suite/prepared/prepared_blocks.hpp"
#include "suite/text/errors.hpp"

namespace {

using namespace replaybench;
using namespace replaybench::prepared;

static_assert(table_section_count == 15, "the corpus has recipes of 15 sections: convert it too");

std::string file_of(const Recipe<std::uint32_t, std::uint16_t>& recipe) {
  TableHeader header;
  std::uint64_t* const counts[] = {&header.records, &header.dimension, &header.action_count,
                                   &header.pool_count};
  for (std::size_t i = 0; i < std::size(counts); ++i) *counts[i] = recipe.count(i);
  const std::string body = recipe.sections(header.sections);
  return to_bytes(header) + body;
}

// The blocks of a file are those of its columns; where the table is refused, they may be.
void require_same_blocks(const std::filesystem::path& path, const PreparedTable& table) {
  const PreparedBlocks blocks(path);
  require(blocks.size() == table.log.size(), "the number of records");
  const std::size_t first = table.log.size() / 3;
  BlockBuffers buffers;
  const LogBlock block =
      blocks.read(first, table.log.size() - first, {.actions = true, .rewards = true}, buffers);
  for (std::size_t i = 0; i < block.size; ++i) {
    require(block.rewards[i] == table.log.rewards[first + i], "the rewards of a block");
    require(block.actions[i] == table.log.actions[first + i], "the actions of a block");
  }
}

// A file that need not be a good one: each column is read, or refused.
void read_blocks(const std::filesystem::path& path) {
  try {
    const PreparedBlocks blocks(path);
    std::vector<double> column(std::min<std::uint64_t>(blocks.size(), 1000));
    BlockBuffers buffers;
    blocks.read(0, std::min<std::size_t>(column.size(), 50), {true, true, true, true, true, true},
                buffers);
    for (std::size_t t = 0; t < blocks.header().targets.size(); ++t) {
      blocks.read_target(t, 0, column);
      if (blocks.target_has_all(t)) blocks.read_target_of(t, 0, 0, column);
    }
    for (std::size_t m = 0; m < blocks.header().predictions.size(); ++m) {
      blocks.read_prediction_of(m, 0, 0, column);
    }
  } catch (const DataError& error) {
    require_printable(error.what());
  }
}

// A table that was read is written and read again: the same content.
void require_stable(const PreparedTable& table, const ScratchFolder& scratch) {
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
  require(back.log.active_first == table.log.active_first && back.log.active == table.log.active,
          "the same listed features");
  require(back.log.timestamps == table.log.timestamps, "the same timestamps");
  require(back.report.segments == table.report.segments, "the same segments");
  require(back.log.originals == table.log.originals, "the same originals");
  require(back.log.has_action_features() == table.log.has_action_features(), "features of actions");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  const bool recipe = data[0] & 1;
  const Recipe<std::uint32_t, std::uint16_t> given(input, 4, table_section_count);
  if (recipe && !given.is_whole()) return 0;
  std::string file = recipe ? file_of(given) : std::string(input);
  const bool cut = recipe && data[0] & 2;
  if (cut) file.resize(file.size() / 2);
  static const ScratchFolder scratch;
  const auto path = scratch.write("log.replaybench", file);
  read_blocks(path);
  try {
    const PreparedTableSummary summary = summary_of_prepared_table(path);
    require(!cut, "a file that was cut is not opened");
    require(summary.file_bytes == file.size(), "the file's size");
    summary.origin.text();
    const PreparedTable table = read_prepared_table(path);
    require_same_blocks(path, table);
    require_stable(table, scratch);
    ++inputs_read;
  } catch (const DataError& error) {
    require_printable(error.what());
  }
  return 0;
}
