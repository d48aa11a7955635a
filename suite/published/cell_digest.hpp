#pragma once
// Digests of a stored cell's payload: a short one of the whole, and bytes that say which rows and columns
// of another payload differ from it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace replaybench {

/// The published data of a cell.
struct CellDigest {
  std::string key;      ///< the first `digest_length` digits of the cell's key
  std::string payload;  ///< and of the SHA-256 of its payload
  std::size_t rows = 0;
  /// A byte of the SHA-256 of each range of rows; range i of n are the rows from i*rows/n on. None, as
  /// of the columns, where the payload's digest alone is published.
  std::vector<std::uint8_t> row_ranges;
  std::vector<std::uint8_t> columns;  ///< a byte of the SHA-256 of each column's values
};

/// Hexadecimal digits that are kept of a key and of a digest: 64 bits. Two of a million keys are equal
/// with probability 3e-8.
inline constexpr std::size_t digest_length = 16;
inline constexpr std::size_t max_row_ranges = 16;

/// The digests of a payload, a CSV text with a header line. O(length).
CellDigest digest_of(const std::string& key, std::string_view payload);

/// The digest without the bytes that say where a difference is: less than half as long in a packed file.
CellDigest without_places(const CellDigest& digest);

/// One line without its end: key, payload, rows, row_ranges, columns.
std::string to_line(const CellDigest& digest);
/// Reads what `to_line` writes; nothing for any other line.
std::optional<CellDigest> digest_of_line(std::string_view line);

/// Where a payload differs from what was published: "rows 17 to 32 of 250 (replicate 16, step 100 to
/// replicate 31, step 100), columns estimate, standard_error". The first range of rows that
/// differs; a byte may be equal by chance, with probability 1/256, and then a later range, or none, is
/// named. Of a digest without places: both numbers of rows where they differ, else that no more is known.
/// O(length).
std::string place_of_difference(const CellDigest& published, std::string_view payload);

/// The first value in which two payloads differ: "row 3 of 250 (replicate 2, step 100), column
/// estimate: published 0.25, here 0.5"; or that they have other columns or numbers of rows. Empty when
/// they are equal. O(length).
std::string first_difference(std::string_view published, std::string_view here);

}  // namespace replaybench
