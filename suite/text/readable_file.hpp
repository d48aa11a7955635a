#pragma once
// A file that is read piece by piece, from any place, without being mapped: it
// may be larger than the memory that the process may take.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "suite/text/files.hpp"

namespace replaybench {

class ReadableFile {
 public:
  /// Opens a regular file; of a pipe all bytes are read. Throws FileError, with
  /// the system's reason.
  explicit ReadableFile(std::filesystem::path path);
  /// Bytes that are in memory.
  ReadableFile(FileBytes bytes) : size_(bytes.bytes().size()), in_memory_(std::move(bytes)) {}

  std::uint64_t size() const { return size_; }
  /// Bytes that are there: place + bytes <= size(). In `buffer`, or valid as
  /// long as the file is open; by several threads at once. Throws FileError if
  /// they cannot be read, or the file is shorter than it was.
  std::string_view read(std::uint64_t place, std::size_t bytes, std::string& buffer) const;
  /// All bytes. Throws FileError.
  FileBytes map() const { return in_memory_ ? *in_memory_ : FileBytes(path_); }

 private:
  [[noreturn]] void fail(const char* reason = nullptr) const;  // null: the system's reason

  std::filesystem::path path_;
  std::shared_ptr<const int> descriptor_;  // closed with the last copy
  std::uint64_t size_ = 0;
  std::optional<FileBytes> in_memory_;  // of a pipe
};

}  // namespace replaybench
