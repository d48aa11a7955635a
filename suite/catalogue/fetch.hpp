#pragma once
// A file of a manifest from its url to the folder of the data, with libcurl.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>

#include "suite/catalogue/manifest.hpp"

namespace replaybench {

struct FetchOptions {
  int attempts = 4;           ///< one after the other that bring nothing new, or too slowly
  int attempts_in_all = 100;  ///< for one file
  std::chrono::milliseconds pause{1000};  ///< before the second attempt; doubles each time
  std::chrono::seconds connect_timeout{20};
  /// An attempt is over when `stall_timeout` brings fewer than `min_rate` bytes per second.
  std::chrono::seconds stall_timeout{60};
  std::uint64_t min_rate = 1000;
};

/// Progress of a download: bytes received, and bytes in all.
using FetchProgress = std::function<void(std::uint64_t bytes, std::uint64_t of)>;

/// Fetches the file to `folder / file.path`, replacing what is there. The bytes go to
/// <path>.replaybench-part first, a name that no file of the user has; the file appears under its name when size and SHA-256 are the manifest's, never before.
///
/// The next attempt or the next call resumes an interrupted download if the server can do that;
/// otherwise it starts again. If a file that was put together in this way has another checksum, it
/// is fetched once more from the first byte; bytes other than the manifest's are not kept.
/// Redirections are followed, to https:// from https://, to http(s):// from http://, to nothing else.
///
/// Throws FileError "path: ... (url)": an answer like 404 (at once), no connection, a cut or
/// a server's error (after all attempts; the part is kept), a disk that is full (the part is kept),
/// another checksum or size (nothing is kept), another process that fetches the same file. A file
/// without a url is a std::logic_error. Memory: one block.
void fetch_file(const ManifestFile& file, const std::filesystem::path& folder,
                const FetchOptions& options = {}, const FetchProgress& progress = {});

}  // namespace replaybench
