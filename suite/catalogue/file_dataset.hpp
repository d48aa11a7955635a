#pragma once
// A data set that is one published file of the catalogue.

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "suite/catalogue/data_folder.hpp"
#include "suite/component/dataset.hpp"
#include "suite/text/sha256.hpp"

namespace replaybench {

/// Reads and checks the file at the first use, once; thread-safe. The file is found below the
/// folder that REPLAYBENCH_DATA names.
class FileDataset final : public Dataset {
 public:
  using Read = std::function<Log(const std::filesystem::path&)>;
  using Warn = std::function<std::vector<std::string>(const Log&)>;

  /// `id`: of the manifest; `path`: of a file in it.
  FileDataset(std::string id, std::string path, Read read, Warn warn = {})
      : id_(std::move(id)),
        path_(std::move(path)),
        read_(std::move(read)),
        warn_(std::move(warn)) {}

  /// Throws FileError when REPLAYBENCH_DATA is not set, or the file is missing or is not the
  /// manifest's; DataError when the reader cannot use it.
  std::shared_ptr<const Log> log() const override {
    std::call_once(log_once_, [&] { log_ = std::make_shared<const Log>(read_(checked_file())); });
    return log_;
  }
  /// SHA-256 of the file: the manifest's or, where it has none, that of what is there. Throws
  /// FileError like log().
  std::string content_digest() const override {
    std::call_once(digest_once_, [&] {
      const auto file = checked_file();
      digest_ = manifest_of(id_).file(path_).sha256;
      if (digest_.empty()) digest_ = sha256_hex_of_file(file);
    });
    return digest_;
  }
  std::vector<std::string> warnings() const override {
    return warn_ ? warn_(*log()) : std::vector<std::string>{};
  }

 private:
  std::filesystem::path checked_file() const {
    std::call_once(file_once_, [&] { file_ = checked_data_file(manifest_of(id_), path_); });
    return file_;
  }

  std::string id_, path_;
  Read read_;
  Warn warn_;
  mutable std::once_flag file_once_, log_once_, digest_once_;
  mutable std::filesystem::path file_;
  mutable std::shared_ptr<const Log> log_;
  mutable std::string digest_;
};

}  // namespace replaybench
