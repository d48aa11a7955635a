#pragma once
// The header and the sections of a prepared table: what its writer and its reader share.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "suite/prepared/prepared_bytes.hpp"
#include "suite/prepared/prepared_table.hpp"
#include "suite/text/enum_names.hpp"

namespace replaybench::prepared {

enum class TableSection : std::size_t {
  number_kinds,
  numbers,
  actions,
  pools,
  pool_members,
  clusters,
  segments,
  loggers,
  time_ends,
  times,
  names,
  origin,
  originals,
  action_sets,
  action_features,
  count
};
constexpr std::size_t table_section_count = static_cast<std::size_t>(TableSection::count);
/// Sections that every file lists; those that a file does not list are empty.
constexpr std::size_t listed_table_sections = 12;

inline constexpr EnumNames<TableSection, table_section_count> table_section_names(
    {{TableSection::number_kinds, "number kinds"},
     {TableSection::numbers, "numbers"},
     {TableSection::actions, "actions"},
     {TableSection::pools, "pools"},
     {TableSection::pool_members, "pool members"},
     {TableSection::clusters, "clusters"},
     {TableSection::segments, "segments"},
     {TableSection::loggers, "loggers"},
     {TableSection::time_ends, "time ends"},
     {TableSection::times, "times"},
     {TableSection::names, "names"},
     {TableSection::origin, "origin"},
     {TableSection::originals, "originals"},
     {TableSection::action_sets, "action sets"},
     {TableSection::action_features, "action features"}});
/// "number kinds"
constexpr std::string_view name_of(TableSection section) { return table_section_names[section]; }

struct TableHeader {
  std::uint64_t records = 0;
  std::uint64_t dimension = 0;
  std::uint64_t action_count = 0;
  std::uint64_t pool_count = 0;
  std::array<Header::Place, table_section_count> sections;

  Header::Place& operator[](TableSection section) {
    return sections[static_cast<std::size_t>(section)];
  }
  const Header::Place& operator[](TableSection section) const {
    return sections[static_cast<std::size_t>(section)];
  }
  std::size_t action_bytes() const { return action_count <= largest_action_count ? 2 : 4; }
  /// SHA-256 of the counts and of the sections but the origin.
  std::string content_digest() const;
};

std::string to_bytes(const TableHeader& header);
/// Needs header_bytes bytes. Throws DataError with the reason, without the file's name.
TableHeader table_header_of(std::string_view bytes);

struct NumberPlace {
  std::uint64_t kind = 0;
  std::uint64_t offset = 0;  ///< in the section of numbers
};
static_assert(sizeof(NumberPlace) == 16);

/// Contents of the section of names.
struct TableNames {
  std::vector<std::string> features, actions, segments, loggers;
  struct Target {
    std::string name;
    bool has_all = false;
  };
  std::vector<Target> targets;
  std::vector<std::string> predictions;
  bool has_propensities = false;
  bool has_intercept = false;

  /// Columns of numbers that the log has. `actions.size()` is K.
  std::uint64_t number_columns() const;
};
std::string to_bytes(const TableNames& names);
/// Throws DataError when the bytes do not parse.
TableNames table_names_of(std::string_view bytes);

/// Contents of the section of features of actions.
std::string to_bytes(const ActionFeatures& features);
/// The features, and the number in them of each set of the file. Throws DataError when the bytes do not parse.
struct NumberedFeatures {
  ActionFeatures features;
  std::vector<std::uint32_t> set_numbers;
};
NumberedFeatures action_features_of(std::string_view bytes);

/// Contents of the section of the origin: nothing that the log depends on.
struct TableOrigin {
  PreparedOrigin origin;
  ReadReport report;  ///< without records, clusters and segments
};
std::string to_bytes(const PreparedOrigin& origin, const ReadReport& report);
/// Throws DataError when the bytes do not parse.
TableOrigin table_origin_of(std::string_view bytes);

}  // namespace replaybench::prepared
