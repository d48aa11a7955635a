#include "suite/cli/cluster_scripts.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string_view>

#include "suite/text/embedded_text.hpp"
#include "suite/text/single_quoted.hpp"

namespace replaybench {

// Generated from suite/cli/cluster by cmake/embed.cmake.
const std::vector<EmbeddedText>& cluster_script_files();

}  // namespace replaybench

namespace replaybench::cli {

namespace {

// Seconds that cells have to end after SIGTERM, of the 60 before SIGKILL; and how often a task may come
// back, so that one whose cells never fit into its time does not do so without end.
constexpr int grace_seconds = 45;
constexpr int max_restarts = 100;

using Holes = std::map<std::string, std::string, std::less<>>;

std::string_view script_template(const std::string& name) {
  for (const EmbeddedText& file : cluster_script_files()) {
    if (file.name == name + ".in") return file.text;
  }
  throw std::logic_error("there is no script " + name);
}

// Each @HOLE@ filled; what fills one is not looked through again.
std::string filled_script(std::string_view text, const Holes& holes) {
  std::string filled;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('@'), text.size());
    filled += text.substr(0, open);
    text.remove_prefix(open);
    if (text.empty()) break;
    const std::size_t close = text.find('@', 1);
    const auto hole =
        close == std::string_view::npos ? holes.end() : holes.find(text.substr(1, close - 1));
    if (hole == holes.end()) {
      filled += '@';
      text.remove_prefix(1);
    } else {
      filled += hole->second;
      text.remove_prefix(close + 1);
    }
  }
  return filled;
}

Holes holes_of(const ClusterRun& run) {
  const std::string program = shell_word(run.program.string());
  const std::string store = shell_word(run.store.string());
  const std::string folder = shell_word(run.folder.string());
  // A shard's store is stores/NUMBER; beside it are the records of its jobs.
  const std::string merge = program + " store merge stores/*[0-9] --store " + store + " || exit";
  return {
      {"PROGRAM", program},
      {"FOLDER", folder},
      {"DIRECTORY", shell_word(run.directory.string())},
      {"STORE", store},
      {"SHARD_STORE", run.separate ? folder + "/stores/\"$1\"" : store},
      {"RESULTS", shell_word(run.results.string())},
      {"ENVIRONMENT", run.data.empty() ? "" : "export REPLAYBENCH_DATA=" + shell_word(run.data)},
      {"STUDIES", shell_words(run.studies)},
      {"OPTIONS", shell_words(run.options)},
      {"OUTPUT", shell_words(run.output)},
      {"MERGE", run.separate ? merge : ""},
      {"SHARDS", std::to_string(run.shards)},
      {"JOBS", std::to_string(run.jobs)},
      {"MINUTES", std::to_string(run.minutes)},
      {"GRACE", std::to_string(grace_seconds)},
      {"RESTARTS", std::to_string(max_restarts)},
  };
}

std::vector<std::string> script_names(Scheduler scheduler) {
  switch (scheduler) {
    case Scheduler::slurm:
      return {"shard.sh", "report.sh", "array.sbatch", "report.sbatch", "submit.sh"};
    case Scheduler::parallel:
      return {"shard.sh", "report.sh", "run.sh"};
    case Scheduler::make:
      return {"shard.sh", "report.sh", "Makefile"};
  }
  return {};
}

}  // namespace

std::string shell_words(const std::vector<std::string>& words) {
  std::string line;
  for (const auto& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

std::vector<ClusterScript> cluster_scripts(Scheduler scheduler, const ClusterRun& run) {
  const Holes holes = holes_of(run);
  std::vector<ClusterScript> scripts;
  const bool evaluates = !run.files.empty();
  for (const auto& name : script_names(scheduler)) {
    const bool has_other = evaluates && (name == "shard.sh" || name == "report.sh");
    const auto text = script_template(has_other ? "evaluate_" + name : name);
    scripts.push_back({name, filled_script(text, holes), name.ends_with(".sh")});
  }
  std::string files;
  for (const std::string& file : run.files) files += file + "\n";
  if (evaluates) scripts.push_back({"files", files});
  return scripts;
}

std::string start_command(Scheduler scheduler, const ClusterRun& run) {
  const auto script = [&](const char* name) { return shell_word((run.folder / name).string()); };
  switch (scheduler) {
    case Scheduler::slurm:
      return script("submit.sh");
    case Scheduler::parallel:
      return script("run.sh");
    case Scheduler::make:
      return "make -j 4 -C " + shell_word(run.folder.string());
  }
  return {};
}

std::string shell_word(const std::string& text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("/._-+,:").find(c) != std::string_view::npos;
  });
  return plain ? text : shell_quoted(text);
}

}  // namespace replaybench::cli
