#pragma once
// A log of the user's: a file of any format that `evaluate` reads, with the same options.
//
// Source: none; formats and columns are those of suite/logs/open_log.hpp.
// A relative path is read from the working directory.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "suite/component/read_once.hpp"
#include "suite/component/registry.hpp"
#include "suite/logs/open_log.hpp"

namespace replaybench::datasets::log {

/// Reads the file at the first use, once; thread-safe.
class LogFile final : public Dataset {
 public:
  explicit LogFile(LogOptions options) : options_(std::move(options)) {}

  /// Throws what open_log throws.
  std::shared_ptr<const Log> log() const override { return input().log; }
  const ReadReport* report() const override { return &input(); }
  /// digest_of_log.
  std::string content_digest() const override;
  /// Lines left out, columns ignored, propensities missing. Reads the file.
  std::vector<std::string> warnings() const override;

 private:
  const InputLog& input() const;

  LogOptions options_;
  ReadOnce<InputLog> input_;
  ReadOnce<std::string> digest_;
};

}  // namespace replaybench::datasets::log
