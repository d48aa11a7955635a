#pragma once
// The lines of a text, one after the other, from one buffer.

#include <cstddef>
#include <memory>
#include <string_view>

#include "suite/text/text_source.hpp"

namespace replaybench {

/// Splits a text at its line feeds. Memory: one buffer of `longest_line` bytes, for any text.
class TextLines {
 public:
  static constexpr std::size_t longest_line = std::size_t{1} << 20;
  static constexpr std::size_t longest_passed_over = std::size_t{16} << 20;

  enum class Found {
    line,      ///< a whole line: a line feed (or CR LF) ended it
    cut,       ///< the text's last bytes, which no line feed ended
    too_long,  ///< a line longer than the buffer, which was passed over; line() is its beginning
    end
  };

  // Not filled: a small text touches the buffer's first page only.
  TextLines() : buffer_(std::make_unique_for_overwrite<char[]>(longest_line)) {}

  /// Begins another text.
  void open(std::unique_ptr<TextSource> source);

  /// Goes to the next line. Throws what TextSource::read throws, after the last whole line before
  /// the damage; then rest() is the text after it. Throws DataError for a line of more than 16 MiB,
  /// because some texts have no line end at all. Time linear in the text.
  Found next();

  /// The line without its end. A byte that is neither a digit, nor a letter, nor a blank can be
  /// read behind it. Valid until the next call.
  std::string_view line() const { return line_; }
  /// The bytes after the last line returned.
  std::string_view rest() const { return {buffer_.get() + begin_, end_ - begin_}; }
  /// Bytes given so far by this text's source.
  std::size_t bytes() const { return bytes_; }
  const TextSource& source() const { return *source_; }

 private:
  bool fill();
  Found pass_over();

  std::unique_ptr<char[]> buffer_;  // of longest_line bytes
  std::unique_ptr<TextSource> source_;
  std::string_view line_;
  std::size_t begin_ = 0, end_ = 0, bytes_ = 0, lines_ = 0;
};

}  // namespace replaybench
