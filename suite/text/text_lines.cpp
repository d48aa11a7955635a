#include "suite/text/text_lines.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "suite/text/errors.hpp"

namespace replaybench {

void TextLines::open(std::unique_ptr<TextSource> source) {
  source_ = std::move(source);
  begin_ = end_ = bytes_ = lines_ = 0;
  line_ = {};
}

// More bytes behind the ones there are, if there is room; false at the end of the text.
bool TextLines::fill() {
  const std::size_t got = source_->read(buffer_.get() + end_, longest_line - end_);
  end_ += got;
  bytes_ += got;
  return got > 0;
}

TextLines::Found TextLines::next() {
  ++lines_;
  std::size_t searched = begin_;
  for (;;) {
    char* const data = buffer_.get();
    const void* const found = std::memchr(data + searched, '\n', end_ - searched);
    if (found) {
      const auto feed = static_cast<std::size_t>(static_cast<const char*>(found) - data);
      std::size_t last = feed;
      if (last > begin_ && data[last - 1] == '\r') --last;
      line_ = {data + begin_, last - begin_};
      begin_ = feed + 1;
      return Found::line;
    }
    if (begin_ > 0) {
      std::memmove(data, data + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (end_ == longest_line) return pass_over();
    searched = end_;
    if (!fill()) {
      if (end_ == 0) return Found::end;
      line_ = rest();
      begin_ = end_;
      return Found::cut;
    }
  }
}

// The buffer is full of one line: its beginning is kept for the message, the rest thrown away.
TextLines::Found TextLines::pass_over() {
  constexpr std::size_t kept = 64;
  line_ = {buffer_.get(), kept};
  const std::size_t before = bytes_ - longest_line;
  for (;;) {
    if (bytes_ - before > longest_passed_over) {
      throw DataError(
          source_->name() + ":" + std::to_string(lines_) +
          ": a line is longer than 16 MiB; is this a text file with a record per line?");
    }
    begin_ = end_ = kept;
    if (!fill()) return Found::too_long;
    const char* const data = buffer_.get();
    if (const void* const found = std::memchr(data + begin_, '\n', end_ - begin_)) {
      begin_ = static_cast<std::size_t>(static_cast<const char*>(found) - data) + 1;
      return Found::too_long;
    }
  }
}

}  // namespace replaybench
