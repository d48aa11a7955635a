// How fast a replay is, against the loop that one would write by hand: all arms scored at every
// record.
//
// The plain loops below share no code with the suite. Before anything is timed, each benchmark
// requires that they accept the same records and give the same sums. The `*_speedup` benchmarks
// time both alternately in one run, so that a slow moment of the machine hits both; `speedup` is
// the ratio of the two medians.

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "suite/bench/race.hpp"
#include "suite/registry/registry.hpp"

namespace {

using namespace replaybench;

constexpr Action arms = 10;
constexpr std::size_t dimension = 16;  // 15 features and the constant
constexpr std::size_t records = 20'000;

double bernoulli(Draws& draws, double p) { return draws.uniform() < p ? 1 : 0; }

// The thesis's linear model (section 2.6.5): 4 universal actions, 6 specific ones with up to 5
// relevant weights.
Log synthetic_log() {
  double quality[arms];
  double weight[arms][dimension - 1] = {};
  Draws model({0x5eed}, 0);
  for (Action a = 0; a < arms; ++a) {
    quality[a] = (a < 4 ? 0.4 : 0.1) + 0.1 * model.uniform();
    if (a < 4) continue;
    for (std::uint32_t left = 1 + model.below(5); left > 0; --left) {
      weight[a][model.below(dimension - 1)] = 0.2 * model.normal();
    }
  }
  Log log;
  log.action_count = arms;
  log.dimension = dimension;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({0xda7a}, t);
    const Action action = draws.below(arms);
    double p = quality[action];
    for (std::size_t i = 0; i + 1 < dimension; ++i) {
      const double signal = draws.normal();
      log.contexts.push_back(signal + 0.5 * draws.normal());
      p += weight[action][i] * signal;
    }
    log.contexts.push_back(1);
    log.actions.push_back(action);
    log.rewards.push_back(bernoulli(draws, p));
  }
  return log;
}

const Log& the_log() {
  static const Log log = synthetic_log();
  return log;
}

struct PlainResult {
  std::vector<std::uint32_t> accepted;
  double reward = 0;
};

// LinUCB, alpha = lambda = 1, Sherman-Morrison, ties to the lowest index: the inverse of each arm a
// contiguous d x d block, theta cached, all arms scored at every record.
PlainResult plain_lin_ucb(const Log& log) {
  constexpr std::size_t d = dimension;
  std::vector<double> inverse(arms * d * d, 0.0);
  std::vector<double> theta(arms * d, 0.0);
  for (Action a = 0; a < arms; ++a) {
    for (std::size_t i = 0; i < d; ++i) inverse[a * d * d + i * d + i] = 1;
  }
  PlainResult result;
  result.accepted.reserve(log.size());
  for (std::size_t t = 0; t < log.size(); ++t) {
    const double* x = log.contexts.data() + t * d;
    Action best = 0;
    double best_score = -std::numeric_limits<double>::infinity();
    for (Action a = 0; a < arms; ++a) {
      const double* m = inverse.data() + a * d * d;
      double mean = 0;
      double variance = 0;
      for (std::size_t i = 0; i < d; ++i) {
        mean += theta[a * d + i] * x[i];
        double row = 0;
        for (std::size_t j = 0; j < d; ++j) row += m[i * d + j] * x[j];
        variance += x[i] * row;
      }
      const double score = mean + std::sqrt(variance);
      if (score > best_score) {
        best_score = score;
        best = a;
      }
    }
    if (best != log.actions[t]) continue;
    const double reward = log.rewards[t];
    result.accepted.push_back(static_cast<std::uint32_t>(t));
    result.reward += reward;
    double* m = inverse.data() + best * d * d;
    double* w = theta.data() + best * d;
    double u[d];
    double spread = 0;
    double mean = 0;
    for (std::size_t i = 0; i < d; ++i) {
      u[i] = 0;
      for (std::size_t j = 0; j < d; ++j) u[i] += m[i * d + j] * x[j];
      spread += x[i] * u[i];
      mean += w[i] * x[i];
    }
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) m[i * d + j] -= u[i] * u[j] / (1 + spread);
      w[i] += u[i] * (reward - mean) / (1 + spread);
    }
  }
  return result;
}

