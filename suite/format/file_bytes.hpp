#pragma once
// All bytes of a file whose format is read from its end.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace replaybench {

/// A regular file is mapped, not read: it must not be changed in place as long as this lives. Of a
/// pipe all bytes are read.
class FileBytes {
 public:
  /// Throws EnvironmentError when the file is missing, a folder, or cannot be read.
  explicit FileBytes(const std::filesystem::path& path);
  /// Bytes that were read already.
  explicit FileBytes(std::string bytes);
  std::string_view bytes() const { return bytes_; }

 private:
  std::shared_ptr<const void> owner_;
  std::string_view bytes_;
};

}  // namespace replaybench
