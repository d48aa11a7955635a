// `replaybench cluster`: scripts that run the shards of studies. It schedules nothing itself: shards and
// the cells' keys are all that the machines agree on.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "suite/catalogue/data_folder.hpp"
#include "suite/cli/cluster_scripts.hpp"
#include "suite/cli/commands.hpp"
#include "suite/cli/expected_work.hpp"
#include "suite/cli/progress.hpp"
#include "suite/cli/quick_timing.hpp"
#include "suite/plan/cell_sources.hpp"
#include "suite/run/cost_model.hpp"
#include "suite/run/shard_table.hpp"
#include "suite/text/durations.hpp"
#include "suite/text/files.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* table_name = "cells.shards";

// For all timings of cells that nothing is known of.
constexpr double timing_seconds_in_all = 10;

// Time to reserve and store a cell on a disk, which dominates very short cells (experiments/README.md).
constexpr double storing_seconds = 0.002;

// Minutes of a time limit: SIGTERM comes one before the end.
constexpr std::size_t min_minutes = 2;
constexpr std::size_t max_minutes = 60 * 24 * 365;

struct ClusterOptions {
  StudyOptions studies;
  std::string folder;
  std::size_t shards = 0;
  std::size_t jobs = 1;
  std::size_t minutes = 60;
  bool separate = false;
  bool replace = false;
};

Scheduler take_scheduler(std::vector<std::string>& words) {
  const std::map<std::string, Scheduler> known{
      {"slurm", Scheduler::slurm}, {"parallel", Scheduler::parallel}, {"make", Scheduler::make}};
  const auto found = known.find(words.back());
  if (found == known.end()) {
    throw SpecErrors("the last word, " + quoted_text(words.back()) +
                     ", is not what runs the shards" +
                     suggestion(words.back(), {"slurm", "parallel", "make"}));
  }
  if (words.size() == 1) throw SpecErrors("no study given before \"" + words.back() + "\"");
  words.pop_back();
  return found->second;
}

// Expected seconds of a core of each cell of all plans that is to be computed; 0: stored, cannot run here,
// or the same as an earlier cell.
struct CellTimes {
  std::vector<double> seconds;
  std::size_t missing = 0;
  double sum = 0;
  double longest = 0;
};

CellTimes cell_times(const std::vector<Plan>& plans, const Store& store, CostModel& costs) {
  CellTimes times;
  std::set<std::string_view> seen;
  for (const Plan& plan : plans) {
    for (const Cell& cell : plan.cells) {
      double& seconds = times.seconds.emplace_back(0.0);
      // One that is damaged or of other sources is to be computed again.
      if (!cell.unavailable.empty() || load_cell(store, cell).payload) continue;
      if (!seen.insert(cell.canonical).second) continue;
      seconds = storing_seconds +
                costs.one_replicate(costs.combination_of(cell)).seconds * cell.replicates();
      times.sum += seconds;
      times.longest = std::max(times.longest, seconds);
      ++times.missing;
    }
  }
  return times;
}

// So many that each takes half of its time limit.
std::size_t usual_shards(const CellTimes& times, const ClusterOptions& options) {
  const double seconds_per_shard =
      30.0 * static_cast<double>(options.minutes) * static_cast<double>(options.jobs);
  const double wanted = std::ceil(times.sum / seconds_per_shard);
  return static_cast<std::size_t>(
      std::clamp(wanted, 1.0, static_cast<double>(std::min(max_shards, times.missing))));
}

ShardTable table_of(const std::vector<Plan>& plans, const std::vector<std::uint32_t>& shard_of,
                    std::size_t shards) {
  ShardTable table(shards);
  auto next = shard_of.begin();
  for (const Plan& plan : plans) {
    const auto end = next + static_cast<std::ptrdiff_t>(plan.cells.size());
    table.add(plan, {next, end});
    next = end;
  }
  return table;
}

void time_all(const std::vector<Plan>& plans, const Store& store, CostModel& costs) {
  Progress progress("cluster");
  const double seconds = timing_seconds_in_all / static_cast<double>(plans.size());
  for (const Plan& plan : plans) {
    time_doubtful(plan, store, costs, seconds, false, [&](double share) {
      progress.show_share(fmt::format("{}, {:.0f}% timed", plan.spec->name, 100 * share), 0);
    });
  }
}

// A name where the name is enough: other files of a study's folder are studies of their own.
std::string study_word(const fs::path& file, const CommandContext& context) {
  const fs::path folder = file.parent_path();
  std::error_code error;
  return folder.parent_path() == context.home / "experiments" &&
                 file.filename() == "experiment.toml"
             ? folder.filename().string()
             : fs::absolute(file, error).lexically_normal().string();
}

