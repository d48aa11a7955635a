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
#include "suite/cli/evaluate_parts.hpp"
#include "suite/logs/log_parts.hpp"
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

// Common parts of a run of studies and of an evaluation.
struct ShardOptions {
  std::string folder;
  std::size_t shards = 0;
  std::size_t jobs = 1;
  std::size_t minutes = 60;
  bool replace = false;

  void add_to(CLI::App& command, const char* shards_of, const char* usual_folder) {
    command.add_option("--shards", shards, std::string("number of shards, ") + shards_of)
        ->check(CLI::Range(std::size_t{1}, max_shards));
    command.add_option("--minutes", minutes, "time limit of a shard")
        ->check(CLI::Range(min_minutes, max_minutes))
        ->capture_default_str();
    command.add_option("--folder", folder, std::string("folder of the scripts ") + usual_folder);
    command.add_flag("--replace", replace, "overwrite scripts that are there already");
  }
};

struct ClusterOptions : ShardOptions {
  StudyOptions studies;
  bool separate = false;
};

struct EvaluationOptionsOfCluster : ShardOptions {
  std::string scheduler;
  EvaluateRequest request;
};

const std::map<std::string, Scheduler>& schedulers() {
  static const std::map<std::string, Scheduler> known{
      {"slurm", Scheduler::slurm}, {"parallel", Scheduler::parallel}, {"make", Scheduler::make}};
  return known;
}

Scheduler take_scheduler(std::vector<std::string>& words) {
  const auto& known = schedulers();
  if (words.empty()) throw SpecErrors("a study, and what runs its shards, are needed");
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

// Parts of a former log would count in the new one. Other files in their folder stay.
void remove_parts(const fs::path& folder, bool replace) {
  std::set<fs::path> parts;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".rbp") parts.insert(entry.path());
  }
  if (!replace && !parts.empty()) {
    throw FileError(folder.string() + " has " + quoted_text(parts.begin()->filename().string()) +
                    " already: nothing is written (--replace removes the parts in it)");
  }
  for (const fs::path& part : parts) fs::remove(part);
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

// The flags that were given, but those of the scripts and of the log's files: of each part, or of the report.
void take_words(const CLI::App& command, ClusterRun& run) {
  const std::set<std::string> of_scripts{"--log",    "--shards",  "--jobs",     "--minutes",
                                         "--folder", "--replace", "--progress", "--home"};
  const std::set<std::string> of_report{"--format", "--show-unreliable", "--actions"};
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() == 0 || option->get_positional()) continue;
    const std::string name = "--" + option->get_lnames().front();
    if (of_scripts.contains(name)) continue;
    auto& words = of_report.contains(name) ? run.output : run.options;
    if (option->get_expected_max() == 0) {
      words.push_back(name);
      continue;
    }
    for (const std::string& value : option->results()) {
      words.insert(words.end(), {name, value});
    }
  }
}

void run_cluster_evaluation(const CLI::App& command, EvaluationOptionsOfCluster& options) {
  EvaluateRequest& request = options.request;
  if (request.logs.empty()) throw SpecErrors("there is no log: --log names its files");
  if (std::find(request.logs.begin(), request.logs.end(), "-") != request.logs.end()) {
    throw SpecErrors("--log: the standard input is no file that a shard can open");
  }
  ClusterRun run;
  take_words(command, run);
  request.format.clear();
  request.partial = "part";
  refuse_flags_of_whole_logs(request);
  finish_flags(request);
  for (const LogPart& part : log_parts(request.logs)) {
    if (part.path.find('\n') != std::string::npos) {
      throw SpecErrors("--log: " + quoted_text(part.path) + " is no file that a shard can open");
    }
    if (!part.partition.empty()) {
      throw SpecErrors("--log: " + quoted_text(part.path) +
                       " has columns from its folders, which a file alone does not have: name the "
                       "files, and evaluate without these columns");
    }
    run.files.push_back(part.path);
  }
  run.program = fs::read_symlink("/proc/self/exe");
  run.directory = fs::current_path();
  run.folder = fs::absolute(options.folder.empty() ? "evaluation" : options.folder);
  run.folder = run.folder.lexically_normal();
  run.jobs = command.get_option("--jobs")->count() > 0 ? request.options.evaluation.jobs : 1;
  run.minutes = options.minutes;
  run.shards = options.shards > 0 ? options.shards : std::min(usual_shards, run.files.size());
  const Scheduler scheduler = schedulers().at(options.scheduler);
  if (!options.replace) refuse_to_overwrite(scheduler, run);
  remove_parts(run.folder / "parts", options.replace);
  make_folder(run.folder / "parts");
  write_scripts(run, cluster_scripts(scheduler, run));
  fmt::print("{} files to sum, in {} shards\n", run.files.size(), run.shards);
  fmt::print("next:\n  {}\n", start_command(scheduler, run));
}

void add_cluster_evaluation(CLI::App& cluster) {
  auto* command = cluster.add_subcommand(
      "evaluate",
      "scripts that evaluate the files of a log in shards, for policies of its columns");
  auto options = std::make_shared<EvaluationOptionsOfCluster>();
  command->add_option("scheduler", options->scheduler, "what runs the shards")
      ->required()
      ->check(CLI::IsMember({"slurm", "parallel", "make"}));
  add_flags(*command, options->request);
  options->add_to(*command, "of every n-th file [16, or as many as there are files]",
                  "[evaluation]");
  command->callback([options, command] { run_cluster_evaluation(*command, *options); });
}

}  // namespace

void add_cluster(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "cluster", "scripts that run a study's shards with SLURM, GNU parallel or make");
  auto options = std::make_shared<ClusterOptions>();
  options->studies.add_to(*command, false);
  command->get_option("study")->description(
      "studies as run takes them, and last what runs the shards: slurm, parallel or make");
  command->get_option("study")->required(false);  // an evaluation has none
  options->add_to(*command, "of every n-th cell [16, or as many as there are cells]",
                  "[results/cluster/STUDY_PROFILE]");
  command->add_option("--jobs", options->jobs, "threads per shard")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  command->add_flag(
      "--separate", options->separate,
      "a store per shard, merged by the report; by default all shards share one store");
  add_cluster_evaluation(*command);
  command->callback([command, options, &context] {
    if (command->get_subcommands().empty()) run_cluster(*options, context);
  });
}

}  // namespace replaybench::cli
