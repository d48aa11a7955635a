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
  const auto now = Clock::now();
  const double pause = terminal_ ? 0.1 : 10;
  if (std::chrono::duration<double>(now - last_).count() < pause) return;
  last_ = now;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double share = work > 0 ? work_done / work : 1;
  std::string line = fmt::format("{}: {}/{} cells, {:.0f}% of the work, {}", label_, cells_done,
                                 cells, std::floor(100 * share), duration_text(elapsed));
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

std::string duration_text(double seconds) {
  const auto whole = static_cast<long>(std::lround(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace replaybench::cli
