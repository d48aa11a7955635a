#pragma once
// Quick runs: every benchmark once, on little data, to see that all of them work.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <cstdlib>

namespace replaybench::bench {

/// True in a quick run (scripts/bench --quick), whose times mean nothing.
inline bool quick() {
  static const bool set = std::getenv("REPLAYBENCH_BENCH_QUICK") != nullptr;
  return set;
}

/// `value`, or `in_quick_run` in a quick run: a size, or a number of iterations.
template <class Number>
Number unless_quick(Number value, Number in_quick_run = 1) {
  return quick() ? in_quick_run : value;
}

/// Times a benchmark for at least `seconds`, `repetitions` times, and reports the median.
inline void repeat(benchmark::internal::Benchmark& timed, double seconds, int repetitions,
                   std::int64_t iterations = 0) {
  if (quick()) {
    timed.Iterations(1);
    return;
  }
  if (iterations > 0) {
    timed.Iterations(iterations);
  } else {
    timed.MinTime(seconds);
  }
  timed.Repetitions(repetitions)->ReportAggregatesOnly();
}

}  // namespace replaybench::bench
