#include "suite/model/pool.hpp"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <stdexcept>
#include <string>

#include "suite/model/passed_records.hpp"
#include "suite/model/stop.hpp"
#include "suite/testing/catch.hpp"

namespace replaybench {
namespace {

// True if `work` returns true in a process with address space for the stacks of a few more threads.
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

// Counts the largest number of threads within it.
class Crowd {
 public:
  void meet() {
    const int now = ++inside_;
    int most = most_;
    while (now > most && !most_.compare_exchange_weak(most, now)) {
    }
    ::usleep(200);
    --inside_;
  }
  int most() const { return most_; }

 private:
  std::atomic<int> inside_ = 0, most_ = 0;
};

TEST_CASE("pool: each number is called once, by no more threads than it has") {
  for (const std::size_t threads : {0, 1, 5}) {
    Pool pool(threads);
    for (const std::uint64_t count : {0, 1, 3, 200}) {
      std::vector<std::atomic<int>> calls(count);
      Crowd crowd;
      pool.for_each(count, [&](std::uint64_t i) {
        crowd.meet();
        ++calls[i];
      });
      CHECK(std::all_of(calls.begin(), calls.end(), [](const auto& n) { return n == 1; }));
      CHECK(crowd.most() <= static_cast<int>(std::max<std::size_t>(1, threads)));
    }
  }
}

TEST_CASE("pool: calls nest, and three levels of them have no more threads than one") {
  Pool pool(4);
  Crowd crowd;
  std::atomic<int> calls = 0;
  pool.for_each(5, [&](std::uint64_t) {
    pool.for_each(6, [&](std::uint64_t) {
      pool.for_each(7, [&](std::uint64_t) {
        crowd.meet();
        ++calls;
      });
    });
  });
  CHECK(calls == 5 * 6 * 7);
  CHECK(crowd.most() <= 4);
  CHECK(crowd.most() > 1);
}

TEST_CASE("pool: the failure of the lowest number is thrown, from within nested calls too") {
  Pool pool(3);
  for (int repetition = 0; repetition < 50; ++repetition) {
    CHECK_THROWS_WITH(pool.for_each(3,
                                    [](std::uint64_t i) {
                                      if (i > 0) throw std::runtime_error(std::to_string(i));
                                      ::usleep(50);
                                      throw std::runtime_error("0");
                                    }),
                      "0");
    CHECK_THROWS_WITH(
        pool.for_each(2,
                      [&](std::uint64_t) {
                        pool.for_each(2, [](std::uint64_t) { throw std::runtime_error("inner"); });
                      }),
        "inner");
  }
  std::atomic<int> calls = 0;
  CHECK_THROWS(pool.for_each(1'000'000, [&](std::uint64_t) {
    ++calls;
    throw std::runtime_error("at once");
  }));
  CHECK(calls <= 3);
  pool.for_each(10, [&](std::uint64_t) { ++calls; });  // it is usable as before
  CHECK(calls > 10);
}

TEST_CASE("pool: all threads look at the caller's stop and count where it does") {
  std::atomic<std::uint64_t> passed = 0;
  std::atomic<bool> stop = false;
  const CountScope counting(&passed);
  const StopScope stopping(&stop);
  Pool pool(4);
  pool.for_each(100, [](std::uint64_t) { count_passed(2); });
  CHECK(passed == 200);
  CHECK_THROWS_AS(pool.for_each(100, [&](std::uint64_t) { stop = true; }), Stopped);
}

TEST_CASE("pool: without threads for all, those that there are do the work") {
  CHECK(with_few_threads([] {
    Pool pool(256);
    std::atomic<int> calls = 0;
    Crowd crowd;
    pool.for_each(1000, [&](std::uint64_t) {
      crowd.meet();
      ++calls;
    });
    return calls == 1000 && crowd.most() < 256;
  }));
}

TEST_CASE("pool: a thread that is required names the limits") {
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

TEST_CASE("pool: what runs in a pool shares it, and has one of its own elsewhere") {
  CHECK(Pool::current() == nullptr);
  Pool pool(3);
  std::vector<Pool*> outer(20), inner(20), shared(20);
  pool.for_each(outer.size(), [&](std::uint64_t i) {
    outer[i] = Pool::current();
    SharedPool same(5);
    shared[i] = &*same;
    same->for_each(2, [&](std::uint64_t number) {
      if (number == 1) inner[i] = Pool::current();
    });
  });
  for (const auto& pools : {outer, inner, shared}) {
    CHECK(std::count(pools.begin(), pools.end(), &pool) == 20);
  }
  SharedPool own(1);
  Pool* of_work = nullptr;
  own->for_each(1, [&](std::uint64_t) { of_work = Pool::current(); });
  CHECK(of_work == &*own);
  CHECK(of_work != &pool);
  // Also after work that fails.
  CHECK_THROWS(pool.for_each(1, [](std::uint64_t) { throw std::runtime_error("no"); }));
  CHECK(Pool::current() == nullptr);
}

}  // namespace
}  // namespace replaybench
