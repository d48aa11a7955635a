#include "suite/cli/plan_lines.hpp"

#include <fmt/core.h>

#include <new>
#include <set>
#include <string_view>

#include "suite/model/cpu_time.hpp"
#include "suite/run/compute.hpp"
#include "suite/store/job_record.hpp"
#include "suite/text/durations.hpp"

namespace replaybench::cli {

CellSeconds recorded_seconds(const Store& store) {
  CellSeconds all;
  for (const JobCells& record : job_records(store)) {
    for (const auto& [key, seconds] : record.seconds) all[key] = seconds;
  }
  return all;
}

PlanWork plan_work(const Plan& plan, const Store& store, const StoreListing& listing,
                   const CellSeconds& seconds) {
  PlanWork work;
  work.cells = plan.cells.size();
  std::map<CellKind, std::size_t> line_of;
  std::set<std::string_view> seen;
  for (const Cell& cell : plan.cells) {
    if (!cell.unavailable.empty()) {
      ++work.skipped[cell.unavailable];
      continue;
    }
    CellKind kind = kind_of(cell);
    const auto [found, added] = line_of.try_emplace(kind, work.lines.size());
    if (added) work.lines.push_back({std::move(kind)});
    PlanLine& line = work.lines[found->second];
    ++line.cells;
    if (cell.simulation) line.replicates += cell.simulation->replicates;
    const std::string key = Store::key_of(cell.canonical);
    bool is_stored = false;
    if (listing.holds(key)) {
      const CellOrigin origin = stored_origin(store, cell).value_or(CellOrigin());
      work.origins.add(origin);
      is_stored = origin.origin != Origin::other_sources;
    } else if (listing.failed(key)) {
      ++work.failed;
    }
    line.stored += is_stored;
    work.stored += is_stored;
    if (!seen.insert(cell.canonical).second) continue;
    if (const auto known = seconds.find(key); known != seconds.end()) {
      line.rate.add(cell.cost, known->second);
    }
    if (is_stored) continue;
    line.left += cell.cost;
    if (!line.largest || cell.cost > line.largest->cost) line.largest = &cell;
  }
  return work;
}

void measure(PlanLine& line) {
  Cell cell = *line.largest;
  const double work = cell.cost / cell.replicates();
  if (cell.simulation) cell.simulation->replicates = 1;
  try {
    const double start = cpu_seconds();
    compute(cell);
    line.rate.add(work, cpu_seconds() - start);
  } catch (const std::bad_alloc&) {
    line.failure = "fails: out of memory";
  } catch (const std::exception& error) {
    line.failure = std::string("fails: ") + error.what();
  }
}

void TimeLeft::add(const PlanLine& line) {
  if (line.left <= 0) return;
  ++kinds_;
  unknown_ += !line.rate.is_measured();
  seconds_ += line.rate.seconds_of(line.left);
}

std::string TimeLeft::text() const {
  if (kinds_ == 0) return "nothing to compute";
  if (unknown_ == kinds_) return "time left not known (--measure)";
  std::string text = "about " + rounded_duration_text(seconds_) + " of one core left";
  if (unknown_ > 0) {
    text += fmt::format(", without {} of {} kinds of cells that were not measured (--measure)",
                        unknown_, kinds_);
  }
  return text;
}

std::string time_left_text(const PlanLine& line) {
  if (!line.failure.empty()) return line.failure;
  if (line.left > 0 && !line.rate.is_measured()) return "not measured";
  return rounded_duration_text(line.rate.seconds_of(line.left));
}

std::string skipped_lines(const std::map<std::string, std::size_t>& cells_by_reason) {
  std::string text;
  for (const auto& [reason, cells] : cells_by_reason) {
    text += fmt::format("  {} cells skipped: {}\n", cells, reason);
  }
  return text;
}

}  // namespace replaybench::cli
