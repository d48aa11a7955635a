#pragma once
// Two ways to do the same work, timed against each other.

#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace replaybench::bench {

/// CPU seconds of this thread that `work` takes. Not the wall's: on a busy machine the longer of
/// two works is interrupted more often, and their ratio would show the machine's load.
template <class Work>
double cpu_seconds(const Work& work) {
  const auto now = [] {
    timespec time;
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  const double start = now();
  work();
  return now() - start;
}

/// The upper median; needs at least one value.
inline double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Times `plain` and `suite` alternately, so that a slow moment of the machine hits both, and sets
/// the counters plain_us and suite_us (medians) and speedup (their ratio). `scale`: how many times
/// `plain` would have to run to do all that `suite` does.
template <class Plain, class Suite>
void race(benchmark::State& state, const Plain& plain, const Suite& suite, double scale = 1) {
  std::vector<double> plain_times;
  std::vector<double> suite_times;
  for (auto _ : state) {
    plain_times.push_back(scale * cpu_seconds(plain));
    suite_times.push_back(cpu_seconds(suite));
  }
  state.counters["plain_us"] = 1e6 * median(plain_times);
  state.counters["suite_us"] = 1e6 * median(suite_times);
  state.counters["speedup"] = median(plain_times) / median(suite_times);
}

}  // namespace replaybench::bench
