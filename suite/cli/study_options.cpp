#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "suite/cli/commands.hpp"

namespace replaybench::cli {

namespace fs = std::filesystem;

namespace {

bool holds_studies(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator entry(folder / "experiments", error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unreadable;
    if (fs::is_regular_file(entry->path() / "experiment.toml", unreadable)) return true;
  }
  return false;
}

bool is_below(const fs::path& file, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return !folder.empty() && end == folder.end();
}

}  // namespace

Home find_home(const ProgramPlaces& places) {
  const char* home = std::getenv("REPLAYBENCH_HOME");
  if (home && *home) return {home, home};
  std::error_code error;
  const fs::path here = fs::current_path(error);
  for (fs::path folder = here; !folder.empty(); folder = folder.parent_path()) {
    if (holds_studies(folder)) return {folder, folder};
    if (folder == folder.parent_path()) break;
  }
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (is_below(program, fs::weakly_canonical(places.build, error))) {
    return {places.source, places.source};
  }
  const fs::path share = program.parent_path().parent_path() / "share" / "replaybench";
  return {holds_studies(share) || places.share.empty() ? share : fs::path(places.share), here};
}

void tell(const std::string& line) {
  std::fputs((line + "\n").c_str(), stderr);
  std::fflush(stderr);
}

void StudyOptions::add_to(CLI::App& command, bool several) {
  auto* names =
      command.add_option("study", studies, "study by name, path of an experiment.toml, or \"all\"");
  if (several) {
    names->type_name("STUDY...");
  } else {
    names->required()->type_name("STUDY...");
  }
  command
      .add_option("--profile", profile, "smoke (seconds), standard, or full (the thesis's counts)")
      ->check(CLI::IsMember({"smoke", "standard", "full"}))
      ->capture_default_str();
  command.add_option("--store", store, "folder of the stored cells [results/store]");
  command.add_option("--results", results, "folder for tables and figures [results]");
}

fs::path StudyOptions::results_folder(const CommandContext& context) const {
  return results.empty() ? context.workplace / "results" : fs::path(results);
}

fs::path StudyOptions::store_folder(const CommandContext& context) const {
  return store.empty() ? results_folder(context) / "store" : fs::path(store);
}

std::string StudyOptions::run_command() const {
  std::string command = "replaybench run";
  for (const auto& study : studies) command += " " + study;
  if (studies.empty()) command += " all";
  command += " --profile " + profile;
  if (!store.empty()) command += " --store " + store;
  if (!results.empty()) command += " --results " + results;
  return command;
}

std::vector<fs::path> StudyOptions::files(const CommandContext& context) const {
  const fs::path folder = context.home / "experiments";
  const auto known = list_experiments(folder);
  std::vector<fs::path> files;
  std::vector<SpecProblem> problems;
  const auto asked = studies.empty() ? std::vector<std::string>{"all"} : studies;
  std::error_code error;
  for (const auto& name : asked) {
    if (name == "all") {
      if (known.empty()) throw EnvironmentError("there is no study in " + folder.string());
      for (const auto& study : known) files.push_back(folder / study / "experiment.toml");
    } else if (fs::is_regular_file(name, error)) {
      files.push_back(name);
    } else if (fs::is_regular_file(folder / name / "experiment.toml", error)) {
      files.push_back(folder / name / "experiment.toml");
    } else {
      problems.push_back(
          {SourcePlace(), "unknown study \"" + name + "\"" + suggestion(name, known)});
    }
  }
  if (!problems.empty()) throw SpecErrors(problems);
  return files;
}

Profile StudyOptions::chosen_profile() const { return *profile_named(profile); }

Plan load_plan(const fs::path& file, Profile profile) {
  return make_plan(std::make_shared<const ExperimentSpec>(read_experiment(file, profile)), profile);
}

}  // namespace replaybench::cli