ClusterRun cluster_run(const ClusterOptions& options, const std::vector<fs::path>& files,
                       const std::vector<std::string>& names, const CommandContext& context) {
  ClusterRun run;
  const auto whole = [](const fs::path& path) { return fs::absolute(path).lexically_normal(); };
  run.program = fs::read_symlink("/proc/self/exe");
  run.directory = fs::current_path();
  run.results = whole(options.studies.results_folder(context));
  run.store = whole(options.studies.store_folder(context));
  if (const auto data = data_folder()) run.data = whole(*data).string();
  for (const auto& file : files) run.studies.push_back(study_word(file, context));
  run.options = {"--home", whole(context.home).string(), "--profile", options.studies.profile};
  if (!options.studies.seed.empty()) {
    run.options.insert(run.options.end(), {"--seed", options.studies.seed});
  }
  const std::string name = names.size() == 1 ? names.front() : "studies";
  run.folder = options.folder.empty()
                   ? run.results / "cluster" / (name + "_" + options.studies.profile)
                   : whole(options.folder);
  run.jobs = options.jobs;
  run.minutes = options.minutes;
  run.separate = options.separate;
  return run;
}

// Before the work that the scripts' text needs.
void refuse_to_overwrite(Scheduler scheduler, const ClusterRun& run) {
  auto scripts = cluster_scripts(scheduler, run);
  scripts.push_back({table_name, ""});
  for (const ClusterScript& script : scripts) {
    std::error_code error;
    if (!fs::exists(fs::symlink_status(run.folder / script.name, error))) continue;
    throw FileError(run.folder.string() + " has \"" + script.name +
                    "\" already: nothing is written (--replace overwrites)");
  }
}

void write_scripts(const ClusterRun& run, const std::vector<ClusterScript>& scripts) {
  for (const ClusterScript& script : scripts) {
    const fs::path file = run.folder / script.name;
    write_file(file, script.text);
    if (!script.executable) continue;
    std::error_code error;
    using fs::perms;
    fs::permissions(file, perms::owner_exec | perms::group_exec | perms::others_exec,
                    fs::perm_options::add, error);
  }
}

void print_shards(const ClusterRun& run, const CellTimes& times,
                  const std::vector<std::uint32_t>& shard_of) {
  std::vector<double> loads(run.shards + 1, 0.0);
  for (std::size_t i = 0; i < shard_of.size(); ++i) loads[shard_of[i]] += times.seconds[i];
  const double longest = *std::max_element(loads.begin(), loads.end());
  fmt::print("{} of {} cells to compute, about {} of one core\n", times.missing,
             times.seconds.size(), duration_text(times.sum));
  fmt::print("{} shards, of {} in the mean and {} at most; the longest cell {}\n", run.shards,
             duration_text(times.sum / static_cast<double>(run.shards)), duration_text(longest),
             duration_text(times.longest));
}

void run_cluster(ClusterOptions options, const CommandContext& context) {
  const Scheduler scheduler = take_scheduler(options.studies.studies);
  const auto files = options.studies.files(context);
  const auto names = different_names(files, options.studies.chosen_profile(),
                                     "write scripts for each with --results and --folder");
  const std::vector<Plan> plans = load_plans(options.studies, context);
  ClusterRun run = cluster_run(options, files, names, context);
  if (!options.replace) refuse_to_overwrite(scheduler, run);
  const Store store(run.store, Store::Access::read);
  CostModel costs;
  costs.load(times_file(store));
  time_all(plans, store, costs);
  const CellTimes times = cell_times(plans, store, costs);
  if (times.missing == 0) {
    fmt::print("nothing to compute: all cells that can run here are in {}\n", run.store.string());
    return;
  }
  run.shards = options.shards > 0 ? options.shards : usual_shards(times, options);
  const auto shard_of = balanced_shards(times.seconds, run.shards);
  auto scripts = cluster_scripts(scheduler, run);
  scripts.push_back({table_name, table_of(plans, shard_of, run.shards).text()});
  write_scripts(run, scripts);
  print_shards(run, times, shard_of);
  if (scheduler == Scheduler::slurm && times.longest > 60 * static_cast<double>(run.minutes - 1)) {
    tell(
        fmt::format("the longest cell takes longer than the time limit of {} min allows: --minutes",
                    run.minutes));
  }
  fmt::print("next:\n  {}\n", start_command(scheduler, run));
}

}  // namespace

void add_cluster(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "cluster", "scripts that run a study's shards with SLURM, GNU parallel or make");
  auto options = std::make_shared<ClusterOptions>();
  options->studies.add_to(*command, false);
  command->get_option("study")->description(
      "studies as run takes them, and last what runs the shards: slurm, parallel or make");
  command
      ->add_option("--shards", options->shards,
                   "number of shards [so many that each takes half of --minutes]")
      ->check(CLI::Range(std::size_t{1}, max_shards));
  command->add_option("--jobs", options->jobs, "threads per shard")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_option("--minutes", options->minutes, "time limit of a shard")
      ->check(CLI::Range(min_minutes, max_minutes))
      ->capture_default_str();
  command->add_flag("--separate", options->separate,
                    "a store per shard, merged by the report; else all write one store");
  command->add_option("--folder", options->folder,
                      "folder of the scripts [results/cluster/STUDY_PROFILE]");
  command->add_flag("--replace", options->replace, "overwrite scripts that are there already");
  command->callback([options, &context] { run_cluster(*options, context); });
}

}  // namespace replaybench::cli
