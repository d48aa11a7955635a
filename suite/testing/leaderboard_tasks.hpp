#pragma once
// For tests: a home with tasks, and entries by hand.

#include <memory>
#include <string>
#include <vector>

#include "suite/leaderboard/board.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/files.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

/// A task file; `more` comes at its end. Unless that says otherwise it is direct play with
/// references.
inline std::string task_text(
    const std::string& dataset,
    const std::string& more = "evaluator = 'online'\nreferences = 'reference_scores'\n") {
  return "title = 'A <task>'\nabout = 'For a test.'\nseed = 5\ndataset = '" + dataset +
         "'\nhorizon = 40\nreplicates = 3\nselection = 2\n" + more;
}

/// Names and texts.
using Files = std::vector<std::pair<std::string, std::string>>;

/// Tasks in a folder of their own, with a store.
struct TaskFolder {
  explicit TaskFolder(const Files& files) : store(folder.path() / "store") {
    for (const auto& [name, text] : files) folder.write("tasks/" + name + ".toml", text);
  }
  std::vector<LeaderboardTask> read(Profile profile = Profile::smoke,
                                    const std::vector<std::string>& wanted = {}) const {
    return read_tasks(folder.path() / "tasks", profile, wanted);
  }
  Board board(std::size_t jobs = 1, double timing_seconds = 0,
              const BoardProgress& progress = {}) const {
    BoardOptions options;
    options.run.jobs = jobs;
    options.timing_seconds = timing_seconds;
    return make_board(read(), Profile::smoke, store, options, progress);
  }

  TemporaryFolder folder;
  Store store;
};

inline const Entry& entry_of(const TaskBoard& task, const std::string& name) {
  for (const Entry& entry : task.entries) {
    if (entry.algorithm->name == name) return entry;
  }
  throw std::logic_error("no entry " + name);
}

inline const AlgorithmDescription* described(const std::string& name) {
  for (const AlgorithmDescription* algorithm : algorithms_table()) {
    if (algorithm->name == name) return algorithm;
  }
  throw std::logic_error("no algorithm " + name);
}

}  // namespace replaybench
