#pragma once
// What the files of both kinds of task have in common.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "suite/plan/sweep_syntax.hpp"
#include "suite/text/toml_reader.hpp"

namespace replaybench {

/// A whole number from `least`, for the profile.
inline std::uint64_t read_count(TomlReader& toml, const std::string& key, std::string_view profile,
                                std::int64_t least) {
  const std::int64_t value = toml.integer_for_profile(key, profile);
  toml.expect(value >= least, key, "a whole number from " + std::to_string(least));
  return static_cast<std::uint64_t>(std::max(value, least));
}

/// A component text, checked for what can be told without data.
template <class Description>
LabelledComponent read_component(TomlReader& toml, const std::string& key, const std::string& text,
                                 const std::vector<const Description*>& table, const char* kind) {
  if (text.empty() || !toml.has(key)) return {text, text, toml.place()};
  const SourcePlace place = toml.place_in_text(key, 0);
  std::vector<SpecProblem> problems;
  find_component(text, place, table, kind, problems);
  for (const SpecProblem& problem : problems) toml.problem(problem.place, problem.message);
  return {text, text, place};
}

/// The name, title, about, dataset and seed of a task.
template <class Task>
void read_head(TomlReader& toml, const std::filesystem::path& file, Task& task) {
  task.name = file.stem().string();
  if (!is_identifier(task.name)) {
    toml.problem(SourcePlace{file.string()}, "the file's name \"" + task.name +
                                                 "\" is not a task's: letters, digits and _, not "
                                                 "a digit first");
  }
  task.title = toml.required_text("title");
  task.about = toml.required_text("about");
  task.dataset =
      read_component(toml, "dataset", toml.required_text("dataset"), datasets_table(), "data set");
  const std::int64_t seed = toml.required_integer("seed");
  toml.expect(seed >= 0, "seed", "a whole number from 0");
  task.seed = static_cast<std::uint64_t>(std::max<std::int64_t>(seed, 0));
}

/// The .toml files of a folder, by name; none if there is no such folder.
inline std::vector<std::filesystem::path> task_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The names of tasks: those of their files without .toml.
inline std::vector<std::string> task_names(const std::vector<std::filesystem::path>& files) {
  std::vector<std::string> names;
  names.reserve(files.size());
  for (const auto& file : files) names.push_back(file.stem().string());
  return names;
}

/// Reads the files in `wanted`, all of them if it is empty. Throws SpecErrors with everything that
/// is wrong in them and in `wanted`.
template <class Task, class Read>
std::vector<Task> read_task_files(const std::vector<std::filesystem::path>& files,
                                  const std::vector<std::string>& wanted, Read read) {
  const auto names = task_names(files);
  std::vector<SpecProblem> problems;
  for (const auto& name : wanted) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
      problems.push_back(
          {SourcePlace(), "unknown task \"" + name + "\"" + suggestion(name, names)});
    }
  }
  std::vector<Task> tasks;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), names[i]) == wanted.end()) {
      continue;
    }
    try {
      tasks.push_back(read(files[i], problems));
    } catch (const SpecErrors& errors) {  // not TOML at all
      for (const auto& problem : errors.problems()) problems.push_back(problem);
    }
  }
  if (!problems.empty()) throw SpecErrors(problems);
  return tasks;
}

}  // namespace replaybench
