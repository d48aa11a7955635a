// Speed of a replay against a loop written by hand, in which all arms are scored at every record.
//
// The plain loops below share no code with the suite. Before anything is timed, each benchmark
// requires that they accept the same records and give the same sums. The `*_speedup` benchmarks
// time both alternately in one run, so that a slow moment of the machine hits both; `speedup` is
// the ratio of the two medians.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>
#include <vector>

#include "suite/bench/plain_loops.hpp"
#include "suite/bench/quick.hpp"
#include "suite/bench/race.hpp"
#include "suite/bench/subjects.hpp"

namespace {

using namespace replaybench;
using namespace replaybench::bench;

constexpr std::size_t records = 20'000;

const Log& the_log() {
  static const Log log = linear_model_log(records);
  return log;
}

struct Contest {
  std::string component;
  PlainResult (*plain)(const Log&, const Schedule&);
};

const Contest lin_ucb{"lin_ucb{alpha=1, lambda=1}", plain_lin_ucb};
const Contest ucb{"ucb{alpha=2}", plain_ucb};

Tally run_suite(const Contest& contest, ReplayPath path, std::vector<std::uint32_t>* accepted) {
  Agent agent = replaying_agent(contest.component, plain_arms, plain_dimension);
  ReplayOptions options;
  options.path = path;
  options.accepted_records = accepted;
  return agent.replay(the_log(), Schedule::in_order(the_log()), {1}, options);
}

// False, with the benchmark marked as failed, unless all three loops did the same.
bool same_results(benchmark::State& state, const Contest& contest) {
  const PlainResult wanted = contest.plain(the_log(), Schedule::in_order(the_log()));
  for (const ReplayPath path : {ReplayPath::fastest, ReplayPath::plain}) {
    std::vector<std::uint32_t> accepted;
    const Tally tally = run_suite(contest, path, &accepted);
    if (accepted != wanted.accepted || tally.sums.reward() != wanted.reward) {
      state.SkipWithError("the suite and the plain loop accept different records");
      return false;
    }
  }
  state.counters["accepted"] = static_cast<double>(wanted.accepted.size());
  return true;
}

void by_hand(benchmark::State& state, const Contest& contest) {
  if (!same_results(state, contest)) return;
  for (auto _ : state)
    benchmark::DoNotOptimize(contest.plain(the_log(), Schedule::in_order(the_log())).reward);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * records));
}

void by_suite(benchmark::State& state, const Contest& contest, ReplayPath path) {
  if (!same_results(state, contest)) return;
  for (auto _ : state) benchmark::DoNotOptimize(run_suite(contest, path, nullptr).sums.reward());
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * records));
}

void speedup(benchmark::State& state, const Contest& contest) {
  if (!same_results(state, contest)) return;
  race(
      state,
      [&] {
        benchmark::DoNotOptimize(contest.plain(the_log(), Schedule::in_order(the_log())).reward);
      },
      [&] {
        benchmark::DoNotOptimize(run_suite(contest, ReplayPath::fastest, nullptr).sums.reward());
      });
}

BENCHMARK_CAPTURE(by_hand, lin_ucb, lin_ucb)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(by_suite, lin_ucb_plain_path, lin_ucb, ReplayPath::plain)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(by_suite, lin_ucb_fastest_path, lin_ucb, ReplayPath::fastest)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(speedup, lin_ucb, lin_ucb)
    ->Iterations(unless_quick(101))
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(by_hand, ucb, ucb)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(by_suite, ucb_plain_path, ucb, ReplayPath::plain)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(by_suite, ucb_fastest_path, ucb, ReplayPath::fastest)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(speedup, ucb, ucb)->Iterations(unless_quick(201))->Unit(benchmark::kMicrosecond);

}  // namespace
