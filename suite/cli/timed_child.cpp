#include "suite/cli/timed_child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <new>

#include "suite/model/cpu_time.hpp"
#include "suite/run/compute.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::cli {

namespace {

// A replicate below this many seconds is computed again.
constexpr double quick = 0.3;

constexpr int wait_milliseconds = 100;

// Messages of the child: for each replicate 's' and the seconds, or 'f' and the reason.
void send(int pipe, const void* bytes, std::size_t count) {
  const char* at = static_cast<const char*>(bytes);
  while (count > 0) {
    const ssize_t written = ::write(pipe, at, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // the parent is gone
    at += written;
    count -= static_cast<std::size_t>(written);
  }
}

void send_failure(int pipe, const std::string& reason) {
  const std::string message = "f" + reason;
  send(pipe, message.data(), message.size());
}

void be_child(const Cell& cell, std::size_t cells_sharing_log, int pipe) {
  try {
    Cell one = cell;
    if (one.simulation) one.simulation->replicates = 1;
    for (int time = 0; time < 2; ++time) {
      SharedLogs logs(0);
      const double start = cpu_seconds();
      compute(one, &logs);
      const double written = logs.take_times().written;
      const double seconds =
          cpu_seconds() - start - written + written / static_cast<double>(cells_sharing_log);
      char message[1 + sizeof seconds] = {'s'};
      std::memcpy(message + 1, &seconds, sizeof seconds);
      send(pipe, message, sizeof message);
      if (seconds > quick) break;
    }
  } catch (const std::bad_alloc&) {
    send_failure(pipe, "out of memory");
  } catch (const std::exception& error) {
    send_failure(pipe, error.what());
  }
}

// Reads until the child closes the pipe, which becomes `ended`, or the time is over.
std::string receive(int pipe, double limit, const std::function<void()>& waiting, bool& ended) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::string received;
  while (std::chrono::duration<double>(Clock::now() - start).count() < limit) {
    waiting();
    pollfd ready{pipe, POLLIN, 0};
    const int found = ::poll(&ready, 1, wait_milliseconds);
    if (found < 0 && errno != EINTR) break;
    if (found <= 0) continue;
    char buffer[4096];
    const ssize_t count = ::read(pipe, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    ended = count == 0;
    if (count <= 0) break;
    received.append(buffer, static_cast<std::size_t>(count));
  }
  return received;
}

// Closes the pipe and ends and awaits the child, also when something throws.
class Child {
 public:
  Child(pid_t process, int pipe) : process_(process), pipe_(pipe) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() { finish(false); }

  // The status of the child, which is killed unless it has `ended`.
  int finish(bool ended) {
    if (process_ <= 0) return status_;
    ::close(pipe_);
    if (!ended) ::kill(process_, SIGKILL);
    while (::waitpid(process_, &status_, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
    return status_;
  }

 private:
  pid_t process_;
  int pipe_;
  int status_ = 0;
};

ChildTiming parse(const std::string& received) {
  ChildTiming timing;
  std::size_t at = 0;
  double seconds = 0;
  while (at + 1 + sizeof seconds <= received.size() && received[at] == 's') {
    std::memcpy(&seconds, received.data() + at + 1, sizeof seconds);
    timing.seconds = timing.seconds ? std::min(*timing.seconds, seconds) : seconds;
    at += 1 + sizeof seconds;
  }
  if (at < received.size() && received[at] == 'f') timing.failure = received.substr(at + 1);
  return timing;
}

}  // namespace

ChildTiming time_one_replicate(const Cell& cell, std::size_t cells_sharing_log, double limit,
                               const std::function<void()>& waiting) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw FileError("no pipe to a child process");
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) {
    ::close(ends[0]);
    ::close(ends[1]);
    throw FileError("no child process to time a replicate in");
  }
  if (child == 0) {
    ::close(ends[0]);
    // Not left behind when this process is killed, nor between the fork and this line.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() == parent) be_child(cell, cells_sharing_log, ends[1]);
    ::_exit(0);
  }
  Child guard(child, ends[0]);
  ::close(ends[1]);
  bool ended = false;
  const std::string received = receive(ends[0], limit, waiting, ended);
  const int status = guard.finish(ended);
  ChildTiming timing = parse(received);
  if (ended && WIFSIGNALED(status) && !timing.seconds) {
    timing.failure = "ended by signal " + std::to_string(WTERMSIG(status));
  }
  return timing;
}

}  // namespace replaybench::cli
