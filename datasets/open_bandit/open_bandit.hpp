#pragma once
// The Open Bandit Dataset: impressions of fashion items logged by a uniformly random policy or by
// Bernoulli Thompson sampling; the small version, 10,000 records a campaign and policy.
//
// Source: Saito, Aihara, Matsutani, Narita 2020, arXiv 2008.07146; manifest.toml describes
// the files and their source. Not in the thesis: its real data (Yahoo! R6B) cannot be
// redistributed.
//   K     items of the campaign: 34 (men) or 46 (women)
//   p_t   propensity: probability of the item at its position; 1/K under the random policy
// The files are found below the folder that the environment variable REPLAYBENCH_DATA names, as
// obd/<policy>/<campaign>/<campaign>.csv and item_context.csv beside it, and must be those of the
// manifest, byte for byte.

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

#include "datasets/open_bandit/open_bandit_reader.hpp"
#include "suite/component/registry.hpp"

namespace replaybench::datasets::open_bandit {

/// Reads and checks the files at the first use, once; thread-safe.
class OpenBandit final : public Dataset {
 public:
  /// `policy`: "random" or "bts"; `campaign`: "men" or "women".
  OpenBandit(std::string policy, std::string campaign, ReaderOptions options)
      : policy_(std::move(policy)), campaign_(std::move(campaign)), options_(options) {}

  /// The two files, below the folder of the data.
  struct Files {
    std::string log, items;
  };
  Files files() const;

  /// Throws FileError when REPLAYBENCH_DATA is not set, or a file is missing or is not the
  /// manifest's; DataError when the reader cannot use it.
  std::shared_ptr<const Log> log() const override;
  /// The log file's SHA-256, after the check. Throws FileError like log().
  std::string content_digest() const override;
  /// Reports the number of clicks, the smallest propensities, and the mixture behind position = 0.
  /// Reads the files.
  std::vector<std::string> warnings() const override;

 private:
  // The log file, checked.
  std::filesystem::path checked_file() const;

  std::string policy_;
  std::string campaign_;
  ReaderOptions options_;
  mutable std::once_flag checked_once_;
  mutable std::filesystem::path checked_;
  mutable std::once_flag read_once_;
  mutable std::shared_ptr<const Log> log_;
};

/// Writes both campaigns of both policies with four items and 80 made-up records each; see
/// DatasetDescription.
std::string write_look_alike(const std::filesystem::path& folder);

}  // namespace replaybench::datasets::open_bandit
