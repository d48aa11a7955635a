#pragma once
// A log from a CSV file of the user's.
//
// Source: none; the format is that of suite/log/csv_log.hpp (columns action, reward, and optionally
// propensity, pool, timestamp and features x_...).
// A relative path is read from the working directory.

#include <filesystem>
#include <memory>
#include <mutex>

#include "suite/component/registry.hpp"
#include "suite/log/csv_log.hpp"

namespace replaybench::datasets::csv_log {

/// Reads the file at the first use, once; thread-safe.
class CsvFile final : public Dataset {
 public:
  CsvFile(std::filesystem::path path, CsvLogOptions options)
      : path_(std::move(path)), options_(options) {}

  /// Throws what read_csv_log throws.
  std::shared_ptr<const Log> log() const override;
  /// SHA-256 of the file's bytes. Throws FileError when it cannot be read.
  std::string content_digest() const override;
  /// Lines left out, columns ignored, propensities missing. Reads the file.
  std::vector<std::string> warnings() const override;

 private:
  const CsvLog& content() const;

  std::filesystem::path path_;
  CsvLogOptions options_;
  mutable std::once_flag read_;
  mutable std::shared_ptr<const CsvLog> content_;
  mutable std::once_flag digested_;
  mutable std::string digest_;
};

}  // namespace replaybench::datasets::csv_log
