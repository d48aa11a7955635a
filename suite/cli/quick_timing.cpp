#include "suite/cli/quick_timing.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <new>
#include <optional>
#include <vector>

#include "suite/run/compute.hpp"
#include "suite/run/cpu_time.hpp"

namespace replaybench::cli {

namespace {

// Timings of one kind after its shortest cell.
constexpr int most_steps = 5;

double work_of_one_replicate(const Cell& cell) {
  return cell.simulation ? cell.cost / static_cast<double>(cell.simulation->replicates) : cell.cost;
}

// Seconds of one replicate; nothing when it cannot be computed.
std::optional<double> seconds_of_one(const Cell& cell, Timings& timings) {
  Cell one = cell;
  if (one.simulation) one.simulation->replicates = 1;
  const double start = cpu_seconds();
  try {
    compute(one);
  } catch (const std::bad_alloc&) {
    timings.failed[cell.canonical] = "out of memory";
    return std::nullopt;
  } catch (const std::exception& error) {
    timings.failed[cell.canonical] = error.what();
    return std::nullopt;
  }
  ++timings.timed;
  return cpu_seconds() - start;
}

// What is made once, such as a model or a file's index, is no part of a replicate's time: where that
// is affordable the second one counts.
bool time_one(const Cell& cell, CostModel& costs, Timings& timings, double twice_below) {
  std::optional<double> seconds = seconds_of_one(cell, timings);
  if (seconds && *seconds < twice_below) {
    const auto again = seconds_of_one(cell, timings);
    if (again) seconds = std::min(*seconds, *again);
  }
  if (seconds) costs.observe(costs.combination_of(cell), 1, *seconds);
  return seconds.has_value();
}

}  // namespace

Timings time_unknown(const Plan& plan, const Store& store, CostModel& costs, double seconds,
                     bool exact, const std::function<void(double)>& progress) {
  // The cells of each unknown kind, one per combination.
  std::map<std::size_t, std::map<CostModel::Combination, const Cell*>> kinds;
  for (const Cell& cell : plan.cells) {
    if (!cell.unavailable.empty() || store.holds(cell.canonical)) continue;
    const auto combination = costs.combination_of(cell);
    const auto source = costs.one_replicate(combination).source;
    if (source == CostModel::Source::measured) continue;
    if (!exact && source == CostModel::Source::kind) continue;
    kinds[costs.kind_of(combination)].try_emplace(combination, &cell);
  }
  // The short ones first: they are measured when the long ones are judged by them.
  std::vector<std::vector<const Cell*>> in_order;
  for (const auto& [kind, combinations] : kinds) {
    auto& cells = in_order.emplace_back();
    for (const auto& [combination, cell] : combinations) cells.push_back(cell);
    std::stable_sort(cells.begin(), cells.end(), [](const Cell* a, const Cell* b) {
      return work_of_one_replicate(*a) < work_of_one_replicate(*b);
    });
  }
  std::stable_sort(in_order.begin(), in_order.end(), [](const auto& a, const auto& b) {
    return work_of_one_replicate(*a.front()) < work_of_one_replicate(*b.front());
  });
  Timings timings;
  double left = seconds;
  for (std::size_t kind = 0; kind < in_order.size(); ++kind) {
    progress(static_cast<double>(kind) / static_cast<double>(in_order.size()));
    const auto& cells = in_order[kind];
    const auto start = std::chrono::steady_clock::now();
    const auto spent = [&] {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    const double part = left / static_cast<double>(in_order.size() - kind);
    const auto affordable = [&](const Cell* cell) {
      return costs.one_replicate(costs.combination_of(*cell)).seconds <= part - spent();
    };
    if (exact) {
      time_one(*cells.back(), costs, timings, 0);
    } else if (!affordable(cells.front())) {
      ++timings.too_long;
    } else if (time_one(*cells.front(), costs, timings, part / 4)) {
      // From there to longer ones, each judged by those before.
      auto longest = cells.begin();
      for (int step = 0; step < most_steps; ++step) {
        const auto next =
            std::find_if(cells.rbegin(), std::make_reverse_iterator(longest + 1), affordable);
        if (next == std::make_reverse_iterator(longest + 1)) break;
        longest = next.base() - 1;
        if (!time_one(**longest, costs, timings, part / 10)) break;
      }
    }
    left = std::max(left - spent(), 0.0);
  }
  return timings;
}

}  // namespace replaybench::cli
