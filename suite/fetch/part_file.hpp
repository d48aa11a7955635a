#pragma once
// <path>.part: the bytes of a download so far.

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace replaybench {

/// Open for writing at its end, and locked: one process at a time has it.
class PartFile {
 public:
  /// Makes the file and its folder where they are missing. Throws EnvironmentError when that cannot
  /// be done, or another process has the file.
  explicit PartFile(std::filesystem::path path);
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;
  /// Leaves the bytes for the next time, but no empty file.
  ~PartFile();

  std::uint64_t size() const { return size_; }
  /// Throws EnvironmentError when the disk is full or the file cannot be written.
  void append(std::string_view bytes);
  /// Forgets all bytes. Throws like append().
  void clear();
  /// Gives the file its name, with all bytes on the disk. Throws like append(). Nothing else may be
  /// called then.
  void rename_to(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }

 private:
  [[noreturn]] void fail(const char* what) const;

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  bool renamed_ = false;
};

}  // namespace replaybench
