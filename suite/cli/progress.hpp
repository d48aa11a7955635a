#pragma once
// The progress line of long commands.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "suite/run/runner.hpp"

namespace replaybench::cli {

/// Progress of long work on the standard error stream: one line that is written over on a terminal,
/// with the remaining time; otherwise a plain line every ten seconds.
class Progress {
 public:
  explicit Progress(std::string label);
  /// Clears the terminal's line.
  ~Progress();
  void clear();
  /// Shows the progress of a run.
  void show(const RunProgress& progress);
  /// Shows the progress in a file, in bytes. `of` is its size; 0 if unknown.
  void show_bytes(std::uint64_t bytes, std::uint64_t of);
  /// Shows the progress of any work: what is done, in words, and its proportion in [0, 1]; 0 if unknown.
  void show_share(const std::string& done, double share);

 private:
  bool is_due();
  void write(const std::string& done, double share);
  void write_line(std::string line);
  std::string elapsed_text() const;

  using Clock = std::chrono::steady_clock;
  std::string label_;
  bool terminal_;
  Clock::time_point start_;
  Clock::time_point last_;
  bool line_open_ = false;
};

/// Shows, from a separate thread, the progress of work on another thread that takes longer than two seconds:
/// `look` returns what is done and its proportion.
class BackgroundProgress {
 public:
  struct State {
    std::string done;
    double share = 0;
  };
  /// `look` is called from the thread, until the destructor. If the system has no thread, nothing is shown.
  BackgroundProgress(std::string label, std::function<State()> look);
  ~BackgroundProgress();

 private:
  void show(const std::string& label, const std::function<State()>& look);

  std::mutex mutex_;
  std::condition_variable finished_;
  bool done_ = false;
  std::thread thread_;
};

/// For a log that is read (TableOptions::progress): shows the lines, once it takes longer than two
/// seconds.
std::function<void(std::size_t lines, double share)> progress_of_reading();

/// "712 bytes", "0.7 MB", "14.1 MB", "2.3 GB" (powers of ten).
std::string size_text(std::uint64_t bytes);

}  // namespace replaybench::cli
