#include "suite/cli/plan_lines.hpp"

#include <fmt/core.h>

#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "suite/plan/cell_sources.hpp"
#include "suite/text/csv_field.hpp"
#include "suite/text/durations.hpp"

namespace replaybench::cli {

namespace {

std::string axis(const Cell& cell, const std::string& name) {
  for (const auto& value : cell.axes) {
    if (value.name == name) return value.value;
  }
  return "-";
}

// True if the least of a range that is of no use is worth a word: a second.
bool has_lower_bound(const CostModel::Total& total) { return total.lower_bound() >= 1; }

// Minutes of a core, or "-".
std::string column_of(const CostModel::Total& total) {
  return total.is_useful() ? minutes_text(total.seconds) : "-";
}

std::string range_column_of(const CostModel::Total& total) {
  if (!total.is_useful())
    return has_lower_bound(total) ? "over " + minutes_text(total.lower_bound()) : "unknown";
  return minutes_text(total.least()) + " to " + minutes_text(total.most());
}

// "core_minutes, core_minutes_least, core_minutes_most" of a CSV row; nothing where a range is of no use.
std::string csv_minutes(const CostModel::Total& total) {
  if (!total.is_useful())
    return has_lower_bound(total) ? fmt::format(",{:.4g},", total.lower_bound() / 60) : ",,";
  return fmt::format("{:.4g},{:.4g},{:.4g}", total.seconds / 60, total.least() / 60,
                     total.most() / 60);
}

std::string row_of(const PlanLine& line, std::string_view study, std::string_view task) {
  return fmt::format("{:<24} {:<22} {:>7} {:>7} {:>10} {:>8} {:>8} {:>17} {:>6.0f} %{}\n", study,
                     task, line.cells, line.stored, line.replicates, column_of(line.left),
                     column_of(line.all), range_column_of(line.all),
                     std::floor(100 * line.all.measured_share()),
                     line.failure.empty() ? "" : "  " + line.failure);
}

void add_to(PlanLine& sum, const PlanLine& line) {
  sum.cells += line.cells;
  sum.stored += line.stored;
  sum.replicates += line.replicates;
  sum.all.add(line.all);
  sum.left.add(line.left);
}

}  // namespace

std::vector<PlanLine> plan_lines(const Plan& plan, const Store& store, CostModel& costs,
                                 const Timings& timings, bool by_task) {
  std::vector<PlanLine> lines;
  std::map<std::string, std::size_t> line_of;
  std::set<std::string_view> seen;
  for (const Cell& cell : plan.cells) {
    if (!cell.unavailable.empty()) continue;
    const std::string algorithm = by_task ? "" : axis(cell, "algorithm");
    const std::string evaluator = by_task ? "" : axis(cell, "evaluator");
    const auto [found, added] =
        line_of.try_emplace(cell.task + "\n" + algorithm + "\n" + evaluator, lines.size());
    if (added) lines.push_back({plan.spec->name, cell.task, algorithm, evaluator});
    PlanLine& line = lines[found->second];
    ++line.cells;
    if (cell.simulation) line.replicates += cell.simulation->replicates;
    const bool stored = is_stored(store, cell);
    line.stored += stored;
    if (seen.insert(cell.canonical).second) {
      const auto one = costs.one_replicate(costs.combination_of(cell));
      line.all.add(one, cell.replicates());
      if (!stored) line.left.add(one, cell.replicates());
    }
    const auto failed = timings.failed.find(cell.canonical);
    if (failed != timings.failed.end()) line.failure = "fails: " + failed->second;
  }
  return lines;
}

PlanLine sum_of(const std::vector<PlanLine>& lines) {
  PlanLine sum;
  for (const PlanLine& line : lines) add_to(sum, line);
  return sum;
}

std::string time_range_text(const CostModel::Total& total) {
  if (!total.is_useful()) {
    return has_lower_bound(total) ? "more than " + rounded_duration_text(total.lower_bound())
                                  : "an unknown time";
  }
  const std::string least = rounded_duration_text(total.least());
  const std::string most = rounded_duration_text(total.most());
  return least == most ? least : least + " to " + most;
}

std::string skipped_lines(const std::map<std::string, std::size_t>& cells_by_reason) {
  std::string text;
  for (const auto& [reason, cells] : cells_by_reason) {
    text += fmt::format("  {} cells skipped: {}\n", cells, reason);
  }
  return text;
}

std::string task_table(const std::vector<PlanLine>& lines) {
  std::string text =
      fmt::format("{:<24} {:<22} {:>7} {:>7} {:>10} {:>8} {:>8} {:>17} {:>8}\n", "study", "task",
                  "cells", "stored", "replicates", "min left", "min", "range of min", "measured");
  for (std::size_t from = 0; from < lines.size();) {
    std::size_t to = from;
    while (to < lines.size() && lines[to].study == lines[from].study) ++to;
    for (std::size_t i = from; i < to; ++i) text += row_of(lines[i], lines[i].study, lines[i].task);
    if (to > from + 1) {
      const std::vector<PlanLine> study(lines.begin() + static_cast<std::ptrdiff_t>(from),
                                        lines.begin() + static_cast<std::ptrdiff_t>(to));
      text += row_of(sum_of(study), lines[from].study, "all tasks");
    }
    from = to;
  }
  return text + row_of(sum_of(lines), "all", "");
}

std::string task_csv(const std::vector<PlanLine>& lines) {
  std::string text =
      "study,task,cells,stored,replicates,core_minutes_left,core_minutes,core_minutes_least,"
      "core_minutes_most,measured_share,failure\n";
  for (const PlanLine& line : lines) {
    const std::string left =
        line.left.is_useful() ? fmt::format("{:.4g}", line.left.seconds / 60) : "";
    text += fmt::format("{},{},{},{},{},{},{},{:.3f},{}\n", csv_field(line.study),
                        csv_field(line.task), line.cells, line.stored, line.replicates, left,
                        csv_minutes(line.all), line.all.measured_share(), csv_field(line.failure));
  }
  return text;
}

}  // namespace replaybench::cli
