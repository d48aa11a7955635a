#pragma once
// Ctrl-C and the like, while a command does work that it should put away first.

#include <atomic>
#include <chrono>

namespace replaybench::cli {

/// Exit code after SIGTERM: some of the work is done and kept; run again to go on (EX_TEMPFAIL of
/// sysexits.h). Schedulers and scripts put the job back into the queue on it.
inline constexpr int stopped_exit_code = 75;

/// While it lives, SIGINT, SIGTERM and SIGHUP are requests to stop. SIGTERM comes from schedulers and
/// from the system, in time before SIGKILL: work in progress may be finished, and further SIGTERMs
/// change nothing. SIGINT and SIGHUP come from people: the work ends within a second, and whatever comes
/// after the first of any ends the process at once. A signal that the caller had ignored (nohup, a job
/// in the background) stays ignored. One at a time.
class Interruption {
 public:
  Interruption();
  Interruption(const Interruption&) = delete;
  Interruption& operator=(const Interruption&) = delete;
  ~Interruption();

  const std::atomic<bool>& requested() const;
  /// True if the request was SIGTERM.
  bool is_termination() const;
  /// Time limit of the work in progress: `of_termination` after SIGTERM, otherwise one second.
  std::chrono::milliseconds grace(std::chrono::milliseconds of_termination) const;
  /// Ends the process: with exit code 75 after SIGTERM, otherwise as the signal would have, so that a shell
  /// sees 128 + its number (130, 129).
  [[noreturn]] void end() const;
};

}  // namespace replaybench::cli
