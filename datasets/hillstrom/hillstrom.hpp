#pragma once
// Hillstrom's e-mail test: 64,000 real customers, three e-mails drawn uniformly, and visits to the
// shop. A uniform log that is large enough to rank policies.
//
// Source: Hillstrom, "The MineThatData E-Mail Analytics And Data Mining Challenge", 2008;
// manifest.toml describes the file and its source. Its licence is unverified. Not in the
// thesis.
//   K = 3   actions by name: Mens E-Mail, No E-Mail, Womens E-Mail
//   p_t     1/3
// The file is found below the folder that the environment variable REPLAYBENCH_DATA names, as
// hillstrom/hillstrom.csv, and must be the manifest's, byte for byte.

#include <filesystem>
#include <memory>
#include <mutex>

#include "datasets/hillstrom/hillstrom_reader.hpp"
#include "suite/component/registry.hpp"

namespace replaybench::datasets::hillstrom {

/// A text in the format of the file with made-up customers, as many as `rows`. O(rows).
std::string look_alike(std::uint64_t rows);

/// Reads and checks the file at the first use, once; thread-safe.
class Hillstrom final : public Dataset {
 public:
  explicit Hillstrom(ReaderOptions options) : options_(options) {}

  /// Throws FileError when REPLAYBENCH_DATA is not set, or the file is missing or is not the
  /// manifest's; DataError when the reader cannot use it.
  std::shared_ptr<const Log> log() const override;
  /// The file's SHA-256, after the check. Throws FileError like log().
  std::string content_digest() const override;
  /// Warns about rare purchases if they are the reward.
  std::vector<std::string> warnings() const override;

 private:
  std::filesystem::path checked_file() const;

  ReaderOptions options_;
  mutable std::once_flag checked_once_;
  mutable std::filesystem::path checked_;
  mutable std::once_flag read_once_;
  mutable std::shared_ptr<const Log> log_;
};

}  // namespace replaybench::datasets::hillstrom
