#pragma once
// The main function of programs whose benchmarks are registered at run time.

#include <benchmark/benchmark.h>

#include <vector>

namespace replaybench::bench {

enum class Order {
  as_registered,
  mixed  ///< repetitions in random order: a slow moment of the machine hits no case alone
};

inline int run_registered(int count, char** values, Order order = Order::as_registered) {
  std::vector<char*> arguments(values, values + count);
  char mix[] = "--benchmark_enable_random_interleaving=true";
  if (order == Order::mixed) arguments.push_back(mix);
  count = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

}  // namespace replaybench::bench
