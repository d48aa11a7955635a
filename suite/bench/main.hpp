#pragma once
// What the programs with benchmarks that are registered at run time do after that.

#include <benchmark/benchmark.h>

namespace replaybench::bench {

inline int run_registered(int count, char** values) {
  benchmark::Initialize(&count, values);
  if (benchmark::ReportUnrecognizedArguments(count, values)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace replaybench::bench
