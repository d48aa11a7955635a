#include <fmt/core.h>

#include <charconv>
#include <thread>

#include "suite/cli/commands.hpp"
#include "suite/cli/progress.hpp"
#include "suite/run/runner.hpp"

namespace replaybench::cli {

namespace {

Shard parse_shard(const std::string& text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  if (index.ec == std::errc{} && index.ptr != end && *index.ptr == '/') {
    const auto count = std::from_chars(index.ptr + 1, end, shard.count);
    if (count.ec == std::errc{} && count.ptr == end && shard.index >= 1 &&
        shard.index <= shard.count) {
      return shard;
    }
  }
  throw SpecErrors("--shard: \"" + text + "\" is not i/n with 1 <= i <= n");
}

void print_summary(const Plan& plan, const RunSummary& summary, double seconds) {
  fmt::print("{}: {} cells, {} computed in {}, {} from the store", plan.spec->name, summary.cells,
             summary.computed, duration_text(seconds), summary.found);
  if (summary.damaged > 0) fmt::print(", {} damaged and computed again", summary.damaged);
  if (summary.unavailable > 0) fmt::print(", {} skipped", summary.unavailable);
  fmt::print("\n");
  std::string told;
  for (const Cell& cell : plan.cells) {
    if (cell.unavailable.empty() || cell.unavailable == told) continue;
    told = cell.unavailable;
    fmt::print("  skipped: {}\n", told);
  }
  for (const FailedCell& failed : summary.failed) {
    const Cell& cell = plan.cells[failed.cell];
    std::string axes;
    for (const auto& axis : cell.axes) axes += " " + axis.name + "=" + axis.value;
    tell("  FAILED " + cell.task + axes + ": " + failed.reason);
  }
}

}  // namespace

void add_run(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("run", "compute the cells of a study that the store lacks");
  auto options = std::make_shared<StudyOptions>();
  auto jobs = std::make_shared<std::size_t>(std::max(1u, std::thread::hardware_concurrency()));
  auto shard = std::make_shared<std::string>("1/1");
  options->add_to(*command, false);
  command->add_option("--jobs", *jobs, "threads [all cores]")->check(CLI::Range(1, 256));
  command->add_option("--shard", *shard, "i/n: only part i of n of the cells")
      ->capture_default_str();
  command->callback([=, &context] {
    const Shard part = parse_shard(*shard);
    std::vector<Plan> plans;  // all specs are read before anything runs
    for (const auto& file : options->files(context)) {
      plans.push_back(load_plan(file, options->chosen_profile()));
    }
    const Store store(options->store_folder(context));
    for (const Plan& plan : plans) {
      Progress progress(plan.spec->name);
      const auto start = std::chrono::steady_clock::now();
      const RunSummary summary =
          run(plan, store, {*jobs, part},
              [&](std::size_t done, std::size_t cells, double work_done, double work) {
                progress.show(done, cells, work_done, work);
              });
      print_summary(
          plan, summary,
          std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
      if (!summary.failed.empty()) context.exit_code = ExitCode::failed_cells;
    }
  });
}

}  // namespace replaybench::cli
