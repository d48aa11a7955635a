// The heat map of the expected squared errors of replay and replay* (figures 3.2 to 3.4): 100
// numbers of actions times 1,000 lengths of the log. The thesis computed one in two days
// (section 3.5.6, p. 83).
//
// `recurrence` calls the suite's formula cell by cell; `expression` makes the same map as a study
// does, from texts in the expression language to a table; `direct_sum` is theorem 8 as printed in
// its proof, a sum of T terms a cell, for one cell in a hundred. All three must agree before
// anything is timed.

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "suite/bench/quick.hpp"
#include "suite/bench/race.hpp"
#include "suite/plan/plan.hpp"
#include "suite/theory/replay.hpp"

namespace {

using namespace replaybench;

constexpr int first_actions = 2;
constexpr int last_actions = 101;
constexpr int last_records = 1000;
constexpr std::size_t cells = std::size_t{last_actions - first_actions + 1} * last_records;
constexpr double g = 0.1;
constexpr double variance = g * (1 - g);

// Shape of the direct sum: K = 6, 16, ... 96 and T = 5, 15, ... 995. Its mean T is 500, that of the whole map 500.5,
// and the cost of a cell is proportional to T.
constexpr int part_step = 10;
constexpr int part_first_actions = first_actions + 4;
constexpr int part_first_records = 5;
constexpr std::size_t part_cells = cells / part_step / part_step;

std::vector<double> map_by_recurrence() {
  std::vector<double> map;
  map.reserve(cells);
  for (int K = first_actions; K <= last_actions; ++K) {
    for (int T = 1; T <= last_records; ++T) {
      map.push_back(theory::log_ese_ratio(K, T, g, variance));
    }
  }
  return map;
}

std::vector<std::string> whole_numbers(int first, int last) {
  std::vector<std::string> texts;
  for (int i = first; i <= last; ++i) texts.push_back(std::to_string(i));
  return texts;
}

// The work of `replaybench run` for a [[grid]]: from the texts of an experiment.toml to the table.
std::vector<double> map_by_expression() {
  GridSpec grid;
  grid.name = "map";
  grid.sweep = {{"g", {"0.1"}},
                {"K", whole_numbers(first_actions, last_actions)},
                {"T", whole_numbers(1, last_records)}};
  grid.columns = {
      {"log_ratio", Expression::parse("log_ese_ratio(K, T, g, g*(1-g))", theory_functions())}};
  return std::get<NumberColumn>(grid_table(grid).column("log_ratio"));
}

// q^T g^2 + Var sum_{i=1}^T (1/i) C(T,i) K^-i q^(T-i), each term through logarithms.
double log_ratio_by_direct_sum(int K, int T) {
  const double q = 1 - 1.0 / K;
  double sum = 0;
  for (int i = 1; i <= T; ++i) {
    sum += std::exp(std::lgamma(T + 1.0) - std::lgamma(i + 1.0) - std::lgamma(T - i + 1.0) -
                    i * std::log(K) + (T - i) * std::log(q)) /
           i;
  }
  const double replay = std::pow(q, T) * g * g + variance * sum;
  const double replay_star = (K * variance + (K - 1) * g * g) / T;
  return std::log(replay_star / replay);
}

std::vector<double> part_by_direct_sum() {
  std::vector<double> part;
  part.reserve(part_cells);
  for (int K = part_first_actions; K <= last_actions; K += part_step) {
    for (int T = part_first_records; T <= last_records; T += part_step) {
      part.push_back(log_ratio_by_direct_sum(K, T));
    }
  }
  return part;
}

// False, with the benchmark marked as failed, unless the three maps agree.
bool same_maps(benchmark::State& state) {
  const auto map = map_by_recurrence();
  if (map.size() != cells || map_by_expression() != map) {
    state.SkipWithError("the expression language gives another map");
    return false;
  }
  const auto part = part_by_direct_sum();
  std::size_t next = 0;
  for (int K = part_first_actions; K <= last_actions; K += part_step) {
    for (int T = part_first_records; T <= last_records; T += part_step, ++next) {
      const double ours = map[static_cast<std::size_t>(K - first_actions) * last_records +
                              static_cast<std::size_t>(T - 1)];
      // Logarithms of up to T ln T = 7,000 before the exponential, a few ulps each: 1e-11.
      if (!(std::fabs(ours - part[next]) < 1e-10)) {
        state.SkipWithError("the direct sum gives another map");
        return false;
      }
    }
  }
  if (next == part_cells && part.size() == part_cells) return true;
  state.SkipWithError("the part is not one cell in a hundred");
  return false;
}

void ese_map(benchmark::State& state, std::vector<double> (*make)(), std::size_t made) {
  if (!same_maps(state)) return;
  for (auto _ : state) benchmark::DoNotOptimize(make().data());
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * made));
}

void speedup(benchmark::State& state, std::vector<double> (*make)()) {
  if (!same_maps(state)) return;
  bench::race(
      state, [] { benchmark::DoNotOptimize(part_by_direct_sum().data()); },
      [&] { benchmark::DoNotOptimize(make().data()); },
      static_cast<double>(cells) / static_cast<double>(part_cells));
}

BENCHMARK_CAPTURE(ese_map, recurrence, map_by_recurrence, cells)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(ese_map, expression, map_by_expression, cells)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(ese_map, direct_sum_of_one_percent, part_by_direct_sum, part_cells)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(speedup, ese_map_recurrence, map_by_recurrence)
    ->Iterations(bench::unless_quick(11))
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(speedup, ese_map_expression, map_by_expression)
    ->Iterations(bench::unless_quick(11))
    ->Unit(benchmark::kMillisecond);

}  // namespace
