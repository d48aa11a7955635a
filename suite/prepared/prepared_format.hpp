#pragma once
// The bytes of a prepared log's header and description: what its writer and its reader share.

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "suite/prepared/prepared_log.hpp"
#include "suite/text/enum_names.hpp"

namespace replaybench::prepared {

static_assert(std::endian::native == std::endian::little, "the file's columns are used in place");

enum class Section : std::size_t {
  features,
  actions,
  rewards,
  time_blocks,
  time_offsets,
  pool_changes,
  pools,
  description,
  count
};
constexpr std::size_t section_count = static_cast<std::size_t>(Section::count);

inline constexpr EnumNames<Section, section_count> section_names(
    {{Section::features, "features"},
     {Section::actions, "actions"},
     {Section::rewards, "rewards"},
     {Section::time_blocks, "time blocks"},
     {Section::time_offsets, "time offsets"},
     {Section::pool_changes, "pool changes"},
     {Section::pools, "pools"},
     {Section::description, "description"}});
/// "time offsets"
constexpr std::string_view name_of(Section section) { return section_names[section]; }

/// Like PNG's: a file that was sent as text, cut at a control-Z or stripped of its eighth bits does
/// not begin so.
constexpr std::string_view magic("\x93RBLOG\r\n", 8);
constexpr std::uint32_t version = 1;
constexpr std::uint32_t table_version = 3;  ///< prepared_table.hpp; 2 was never released
constexpr std::size_t header_bytes = 4096;
constexpr std::size_t alignment = 64;
constexpr std::size_t time_block = 256;  ///< records
constexpr std::uint64_t latest_span = std::uint64_t{1} << 56;
constexpr std::size_t largest_action_count = std::size_t{1} << 16;

using Digest = std::array<std::uint8_t, 32>;

constexpr std::uint64_t padded(std::uint64_t bytes) {
  return (bytes + alignment - 1) / alignment * alignment;
}

struct Header {
  struct Place {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;  ///< without the padding
    Digest digest{};          ///< with it
  };
  std::uint64_t records = 0;
  std::uint64_t dimension = 0;
  std::uint64_t action_count = 0;
  std::uint64_t pool_count = 0;
  std::uint64_t change_count = 0;
  std::array<Place, section_count> sections;

  Place& operator[](Section section) { return sections[static_cast<std::size_t>(section)]; }
  const Place& operator[](Section section) const {
    return sections[static_cast<std::size_t>(section)];
  }
  std::uint64_t stride() const { return (dimension + 7) / 8; }
  std::uint64_t file_bytes() const {
    return sections.back().offset + padded(sections.back().bytes);
  }
  /// SHA-256 of the counts and of the sections but the origin; `names` are the dictionaries.
  std::string content_digest(std::string_view names) const;
};

/// header_bytes bytes.
std::string to_bytes(const Header& header);
/// Needs header_bytes bytes. Throws DataError with the reason, without the file's name.
Header header_of(std::string_view bytes);

struct PoolChange {
  std::uint64_t first = 0;
  std::uint32_t pool = 0;
  std::uint32_t nothing = 0;
};
static_assert(sizeof(PoolChange) == 16);

struct TimeBlock {
  std::uint64_t earliest = 0;
  std::uint64_t offsets = 0;  ///< 8 * place + width
};
static_assert(sizeof(TimeBlock) == 16);

struct Names {
  std::vector<std::string> features;
  std::vector<std::string> actions;
};

std::string description_of(const Names& names, const PreparedOrigin& origin);
struct Description {
  Names names;
  std::string names_bytes;  ///< as they stand in the file: for Header::content_digest
  PreparedOrigin origin;
};
/// Reads a description from its bytes. Throws DataError if they do not parse.
Description description_of(std::string_view bytes);

}  // namespace replaybench::prepared
