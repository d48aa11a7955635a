#include "suite/model/on_threads.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <string>

#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

// Whether `work` gives true in a process that has address space for the stacks of a few threads more.
template <class Work>
bool with_few_threads(Work work) {
  const pid_t child = ::fork();
  if (child == 0) {
    rlim_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    const rlim_t bytes = pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE)) + (rlim_t{50} << 20);
    const rlimit limit{bytes, bytes};
    ::setrlimit(RLIMIT_AS, &limit);
    ::_exit(work() ? 0 : 1);
  }
  int status = 1;
  ::waitpid(child, &status, 0);
  return status == 0;
}

TEST_CASE("threads: each number is called once") {
  for (const std::size_t threads : {0, 1, 5}) {
    std::vector<std::atomic<int>> calls(threads + 1);
    on_threads(threads, [&](std::size_t i) { ++calls[i]; });
    for (std::size_t i = 0; i < std::max<std::size_t>(1, threads); ++i) CHECK(calls[i] == 1);
  }
}

TEST_CASE("threads: without threads for all, those that there are do the work") {
  CHECK(with_few_threads([] {
    std::atomic<int> next = 0;
    std::atomic<std::size_t> loops = 0;
    on_threads(256, [&](std::size_t) {
      ++loops;
      while (next++ < 1000) ::usleep(100);
    });
    return next >= 1000 && loops < 256;
  }));
}

TEST_CASE("threads: one that is required names the limits") {
  CHECK(with_few_threads([] {
    std::atomic<bool> over = false;
    std::vector<std::thread> threads;
    std::string words;
    try {
      while (threads.size() < 256)
        threads.push_back(required_thread([&] {
          while (!over) ::usleep(100);
        }));
    } catch (const std::system_error& error) {
      words = error.what();
    }
    over = true;
    for (std::thread& thread : threads) thread.join();
    return words.starts_with("cannot start a thread; raise the limit of processes (ulimit -u)");
  }));
}

}  // namespace
}  // namespace replaybench
