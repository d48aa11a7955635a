#pragma once
// The folder of the data, which the environment variable REPLAYBENCH_DATA names, and what of a
// manifest is in it.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "suite/catalogue/manifest.hpp"

namespace replaybench {

inline constexpr const char* data_variable = "REPLAYBENCH_DATA";

/// The folder; nothing when the variable is not set or empty. The folder need not exist.
std::optional<std::filesystem::path> data_folder();

/// Message for an unset variable that is needed.
std::string data_variable_help();

/// Path of the file, existing or not: folder / path. A file of unknown size and checksum may be
/// packed: <path>.gz is used if it is the only one found.
std::filesystem::path data_file_path(const ManifestFile& file, const std::filesystem::path& folder);

/// State of a file, determined without reading it.
enum class FileState {
  absent,
  partial,     ///< a download has begun: only <path>.part is there
  other_size,  ///< it has another size than the manifest says
  present
};

FileState file_state(const ManifestFile& file, const std::filesystem::path& folder);

/// Result of reading and checking a file.
enum class FileCheck {
  absent,    ///< or partial
  wrong,     ///< not the manifest's bytes
  right,     ///< the checksum is the manifest's
  unchecked  ///< it is there, of the right size if that is known; the manifest has no checksum
};

struct CheckedFile {
  FileCheck check;
  std::string sha256;  ///< of what is there; empty if that was not computed: another size says
  std::uint64_t size = 0;
};

/// Reads the file; `progress` (may be empty) is called with the number of bytes read so far. Throws
/// FileError when it is there and cannot be read.
CheckedFile check_file(const ManifestFile& file, const std::filesystem::path& folder,
                       const std::function<void(std::uint64_t)>& progress = {});

/// For data sets: the path of a file of theirs that is there and is the manifest's, byte for byte.
/// Throws FileError, which says what to do, when REPLAYBENCH_DATA is not set, or the file is
/// missing or another.
std::filesystem::path checked_data_file(const Manifest& manifest, std::string_view path);

}  // namespace replaybench
