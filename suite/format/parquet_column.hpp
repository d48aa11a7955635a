#pragma once
// The values of one column of a Parquet file, in pieces.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "suite/format/parquet_decode.hpp"
#include "suite/format/parquet_metadata.hpp"
#include "suite/text/readable_file.hpp"

namespace replaybench::parquet {

/// Reads a leaf, one row group's chunk after the other. A value of a flat column is that of a row; of
/// a column of lists it is an element, or stands for a list that has none. Memory: a page as
/// it is in the file and unpacked, a dictionary, and the piece.
class ColumnReader {
 public:
  /// `file` and `column` must live as long as this. The column must be readable
  /// (Column::unsupported).
  ColumnReader(const ReadableFile& file, const Column& column) : file_(file), column_(column) {}

  /// Goes to the beginning of a chunk; its place is inside the file (read_footer).
  void begin(const Chunk& chunk);
  /// Reads the next `count` values into the columns below, from their beginning. Throws DataError
  /// "page at byte N: reason", and FileError.
  void read(std::size_t count);
  /// Values of the chunk that were not read.
  std::uint64_t left() const { return chunk_left_ + page_left_; }

  bool is_text() const { return column_.is_text(); }
  bool is_whole() const {
    return column_.scale == 0 &&
           (column_.type == Type::int32 || column_.type == Type::int64 || is_truth());
  }
  bool is_truth() const { return column_.type == Type::boolean; }
  bool is_unsigned() const { return column_.is_unsigned; }
  Meaning meaning() const { return column_.meaning; }

  /// Values of a column of numbers; an absent value is absent_number().
  const std::vector<double>& numbers() const { return numbers_; }
  /// Values of a column of integers before their conversion to doubles; unspecified for absent values.
  const std::vector<std::int64_t>& integers() const { return integers_; }
  /// Values of a column of strings; an absent value is empty. Valid until the next call of read().
  const std::vector<std::string_view>& texts() const { return texts_; }
  /// Definition levels, at most Column::present_level; of a column where that is above 0.
  const std::vector<std::uint32_t>& levels() const { return levels_; }
  /// Repetition levels of a column of lists: 0 at the first element of a list, 1 at the others.
  const std::vector<std::uint32_t>& repetitions() const { return repetitions_; }

 private:
  void next_page();
  PageHeader read_header();
  void end_page();
  void take_dictionary(const PageHeader& page, std::string_view body);
  void take_data(const PageHeader& page, std::string_view body);
  void begin_values(std::string_view bytes);
  std::size_t decode_levels(std::size_t at, std::size_t count);
  void decode(std::size_t at, std::size_t count);
  void decode_integers(std::int64_t* to, std::size_t count);
  void decode_reals(double* to, std::size_t count);
  void decode_texts(std::string_view* to, std::size_t count);
  void decode_prefixed_texts(std::string_view* to, std::size_t count);
  void decode_split_texts(std::string_view* to, std::size_t count);
  void show_uuids(std::string_view* texts, std::size_t count);
  void decode_numbers_of_bytes(double* to, std::size_t count);
  std::string_view read_lengths(std::string_view bytes, std::vector<std::int64_t>& lengths) const;
  std::uint64_t next_length();
  void set_numbers(std::size_t at, std::size_t count);
  std::string_view unpack_kept(std::string_view packed, std::uint64_t bytes, bool packed_at_all);
  const std::uint32_t* dictionary_places(std::size_t count, std::size_t entries);
  const char* take(std::uint64_t bytes);
  std::size_t item_bytes() const;

  const ReadableFile& file_;
  const Column& column_;
  Codec codec_ = Codec::none;
  std::uint64_t at_ = 0, end_ = 0;  // of the chunk, in the file
  std::uint64_t chunk_left_ = 0;    // values
  std::uint64_t page_left_ = 0;
  Encoding encoding_ = Encoding::plain;

  std::string_view rest_;  // of a page's values in plain
  std::uint64_t bit_ = 0;  // of plain booleans
  std::uint64_t split_values_ = 0, split_at_ = 0;
  HybridDecoder level_decoder_, repetition_decoder_, places_;
  DeltaDecoder deltas_;

  bool has_dictionary_ = false;
  std::vector<std::int64_t> dictionary_integers_;
  std::vector<double> dictionary_reals_;
  std::vector<std::string_view> dictionary_texts_;
  std::shared_ptr<std::string> body_;  // of the page, as it is in the file
  std::shared_ptr<const void> dictionary_bytes_, page_bytes_;
  std::vector<std::shared_ptr<const void>> kept_;  // what else the texts of the piece point into

  std::vector<double> numbers_;
  std::vector<std::int64_t> integers_;
  std::vector<std::string_view> texts_, raw_;
  std::vector<std::uint32_t> levels_, repetitions_, scratch_;
  std::vector<std::int64_t> lengths_, prefixes_;  // of the page's texts, the next one last
  std::string last_text_;
};

}  // namespace replaybench::parquet
