// `replaybench plan`: the cells of studies, what of them is stored, and how long the others take.

#include <fmt/core.h>

#include <algorithm>

#include "suite/cli/commands.hpp"
#include "suite/cli/origin_lines.hpp"
#include "suite/cli/plan_lines.hpp"
#include "suite/cli/progress.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/plan/cell_sources.hpp"
#include "suite/store/store.hpp"
#include "suite/text/text_table.hpp"

namespace replaybench::cli {

namespace {

struct PlanOptions {
  StudyOptions studies;
  bool cells = false;
  bool measure = false;
};

void print_cells(const Plan& plan, const Store& store) {
  for (const Cell& cell : plan.cells) {
    if (!cell.unavailable.empty()) continue;
    fmt::print("{} {} {}", Store::key_of(cell.canonical).substr(0, 16),
               is_stored(store, cell) ? "stored " : "missing", cell.task);
    for (const auto& value : cell.axes) fmt::print(" {}={}", value.name, value.value);
    if (cell.simulation) {
      fmt::print(" replicates={}..{}", cell.simulation->first_replicate,
                 cell.simulation->first_replicate + cell.simulation->replicates - 1);
    }
    fmt::print("\n");
  }
}

// True if every replicate could be computed.
bool measure_unknown(std::vector<PlanLine>& lines, const std::string& study) {
  Progress progress("plan");
  bool all = true;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].left <= 0 || lines[i].rate.is_measured()) continue;
    progress.show_share(fmt::format("{}, kind {} of {}", study, i + 1, lines.size()), 0);
    measure(lines[i]);
    all = all && lines[i].failure.empty();
  }
  return all;
}

std::size_t count_skipped(const PlanWork& work) {
  std::size_t skipped = 0;
  for (const auto& [reason, cells] : work.skipped) skipped += cells;
  return skipped;
}

// One of several studies: a line.
void print_overview(const Plan& plan, const PlanWork& work, const TimeLeft& left) {
  fmt::print("{:<24} {:>9} {:>9} {:>9} {:>9}  {}\n", plan.spec->name, work.cells, work.stored,
             work.failed, count_skipped(work), left.text());
}

// A study by itself: its kinds of cells.
void print_study(const Plan& plan, const PlanWork& work, const TimeLeft& time_left) {
  fmt::print("{}\n", wrapped_on_terminal(
                         fmt::format("{}, profile {}: ", plan.spec->name, to_string(plan.profile)),
                         plan.spec->title, 2));
  std::vector<TextRow> rows{
      {"task", "algorithm", "evaluator", "cells", "stored", "replicates", "core time left"}};
  for (const PlanLine& line : work.lines) {
    rows.push_back({line.kind.task, line.kind.algorithm, line.kind.evaluator,
                    std::to_string(line.cells), std::to_string(line.stored),
                    std::to_string(line.replicates), time_left_text(line)});
  }
  using enum Alignment;
  std::vector<Alignment> alignments{left, left, left, right, right, right, left};
  // Computations have no algorithm and no evaluator.
  for (const std::size_t column : {2, 1}) {
    if (!std::all_of(rows.begin() + 1, rows.end(),
                     [&](const TextRow& row) { return row[column] == "-"; }))
      continue;
    for (TextRow& row : rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(column));
    alignments.erase(alignments.begin() + static_cast<std::ptrdiff_t>(column));
  }
  fmt::print("{}", table_on_terminal(rows, alignments));
  const std::string sums =
      fmt::format("{} cells, {} stored, {} failed, {} skipped; {}", work.cells, work.stored,
                  work.failed, count_skipped(work), time_left.text());
  fmt::print("{}\n{}", wrapped_on_terminal("  ", sums, 2), skipped_lines(work.skipped));
}

void print_store(const Store& store, const StoreListing& listing) {
  const auto size = listing.bytes();
  const std::string contents = fmt::format(
      "{}: {} cells, {}{:.1f} MB, {} failures noted", store.root().string(), listing.cells(),
      size.exact ? "" : "about ", static_cast<double>(size.bytes) / 1e6, listing.failures());
  fmt::print("{}\n", wrapped_on_terminal("store ", contents, 2));
}

void run_plan(const PlanOptions& options, CommandContext& context) {
  const auto files = options.studies.files(context);
  const Store store(options.studies.store_folder(context), Store::Access::read);
  const StoreListing listing(store);
  const CellSeconds seconds = recorded_seconds(store);
  const bool several = files.size() > 1;
  if (several) {
    fmt::print("{:<24} {:>9} {:>9} {:>9} {:>9}  {}\n", "study", "cells", "stored", "failed",
               "skipped", "core time left");
  }
  TimeLeft all;
  OpenedDatasets datasets;
  for (const auto& file : files) {
    const Plan plan =
        load_plan(file, options.studies.chosen_profile(), options.studies.chosen_seed(), datasets);
    if (options.cells) print_cells(plan, store);
    PlanWork work = plan_work(plan, store, listing, seconds);
    if (options.measure && !measure_unknown(work.lines, plan.spec->name)) {
      context.exit_code = ExitCode::failed_cells;
    }
    TimeLeft left;
    left.add(work.lines);
    all.add(work.lines);
    if (several) {
      print_overview(plan, work, left);
    } else {
      print_study(plan, work, left);
    }
    fmt::print("{}{}", changed_line(work.origins, "to recompute"), kept_line(work.origins));
    std::fflush(stdout);
  }
  if (several) fmt::print("all {} studies: {}\n", files.size(), all.text());
  print_store(store, listing);
}

}  // namespace

void add_plan(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "plan", "the cells of studies, what of them is stored, and the time that the others take");
  auto options = std::make_shared<PlanOptions>();
  options->studies.add_to(*command, true);
  command->add_flag("--cells", options->cells, "print every cell with the beginning of its key");
  command->add_flag("--measure", options->measure,
                    "time one replicate of the largest cell of each kind of which none was "
                    "computed yet, however long it takes");
  command->callback([=, &context] { run_plan(*options, context); });
}

}  // namespace replaybench::cli
