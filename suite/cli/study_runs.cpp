#include "suite/cli/study_runs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

#include "build_info.hpp"
#include "suite/cli/origin_lines.hpp"
#include "suite/cli/plan_lines.hpp"
#include "suite/text/durations.hpp"

namespace replaybench::cli {

namespace {

// The blocks of replicates of a combination that failed for one reason: " replicates 0..24, 50..99 (3 cells)".
std::string failed_blocks(const Plan& plan, const std::vector<std::size_t>& cells) {
  std::string text;
  std::uint64_t next = 0;
  std::uint64_t first = 0;
  const auto end_range = [&] {
    if (next == first) return;
    text += fmt::format("{}{}..{}", text.empty() ? " replicates " : ", ", first, next - 1);
  };
  for (const std::size_t cell : cells) {
    const auto& simulation = plan.cells[cell].simulation;
    if (!simulation) continue;  // a grid has none
    if (simulation->first_replicate != next) {
      end_range();
      first = simulation->first_replicate;
    }
    next = simulation->first_replicate + simulation->replicates;
  }
  end_range();
  if (cells.size() > 1) text += fmt::format(" ({} cells)", cells.size());
  return text;
}

// A line for each combination and reason, in the order of the plan.
void print_failed(const Plan& plan, const std::vector<FailedCell>& failed) {
  std::vector<std::pair<const FailedCell*, std::vector<std::size_t>>> groups;
  std::map<std::tuple<std::string, std::size_t, std::string>, std::size_t> group_of;
  for (const FailedCell& one : failed) {
    const Cell& cell = plan.cells[one.cell];
    const auto [found, added] =
        group_of.try_emplace({cell.task, cell.combination, one.reason}, groups.size());
    if (added) groups.push_back({&one, {}});
    groups[found->second].second.push_back(one.cell);
  }
  for (const auto& [one, cells] : groups) {
    const Cell& cell = plan.cells[one->cell];
    std::string axes;
    for (const auto& axis : cell.axes) axes += " " + axis.name + "=" + axis.value;
    tell("  FAILED " + cell.task + axes + failed_blocks(plan, cells) + ": " + one->reason);
  }
}

void print_summary(const Plan& plan, const RunSummary& summary, double seconds, bool recompute) {
  fmt::print("{}: {} cells, {} computed in {}, {} from the store", plan.spec->name, summary.cells,
             summary.computed, duration_text(seconds), summary.found);
  if (summary.elsewhere > 0) fmt::print(", {} by another process", summary.elsewhere);
  if (summary.retried_for_memory > 0)
    fmt::print(", {} tried again with fewer jobs", summary.retried_for_memory);
  if (summary.damaged > 0) fmt::print(", {} damaged and computed again", summary.damaged);
  std::size_t skipped = 0;
  for (const auto& [reason, cells] : summary.unavailable) skipped += cells;
  if (skipped > 0) fmt::print(", {} skipped", skipped);
  fmt::print("\n{}", skipped_lines(summary.unavailable));
  fmt::print("{}", changed_line(summary.origins, "recomputed"));
  if (!recompute) {
    fmt::print("{}", kept_line(summary.origins));
  } else if (const std::string kept = summary.origins.kept_text(); !kept.empty()) {
    fmt::print("  {}: recomputed\n", kept);
  }
  print_failed(plan, summary.failed);
}

}  // namespace

std::string build_text() {
#if defined(__clang__)
  constexpr const char* compiler = "clang++ " __clang_version__;
#else
  constexpr const char* compiler = "g++ " __VERSION__;
#endif
  return fmt::format("replaybench {} ({}), {}, numeric profile {}", REPLAYBENCH_VERSION,
                     build_commit(), compiler, REPLAYBENCH_PROFILE);
}

StudyRuns::StudyRuns(const std::vector<Plan>& plans, const Store& store, std::size_t jobs,
                     const RunDivision& division)
    : plans_(plans), store_(store), record_(store, Job::here(build_text())) {
  options_.jobs = jobs;
  options_.shard = division.shard;
  options_.recompute = division.recompute;
  // If memory is limited, logs that are kept for other cells take a small part, and additional threads none.
  if (division.memory > 0) {
    options_.log_memory = std::min(options_.log_memory, division.memory / 8);
    options_.stores_aside = false;
  }
  options_.stored = [this](const std::string& key, double seconds) { record_.note(key, seconds); };
  options_.grace = [this, grace = division.grace] { return interruption_.grace(grace); };
  options_.stop = &interruption_.requested();
  options_.fewer_jobs = [this](std::size_t cells, std::size_t fewer) {
    if (progress_) progress_->clear();
    tell(fmt::format(
        "out of memory: {} cells that did not fit beside others are tried again with {} {}", cells,
        fewer, fewer == 1 ? "job" : "jobs"));
  };
  options_.abandon = [this](const RunSummary& summary) { end(summary); };
}

bool StudyRuns::run_all() {
  bool complete = true;
  for (place_ = 0; place_ < plans_.size(); ++place_) {
    const Plan& plan = plans_[place_];
    // Also between studies that have nothing to compute, which no run of cells sees.
    if (interruption_.requested()) end(" before " + plan.spec->name);
    const auto start = std::chrono::steady_clock::now();
    progress_.emplace(plan.spec->name + (plans_.size() > 1 ? fmt::format(" (study {} of {})",
                                                                         place_ + 1, plans_.size())
                                                           : std::string()));
    const RunSummary summary =
        run(plan, store_, options_, [&](const RunProgress& progress) { show(progress); });
    progress_.reset();
    if (summary.stopped) end(summary);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    print_summary(plan, summary, spent.count(), options_.recompute);
    std::fflush(stdout);
    complete = complete && summary.failed.empty();
  }
  return complete;
}

void StudyRuns::show(const RunProgress& progress) {
  if (interruption_.requested() && interruption_.is_termination() && !said_stopping_) {
    said_stopping_ = true;
    progress_->clear();
    tell(fmt::format("SIGTERM: the cells in progress have {} to end",
                     duration_text(std::chrono::duration<double>(options_.grace()).count())));
  }
  progress_->show(progress);
}

[[noreturn]] void StudyRuns::end(const RunSummary& summary) {
  const std::string& study = plans_[place_].spec->name;
  if (summary.unseen) end(" before " + study);
  end(fmt::format("; {} of {} cells of {} kept", summary.stored(), summary.cells, study));
}

[[noreturn]] void StudyRuns::end(const std::string& where) {
  progress_.reset();
  tell("stopped" + where + "; run again to go on");
  interruption_.end();
}

}  // namespace replaybench::cli
