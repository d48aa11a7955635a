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
#include "suite/published/published_run.hpp"
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
  fmt::print("{}", changed_line(summary.origins, "computed anew"));
  if (!recompute) {
    fmt::print("{}", kept_line(summary.origins));
  } else if (const std::string kept = summary.origins.kept_text(); !kept.empty()) {
    fmt::print("  {}: computed anew\n", kept);
  }
  print_failed(plan, summary.failed);
}

// Published cost of a study; empty if it is not published.
ReferenceCost reference_of(const Plan& plan, const PublishedRun& run) {
  const PublishedStudy* study = run.find(plan.spec->name);
  if (study == nullptr || run.profile != to_string(plan.profile)) return {};
  ReferenceCost cost{.core_seconds = study->seconds()};
  for (const PublishedWork& part : study->work) cost.cells += part.cells;
  return cost;
}

// Without studies where the run cannot be read, because it is only used for predictions.
PublishedRun readable_run(const std::filesystem::path& folder) {
  try {
    return PublishedRun::read(folder);
  } catch (const std::exception&) {
    return {};
  }
}

// Measured times are kept so often, so that a kill costs few of them.
constexpr std::chrono::seconds keeping_pause{30};

}  // namespace

std::string build_text() {
#if defined(__clang__)
  constexpr const char* compiler = "clang++ " __clang_version__;
#else
  constexpr const char* compiler = "g++ " __VERSION__;
#endif
  return fmt::format("replaybench {} ({}), {}, numeric profile {}", REPLAYBENCH_VERSION,
                     REPLAYBENCH_COMMIT, compiler, REPLAYBENCH_PROFILE);
}

StudyRuns::StudyRuns(const std::vector<Plan>& plans, const Store& store, std::size_t jobs,
                     const std::filesystem::path& published, const RunDivision& division)
    : plans_(plans),
      store_(store),
      table_(division.table),
      record_(store, Job::here(build_text())),
      times_(times_file(store)) {
  if (table_) {
    for (const Plan& plan : plans) table_->of(plan);  // all are looked for before anything runs
  }
  costs_.load(times_);
  options_.jobs = jobs;
  options_.shard = division.shard;
  options_.recompute = division.recompute;
  // If memory is limited, logs that are kept for other cells take a small part, and additional threads none.
  if (division.memory > 0) {
    options_.log_memory = std::min(options_.log_memory, division.memory / 8);
    options_.stores_aside = false;
  }
  options_.costs = &costs_;
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
  const PublishedRun run = readable_run(published);
  for (const Plan& plan : plans) references_.push_back(reference_of(plan, run));
  if (plans.size() < 2) return;
  for (const Plan& plan : plans) {
    if (interruption_.requested()) break;
    work_.emplace_back(plan, store, costs_);
  }
}

bool StudyRuns::run_all() {
  bool complete = true;
  for (place_ = 0; place_ < plans_.size(); ++place_) {
    const Plan& plan = plans_[place_];
    // Also between studies that have nothing to compute, which no run of cells sees.
    if (interruption_.requested()) end(" before " + plan.spec->name);
    if (table_) options_.shard_of_cell = &table_->of(plan);
    const auto start = std::chrono::steady_clock::now();
    progress_.emplace(plan.spec->name + (plans_.size() > 1 ? fmt::format(" (study {} of {})",
                                                                         place_ + 1, plans_.size())
                                                           : std::string()));
    const RunSummary summary =
        run(plan, store_, options_, [&](const RunProgress& progress) { show(progress); });
    progress_.reset();
    if (summary.stopped) end(summary);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    pace_.add(spent.count() * static_cast<double>(options_.jobs),
              references_[place_].of(summary.computed));
    print_summary(plan, summary, spent.count(), options_.recompute);
    std::fflush(stdout);
    complete = complete && summary.failed.empty();
  }
  if (costs_.has_news()) costs_.save(times_);
  return complete;
}

// Remaining work of the running study, in core seconds.
Expectation StudyRuns::expected_now(const RunProgress& progress) const {
  const double seconds = progress.seconds_left * static_cast<double>(options_.jobs);
  return expected({seconds, seconds * progress.known_share}, progress.cells - progress.cells_done,
                  references_[place_], pace_);
}

// Work of the later studies, in core seconds of this shard.
Expectation StudyRuns::expected_later() const {
  Expectation later;
  for (std::size_t i = place_ + 1; i < plans_.size(); ++i) {
    const CostModel::Total total = work_[i].total();
    const Expectation one =
        expected({total.seconds, total.known}, work_[i].cells(), references_[i], pace_);
    later.seconds += one.seconds / static_cast<double>(options_.shard.count);
    later.known += one.known / static_cast<double>(options_.shard.count);
  }
  return later;
}

void StudyRuns::show(RunProgress progress) {
  const auto now = std::chrono::steady_clock::now();
  if (interruption_.requested() && interruption_.is_termination() && !said_stopping_) {
    said_stopping_ = true;
    progress_->clear();
    tell(fmt::format("SIGTERM: the cells in progress have {} to end",
                     duration_text(std::chrono::duration<double>(options_.grace()).count())));
  }
  const auto jobs = static_cast<double>(options_.jobs);
  const Expectation left = expected_now(progress);
  progress.seconds_left = left.seconds / jobs;
  progress.known_share = left.known_share();
  if (place_ + 1 < plans_.size() && now - expected_at_ > std::chrono::seconds(1)) {
    expected_at_ = now;
    const Expectation later = expected_later();
    const Expectation all{left.seconds + later.seconds, left.known + later.known};
    rest_ = "all studies: " + left_text(all.seconds / jobs, all.known_share());
  }
  progress_->show(progress, place_ + 1 < plans_.size() ? rest_ : std::string());
  if (costs_.has_news() && now - kept_at_ > keeping_pause) {
    kept_at_ = now;
    costs_.save(times_);
  }
}

[[noreturn]] void StudyRuns::end(const RunSummary& summary) {
  const std::string& study = plans_[place_].spec->name;
  if (summary.unseen) end(" before " + study);
  end(fmt::format("; {} of {} cells of {} kept", summary.stored(), summary.cells, study));
}

[[noreturn]] void StudyRuns::end(const std::string& where) {
  progress_.reset();
  if (costs_.has_news()) costs_.save(times_);
  tell("stopped" + where + "; run again to go on");
  interruption_.end();
}

}  // namespace replaybench::cli
