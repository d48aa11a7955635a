#include <fmt/core.h>

#include <chrono>
#include <map>
#include <new>
#include <set>
#include <string_view>

#include "suite/cli/commands.hpp"
#include "suite/cli/progress.hpp"
#include "suite/run/compute.hpp"
#include "suite/store/store.hpp"

namespace replaybench::cli {

namespace {

// Seconds that one replicate of a cell takes, by doing one.
double seconds_of_one_replicate(Cell cell) {
  if (cell.simulation) cell.simulation->replicates = 1;
  const auto start = std::chrono::steady_clock::now();
  compute(cell);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

struct TaskLine {
  std::string task;
  std::string algorithm;
  std::string evaluator;
  std::size_t cells = 0;
  std::size_t stored = 0;
  std::uint64_t replicates = 0;
  double work = 0;
  const Cell* largest = nullptr;  // its replicate is the one that is timed
};

std::string axis(const Cell& cell, const std::string& name) {
  for (const auto& value : cell.axes) {
    if (value.name == name) return value.value;
  }
  return "-";
}

double work_of_one_replicate(const Cell& cell) {
  return cell.simulation ? cell.cost / static_cast<double>(cell.simulation->replicates) : cell.cost;
}

// False when a replicate that was timed failed.
bool print_plan(const Plan& plan, const Store& store, bool keys) {
  std::vector<TaskLine> lines;
  std::map<std::string, std::size_t> line_of;
  std::map<std::string, std::size_t> skipped;
  std::set<std::string_view> missing;
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
    const bool stored = store.load(cell.canonical).payload.has_value();
    line.stored += stored;
    // A cell that two tasks have in common is computed once.
    if (!stored && missing.insert(cell.canonical).second) line.work += cell.cost;
    if (!line.largest || work_of_one_replicate(cell) > work_of_one_replicate(*line.largest)) {
      line.largest = &cell;
    }
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
  double total = 0;
  bool all_work = true;
  for (const TaskLine& line : lines) {
    double seconds = 0;
    std::string failure;
    try {
      if (line.work > 0) {
        seconds = seconds_of_one_replicate(*line.largest) / work_of_one_replicate(*line.largest) *
                  line.work;
      }
    } catch (const std::bad_alloc&) {
      failure = "fails: out of memory";
    } catch (const std::exception& error) {
      failure = std::string("fails: ") + error.what();
    }
    all_work = all_work && failure.empty();
    total += seconds;
    fmt::print("  {:<22} {:<26} {:<20} {:>6} {:>7} {:>11}  {}\n", line.task, line.algorithm,
               line.evaluator, line.cells, line.stored, line.replicates,
               failure.empty() ? duration_text(seconds) : failure);
  }
  fmt::print("  about {} of one core left (one replicate of each was timed)\n",
             duration_text(total));
  for (const auto& [reason, count] : skipped) fmt::print("  {} cells skipped: {}\n", count, reason);
  return all_work;
}

}  // namespace

void add_plan(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("plan", "the cells of a study and what they cost, before anything runs");
  auto options = std::make_shared<StudyOptions>();
  auto keys = std::make_shared<bool>(false);
  options->add_to(*command, false);
  command->add_flag("--cells", *keys, "print every cell with the beginning of its key");
  command->callback([=, &context] {
    const auto files = options->files(context);
    const Store store(options->store_folder(context));
    for (const auto& file : files) {
      const Plan plan = load_plan(file, options->chosen_profile());
      if (!print_plan(plan, store, *keys)) context.exit_code = ExitCode::failed_cells;
    }
  });
}

}  // namespace replaybench::cli