// UCB, alpha = 2, ties to the lowest index: all indices computed at every record.
PlainResult plain_ucb(const Log& log) {
  std::vector<double> reward_sum(arms, 0.0);
  std::vector<double> pulls(arms, 0.0);
  double t = 1;
  PlainResult result;
  result.accepted.reserve(log.size());
  for (std::size_t i = 0; i < log.size(); ++i) {
    Action best = 0;
    double best_score = -1;
    for (Action a = 0; a < arms; ++a) {
      const double score = pulls[a] == 0
                               ? std::numeric_limits<double>::infinity()
                               : reward_sum[a] / pulls[a] + std::sqrt(2 * std::log(t) / pulls[a]);
      if (score > best_score) {
        best_score = score;
        best = a;
      }
    }
    if (best != log.actions[i]) continue;
    result.accepted.push_back(static_cast<std::uint32_t>(i));
    result.reward += log.rewards[i];
    reward_sum[best] += log.rewards[i];
    pulls[best] += 1;
    t += 1;
  }
  return result;
}

struct Contest {
  std::string component;
  PlainResult (*plain)(const Log&);
};

const Contest lin_ucb{"lin_ucb{alpha=1, lambda=1}", plain_lin_ucb};
const Contest ucb{"ucb{alpha=2}", plain_ucb};

Agent fresh_agent(const std::string& text) {
  std::vector<SpecProblem> problems;
  const auto component =
      find_component<AlgorithmDescription>(text, {}, algorithms_table(), "algorithm", problems);
  if (!component) throw SpecErrors(problems);
  Problem problem;
  problem.action_count = arms;
  problem.dimension = dimension;
  return component->description->make(component->parameters, problem);
}

Tally run_suite(const Contest& contest, ReplayPath path, std::vector<std::uint32_t>* accepted) {
  Agent agent = fresh_agent(contest.component);
  ReplayOptions options;
  options.path = path;
  options.accepted_records = accepted;
  return agent.replay(the_log(), Schedule::in_order(the_log()), {1}, options);
}

// False, with the benchmark marked as failed, unless all three loops did the same.
bool same_results(benchmark::State& state, const Contest& contest) {
  const PlainResult wanted = contest.plain(the_log());
  for (const ReplayPath path : {ReplayPath::fastest, ReplayPath::plain}) {
    std::vector<std::uint32_t> accepted;
    const Tally tally = run_suite(contest, path, &accepted);
    if (accepted != wanted.accepted || tally.sums.reward != wanted.reward) {
      state.SkipWithError("the suite and the plain loop accept different records");
      return false;
    }
  }
  state.counters["accepted"] = static_cast<double>(wanted.accepted.size());
  return true;
}

void by_hand(benchmark::State& state, const Contest& contest) {
  if (!same_results(state, contest)) return;
  for (auto _ : state) benchmark::DoNotOptimize(contest.plain(the_log()).reward);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * records));
}

void by_suite(benchmark::State& state, const Contest& contest, ReplayPath path) {
  if (!same_results(state, contest)) return;
  for (auto _ : state) benchmark::DoNotOptimize(run_suite(contest, path, nullptr).sums.reward);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * records));
}

void speedup(benchmark::State& state, const Contest& contest) {
  if (!same_results(state, contest)) return;
  bench::race(
      state, [&] { benchmark::DoNotOptimize(contest.plain(the_log()).reward); },
      [&] {
        benchmark::DoNotOptimize(run_suite(contest, ReplayPath::fastest, nullptr).sums.reward);
      });
}

BENCHMARK_CAPTURE(by_hand, lin_ucb, lin_ucb)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(by_suite, lin_ucb_plain_path, lin_ucb, ReplayPath::plain)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(by_suite, lin_ucb_fastest_path, lin_ucb, ReplayPath::fastest)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(speedup, lin_ucb, lin_ucb)->Iterations(101)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(by_hand, ucb, ucb)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(by_suite, ucb_plain_path, ucb, ReplayPath::plain)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(by_suite, ucb_fastest_path, ucb, ReplayPath::fastest)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(speedup, ucb, ucb)->Iterations(201)->Unit(benchmark::kMicrosecond);

}  // namespace
