#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>

#include "suite/cli/commands.hpp"
#include "suite/cli/expected_work.hpp"
#include "suite/cli/plan_lines.hpp"
#include "suite/cli/progress.hpp"
#include "suite/cli/quick_timing.hpp"
#include "suite/plan/cell_sources.hpp"
#include "suite/run/cost_model.hpp"
#include "suite/store/store.hpp"

namespace replaybench::cli {

namespace {

// For all timings of the command, unless --measure: of one study, and of each further one.
constexpr double quick_seconds = 10;
constexpr double more_seconds = 2;

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

void print_study(const Plan& plan, const std::vector<PlanLine>& lines, const Timings& timings) {
  fmt::print("{}, profile {}: {}\n", plan.spec->name, to_string(plan.profile), plan.spec->title);
  fmt::print("  {:<22} {:<26} {:<20} {:>6} {:>7} {:>11}  {}\n", "task", "algorithm", "evaluator",
             "cells", "stored", "replicates", "core time left");
  for (const PlanLine& line : lines) {
    fmt::print("  {:<22} {:<26} {:<20} {:>6} {:>7} {:>11}  {}\n", line.task, line.algorithm,
               line.evaluator, line.cells, line.stored, line.replicates,
               line.failure.empty() ? time_range_text(line.left) : line.failure);
  }
  fmt::print("  {} of one core left", time_range_text(sum_of(lines).left));
  if (timings.timed > 0) fmt::print(" ({} replicates timed now)", timings.timed);
  if (timings.too_long > 0) {
    fmt::print("; {} of cells not timed, one replicate may take long (--measure times {})",
               timings.too_long == 1 ? "1 kind" : fmt::format("{} kinds", timings.too_long),
               timings.too_long == 1 ? "it" : "them");
  }
  fmt::print("\n");
  std::map<std::string, std::size_t> skipped;
  for (const Cell& cell : plan.cells) {
    if (!cell.unavailable.empty()) ++skipped[cell.unavailable];
  }
  fmt::print("{}", skipped_lines(skipped));
}

struct PlanOptions {
  StudyOptions studies;
  bool cells = false;
  bool measure = false;
  bool by_task = false;
  bool csv = false;
  std::optional<double> seconds;

  // For all timings of the command.
  double budget(std::size_t files) const {
    if (seconds) return *seconds;
    return by_task ? quick_seconds : quick_seconds + more_seconds * static_cast<double>(files - 1);
  }
};

void run_plan(const PlanOptions& options, CommandContext& context) {
  const auto files = options.studies.files(context);
  const Store store(options.studies.store_folder(context), Store::Access::read);
  CostModel costs;
  costs.load(times_file(store));
  std::vector<PlanLine> all;
  double seconds_left = options.budget(files.size());
  Progress progress("plan");
  for (std::size_t i = 0; i < files.size(); ++i) {
    const Plan plan =
        load_plan(files[i], options.studies.chosen_profile(), options.studies.chosen_seed());
    const auto show = [&](double share) {
      progress.show_share(fmt::format("{} ({} of {}), {:.0f}% of the time for measuring is over",
                                      plan.spec->name, i + 1, files.size(), 100 * share),
                          0);
    };
    show(0);
    const auto start = std::chrono::steady_clock::now();
    const Timings timings =
        time_doubtful(plan, store, costs, seconds_left / static_cast<double>(files.size() - i),
                      options.measure, show);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    seconds_left = std::max(seconds_left - spent.count(), 0.0);
    progress.clear();
    const auto lines = plan_lines(plan, store, costs, timings, options.by_task);
    if (options.cells) print_cells(plan, store);
    if (!options.by_task) print_study(plan, lines, timings);
    std::fflush(stdout);
    all.insert(all.end(), lines.begin(), lines.end());
    if (!timings.failed.empty()) context.exit_code = ExitCode::failed_cells;
  }
  if (options.by_task) {
    fmt::print("{}", options.csv ? task_csv(all) : task_table(all));
  } else if (files.size() > 1) {
    fmt::print("all {} studies: {} of one core left\n", files.size(),
               time_range_text(sum_of(all).left));
  }
  // The next command knows them too; but a plan makes no folder.
  std::error_code error;
  if (costs.has_news() && std::filesystem::is_directory(times_file(store).parent_path(), error)) {
    costs.save(times_file(store));
  }
}

}  // namespace

void add_plan(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("plan", "the cells of a study and their estimated cost");
  auto options = std::make_shared<PlanOptions>();
  options->studies.add_to(*command, false);
  command->add_flag("--cells", options->cells, "print every cell with the beginning of its key");
  command->add_flag("--measure", options->measure,
                    "time one replicate of the largest cell of each kind, however long it takes");
  command
      ->add_option("--seconds", options->seconds,
                   "for measuring, by the clock, all studies together; 0: nothing is measured "
                   "(default: 10, and 2 for each further study; with --by-task 10)")
      ->check(CLI::Range(0.0, 1e6));
  auto* by_task = command->add_flag("--by-task", options->by_task,
                                    "a table of all studies: minutes of a core by task, their "
                                    "range in four cases of five, and the "
                                    "share of them that was measured");
  command->add_flag("--csv", options->csv, "that table as CSV")->needs(by_task);
  command->callback([=, &context] { run_plan(*options, context); });
}

}  // namespace replaybench::cli
