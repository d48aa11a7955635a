// A pass of S-BRED, the unit of all work of chapter 5: an algorithm replays K shuffled copies of a
// log. Against the loop by hand, which scores every action at every record of the same sequence;
// and with jitter against without.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "suite/bench/plain_loops.hpp"
#include "suite/bench/quick.hpp"
#include "suite/bench/race.hpp"
#include "suite/bench/subjects.hpp"
#include "suite/resample/jitter.hpp"
#include "suite/resample/pass.hpp"

namespace {

using namespace replaybench;
using namespace replaybench::bench;

const Log& log_of(std::size_t records) {
  static const Log large = linear_model_log(10'000);
  static const Log small = linear_model_log(1'000);
  return records == large.size() ? large : small;
}

std::vector<std::uint32_t> all_records(const Log& log) {
  std::vector<std::uint32_t> records(log.size());
  std::iota(records.begin(), records.end(), 0);
  return records;
}

Sums suite_pass(const std::string& algorithm, const Log& log, ContextNoise* noise) {
  const auto records = all_records(log);
  const std::uint64_t slots = log.size() * log.action_count;
  const auto source = make_source(Drawing::shuffled_copies, records, slots, {2});
  Agent agent = replaying_agent(algorithm, plain_arms, plain_dimension);
  std::vector<std::uint32_t> acceptances(log.size());
  ReplayOptions options;
  options.acceptances = acceptances;
  options.noise = noise;
  Tally tally;
  replay_pass(agent, {log, *source, slots, {1}, options}, tally);
  return tally.sums;
}

// The expanded sequence in memory, shuffled as the suite shuffles.
PlainResult plain_pass(PlainResult (*plain)(const Log&, const Schedule&), const Log& log) {
  const auto records = all_records(log);
  std::vector<std::uint32_t> sequence(log.size() * log.action_count);
  make_source(Drawing::shuffled_copies, records, sequence.size(), {2})->fill(sequence);
  return plain(log, Schedule::of(sequence));
}

bool same_results(benchmark::State& state, const Sums& suite, const PlainResult& plain) {
  state.counters["accepted"] = static_cast<double>(suite.accepted);
  if (suite.accepted == plain.accepted.size() && suite.reward() == plain.reward) return true;
  state.SkipWithError("the suite and the plain loop accept different records");
  return false;
}

void speedup(benchmark::State& state, const std::string& algorithm,
             PlainResult (*plain)(const Log&, const Schedule&), std::size_t records) {
  const Log& log = log_of(records);
  if (!same_results(state, suite_pass(algorithm, log, nullptr), plain_pass(plain, log))) return;
  race(
      state, [&] { benchmark::DoNotOptimize(plain_pass(plain, log).reward); },
      [&] { benchmark::DoNotOptimize(suite_pass(algorithm, log, nullptr).reward()); });
}

// `plain` is the pass with jitter here: `speedup` is what jitter costs.
void jitter_cost(benchmark::State& state, double constant) {
  const Log& log = log_of(10'000);
  const std::string algorithm = "lin_ucb{alpha=1, lambda=1}";
  Jitter jitter(log, {.bandwidth = constant / 100}, {3});
  race(
      state, [&] { benchmark::DoNotOptimize(suite_pass(algorithm, log, &jitter).reward()); },
      [&] { benchmark::DoNotOptimize(suite_pass(algorithm, log, nullptr).reward()); });
}

void jitter_alone(benchmark::State& state) {
  const Log& log = log_of(10'000);
  Jitter jitter(log, {.bandwidth = 0.5}, {3});
  ContextReader contexts(log);
  std::uint64_t slot = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(jitter.apply(slot, contexts[slot % log.size()])[0]);
    ++slot;
  }
}

void shuffle_alone(benchmark::State& state) {
  const auto records = all_records(log_of(10'000));
  std::vector<std::uint32_t> sequence(records.size() * 10);
  for (auto _ : state) {
    make_source(Drawing::shuffled_copies, records, sequence.size(), {2})->fill(sequence);
    benchmark::DoNotOptimize(sequence.data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * sequence.size()));
}

BENCHMARK_CAPTURE(speedup, lin_ucb_T10000, "lin_ucb{alpha=1, lambda=1}", plain_lin_ucb, 10'000)
    ->Name("bred/speedup/lin_ucb_T10000")
    ->Iterations(unless_quick(11))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(speedup, ucb_T1000, "ucb{alpha=2}", plain_ucb, 1'000)
    ->Name("bred/speedup/ucb_T1000")
    ->Iterations(unless_quick(201))
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(jitter_cost, lin_ucb_C52, 52)
    ->Name("bred/jitter_cost/lin_ucb_C52")
    ->Iterations(unless_quick(11))
    ->Unit(benchmark::kMillisecond);
BENCHMARK(jitter_alone)->Name("bred/jitter_alone");
BENCHMARK(shuffle_alone)->Name("bred/shuffle_alone")->Unit(benchmark::kMicrosecond);

}  // namespace
