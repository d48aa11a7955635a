#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "suite/cli/cluster_scripts.hpp"
#include "suite/cli/commands.hpp"
#include "suite/cli/flag_values.hpp"
#include "suite/cli/terminal.hpp"
#include "suite/report/study_report.hpp"
#include "suite/text/printable_text.hpp"
#include "suite/text/quoted_text.hpp"

namespace replaybench::cli {

namespace fs = std::filesystem;

namespace {

// Some commands look a study up twice.
void tell_once(const std::string& line) {
  static std::set<std::string> told;
  if (told.insert(line).second) tell(line);
}

bool is_below(const fs::path& file, const fs::path& folder) {
  const auto [end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return !folder.empty() && end == folder.end();
}

// The file of the study that is where a path below `experiments` says there was one; empty if none. Chapters
// do not matter, since no two studies have one name.
fs::path file_of_old_path(const fs::path& experiments, const StudyFiles& known,
                          const fs::path& path) {
  fs::path folder = path.lexically_normal();
  if (folder.filename() == "experiment.toml" || folder.filename().empty()) {
    folder = folder.parent_path();
  }
  std::error_code error;
  if (!is_below(fs::weakly_canonical(folder, error), fs::weakly_canonical(experiments, error))) {
    return {};
  }
  const auto study = known.find(today_name(folder.filename().string(), experiments));
  return study == known.end() ? fs::path() : study->second;
}

// The file of the study that a name or path stands for; empty: a name that there is not. Throws
// FileError for a path that leads to none.
fs::path experiment_file(const fs::path& experiments, const StudyFiles& known,
                         const std::string& name) {
  if (const auto study = known.find(name); study != known.end()) return study->second;
  std::error_code error;
  const fs::path path(name);
  if (fs::is_regular_file(path, error)) return path;
  if (fs::is_regular_file(path / "experiment.toml", error)) return path / "experiment.toml";
  if (const auto study = known.find(today_name(name, experiments)); study != known.end()) {
    tell_once("the study " + name + " is now " + study->first);
    return study->second;
  }
  if (name.find('/') == std::string::npos && path.extension() != ".toml") return {};
  const bool is_folder = fs::is_directory(path, error);
  if (const fs::path file = file_of_old_path(experiments, known, path);
      !is_folder && !file.empty()) {
    tell_once("the study " + name + " is now " + file.parent_path().string());
    return file;
  }
  throw FileError(name + (is_folder ? ": has no experiment.toml" : ": no such file or folder"));
}

// Two paths that have this in common are one study: the file behind all links, and the name of its folder, which
// the study has.
std::pair<fs::path, fs::path> identity_of(const fs::path& file) {
  std::error_code error;
  return {fs::weakly_canonical(file, error),
          fs::absolute(file, error).lexically_normal().parent_path().filename()};
}

}  // namespace

Home find_home(const ProgramPlaces& places, const std::string& chosen) {
  std::error_code error;
  if (!chosen.empty()) {
    if (!fs::is_directory(chosen, error)) {
      throw FileError("--home: there is no folder " + chosen);
    }
    return {chosen, chosen, true};
  }
  const char* home = std::getenv("REPLAYBENCH_HOME");
  if (home && *home) return {home, home, true};
  const fs::path here = fs::current_path(error);
  for (fs::path folder = here; !folder.empty(); folder = folder.parent_path()) {
    if (fs::is_regular_file(folder / home_marker, error)) return {folder, folder, true};
    if (folder == folder.parent_path()) break;
  }
  return {shipped_home(places), here};
}

fs::path shipped_home(const ProgramPlaces& places) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (is_below(program, fs::weakly_canonical(places.build, error))) return places.source;
  const fs::path share = program.parent_path().parent_path() / "share" / "replaybench";
  const bool is_share = places.share.empty() || !find_studies(share / "experiments").empty();
  return is_share ? share : fs::path(places.share);
}

std::string today_name(const std::string& study, const fs::path& experiments) {
  const auto renamed = renamed_studies(experiments);
  const auto found = renamed.find(study);
  return found == renamed.end() ? study : found->second;
}

fs::path leaderboard_folder(const CommandContext& context) {
  const fs::path own = context.home / "experiments" / "leaderboard";
  std::error_code error;
  if (fs::is_directory(own, error)) return own;
  return context.shipped / "experiments" / "leaderboard";
}

std::string why_no_study(const CommandContext& context) {
  if (!context.at_home) {
    return std::string("no home found (a folder with ") + home_marker +
           "); name one with --home FOLDER";
  }
  return "there is no study in " + (context.home / "experiments").string() +
         " (--home FOLDER names another folder of experiments/)";
}

void tell(const std::string& line) {
  std::fputs((wrapped_message(printable_text(line)) + "\n").c_str(), stderr);
  std::fflush(stderr);
}

void StudyOptions::add_to(CLI::App& command, bool several) {
  auto* names = command.add_option(
      "study", studies, "study by name, path of its folder or experiment.toml, or \"all\"");
  if (several) {
    names->type_name("STUDY...");
  } else {
    names->required()->type_name("STUDY...");
  }
  command
      .add_option("--profile", profile, "smoke (seconds), standard, or full (the thesis's counts)")
      ->check(CLI::IsMember(profile_words()))
      ->capture_default_str();
  command.add_option("--seed", seed,
                     "master seed: pilot, confirmation, or the number of an additional one "
                     "[confirmation; smoke: pilot]");
  command.add_option("--store", store, "folder of the stored cells [results/store]");
  command.add_option("--results", results, "folder for tables and figures [results]");
}

fs::path StudyOptions::results_folder(const CommandContext& context) const {
  return results.empty() ? context.workplace / "results" : fs::path(results);
}

fs::path StudyOptions::store_folder(const CommandContext& context) const {
  return store.empty() ? results_folder(context) / "store" : fs::path(store);
}

std::string StudyOptions::run_command(const CommandContext& context) const {
  std::vector<std::string> words{"replaybench", "run"};
  words.insert(words.end(), studies.begin(), studies.end());
  if (studies.empty()) words.push_back("all");
  words.insert(words.end(), {"--profile", profile});
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  add("--home", context.home_option);
  add("--seed", seed);
  add("--store", store);
  add("--results", results);
  return shell_words(words);
}

std::vector<fs::path> StudyOptions::files(const CommandContext& context) const {
  const fs::path folder = context.home / "experiments";
  const StudyFiles known = find_studies(folder);
  std::vector<fs::path> files;
  std::set<std::pair<fs::path, fs::path>> added;
  const auto add = [&](const fs::path& file) {
    if (added.insert(identity_of(file)).second) files.push_back(file);
  };
  std::vector<SpecProblem> problems;
  const auto asked = studies.empty() ? std::vector<std::string>{"all"} : studies;
  for (const auto& name : asked) {
    if (name == "all") {
      if (known.empty()) throw FileError(why_no_study(context));
      for (const auto& [study, file] : known) add(file);
    } else if (const fs::path file = experiment_file(folder, known, name); !file.empty()) {
      add(file);
    } else if (known.empty()) {
      throw FileError("there is no study " + quoted_text(name, 60) + ": " + why_no_study(context));
    } else {
      problems.push_back({SourcePlace(), "unknown study " + quoted_text(name, 60) +
                                             suggestion(name, study_names(known)) +
                                             "; \"replaybench list experiments\" shows all"});
    }
  }
  if (!problems.empty()) throw SpecErrors(problems);
  return files;
}

bool StudyOptions::names_all(const CommandContext& context) const {
  std::set<std::pair<fs::path, fs::path>> asked;
  for (const auto& file : files(context)) asked.insert(identity_of(file));
  const StudyFiles known = find_studies(context.home / "experiments");
  return !known.empty() && std::all_of(known.begin(), known.end(), [&](const auto& study) {
    return asked.contains(identity_of(study.second));
  });
}

std::vector<std::string> different_names(const std::vector<fs::path>& files, Profile profile,
                                         const std::string& remedy) {
  std::map<std::string, fs::path> file_of;
  std::vector<std::string> names;
  for (const auto& file : files) {
    names.push_back(read_experiment(file, profile).name);
    const auto [found, added] = file_of.try_emplace(names.back(), file);
    if (added) continue;
    throw SpecErrors("two studies have the name \"" + names.back() + "\", " +
                     found->second.string() + " and " + file.string() +
                     ": the second would replace the first; rename one, or " + remedy);
  }
  return names;
}

Profile StudyOptions::chosen_profile() const { return *profile_names.find(profile); }

MasterSeed StudyOptions::chosen_seed() const {
  if (!seed.empty()) return MasterSeed::named(seed);
  return chosen_profile() == Profile::smoke ? MasterSeed::pilot() : MasterSeed::confirmation();
}

Plan load_plan(const fs::path& file, Profile profile, MasterSeed seed, OpenedDatasets& datasets) {
  ExperimentSpec spec = read_experiment(file, profile);
  seed.apply_to(spec);
  Plan plan = make_plan(std::make_shared<const ExperimentSpec>(std::move(spec)), profile, datasets);
  check_claims(plan);
  return plan;
}

Plan load_plan(const fs::path& file, Profile profile, MasterSeed seed) {
  OpenedDatasets datasets;
  return load_plan(file, profile, seed, datasets);
}

std::vector<Plan> load_plans(const StudyOptions& options, const CommandContext& context) {
  std::vector<Plan> plans;
  OpenedDatasets datasets;
  for (const auto& file : options.files(context)) {
    plans.push_back(load_plan(file, options.chosen_profile(), options.chosen_seed(), datasets));
  }
  return plans;
}

}  // namespace replaybench::cli
