#pragma once
// A log in memory as a data set.

#include <memory>
#include <utility>

#include "suite/component/registry.hpp"

namespace replaybench {

/// A data set that is one log, as a file would give it: it has no environment to play live.
class LogDataset final : public Dataset {
 public:
  /// Shares a log (not null) that its reader has checked. O(1).
  explicit LogDataset(std::shared_ptr<const Log> log) : log_(std::move(log)) {}
  /// Takes a log that was made in memory. Throws std::logic_error as Log::check does.
  /// O(records * dimension).
  explicit LogDataset(Log log) : log_(std::make_shared<const Log>(std::move(log))) {
    log_->check();
  }

  std::shared_ptr<const Log> log() const override { return log_; }

 private:
  std::shared_ptr<const Log> log_;
};

}  // namespace replaybench
