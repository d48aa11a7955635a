#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "suite/bench/report/sections.hpp"

namespace replaybench::bench {

namespace {

std::string number_text(const std::optional<double>& number, const std::string& unit) {
  if (!number) return "nothing";
  return fmt::format(
      "{}{}", *number < 1000 ? fmt::format("{:.3g}", *number) : fmt::format("{:.0f}", *number),
      unit);
}

Target at_least(const std::string& label, double bound, const std::optional<double>& measured,
                const std::string& unit) {
  return {label, fmt::format(">= {:g}{}", bound, unit), number_text(measured, unit),
          measured.has_value(), measured && *measured >= bound};
}

Target below(const std::string& label, double bound, const std::optional<double>& measured,
             const std::string& unit) {
  return {label, fmt::format("< {:g}{}", bound, unit), number_text(measured, unit),
          measured.has_value(), measured && *measured < bound};
}

// The largest, or the smallest, of several; nothing unless all are there.
template <class Better>
std::optional<double> best(const std::vector<std::optional<double>>& values, const Better& better) {
  std::optional<double> found;
  for (const auto& value : values) {
    if (!value) return std::nullopt;
    if (!found || better(*value, *found)) found = value;
  }
  return found;
}

// The suite's step divided by the other's.
std::optional<double> cost(const Measurements& measured, const std::string& race) {
  const auto speedup = measured.number(race, "speedup");
  if (!speedup) return std::nullopt;
  return 1 / *speedup;
}

Target orders_hold(const Measurements& measured) {
  std::size_t there = 0;
  std::size_t good = 0;
  std::string bad;
  for (const Sweep& sweep : sweeps()) {
    const auto distribution = measured_order(measured, sweep);
    if (!distribution) continue;
    ++there;
    if (std::fabs(distribution->exponent - sweep.expected) <= order_tolerance) {
      ++good;
    } else {
      bad += fmt::format("; {} {} along {}: {:.2f} for {:g}", sweep.algorithm,
                         to_text(sweep.operation), sweep.along, distribution->exponent,
                         sweep.expected);
    }
  }
  return {"orders of table 2.1", fmt::format("all within {:g}", order_tolerance),
          fmt::format("{} of {}{}", good, there, bad), there == sweeps().size(),
          there == sweeps().size() && good == there};
}

// The largest time of an algorithm that ignores the context with 136 features, over its time with none.
Target features_cost_nothing(const Measurements& measured) {
  std::optional<double> worst;
  std::string where;
  for (const Measurement& one : measured.all()) {
    const auto parts = parts_of(one.name);
    if (parts[0] != "features") continue;
    const auto ratio = cost(measured, one.name);
    if (ratio && (!worst || *ratio > *worst)) {
      worst = ratio;
      where = parts[1];
    }
  }
  Target target = below("136 features to an algorithm that ignores them", 1.5, worst, "x");
  target.measured += worst ? " (" + where + ")" : "";
  return target;
}

}  // namespace

std::vector<Target> targets(const Measurements& measured) {
  const auto megabytes = [&](const std::string& name) {
    auto rate = measured.number(name, "bytes_per_second");
    if (rate) *rate /= 1e6;
    return rate;
  };
  const auto prepared = [&](const std::string& name, const std::string& key) {
    return measured.number("prepared_log/" + name, key);
  };
  const auto csv = best({megabytes("read_log_file/narrow"), megabytes("read_log_file/wide"),
                         megabytes("read_log_file/zeros")},
                        std::less<>());
  auto minutes = figure_2_5_seconds(measured);
  if (minutes) *minutes /= 2 * 60;
  auto ucb_pass = measured.number("bred/speedup/ucb_T1000", "suite_us");
  if (ucb_pass) *ucb_pass /= 1e3;
  return {
      at_least("LinUCB replay", 2, measured.number("speedup/lin_ucb", "speedup"), "x"),
      at_least("UCB replay", 2, measured.number("speedup/ucb", "speedup"), "x"),
      at_least("LinUCB replay with 300 categories, over dense contexts", 5,
               measured.number("speedup/lin_ucb_300_categories", "speedup"), "x"),
      at_least("LinUCB S-BRED pass, T = 10,000, K = 10, F = 15", 2,
               measured.number("bred/speedup/lin_ucb_T10000", "speedup"), "x"),
      below("LinUCB S-BRED pass with jitter, over without", 1.6,
            measured.number("bred/jitter_cost/lin_ucb_C52", "speedup"), "x"),
      below("UCB S-BRED pass, T = 1,000, K = 10", 0.25, ucb_pass, " ms"),
      at_least("CSV log, slowest of three files", 150, csv, " MB/s"),
      at_least("Parquet log, over CSV of the same numbers", 2,
               measured.number("speedup/read_parquet", "speedup"), "x"),
      at_least("prepared log, over CSV of the same numbers", 2,
               measured.number("speedup/read_prepared", "speedup"), "x"),
      below("28 million prepared records, replay of the uniform policy", 1,
            prepared("replay/uniform_random", "full_seconds"), " s"),
      below("28 million prepared records, replay of UCB", 5, prepared("replay/ucb", "full_seconds"),
            " s"),
      below("28 million prepared records, replay of LinUCB, F = 136", 5 * 60,
            prepared("replay/lin_ucb", "full_seconds"), " s"),
      below("28 million prepared records, memory with all features read", 2'000,
            prepared("memory", "full_megabytes"), " MB"),
      below("ESE map of 100 x 1,000 cells", 1,
            best({measured.seconds("ese_map/recurrence"), measured.seconds("ese_map/expression")},
                 std::greater<>()),
            " s"),
      below("LinUCB's step over its K quadratic forms, F = 50", 2,
            cost(measured, "race/lin_ucb/over_quadratic_forms/F:50"), "x"),
      below("Perceptron-UCB's step over K dot products, F = 50", 3,
            cost(measured, "race/perceptron_ucb/over_dot_products/F:50"), "x"),
      below("LAP's step over K dot products and draws, F = 50", 3,
            cost(measured, "race/lap/over_dot_products_and_draws/F:50"), "x"),
      below("LAP's step over K dot products alone, F = 50", 3,
            cost(measured, "race/lap/over_dot_products/F:50"), "x"),
      orders_hold(measured),
      features_cost_nothing(measured),
      below("rehearsal of 20 estimators, 10,000 records, 500 twins, two threads", 120,
            measured.number("rehearsal/10000_records", "wall_seconds"), " s"),
      below("figure 2.5 in full on two cores (estimate)", 30, minutes, " min"),
  };
}

}  // namespace replaybench::bench
