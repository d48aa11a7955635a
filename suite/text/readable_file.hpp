#pragma once
// A file that is read piece by piece, from any place, without being mapped: it
// may be larger than the memory that the process may take.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "suite/text/files.hpp"

namespace replaybench {

class ReadableFile {
 public:
  /// Opens a regular file; of a pipe all bytes are read. Throws FileError, with
  /// the system's reason.
  explicit ReadableFile(std::filesystem::path path);
  ReadableFile(const ReadableFile&) = delete;
  ReadableFile& operator=(const ReadableFile&) = delete;
  ~ReadableFile();

  std::uint64_t size() const { return size_; }
  /// Bytes that are there: place + bytes <= size(). In `buffer`, or valid as
  /// long as the file is open; by several threads at once. Throws FileError if
  /// they cannot be read.
  std::string_view read(std::uint64_t place, std::size_t bytes, std::string& buffer) const;
  /// All bytes. Throws FileError.
  FileBytes map() const { return in_memory_ ? *in_memory_ : FileBytes(path_); }

 private:
  [[noreturn]] void fail() const;

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::optional<FileBytes> in_memory_;  // of a pipe
};

}  // namespace replaybench
