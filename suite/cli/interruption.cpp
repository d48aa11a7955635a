#include "suite/cli/interruption.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace replaybench::cli {

namespace {

constexpr std::array<int, 3> stopping_signals{SIGINT, SIGTERM, SIGHUP};

std::atomic<bool> stop_requested{false};
std::atomic<int> stop_signal{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal handler may use nothing else");

extern "C" void request_stop(int number) {
  if (stop_requested) {
    // A scheduler may send it to the process, and to a script that passes it on.
    if (number == SIGTERM && stop_signal == SIGTERM) return;
    ::signal(number, SIG_DFL);
    ::raise(number);
  }
  stop_signal = number;
  stop_requested = true;
}

}  // namespace

Interruption::Interruption() {
  stop_requested = false;
  stop_signal = 0;
  for (const int number : stopping_signals) {
    struct sigaction before;
    if (::sigaction(number, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    struct sigaction action {};
    action.sa_handler = request_stop;
    action.sa_flags = SA_RESTART;
    ::sigaction(number, &action, nullptr);
  }
}

Interruption::~Interruption() {
  for (const int number : stopping_signals) {
    struct sigaction now;
    if (::sigaction(number, nullptr, &now) == 0 && now.sa_handler == request_stop) {
      ::signal(number, SIG_DFL);
    }
  }
}

const std::atomic<bool>& Interruption::requested() const { return stop_requested; }

bool Interruption::is_termination() const { return stop_signal == SIGTERM; }

std::chrono::milliseconds Interruption::grace(std::chrono::milliseconds of_termination) const {
  return is_termination() ? of_termination : std::chrono::seconds(1);
}

void Interruption::end() const {
  std::fflush(stdout);
  std::fflush(stderr);
  if (is_termination()) ::_exit(stopped_exit_code);
  const int number = stop_signal;
  ::signal(number, SIG_DFL);
  sigset_t set;
  ::sigemptyset(&set);
  ::sigaddset(&set, number);
  ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  ::kill(::getpid(), number);
  ::sleep(1);  // it may be delivered to another thread
  ::_exit(128 + number);
}

}  // namespace replaybench::cli
