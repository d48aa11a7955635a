#pragma once
// The footer of a Parquet file and the headers of its pages (parquet.thrift of Apache Parquet).

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "suite/text/readable_file.hpp"

namespace replaybench::parquet {

enum class Type : int {
  boolean = 0,
  int32 = 1,
  int64 = 2,
  int96 = 3,
  real32 = 4,
  real64 = 5,
  bytes = 6,
  fixed_bytes = 7
};
enum class Codec : int {
  none = 0,
  snappy = 1,
  gzip = 2,
  brotli = 4,
  lz4_framed = 5,
  zstd = 6,
  lz4_raw = 7
};
/// Meaning of the numbers or bytes of a column, beyond their type.
enum class Meaning { plain, date, milliseconds, microseconds, nanoseconds, decimal, half, uuid };
enum class Encoding : int {
  plain = 0,
  plain_dictionary = 2,
  rle = 3,
  delta_binary_packed = 5,
  delta_length_bytes = 6,
  delta_bytes = 7,
  rle_dictionary = 8,
  byte_stream_split = 9
};

/// A leaf of the schema: a flat column, or the elements of a column of lists.
struct Column {
  enum class Shape { flat, list, other };  ///< other: nested more deeply

  std::string name;  ///< of a list, the column's; of another nested one, the path with dots
  std::string path;  ///< the names from the column to the leaf, with dots
  Type type = Type::boolean;
  Shape shape = Shape::flat;
  std::uint32_t present_level = 0;  ///< definition level of a value that is there, 0 to 3
  std::uint32_t empty_level = 0;    ///< of a list: that of an empty one; an absent one is below it
  bool is_unsigned = false;
  int scale = 0;          ///< of a decimal: the number is the integer / 10^scale
  std::size_t width = 0;  ///< bytes of a value of type fixed_bytes
  Meaning meaning = Meaning::plain;
  std::string unsupported;  ///< why it cannot be read; empty when it can

  bool is_bytes() const { return type == Type::bytes || type == Type::fixed_bytes; }
  /// True if its values are texts; otherwise they are numbers.
  bool is_text() const {
    return is_bytes() && meaning != Meaning::decimal && meaning != Meaning::half;
  }
};

struct Chunk {
  std::uint64_t offset = 0;  ///< of its first page
  std::uint64_t bytes = 0;
  std::uint64_t values = 0;
  Codec codec = Codec::none;
  std::string path;        ///< of its column, as the chunk says it
  std::int64_t type = -1;  ///< likewise
};

struct RowGroup {
  std::uint64_t rows = 0;
  std::vector<Chunk> chunks;  ///< one per column
};

struct Footer {
  std::vector<Column> columns;
  std::vector<RowGroup> groups;
  std::uint64_t rows = 0;
  std::string writer;
};

/// Reads the first bytes of the file and its footer. Throws FileError; throws DataError with the reason, without the file's name: no
/// Parquet file, cut, encrypted, places outside the file, numbers of rows that contradict each other
/// or that no file of this size has, a column that its chunks name or type otherwise than the schema,
/// a part that every writer writes and that is missing, bytes that belong to nothing.
///
/// Facts that the footer states twice, or must state, are so compared; facts stated once are
/// believed: the types of the schema against the values (a DOUBLE that was an INT64 needs the
/// chunks changed too), whether an INT32 without a logical type has a sign, codes and texts of the
/// writer. Statistics, key-value metadata, sizes in memory and the indices of pages are not read.
Footer read_footer(const ReadableFile& file);

enum class PageType : int { data = 0, index = 1, dictionary = 2, data_v2 = 3 };

struct PageHeader {
  PageType type = PageType::data;
  std::uint64_t unpacked_bytes = 0, packed_bytes = 0;
  bool has_checksum = false;
  std::uint32_t checksum = 0;
  std::uint64_t values = 0;
  Encoding encoding = Encoding::plain;
  Encoding level_encoding = Encoding::rle;                   ///< of the definition levels
  Encoding repetition_encoding = Encoding::rle;              ///< of version 1
  std::uint64_t definition_bytes = 0, repetition_bytes = 0;  ///< of version 2
  bool packed = true;                                        ///< of version 2
  std::uint64_t header_bytes = 0;
};

/// The header at the beginning of these bytes. Throws DataError.
PageHeader read_page_header(std::string_view bytes);

}  // namespace replaybench::parquet
