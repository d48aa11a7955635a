#include <fmt/core.h>

#include <chrono>
#include <map>
#include <set>
#include <string_view>

#include "suite/cli/commands.hpp"
#include "suite/cli/expected_work.hpp"
#include "suite/cli/progress.hpp"
#include "suite/cli/quick_timing.hpp"
#include "suite/run/cost_model.hpp"
#include "suite/store/store.hpp"

namespace replaybench::cli {

namespace {

// For all timings of the command, unless --measure: of one study, and of each further one.
constexpr double quick_seconds = 10;
constexpr double more_seconds = 2;

struct TaskLine {
  std::string task;
  std::string algorithm;
  std::string evaluator;
  std::size_t cells = 0;
  std::size_t stored = 0;
  std::uint64_t replicates = 0;
  CostModel::Total left = {};
  std::string failure = {};
};

std::string axis(const Cell& cell, const std::string& name) {
  for (const auto& value : cell.axes) {
    if (value.name == name) return value.value;
  }
  return "-";
}

std::string time_text(const CostModel::Total& total) {
  if (total.seconds == 0) return "0 s";
  return (total.known_share() < 0.9 ? "roughly " : "") + duration_text(total.seconds);
}

// The core time that is left.
CostModel::Total print_plan(const Plan& plan, const Store& store, const Timings& timings,
                            CostModel& costs, bool keys) {
  std::vector<TaskLine> lines;
  std::map<std::string, std::size_t> line_of;
  std::map<std::string, std::size_t> skipped;
  std::set<std::string_view> missing;
  CostModel::Total total;
  for (const Cell& cell : plan.cells) {
    if (!cell.unavailable.empty()) {
      ++skipped[cell.unavailable];
      continue;
    }
    const std::string algorithm = axis(cell, "algorithm");
    const std::string evaluator = axis(cell, "evaluator");
    const auto [found, added] =
        line_of.try_emplace(cell.task + "\n" + algorithm + "\n" + evaluator, lines.size());
    if (added) lines.push_back({cell.task, algorithm, evaluator});
    TaskLine& line = lines[found->second];
    ++line.cells;
    if (cell.simulation) line.replicates += cell.simulation->replicates;
    const bool stored = store.holds(cell.canonical);
    line.stored += stored;
    // A cell that two tasks have in common is computed once.
    if (!stored && missing.insert(cell.canonical).second) {
      const auto one = costs.one_replicate(costs.combination_of(cell));
      const double replicates =
          cell.simulation ? static_cast<double>(cell.simulation->replicates) : 1.0;
      line.left.add(one, replicates);
      total.add(one, replicates);
    }
    const auto failed = timings.failed.find(cell.canonical);
    if (failed != timings.failed.end()) line.failure = "fails: " + failed->second;
    if (keys) {
      fmt::print("{} {} {}", Store::key_of(cell.canonical).substr(0, 16),
                 stored ? "stored " : "missing", cell.task);
      for (const auto& value : cell.axes) fmt::print(" {}={}", value.name, value.value);
      if (cell.simulation) {
        fmt::print(" replicates={}..{}", cell.simulation->first_replicate,
                   cell.simulation->first_replicate + cell.simulation->replicates - 1);
      }
      fmt::print("\n");
    }
  }
  fmt::print("{}, profile {}: {}\n", plan.spec->name, to_string(plan.profile), plan.spec->title);
  fmt::print("  {:<22} {:<26} {:<20} {:>6} {:>7} {:>11}  {}\n", "task", "algorithm", "evaluator",
             "cells", "stored", "replicates", "core time left");
  for (const TaskLine& line : lines) {
    fmt::print("  {:<22} {:<26} {:<20} {:>6} {:>7} {:>11}  {}\n", line.task, line.algorithm,
               line.evaluator, line.cells, line.stored, line.replicates,
               line.failure.empty() ? time_text(line.left) : line.failure);
  }
  fmt::print("  {} of one core left", time_text(total));
  if (timings.timed > 0) fmt::print(" ({} replicates timed now)", timings.timed);
  if (timings.too_long > 0) {
    fmt::print("; {} kinds of cells not timed, one replicate may take long (--measure times them)",
               timings.too_long);
  }
  fmt::print("\n");
  for (const auto& [reason, count] : skipped) fmt::print("  {} cells skipped: {}\n", count, reason);
  return total;
}

}  // namespace

void add_plan(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("plan", "the cells of a study and their estimated cost");
  auto options = std::make_shared<StudyOptions>();
  auto keys = std::make_shared<bool>(false);
  options->add_to(*command, false);
  command->add_flag("--cells", *keys, "print every cell with the beginning of its key");
  auto measure = std::make_shared<bool>(false);
  command->add_flag("--measure", *measure,
                    "time one replicate of the largest cell of each kind, however long it takes");
  command->callback([=, &context] {
    const auto files = options->files(context);
    const Store store(options->store_folder(context), Store::Access::read);
    CostModel costs;
    costs.load(times_file(store));
    CostModel::Total all;
    double seconds_left = quick_seconds + more_seconds * static_cast<double>(files.size() - 1);
    for (std::size_t i = 0; i < files.size(); ++i) {
      const Plan plan = load_plan(files[i], options->chosen_profile(), options->chosen_seed());
      Progress progress("plan");
      const auto start = std::chrono::steady_clock::now();
      const Timings timings = time_unknown(
          plan, store, costs, seconds_left / static_cast<double>(files.size() - i), *measure,
          [&](double share) {
            progress.show_share(fmt::format("{} ({} of {}), {:.0f}% timed", plan.spec->name, i + 1,
                                            files.size(), 100 * share),
                                0);
          });
      seconds_left -=
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      seconds_left = std::max(seconds_left, 0.0);
      progress.clear();
      const CostModel::Total left = print_plan(plan, store, timings, costs, *keys);
      std::fflush(stdout);
      all.seconds += left.seconds;
      all.known += left.known;
      if (!timings.failed.empty()) context.exit_code = ExitCode::failed_cells;
    }
    if (files.size() > 1) {
      fmt::print("all {} studies: {} of one core left\n", files.size(), time_text(all));
    }
    // The next command knows them too; but a plan makes no folder.
    std::error_code error;
    if (costs.has_news() && std::filesystem::is_directory(times_file(store).parent_path(), error)) {
      costs.save(times_file(store));
    }
  });
}

}  // namespace replaybench::cli
