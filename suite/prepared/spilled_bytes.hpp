#pragma once
// Bytes that grow at their end: in memory while they are few, then in a file.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "suite/text/files.hpp"

namespace replaybench::prepared {

class SpilledBytes {
 public:
  /// Beyond `in_memory` all bytes are in a file without a name in the folder of temporary files ($TMPDIR), gone when the
  /// program ends.
  explicit SpilledBytes(std::uint64_t in_memory) : limit_(in_memory) {}

  std::uint64_t size() const { return size_; }
  bool is_in_file() const { return file_ != nullptr; }
  /// Throws FileError, with the folder, if the file cannot be written.
  void append(std::string_view bytes);
  /// Bytes that are there, valid until the next call with this buffer; by several threads at once. Throws FileError.
  std::string_view read(std::uint64_t place, std::size_t size, std::string& buffer) const;

 private:
  std::uint64_t limit_, size_ = 0;
  std::string memory_;
  std::unique_ptr<NamelessFile> file_;
};

}  // namespace replaybench::prepared
