#pragma once
// For tests: a folder of evaluator tasks, with a store.

#include "suite/leaderboard/evaluator_board.hpp"
#include "suite/testing/leaderboard_tasks.hpp"

namespace replaybench {

inline std::string evaluator_task_text(const std::string& dataset, const std::string& more = {}) {
  return "title = 'A <task>'\nabout = 'For a test.'\nseed = 5\ndataset = '" + dataset +
         "'\nhorizon = 60\nreplicates = 6\nlive_games = 5\nmost_choices = 200\n"
         "truth = 'live_games{games=$live_games}'\n" +
         more;
}
inline const std::string three_algorithms =
    "algorithms = ['ucb', 'uniform_random', 'one arm = fixed_action{action=0}']\n";

struct EvaluatorTaskFolder {
  explicit EvaluatorTaskFolder(const Files& files) : store(folder.path() / "store") {
    for (const auto& [name, text] : files) folder.write("tasks/" + name + ".toml", text);
  }
  std::vector<EvaluatorTask> read(Profile profile = Profile::smoke,
                                  const std::vector<std::string>& wanted = {}) const {
    return read_evaluator_tasks(folder.path() / "tasks", profile, wanted);
  }
  EvaluatorBoard board(std::size_t jobs = 1, double timing_seconds = 0) const {
    BoardOptions options;
    options.run.jobs = jobs;
    options.timing_seconds = timing_seconds;
    return make_evaluator_board(read(), Profile::smoke, store, options);
  }

  TemporaryFolder folder;
  Store store;
};

inline const EvaluatorEntry& evaluator_entry(const EvaluatorTaskBoard& task,
                                             const std::string& label) {
  for (const EvaluatorEntry& entry : task.entries) {
    if (entry.label == label) return entry;
  }
  throw std::logic_error("no entry " + label);
}

}  // namespace replaybench
