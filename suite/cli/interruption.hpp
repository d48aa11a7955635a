#pragma once
// Ctrl-C and the like, while a command does work that it should put away first.

#include <atomic>

namespace replaybench::cli {

/// While it lives, SIGINT, SIGTERM and SIGHUP are requests to stop; a second one ends the process at
/// once. A signal that the caller had ignored (nohup, a job in the background) stays ignored. One at
/// a time.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  const std::atomic<bool>& requested() const;
  /// Ends the process as the signal would have: a shell sees 128 + its number (130, 143, 129).
  [[noreturn]] void end() const;
};

}  // namespace replaybench::cli
