// `replaybench cluster`: scripts that run the shards of studies. It schedules nothing itself: shards and
// the cells' keys are all that the machines agree on.

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "suite/catalogue/data_folder.hpp"
#include "suite/cli/cluster_scripts.hpp"
#include "suite/cli/commands.hpp"
#include "suite/plan/cell_sources.hpp"
#include "suite/text/files.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::cli {

namespace {

namespace fs = std::filesystem;

// Without --shards; and the most: an array of more jobs is refused by many schedulers.
constexpr std::size_t usual_shards = 16;
constexpr std::size_t max_shards = 1000;

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

struct CellCounts {
  std::size_t cells = 0;
  std::size_t missing = 0;  // can run here, and are to be computed; equal ones count once
};

CellCounts count_cells(const std::vector<Plan>& plans, const Store& store) {
  CellCounts counts;
  std::set<std::string_view> seen;
  for (const Plan& plan : plans) {
    counts.cells += plan.cells.size();
    for (const Cell& cell : plan.cells) {
      // One that is damaged or of other sources is to be computed again.
      if (!cell.unavailable.empty() || load_cell(store, cell).payload) continue;
      counts.missing += seen.insert(cell.canonical).second;
    }
  }
  return counts;
}

// A name where the name is enough: other files of a study's folder are studies of their own.
std::string study_word(const fs::path& file, const StudyFiles& known) {
  const auto study = known.find(file.parent_path().filename().string());
  if (study != known.end() && study->second == file) return study->first;
  std::error_code error;
  return fs::absolute(file, error).lexically_normal().string();
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
  const StudyFiles known = find_studies(context.home / "experiments");
  for (const auto& file : files) run.studies.push_back(study_word(file, known));
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

void refuse_to_overwrite(Scheduler scheduler, const ClusterRun& run) {
  for (const ClusterScript& script : cluster_scripts(scheduler, run)) {
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

void run_cluster(ClusterOptions options, const CommandContext& context) {
  const Scheduler scheduler = take_scheduler(options.studies.studies);
  const auto files = options.studies.files(context);
  const auto names = different_names(files, options.studies.chosen_profile(),
                                     "write scripts for each with --results and --folder");
  const std::vector<Plan> plans = load_plans(options.studies, context);
  ClusterRun run = cluster_run(options, files, names, context);
  if (!options.replace) refuse_to_overwrite(scheduler, run);
  const Store store(run.store, Store::Access::read);
  const CellCounts counts = count_cells(plans, store);
  if (counts.missing == 0) {
    fmt::print("nothing to compute: all cells that can run here are in {}\n", run.store.string());
    return;
  }
  run.shards = options.shards > 0 ? options.shards : std::min(usual_shards, counts.missing);
  write_scripts(run, cluster_scripts(scheduler, run));
  fmt::print("{} of {} cells to compute, in {} shards\n", counts.missing, counts.cells, run.shards);
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
                   "number of shards, of every n-th cell [16, or as many as there are cells]")
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
