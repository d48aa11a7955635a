// Reads the tasks' files.

#include <algorithm>
#include <set>

#include "suite/leaderboard/task.hpp"
#include "suite/plan/sweep_syntax.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {

namespace fs = std::filesystem;

namespace {

class TaskReader {
 public:
  TaskReader(const fs::path& file, Profile profile)
      : toml_(TomlReader::read_file(file)), file_(file), profile_(profile) {}

  void read(LeaderboardTask& task) {
    read_head(task);
    task.evaluator = component("evaluator", toml_.optional_text("evaluator", default_live()),
                               evaluators_table(), "evaluator");
    task.references =
        component("references", toml_.optional_text("references"), evaluators_table(), "evaluator");
    task.horizon = count("horizon", 0);
    task.replicates = count("replicates", 1);
    task.selection = count("selection", 1);
    toml_.expect(task.selection <= task.replicates, "selection",
                 "at most as many as replicates, " + std::to_string(task.replicates));
  }

  void read(EvaluatorTask& task) {
    read_head(task);
    const auto algorithms = toml_.required_texts("algorithms");
    toml_.expect(algorithms.size() >= 2, "algorithms", "two at least: they are to be put in order");
    task.algorithms = components("algorithms", algorithms, algorithms_table(), "algorithm");
    task.evaluators = components("evaluators", toml_.optional_texts("evaluators"),
                                 evaluators_table(), "evaluator");
    for (const LabelledComponent& text : task.evaluators) {
      for (const EvaluatorDescription* known : evaluators_table()) {
        if (text.label != known->name) continue;
        toml_.problem(text.place, "\"" + text.label +
                                      "\" is there with its default parameters; a declared one "
                                      "needs another label");
      }
    }
    task.horizon = count("horizon", 1);
    task.replicates = count("replicates", 1);
    task.live_games = count("live_games", 1);
    task.group = toml_.optional_text("group", "learning algorithms");
    task.truth = component(
        "truth",
        substitute(toml_.required_text("truth"), {{"live_games", std::to_string(task.live_games)}}),
        evaluators_table(), "evaluator");
    task.most_choices = toml_.required_number("most_choices");
    toml_.expect(task.most_choices > 0, "most_choices", "a number above 0");
  }

  /// All that is wrong in the file, unknown keys too.
  std::vector<SpecProblem> problems() {
    toml_.finish();
    return toml_.problems();
  }

 private:
  void read_head(TaskHead& task) {
    task.name = file_.stem().string();
    if (!is_identifier(task.name)) {
      toml_.problem(SourcePlace{file_.string()},
                    "the file's name \"" + task.name +
                        "\" is not a task's: letters, digits and _, not a digit first");
    }
    task.title = toml_.required_text("title");
    task.about = toml_.required_text("about");
    task.dataset =
        component("dataset", toml_.required_text("dataset"), datasets_table(), "data set");
    task.logging = component("logging", toml_.optional_text("logging", default_logging()),
                             algorithms_table(), "algorithm");
    const std::int64_t seed = toml_.required_integer("seed");
    toml_.expect(seed >= 0, "seed", "a whole number from 0");
    task.seed = static_cast<std::uint64_t>(std::max<std::int64_t>(seed, 0));
  }

  // A whole number from `least`, for the profile.
  std::uint64_t count(const std::string& key, std::int64_t least) {
    const std::int64_t value = toml_.integer_for_profile(key, profile_);
    toml_.expect(value >= least, key, "a whole number from " + std::to_string(least), profile_);
    return static_cast<std::uint64_t>(std::max(value, least));
  }

  // A component text, checked as far as is possible without data.
  template <class Description>
  void check(const std::string& text, const SourcePlace& place,
             const std::vector<const Description*>& table, const char* kind) {
    std::vector<SpecProblem> problems;
    find_component(text, place, table, kind, problems);
    for (const SpecProblem& problem : problems) toml_.problem(problem.place, problem.message);
  }

  template <class Description>
  LabelledComponent component(const std::string& key, const std::string& text,
                              const std::vector<const Description*>& table, const char* kind) {
    if (text.empty() || !toml_.has(key)) return {text, text, toml_.place()};
    const SourcePlace place = toml_.place_in_text(key, 0);
    check(text, place, table, kind);
    return {text, text, place};
  }

  // A list of them; labels are distinct.
  template <class Description>
  std::vector<LabelledComponent> components(const std::string& key,
                                            const std::vector<std::string>& texts,
                                            const std::vector<const Description*>& table,
                                            const char* kind) {
    std::vector<LabelledComponent> list;
    std::set<std::string> labels;
    const auto places = toml_.element_places(key);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const SourcePlace place = i < places.size() ? places[i] : toml_.place();
      list.push_back(labelled(texts[i], place));
      check(list.back().text, place, table, kind);
      if (!labels.insert(list.back().label).second) {
        toml_.problem(place, "\"" + list.back().label + "\" is there twice");
      }
    }
    return list;
  }

  TomlReader toml_;
  fs::path file_;
  Profile profile_;
};

// The .toml files of a folder, by name; none if there is no such folder.
std::vector<fs::path> task_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Reads the files in `wanted`, all of them if it is empty.
template <class Task>
std::vector<Task> read_files(const std::vector<fs::path>& files, Profile profile,
                             const std::vector<std::string>& wanted) {
  std::vector<std::string> names;
  for (const auto& file : files) names.push_back(file.stem().string());
  std::vector<SpecProblem> problems;
  for (const auto& name : wanted) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      problems.push_back(
          {SourcePlace(), "unknown task \"" + name + "\"" + suggestion(name, names)});
    }
  }
  std::vector<Task> tasks;
  const auto add = [&](const std::vector<SpecProblem>& more) {
    problems.insert(problems.end(), more.begin(), more.end());
  };
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), names[i]) == wanted.end()) {
      continue;
    }
    try {
      TaskReader reader(files[i], profile);
      reader.read(tasks.emplace_back());
      add(reader.problems());
    } catch (const SpecErrors& errors) {  // not TOML at all
      add(errors.problems());
    }
  }
  if (!problems.empty()) throw SpecErrors(problems);
  return tasks;
}

}  // namespace

std::vector<LeaderboardTask> read_tasks(const fs::path& folder, Profile profile,
                                        const std::vector<std::string>& wanted) {
  const auto files = task_files(folder);
  if (files.empty()) throw FileError("there is no task in " + folder.string());
  return read_files<LeaderboardTask>(files, profile, wanted);
}

std::vector<EvaluatorTask> read_evaluator_tasks(const fs::path& folder, Profile profile,
                                                const std::vector<std::string>& wanted) {
  return read_files<EvaluatorTask>(task_files(folder), profile, wanted);
}

LeaderboardTasks read_leaderboard(const fs::path& folder, Profile profile,
                                  const std::vector<std::string>& wanted) {
  const fs::path of_evaluators = folder / "evaluator_tasks";
  std::vector<std::string> algorithms;
  std::vector<std::string> evaluators;
  for (const auto& name : wanted) {
    (fs::exists(of_evaluators / (name + ".toml")) ? evaluators : algorithms).push_back(name);
  }
  LeaderboardTasks tasks;
  if (wanted.empty() || !algorithms.empty()) {
    tasks.algorithms = read_tasks(folder, profile, algorithms);
  }
  if (wanted.empty() || !evaluators.empty()) {
    tasks.evaluators = read_evaluator_tasks(of_evaluators, profile, evaluators);
  }
  return tasks;
}

}  // namespace replaybench
