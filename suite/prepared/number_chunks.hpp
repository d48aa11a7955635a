#pragma once
// Columns of numbers that arrive in chunks of records, in few bytes: in memory while they are few, then in a file.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "suite/prepared/number_column.hpp"
#include "suite/prepared/spilled_bytes.hpp"

namespace replaybench::prepared {

class NumberChunks {
 public:
  /// All chunks but the last have `records` records. See SpilledBytes.
  NumberChunks(std::size_t records, std::uint64_t bytes_in_memory)
      : per_chunk_(records), bytes_(bytes_in_memory) {}

  /// The next chunk; each chunk has the same number of columns, each column one size. Throws as SpilledBytes. O(numbers).
  void add(std::span<const NumberColumn> columns);
  std::uint64_t size() const { return records_; }
  bool is_in_file() const { return bytes_.is_in_file(); }

  /// Numbers of a column from record `first` on; of several threads at once. Needs them to be there. Throws FileError.
  /// O(count + records of a chunk).
  void read(std::size_t column, NumberPlaces to) const;

 private:
  struct Place {
    std::uint64_t first = 0;  // byte
    std::uint32_t bytes = 0;
    NumberKind kind = NumberKind::full;
  };

  std::size_t per_chunk_;
  std::size_t columns_ = 0;
  std::uint64_t records_ = 0;
  std::vector<Place> places_;  // chunk by chunk
  SpilledBytes bytes_;
};

}  // namespace replaybench::prepared
