#pragma once
// Results on disk, one file a cell, named by the content that they are the result of.
//
// A cell's key is the SHA-256 of its canonical text (data set, algorithm, evaluator, all parameters
// with defaults spelt out, seed, replicates, component revisions, numeric profile). So a result is
// found again from any study, two experiments share what they have in common, shards write side by side
// without communication, and a changed parameter never gets an old result.
//
// A cell also records the sources that computed it (suite/store/origin.hpp), which are no part of its key: a
// component whose code was changed finds its old cells, and sees that they are old. A file is written aside, under a name that no other process gives, and renamed: a kill leaves nothing or a whole
// cell. Processes of many machines may write one store; where two store the same cell, its bytes are
// the same, and nothing is locked.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace replaybench {

class Store {
 public:
  /// Read-only commands never create a store; they treat a missing store as empty.
  enum class Access { write, read };

  /// Opens the store below `root`; to write, it is made if missing. Throws FileError.
  explicit Store(std::filesystem::path root, Access access = Access::write);

  const std::filesystem::path& root() const { return root_; }

  /// Result of a look-up. `damaged` means that the file was truncated, modified, unreadable or
  /// no regular file; it counts as missing.
  struct Found {
    std::optional<std::string> payload;
    bool damaged = false;
    std::string sources;  ///< that computed it; empty if unknown
  };
  /// The payload of the cell with this canonical text.
  Found load(const std::string& canonical) const;

  /// True if there is a file for the cell, whole or not: quick, for overviews and estimates.
  bool holds(const std::string& canonical) const;

  /// The sources that the cell records, if there is a file for it; empty if it records none. Reads the head of the
  /// file, as long as the texts of the cell are, and checks no seal: for overviews, as `holds`.
  std::optional<std::string> recorded_sources(const std::string& canonical) const;

  /// Stores a payload, and the sources that computed it (lines of text), durably, replacing what was there. Throws
  /// FileError (full or read-only disk), and DataError if a folder has the cell's name: the store is then as it
  /// was.
  void save(const std::string& canonical, const std::string& payload,
            const std::string& sources = {}) const;

  /// Removes what a process that is dead was writing of a cell when it was killed.
  void remove_parts(const std::string& key, long process) const;

  /// Notes that a cell failed, with the reason; the next `save` of the cell removes the note.
  void note_failure(const std::string& canonical, const std::string& reason) const;
  std::optional<std::string> failure(const std::string& canonical) const;

  /// A stored cell as it lies on disk, for `explain`: canonical text and payload. `key` may be any
  /// unique beginning of a key, of at least 4 digits; throws DataError when no cell or more than
  /// one begins so, or it is damaged.
  struct Entry {
    std::string key;
    std::string canonical;
    std::string payload;
    std::string sources;  ///< that computed it; empty if unknown
  };
  Entry find(const std::string& key) const;

  /// The files of a cell and of its noted failure, by its whole key.
  std::filesystem::path cell_file(const std::string& key) const { return file_of(key, ".cell"); }
  std::filesystem::path failure_file(const std::string& key) const {
    return file_of(key, ".failed");
  }
  /// The bytes of a cell's file, by its whole key; empty if it cannot be read or is no regular file; nothing when
  /// there is none, or it has gone meanwhile.
  std::optional<std::string> cell_bytes(const std::string& key) const;
  /// Contents of a cell's file; std::nullopt if it is truncated or modified.
  static std::optional<Entry> entry_of(const std::string& bytes);

  /// A path next to the store, named like it, for facts of the cells that differ between stores with the
  /// same cells.
  std::filesystem::path beside(const char* extension) const;

  /// The key of a canonical text: 64 hexadecimal digits.
  static std::string key_of(const std::string& canonical);

 private:
  std::filesystem::path file_of(const std::string& key, const char* extension) const;

  std::filesystem::path root_;
};

}  // namespace replaybench
