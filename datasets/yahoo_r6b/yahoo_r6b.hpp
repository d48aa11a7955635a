#pragma once
// The Yahoo! R6B log: 28 million visits of a news page over fifteen days, a news of a pool that
// changes displayed uniformly at random, clicked or not.
//
// Source: Yahoo! Webscope R6B, "Yahoo! Front Page Today Module User Click Log Dataset, version
// 2.0", 2012 (thesis chapter 4, section 4.2.3, p. 103). The data are licensed by Yahoo and are not
// in this repository; manifest.toml describes them and their source.
//
// Contexts: 135 binary features of the visitor and the constant 1; rewards 0 or 1; see
// suite/yahoo/yahoo_log.hpp. Below the folder that the environment variable REPLAYBENCH_DATA names
// is either r6b/r6b.replaybench, the log prepared by `replaybench data prepare`, which is mapped,
// or the fifteen files r6b/ydata-fp-td-clicks-v2_0.20111002 to .20111016, plain or with .gz, which
// are read again by each program, in minutes and into some 5 GB of memory instead of 1. The prepared
// log is taken where both are.
//
// A day is what one of the fifteen files has.

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "suite/component/registry.hpp"

namespace replaybench::datasets::yahoo_r6b {

/// A stretch of days, both included: 1 <= first <= last <= 15.
struct Days {
  unsigned first = 1;
  unsigned last = 15;

  /// Reads "1-5" or "3". Throws SpecErrors for any other string.
  static Days of(const std::string& text);
  bool contains(unsigned day) const { return first <= day && day <= last; }
};

/// Opens the log at the first use, once; thread-safe.
class YahooR6b final : public Dataset {
 public:
  explicit YahooR6b(Days days) : days_(days) {}

  /// Throws FileError when REPLAYBENCH_DATA is not set or has nothing of R6B for these days;
  /// DataError when the prepared log cannot be used.
  std::shared_ptr<const Log> log() const override;
  /// Digest of the data: PreparedLog::content_digest of a prepared log, otherwise SHA-256 of the files' SHA-256. Throws
  /// as log() does.
  std::string content_digest() const override;
  /// Reports records that were left out, missing files, and the use of raw files. Opens the log.
  std::vector<std::string> warnings() const override;

 private:
  struct Opened {
    std::shared_ptr<const Log> log;
    std::vector<std::string> warnings;
  };
  const Opened& opened() const;
  Opened open_prepared(const std::filesystem::path& file) const;
  Opened open_raw(const std::filesystem::path& folder) const;

  Days days_;
  mutable std::once_flag opened_once_;
  mutable Opened opened_;
  mutable std::once_flag digested_once_;
  mutable std::string digest_;
};

}  // namespace replaybench::datasets::yahoo_r6b
