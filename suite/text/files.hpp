#pragma once
// Files read whole, files written whole or not at all, and files that grow while one process alone
// has them.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace replaybench {

/// The whole of a file. Throws FileError, with the system's reason, if it cannot be read.
std::string read_file(const std::filesystem::path& file);

/// The whole of a regular file; std::nullopt for what is there but has no bytes for us: a folder, a pipe, a device, a
/// file that must not be read or whose disk fails. Never waits for a writer. Throws FileError if there is no
/// such file, or the process lacks memory or descriptors.
std::optional<std::string> read_regular_file(const std::filesystem::path& file);

/// All bytes of a file, for formats that are not read from the first byte to the last. A regular
/// file is mapped, not read: it must not be changed in place as long as this, or a copy, lives. Of
/// a pipe all bytes are read.
class FileBytes {
 public:
  /// Throws FileError when the file is missing, a folder, or cannot be read.
  explicit FileBytes(const std::filesystem::path& file);
  /// Bytes that were read already.
  explicit FileBytes(std::string bytes);
  std::string_view bytes() const { return bytes_; }

 private:
  std::shared_ptr<const void> owner_;
  std::string_view bytes_;
};

/// Writes a file whole or not at all: to a temporary file in the same folder, flushed to disk, renamed.
/// Makes its folder if it is missing. Throws FileError naming the file and the system's reason.
void write_file(const std::filesystem::path& file, std::string_view text);

/// Makes a folder and those above it where they are missing. Throws FileError.
void make_folder(const std::filesystem::path& folder);

/// A file open for reading and writing that grows at its end. All functions throw FileError,
/// with the file's name and the system's reason, when the disk is full or the file fails.
class GrowingFile {
 public:
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  void append(std::string_view bytes);
  /// Replaces bytes that are there: place + bytes.size() <= size().
  void overwrite(std::uint64_t place, std::string_view bytes);
  /// Fills `bytes` from `place` on: place + bytes.size() <= size().
  void read(std::uint64_t place, std::span<char> bytes) const;

 protected:
  explicit GrowingFile(std::filesystem::path path) : path_(std::move(path)) {}
  ~GrowingFile();
  [[noreturn]] void fail(const char* what) const;

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

/// A file under a passing name ("<name>.part"), locked: one process at a time has it. It gets its
/// name when it is complete.
class LockedPart final : public GrowingFile {
 public:
  /// Fate of a part that never got its name: discarded (it is emptied when it is opened and removed
  /// when it is closed), or kept (then it is removed only if empty).
  enum class Unfinished { discarded, kept };

  /// Opens or makes the file; its folder must be there. Throws FileError when that cannot be
  /// done, or another process has the file.
  LockedPart(std::filesystem::path path, Unfinished unfinished);
  ~LockedPart();

  /// Removes all bytes.
  void clear();
  /// Gives the file its name, replacing what has it, with all bytes on the disk. No other member
  /// that writes may be called after it.
  void rename_to(const std::filesystem::path& path);

 private:
  bool open();

  Unfinished unfinished_;
  bool renamed_ = false;
};

/// A file without a name: gone when it is closed, also if the process is killed.
class NamelessFile final : public GrowingFile {
 public:
  /// In the folder of `beside`, which names it in messages. Throws FileError.
  explicit NamelessFile(std::filesystem::path beside);
};

}  // namespace replaybench
