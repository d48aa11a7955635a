#include "suite/cli/progress.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <system_error>

#include "suite/text/durations.hpp"

namespace replaybench::cli {

namespace {

// From this share of measured work on, an expected time is given as such.
constexpr double well_known = 0.9;

std::string left_text(const RunProgress& progress) {
  if (progress.known_share < 0.5) return "time left not known yet";
  return (progress.known_share < well_known ? "roughly " : "about ") +
         duration_text(progress.seconds_left) + " left";
}

// Work that ends by then needs no display.
constexpr auto silence = std::chrono::milliseconds(2000);

}  // namespace

Progress::Progress(std::string label)
    : label_(std::move(label)),
      terminal_(::isatty(STDERR_FILENO)),
      start_(Clock::now()),
      last_(start_) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (line_open_) std::fputs("\r\033[K", stderr);
  line_open_ = false;
}

void Progress::show(const RunProgress& progress) {
  if (!is_due()) return;
  std::string line = fmt::format("{}: {}/{} cells, ", label_, progress.cells_done, progress.cells);
  if (progress.elsewhere > 0) {
    line += fmt::format("{} of another process, ", progress.elsewhere);
  }
  if (progress.known_share >= well_known) {
    line += fmt::format("{:.0f}% of the time, ", std::floor(100 * progress.share));
  }
  write_line(line + elapsed_text() + ", " + left_text(progress));
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

std::string Progress::elapsed_text() const {
  return duration_text(std::chrono::duration<double>(last_ - start_).count());
}

void Progress::write(const std::string& done, double share) {
  const double elapsed = std::chrono::duration<double>(last_ - start_).count();
  std::string line = label_ + ": " + done + ", " + elapsed_text();
  if (share > 0) line += ", about " + duration_text(elapsed * (1 - share) / share) + " left";
  write_line(line);
}

void Progress::write_line(std::string line) {
  if (terminal_) {
    // A line that wraps could not be written over.
    winsize size{};
    if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 4 &&
        line.size() >= size.ws_col) {
      line.resize(size.ws_col - 4u);
      line += "...";
    }
    line = "\r\033[K" + line;
    line_open_ = true;
  } else {
    line += "\n";
  }
  std::fputs(line.c_str(), stderr);  // a line that cannot be written does no harm
  std::fflush(stderr);
}

BackgroundProgress::BackgroundProgress(std::string label, std::function<State()> look) {
  try {
    thread_ = std::thread(
        [this, label = std::move(label), look = std::move(look)] { show(label, look); });
  } catch (const std::system_error&) {
  }
}

BackgroundProgress::~BackgroundProgress() {
  {
    const std::scoped_lock lock(mutex_);
    done_ = true;
  }
  finished_.notify_one();
  if (thread_.joinable()) thread_.join();
}

void BackgroundProgress::show(const std::string& label, const std::function<State()>& look) {
  Progress progress(label);
  std::unique_lock lock(mutex_);
  auto pause = silence;
  while (!finished_.wait_for(lock, pause, [this] { return done_; })) {
    pause = std::chrono::milliseconds(200);
    const State state = look();
    progress.show_share(state.done, state.share);
  }
}

std::function<void(std::size_t lines, double share)> progress_of_reading() {
  using Clock = std::chrono::steady_clock;
  return [progress = std::make_shared<Progress>("read"), start = Clock::now()](std::size_t lines,
                                                                               double share) {
    if (Clock::now() - start < silence) return;
    progress->show_share(share > 0
                             ? fmt::format("{} lines, {:.0f}%", lines, std::floor(100 * share))
                             : fmt::format("{} lines", lines),
                         share);
  };
}

std::string size_text(std::uint64_t bytes) {
  const auto number = static_cast<double>(bytes);
  if (bytes < 10'000) return fmt::format("{} bytes", bytes);
  if (bytes < 1'000'000'000)
    return fmt::format("{:.{}f} MB", number / 1e6, bytes < 100'000 ? 2 : 1);
  return fmt::format("{:.1f} GB", number / 1e9);
}

}  // namespace replaybench::cli
