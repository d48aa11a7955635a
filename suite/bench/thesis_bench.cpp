// The thesis's experiment of section 2.6.5 (p. 60; K = 10, 5,000 steps, F = 15 or 50), timed:
// figure 2.6 and what figure 2.5 would take.
//
//   run/...       a whole run, the contexts and rewards made beforehand: the algorithm's own time
//   live/...      a whole run in the thesis's simulator, as a study makes it
//   live/nothing  the simulator's part of it

#include <cstdio>

#include "suite/bench/main.hpp"
#include "suite/bench/quick.hpp"
#include "suite/bench/subjects.hpp"

namespace {

using namespace replaybench;
using namespace replaybench::bench;

constexpr std::uint64_t horizon = 5'000;
constexpr Action actions = 10;

// The five algorithms, with parameters of table 2.2, and LinUCB by Sherman and Morrison's formula,
// "left for future work" (section 2.6.5, p. 60). Eco-LinUCB breaks ties at random: by the lowest
// index it would play one action through each of its first periods, and renew one model where the
// thesis renews K.
struct Contestant {
  const char* name;
  const char* few;   // F = 15
  const char* many;  // F = 50
};
constexpr Contestant contestants[] = {
    {"UCB", "ucb{alpha=0.1}", "ucb{alpha=0.1}"},
    {"Perceptron-UCB", "perceptron_ucb{alpha=0.1}", "perceptron_ucb{alpha=0.03}"},
    {"LAP", "lap{beta=10}", "lap{beta=30}"},
    {"Eco-LinUCB", "lin_ucb{alpha=0.1, refresh_every=50, ties=\"random\"}",
     "lin_ucb{alpha=0.003, refresh_every=500, ties=\"random\"}"},
    {"LinUCB", "lin_ucb{alpha=0.1, inverse=\"exact\"}", "lin_ucb{alpha=0.003, inverse=\"exact\"}"},
    {"LinUCB Sherman-Morrison", "lin_ucb{alpha=0.1}", "lin_ucb{alpha=0.003}"},
    {"nothing", "fixed_action", "fixed_action"},
};

void run(benchmark::State& state, const char* text, std::size_t features) {
  const Shape shape{.actions = actions, .features = features};
  static PrecomputedEnvironment few({.actions = actions, .features = 15}, horizon);
  static PrecomputedEnvironment many({.actions = actions, .features = 50}, horizon);
  PrecomputedEnvironment& environment = features == 15 ? few : many;
  try {
    const Agent fresh = fresh_agent(text, shape);
    for (auto _ : state) {
      Agent agent = fresh;
      benchmark::DoNotOptimize(agent.play(environment, horizon, {21}).sums.reward());
    }
  } catch (const std::exception& problem) {
    state.SkipWithError(problem.what());
  }
}

std::shared_ptr<const Dataset> thesis_model(std::size_t features) {
  std::vector<SpecProblem> problems;
  const auto component = find_component<DatasetDescription>(
      "linear_model{q_max=5, features=" + std::to_string(features) + "}", {}, datasets_table(),
      "dataset", problems);
  if (!component) throw SpecErrors(problems);
  return component->description->make(component->parameters);
}

void live(benchmark::State& state, const char* text, std::size_t features) {
  const Shape shape{.actions = actions, .features = features};
  try {
    const auto dataset = thesis_model(features);
    const Agent fresh = fresh_agent(text, shape);
    std::uint64_t replicate = 0;
    for (auto _ : state) {
      const auto environment = dataset->environment({100 + replicate}, {200 + replicate});
      ++replicate;
      Agent agent = fresh;
      benchmark::DoNotOptimize(agent.play(*environment, horizon, {21}).sums.reward());
    }
  } catch (const std::exception& problem) {
    state.SkipWithError(problem.what());
  }
}

void add(const std::string& kind, const Contestant& contestant, std::size_t features,
         void (*time)(benchmark::State&, const char*, std::size_t)) {
  const char* text = features == 15 ? contestant.few : contestant.many;
  const std::string name = kind + "/" + contestant.name + "/F:" + std::to_string(features);
  auto* one = benchmark::RegisterBenchmark(
      name.c_str(),
      [text, features, time](benchmark::State& state) { time(state, text, features); });
  repeat(*one, 0.05, 3);
  one->Unit(benchmark::kMicrosecond);
}

}  // namespace

int main(int count, char** values) {
  for (const Contestant& contestant : contestants) {
    for (const std::size_t features : {15, 50}) {
      if (!find_algorithm(features == 15 ? contestant.few : contestant.many)) {
        std::printf("absent: %s (%s)\n", contestant.name, contestant.few);
        break;
      }
      add("run", contestant, features, run);
      add("live", contestant, features, live);
    }
  }
  return run_registered(count, values, Order::mixed);
}
