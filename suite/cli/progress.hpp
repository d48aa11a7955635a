#pragma once
// The progress line of long commands.

#include <chrono>
#include <cstdint>
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
  /// Of a file. `of` may be 0: not known.
  void show_bytes(std::uint64_t bytes, std::uint64_t of);
  /// Of anything: what is done, in words, and the share of the work that it is (0: not known).
  void show_share(const std::string& done, double share);

 private:
  bool is_due();
  void write(const std::string& done, double share);

  using Clock = std::chrono::steady_clock;
  std::string label_;
  bool terminal_;
  Clock::time_point start_;
  Clock::time_point last_;
  bool line_open_ = false;
};

/// "712 bytes", "0.7 MB", "14.1 MB", "2.3 GB" (powers of ten).
std::string size_text(std::uint64_t bytes);

/// "4 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

}  // namespace replaybench::cli
