#include "suite/text/csv_reader.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "suite/text/errors.hpp"

namespace replaybench {
namespace {

constexpr std::size_t lanes = 16;
constexpr std::string_view bare_quote = "quote inside an unquoted field";

// Bit i is set when byte i may end a field or needs care: separator, line feed, quote, NUL.
std::uint32_t special_bytes(const char* text, char separator) {
#ifdef __SSE2__
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text));
  const auto equal = [bytes](char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
  return static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_or_si128(
      _mm_or_si128(equal(separator), equal('\n')), _mm_or_si128(equal('"'), equal('\0')))));
#else
  std::uint32_t mask = 0;
  for (std::size_t i = 0; i < lanes; ++i) {
    const char c = text[i];
    mask |= static_cast<std::uint32_t>(c == separator || c == '\n' || c == '"' || c == '\0') << i;
  }
  return mask;
#endif
}

const char* find(const char* begin, const char* end, char c) {
  const auto* found =
      begin == end ? nullptr : std::memchr(begin, c, static_cast<std::size_t>(end - begin));
  return found ? static_cast<const char*>(found) : end;
}

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

CsvReader::CsvReader(std::unique_ptr<TextSource> source, std::size_t block, NulBytes nul_bytes,
                     CsvFormat format)
    : source_(std::move(source)),
      buffer_(std::max<std::size_t>(block, 4) + lanes),
      capacity_(buffer_.size() - lanes),
      nul_bytes_(nul_bytes),
      format_(format),
      begin_(buffer_.data()),
      end_(begin_),
      next_(begin_) {
  refill();
  if (between(begin_, end_).starts_with("\xef\xbb\xbf")) next_ += 3;
}

bool CsvReader::next() {
  begin_ = next_;
  line_ = next_line_;
  defect_ = {};
  bare_quotes_.clear();
  for (;;) {
    fields_.clear();
    if (begin_ == end_ && at_end_) return false;
    if (scan()) return true;
    if (static_cast<std::size_t>(end_ - begin_) >= format_.longest_record) return give_up();
    refill();
  }
}

// The current record is longer than any may be. Where it has a line break, a quote was never
// closed, and the reading goes on at the next line as at the end of the text; else it is one line.
bool CsvReader::give_up() {
  gave_up_ = true;
  const bool unterminated = find(begin_, end_, '\n') != end_ && scan_carefully();
  gave_up_ = false;
  if (unterminated) return true;
  throw DataError(name() + ":" + std::to_string(line_) + ": a line is longer than " +
                  std::to_string(format_.longest_record >> 20) +
                  " MiB; is this a text file with a record per line?");
}

double CsvReader::size_ratio() const {
  const std::size_t seen = passed_ + static_cast<std::size_t>(next_ - buffer_.data());
  const std::size_t whole = source_->size_hint();
  if (seen == 0 || whole == 0) return 0;
  return std::max(1.0, static_cast<double>(whole) / static_cast<double>(seen));
}

// Puts the current record at the buffer's front and fills the buffer behind it, doubled if the
// record alone fills it; so a record is scanned again only a constant number of times, whatever its
// length.
void CsvReader::refill() {
  const auto kept = static_cast<std::size_t>(end_ - begin_);
  passed_ += static_cast<std::size_t>(begin_ - buffer_.data());
  if (kept == capacity_) {
    std::vector<char> larger(2 * capacity_ + lanes);
    std::memcpy(larger.data(), begin_, kept);
    buffer_.swap(larger);
    capacity_ *= 2;
  } else {
    std::memmove(buffer_.data(), begin_, kept);
  }
  begin_ = next_ = buffer_.data();
  end_ = begin_ + kept;
  while (end_ != begin_ + capacity_) {
    const std::size_t got =
        source_->read(end_, static_cast<std::size_t>(begin_ + capacity_ - end_));
    if (got == 0) {
      at_end_ = true;
      return;
    }
    end_ += got;
  }
}

[[gnu::always_inline]] inline bool CsvReader::end_record(const char* field, const char* end,
                                                         std::size_t line_breaks) {
  next_ = begin_ + (end - begin_) + (end == end_ ? 0 : 1);
  next_line_ = line_ + line_breaks + 1;
  if (end != field && end[-1] == '\r') --end;
  fields_.push_back(between(field, end));
  return true;
}

