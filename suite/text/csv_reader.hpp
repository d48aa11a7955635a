#pragma once
// Records and fields of a CSV text (RFC 4180), in blocks.

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suite/text/text_source.hpp"

namespace replaybench {

/// Defect that makes a record unreadable as CSV. An empty `what` means none.
struct CsvDefect {
  std::string_view what;    ///< "unterminated quote", say
  std::size_t field = 0;    ///< index of the field it is in
  std::size_t line = 0;     ///< where it is; of an unterminated quote, where the quote begins
  std::string_view seen{};  ///< the text from that field's beginning to the end of the line; lives
                            ///< until the next next()
};

/// Treatment of a NUL byte: a defect of its record, or a byte like others.
enum class NulBytes { refused, kept };

/// Separator of the fields, and maximum length of a record.
struct CsvFormat {
  char separator = ',';  ///< not a quote, a line feed or NUL
  /// Bytes, in steps of doubled blocks; a longer record is refused before it fills the memory.
  std::size_t longest_record = std::numeric_limits<std::size_t>::max();
};

/// Splits a text into records: fields separated by commas (or by the format's separator), records by LF or CRLF, fields in double
/// quotes may hold commas, line breaks and doubled quotes; a UTF-8 byte order mark at the beginning
/// is skipped. The last record needs no line break.
///
/// A record with a defect (a quote that is never closed, a quote inside an unquoted field, text
/// after a closing quote, a refused NUL byte) is still delivered, with the defect and without
/// fields. After a defect in the quotes the reading goes on at the next *line*, so that one stray
/// quote cannot swallow the rest of the file. A quote that is still open after the format's longest
/// record is taken as never closed.
///
/// Time linear in the text; memory one block plus the longest record; no allocation once these have
/// been seen.
class CsvReader {
 public:
  static constexpr std::size_t default_block = std::size_t{1} << 18;

  /// Reads from `source` in blocks of `block` bytes (at least 1; small values are for tests).
  explicit CsvReader(std::unique_ptr<TextSource> source, std::size_t block = default_block,
                     NulBytes nul_bytes = NulBytes::refused, CsvFormat format = {});

  /// Goes to the next record; false at the end. Throws what TextSource::read throws, and DataError
  /// for a line that is longer than the format's longest record.
  bool next();

  /// The record's fields, without their quotes; they live until the next call of next(). An empty
  /// line has one empty field.
  std::span<const std::string_view> fields() const { return fields_; }
  /// True if field `index` was written in quotes.
  bool quoted(std::size_t index) const {
    const char* field = fields_[index].data();
    return field != begin_ && field[-1] == '"';
  }
  const CsvDefect& defect() const { return defect_; }
  /// From the next record on a quote inside an unquoted field is a character like others, and no
  /// defect of the record; bare_quotes() tells.
  void keep_bare_quotes() { keeps_bare_quotes_ = true; }
  /// The fields of the record that have such quotes, as defects.
  std::span<const CsvDefect> bare_quotes() const { return bare_quotes_; }
  /// First and last line of the record, from 1.
  std::size_t line() const { return line_; }
  std::size_t last_line() const { return next_line_ - 1; }
  const std::string& name() const { return source_->name(); }
  /// Length of the whole text divided by the length delivered so far, the current record included:
  /// at least 1, or 0 if the text's length is not known (a gzip file, a pipe). An estimate, for
  /// reserving memory.
  double size_ratio() const;
  /// The text behind the current record that is in memory: before the first next() the beginning
  /// of the text. Lives until the next next().
  std::string_view buffered() const { return {next_, static_cast<std::size_t>(end_ - next_)}; }

 private:
  bool give_up();
  bool scan();
  bool scan_carefully();
  bool end_record(const char* field, const char* end, std::size_t line_breaks);
  bool end_defect(std::string_view what, const char* field, const char* at);
  void add_bare_quotes(const char* field);
  void refill();
  void unquote();

  std::unique_ptr<TextSource> source_;
  std::vector<char>
      buffer_;  // capacity_ bytes and a few more, so that a vector load may start at any of them
  std::size_t capacity_;
  NulBytes nul_bytes_;
  CsvFormat format_;
  bool gave_up_ = false;    // the current record is too long for its quotes to close
  char* begin_;             // the current record
  char* end_;               // of the text in the buffer
  char* next_;              // the record after the current one
  std::size_t passed_ = 0;  // bytes of the text before the buffer's
  bool at_end_ = false;
  std::size_t line_ = 1;
  std::size_t next_line_ = 1;
  std::vector<std::string_view> fields_;
  CsvDefect defect_;
  bool keeps_bare_quotes_ = false;
  std::vector<CsvDefect> bare_quotes_;
};

}  // namespace replaybench
