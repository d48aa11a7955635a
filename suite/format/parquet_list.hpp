#pragma once
// The lists of one column of a Parquet file, row by row.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "suite/format/parquet_column.hpp"

namespace replaybench::parquet {

/// Elements beyond which a list is refused.
inline constexpr std::size_t max_list_elements = std::size_t{1} << 16;
/// Bytes of all texts of a list beyond which it is refused.
inline constexpr std::size_t max_list_bytes = std::size_t{1} << 24;

/// Reads a column of lists, one row group's chunk after the other. Memory: that of ColumnReader for
/// 1,024 elements, and the longest list.
class ListReader {
 public:
  /// As ColumnReader; the column is one of lists.
  ListReader(const ReadableFile& file, const Column& column)
      : column_(column), values_(file, column) {}

  void begin(const Chunk& chunk);
  /// Goes to the next list of the chunk. Throws DataError when there is none, when it is too long,
  /// or when its levels are not those of a list. O(its elements).
  void next();
  /// Throws DataError when the chunk has more lists.
  void finish();

  /// Number of elements of the current list, which may be absent or empty.
  std::size_t size() const { return present_.size(); }
  bool is_absent() const { return absent_; }
  /// True if element i is present; otherwise its number is absent_number(), and its text is empty.
  bool has(std::size_t i) const { return present_[i] != 0; }
  /// Element of a list of numbers.
  double number(std::size_t i) const { return numbers_[i]; }
  std::int64_t integer(std::size_t i) const { return integers_[i]; }
  /// Element of a list of strings; valid until the next call of next().
  std::string_view text(std::size_t i) const {
    const std::size_t from = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(texts_).substr(from, ends_[i] - from);
  }
  /// Reader of the values.
  const ColumnReader& values() const { return values_; }

 private:
  bool has_value();
  bool goes_on() { return has_value() && values_.repetitions()[at_] != 0; }
  void add_element();

  const Column& column_;
  ColumnReader values_;
  std::size_t at_ = 0, piece_ = 0;  // of the values that were read
  bool absent_ = false;
  std::vector<char> present_;
  std::vector<double> numbers_;
  std::vector<std::int64_t> integers_;
  std::string texts_;              // one after the other
  std::vector<std::size_t> ends_;  // of each
};

}  // namespace replaybench::parquet
