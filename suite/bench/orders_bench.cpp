// Table 2.1 of the thesis: how `choose` and `update` grow with the numbers of features and of
// actions. The sizes are in orders.cpp; bench_report fits the exponents.

#include <cstdio>

#include "suite/bench/main.hpp"
#include "suite/bench/orders.hpp"
#include "suite/bench/quick.hpp"
#include "suite/bench/subjects.hpp"

namespace {

using namespace replaybench;
using namespace replaybench::bench;

void time_size(benchmark::State& state, const Sweep& sweep, std::size_t size) {
  Shape shape;
  shape.actions = static_cast<Action>(sweep.along == 'K' ? size : sweep.fixed);
  shape.features = sweep.along == 'F' ? size : sweep.fixed;
  try {
    // Few contexts: more would push the models out of the cache.
    const PrecomputedEnvironment environment(shape, 4);
    Agent agent = fresh_agent(sweep.component, shape);
    // An inversion of a thousand features takes a twentieth of a second.
    train(agent, environment, sweep.along == 'F' ? 7 : 327);
    time_operation(state, sweep.operation, agent, environment, training_actions(shape.actions));
  } catch (const std::exception& problem) {
    state.SkipWithError(problem.what());
  }
}

}  // namespace

int main(int count, char** values) {
  for (const Sweep& sweep : sweeps()) {
    if (!find_algorithm(sweep.component)) {
      std::printf("absent: %s\n", sweep.component.c_str());
      continue;
    }
    for (const std::size_t size : sweep.sizes) {
      auto* one = benchmark::RegisterBenchmark(
          benchmark_name(sweep, size).c_str(),
          [&sweep, size](benchmark::State& state) { time_size(state, sweep, size); });
      repeat(*one, 0.005, 5, sweep.iterations);
    }
  }
  return run_registered(count, values, Order::mixed);
}
