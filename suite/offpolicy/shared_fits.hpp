#pragma once
// Models that several evaluations of one log have in common, fitted once.

#include <functional>
#include <memory>
#include <string>

#include "suite/model/log.hpp"

namespace replaybench::offpolicy {

/// While it lives, what is fitted to this log is kept, for all threads.
class SharedFits {
 public:
  explicit SharedFits(std::shared_ptr<const Log> log);
  ~SharedFits();
  SharedFits(const SharedFits&) = delete;
  SharedFits& operator=(const SharedFits&) = delete;

  using Make = std::function<std::shared_ptr<void>()>;
  /// What the first `make` of this log and key that throws nothing returned, as long as a SharedFits of the log lives;
  /// threads that ask meanwhile wait. For any other log what `make` returns.
  static std::shared_ptr<void> get(const Log& log, const std::string& key, const Make& make);

 private:
  std::shared_ptr<const Log> log_;
};

}  // namespace replaybench::offpolicy
