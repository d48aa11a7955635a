#pragma once
// Studies for tests, from their TOML text.

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "suite/plan/plan.hpp"

namespace replaybench {

/// A study folder of its own, removed at the end.
class StudyFolder {
 public:
  explicit StudyFolder(const std::string& experiment = {}) {
    std::string name = (std::filesystem::temp_directory_path() / "replaybench_XXXXXX").string();
    root_ = ::mkdtemp(name.data());
    if (!experiment.empty()) write("experiment.toml", experiment);
  }
  StudyFolder(const StudyFolder&) = delete;
  StudyFolder& operator=(const StudyFolder&) = delete;
  ~StudyFolder() { std::filesystem::remove_all(root_); }

  /// Writes a file of the study "made_up".
  void write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(study());
    std::ofstream(study() / name) << text;
  }
  std::filesystem::path root() const { return root_; }
  std::filesystem::path study() const { return root_ / "made_up"; }

  ExperimentSpec read(Profile profile = Profile::smoke) const {
    return read_experiment(study() / "experiment.toml", profile);
  }
  Plan plan(Profile profile = Profile::smoke) const {
    return make_plan(std::make_shared<const ExperimentSpec>(read(profile)), profile);
  }

 private:
  std::filesystem::path root_;
};

inline ExperimentSpec spec_of(const std::string& experiment, Profile profile = Profile::smoke) {
  return StudyFolder(experiment).read(profile);
}
inline Plan plan_of(const std::string& experiment, Profile profile = Profile::smoke) {
  return StudyFolder(experiment).plan(profile);
}

/// The problems that reading and planning a study finds, each "LINE:COLUMN: message", one line
/// each.
inline std::string problems_of(const std::string& experiment) {
  try {
    plan_of(experiment);
  } catch (const SpecErrors& errors) {
    std::string text;
    for (SpecProblem problem : errors.problems()) {
      problem.place.file.clear();
      const std::string told = problem.text();
      text += told.substr(told.rfind(':', 0) == 0 ? 1 : 0) + "\n";
    }
    return text;
  }
  return {};
}

/// Empty if all parts are in the text; otherwise the first that is not, with the text.
inline std::string missing(const std::string& text, const std::vector<std::string>& parts) {
  for (const auto& part : parts) {
    if (text.find(part) == std::string::npos) return "no \"" + part + "\" in:\n" + text;
  }
  return {};
}

/// The first lines that every study needs (1 to 3).
inline const std::string study_head = "title = 't'\nquestion = 'q'\nseed = 7\n";

/// The page without its script and style.
inline std::string body_of(const std::string& page) {
  const auto from = page.find("</head>");
  return page.substr(from, page.find("<script>") - from);
}

}  // namespace replaybench
