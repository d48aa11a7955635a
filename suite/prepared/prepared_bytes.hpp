#pragma once
// Numbers and texts as the bytes of a prepared file, and its sections on their way to the disk.

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "suite/prepared/prepared_format.hpp"
#include "suite/text/errors.hpp"
#include "suite/text/files.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench::prepared {

/// Numbers of 64 bits and texts after their lengths, one after the other.
class ByteWriting {
 public:
  void number(std::uint64_t value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  void text(std::string_view value) {
    number(value.size());
    bytes_.append(value);
  }
  void texts(const std::vector<std::string>& values) {
    number(values.size());
    for (const std::string& value : values) text(value);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads the bytes of a ByteWriting. Never reads beyond the bytes; throws DataError instead.
class ByteReading {
 public:
  explicit ByteReading(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number() {
    std::uint64_t value;
    std::memcpy(&value, take(sizeof(value)).data(), sizeof(value));
    return value;
  }
  std::string_view text() { return take(number()); }
  std::vector<std::string> texts() {
    std::vector<std::string> values;
    for (std::uint64_t left = count(); left > 0; --left) values.emplace_back(text());
    return values;
  }
  /// The number of things that follow; each takes 8 bytes at least.
  std::uint64_t count() {
    const std::uint64_t found = number();
    if (found > rest_.size() / sizeof(std::uint64_t)) fail();
    return found;
  }
  void end() const {
    if (!rest_.empty()) fail();
  }

 private:
  [[noreturn]] static void fail() { throw DataError("the description does not parse"); }
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) fail();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
};

/// A section on its way to a file: buffered, its checksum taken as it passes.
class SectionWriting {
 public:
  explicit SectionWriting(GrowingFile& file) : file_(file) { buffer_.reserve(room); }
  void append(const void* data, std::size_t size) {
    if (buffer_.size() + size > room) flush();
    buffer_.append(static_cast<const char*>(data), size);
    bytes_ += size;
  }
  std::uint64_t bytes() const { return bytes_; }
  /// Pads with zeros and writes what is left. To be called once.
  void finish(Header::Place& place) {
    place.bytes = bytes_;
    buffer_.append(padded(bytes_) - bytes_, '\0');
    flush();
    place.digest = digest_.finish();
  }

 private:
  static constexpr std::size_t room = std::size_t{1} << 18;

  void flush() {
    digest_.add(buffer_.data(), buffer_.size());
    file_.append(buffer_);
    buffer_.clear();
  }

  GrowingFile& file_;
  std::string buffer_;
  std::uint64_t bytes_ = 0;
  Sha256 digest_;
};

/// Writes the origin of a log into its description.
void add_origin(ByteWriting& out, const PreparedOrigin& origin);
PreparedOrigin origin_of(ByteReading& in);

/// The version of a header of `header_bytes` bytes, whether or not this program reads it. Throws
/// DataError, without the file's name, when it is none, or is damaged.
std::uint64_t version_of(std::string_view bytes);
/// True if the header has its checksum, which is its end.
bool is_whole_header(std::string_view bytes);
/// A header of `header_bytes` bytes: the magic, these numbers, these places, its checksum.
std::string header_of_numbers(const std::vector<std::uint64_t>& numbers,
                              std::span<const Header::Place> places);
/// The places that follow `numbers` numbers in a header.
void read_places(std::string_view bytes, std::size_t numbers, std::span<Header::Place> places);

}  // namespace replaybench::prepared