// Finds the record's fields; false when more text is needed. Most records need no care.
bool CsvReader::scan() {
  const char separator = format_.separator;
  const char* field = begin_;
  for (const char* block = begin_; block < end_; block += lanes) {
    for (std::uint32_t mask = special_bytes(block, separator); mask != 0; mask &= mask - 1) {
      const char* at = block + std::countr_zero(mask);
      if (at >= end_) break;
      if (*at == separator) {
        fields_.push_back(between(field, at));
        field = at + 1;
      } else if (*at == '\n') {
        return end_record(field, at, 0);
      } else {
        return scan_carefully();
      }
    }
  }
  return at_end_ && end_record(field, end_, 0);
}

// Scans a record that has a quote or a NUL byte. The buffer is not changed before the whole record is there, because
// a record that lacks text is scanned again.
bool CsvReader::scan_carefully() {
  const char separator = format_.separator;
  fields_.clear();
  bare_quotes_.clear();
  const char* at = begin_;
  for (;;) {
    const char* field = at;
    if (at != end_ && *at == '"') {
      for (++at;; at += 2) {
        at = find(at, end_, '"');
        if (at == end_)
          return (at_end_ || gave_up_) && end_defect("unterminated quote", field, field);
        if (at + 1 == end_ && !at_end_) return false;
        if (at + 1 == end_ || at[1] != '"') break;
      }
      ++at;
      const char* after = at != end_ && *at == '\r' ? at + 1 : at;
      if (after == end_ && !at_end_) return false;
      if (after == end_ || *after == '\n') break;
      if (*at != separator) return end_defect("text after a closing quote", field, at);
    } else {
      bool bare = false;
      at = std::find_if(at, static_cast<const char*>(end_), [&](char c) {
        if (c == '"' && keeps_bare_quotes_) {
          bare = true;
          return false;
        }
        return c == separator || c == '\n' || c == '"';
      });
      if (at == end_ && !at_end_) return false;
      if (bare) add_bare_quotes(field);
      if (at == end_) break;
      if (*at == '"') return end_defect(bare_quote, field, at);
      if (*at == '\n') break;
    }
    fields_.push_back(between(field, at));
    ++at;
  }
  // `at` is at the end of the last field: before its line break, which may be CR LF, or at the end
  // of the text.
  const char* field = fields_.empty() ? begin_ : fields_.back().data() + fields_.back().size() + 1;
  const char* end = find(at, end_, '\n');
  const auto breaks =
      static_cast<std::size_t>(std::count(static_cast<const char*>(begin_), end, '\n'));
  end_record(field, end, breaks);
  if (nul_bytes_ == NulBytes::refused && find(begin_, end, '\0') != end) {
    const auto with_nul = std::find_if(fields_.begin(), fields_.end(), [](std::string_view text) {
      return text.find('\0') != std::string_view::npos;
    });
    defect_ = {"NUL byte", static_cast<std::size_t>(with_nul - fields_.begin()), line_, *with_nul};
    fields_.clear();
    return true;
  }
  unquote();
  return true;
}

void CsvReader::add_bare_quotes(const char* field) {
  const auto breaks = std::count(static_cast<const char*>(begin_), field, '\n');
  bare_quotes_.push_back({bare_quote, fields_.size(), line_ + static_cast<std::size_t>(breaks),
                          between(field, find(field, end_, '\n'))});
}

bool CsvReader::end_defect(std::string_view what, const char* field, const char* at) {
  const std::size_t index = fields_.size();
  fields_.clear();
  const char* end = find(begin_, end_, '\n');
  if (end == end_ && !at_end_) return false;
  // The field itself may start on a later line than the record.
  const char* seen_end = find(field, end_, '\n');
  const auto breaks = std::count(static_cast<const char*>(begin_), at, '\n');
  defect_ = {what, index, line_ + static_cast<std::size_t>(breaks), between(field, seen_end)};
  next_ = begin_ + (end - begin_) + (end == end_ ? 0 : 1);
  next_line_ = line_ + 1;
  return true;
}

void CsvReader::unquote() {
  for (auto& field : fields_) {
    if (!field.starts_with('"')) continue;
    char* begin = begin_ + (field.data() - begin_) + 1;
    const char* from = begin;
    const char* closing = field.data() + field.size() - 1;
    char* to = begin;
    while (from != closing) {
      *to++ = *from;
      from += *from == '"' ? 2 : 1;
    }
    field = between(begin, to);
  }
}

}  // namespace replaybench
