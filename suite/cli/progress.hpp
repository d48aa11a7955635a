#pragma once

#include <chrono>
#include <string>

namespace replaybench::cli {

/// Progress of long work on the standard error stream: one line that is written over on a terminal,
/// with the remaining time; else a plain line every ten seconds.
class Progress {
 public:
  explicit Progress(std::string label);
  /// Clears the terminal's line.
  ~Progress();
  void show(std::size_t cells_done, std::size_t cells, double work_done, double work);

 private:
  using Clock = std::chrono::steady_clock;
  std::string label_;
  bool terminal_;
  Clock::time_point start_;
  Clock::time_point last_;
  bool line_open_ = false;
};

/// "4 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

}  // namespace replaybench::cli
