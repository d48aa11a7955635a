#pragma once
// A folder for files on their way.

#include <filesystem>

namespace replaybench {

/// A new folder, removed at the end with what it holds.
class ScratchFolder {
 public:
  /// Its path is `prefix` and six characters that make it a new one; the folder above must be there.
  /// Throws FileError, with the system's reason.
  explicit ScratchFolder(const std::filesystem::path& prefix);
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace replaybench
