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
#include "suite/model/sparse_contexts.hpp"
#include "suite/stream/stream.hpp"

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

// Contexts of one of 300 categories and a constant: dense, or stored as listed ones.
Log one_hot_log(bool listed) {
  constexpr std::uint32_t categories = 300;
  Log log;
  log.action_count = 4;
  log.dimension = categories + 1;
  for (std::size_t i = 0; i < unless_quick(records, std::size_t{500}); ++i) {
    Draws draws(derive_key(1, "log", "one_hot"), i);
    const std::uint32_t category = draws.below(categories);
    log.actions.push_back(draws.below(log.action_count));
    log.rewards.push_back(draws.uniform() < 0.1 + 0.2 * ((category + log.actions.back()) % 4));
    log.contexts.resize(log.contexts.size() + log.dimension);
    *(log.contexts.end() - static_cast<std::ptrdiff_t>(log.dimension) + category) = 1;
    log.contexts.back() = 1;
  }
  if (listed) list_sparse_contexts(log);
  return log;
}

void listed_contexts(benchmark::State& state) {
  const Log dense = one_hot_log(false), listed = one_hot_log(true);
  const auto replay = [](const Log& log) {
    Agent agent = replaying_agent(lin_ucb.component, log.action_count, log.dimension);
    return agent.replay(log, Schedule::in_order(log), {1}, {}).sums.reward();
  };
  if (!listed.is_sparse() || replay(dense) != replay(listed)) {
    state.SkipWithError("the contexts are not listed, or lead to other choices");
    return;
  }
  race(
      state, [&] { benchmark::DoNotOptimize(replay(dense)); },
      [&] { benchmark::DoNotOptimize(replay(listed)); });
}

BENCHMARK(listed_contexts)
    ->Name("speedup/lin_ucb_300_categories")
    ->Iterations(unless_quick(5))
    ->Unit(benchmark::kMillisecond);
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
