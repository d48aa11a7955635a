#include "suite/cli/progress.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace replaybench::cli {

Progress::Progress(std::string label)
    : label_(std::move(label)),
      terminal_(::isatty(STDERR_FILENO)),
      start_(Clock::now()),
      last_(start_) {}

Progress::~Progress() {
  if (line_open_) std::fputs("\r\033[K", stderr);
}

void Progress::show(std::size_t cells_done, std::size_t cells, double work_done, double work) {
  if (!is_due()) return;
  const double share = work > 0 ? work_done / work : 1;
  write(fmt::format("{}/{} cells, {:.0f}% of the work", cells_done, cells, std::floor(100 * share)),
        share);
}

void Progress::show_bytes(std::uint64_t bytes, std::uint64_t of) {
  if (!is_due()) return;
  if (of == 0) return write(size_text(bytes), 0);
  const double share = static_cast<double>(bytes) / static_cast<double>(of);
  write(fmt::format("{} of {}, {:.0f}%", size_text(bytes), size_text(of), std::floor(100 * share)),
        share);
}

void Progress::show_share(const std::string& done, double share) {
  if (is_due()) write(done, share);
}

bool Progress::is_due() {
  const auto now = Clock::now();
  const double pause = terminal_ ? 0.1 : 10;
  if (std::chrono::duration<double>(now - last_).count() < pause) return false;
  last_ = now;
  return true;
}

void Progress::write(const std::string& done, double share) {
  const double elapsed = std::chrono::duration<double>(last_ - start_).count();
  std::string line = label_ + ": " + done + ", " + duration_text(elapsed);
  if (share > 0) line += ", about " + duration_text(elapsed * (1 - share) / share) + " left";
  if (terminal_) {
    line = "\r\033[K" + line;
    line_open_ = true;
  } else {
    line += "\n";
  }
  std::fputs(line.c_str(), stderr);  // a failure is nobody's loss
  std::fflush(stderr);
}

std::string size_text(std::uint64_t bytes) {
  const auto number = static_cast<double>(bytes);
  if (bytes < 10'000) return fmt::format("{} bytes", bytes);
  if (bytes < 1'000'000'000)
    return fmt::format("{:.{}f} MB", number / 1e6, bytes < 100'000 ? 2 : 1);
  return fmt::format("{:.1f} GB", number / 1e9);
}

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace replaybench::cli
