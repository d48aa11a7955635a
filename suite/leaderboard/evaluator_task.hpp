#pragma once
// The tasks of the leaderboard's second page: who tells best what algorithms are worth. One TOML
// file each, in the folder evaluators/ beside the tasks of the first page.
//
//   title = "Ten Bernoulli arms"
//   about = "..."                                       # what it is for, a sentence or two
//   dataset = "bernoulli_arms"                          # a simulator: the truth must be known
//   seed = 1
//   algorithms = ["ucb", "greedy = epsilon_greedy{epsilon=0.1}"]   # whose value is estimated
//   evaluators = ["s_bred jitter 50 = s_bred{jitter=50}"] # besides every registered one by default
//   horizon = { smoke = 60, standard = 1000 }           # records of a log, and the T of the truth
//   replicates = { smoke = 3, standard = 20 }           # environments, each with one log
//   live_games = { smoke = 3, standard = 20 }           # played in each environment for the truth
//   most_choices = 2500                                 # see below
//
// Every registered evaluator that reads a log takes part with its default parameters, unless it
// asks the algorithm for more than `most_choices` choices a record of the log: that is what its
// time goes into. Declared evaluators take part whatever they cost.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "suite/plan/experiment.hpp"

namespace replaybench {

struct EvaluatorTask {
  std::string name;  ///< the file's, without .toml
  std::string title;
  std::string about;
  LabelledComponent dataset;
  std::vector<LabelledComponent> algorithms;
  std::vector<LabelledComponent> evaluators;  ///< declared
  std::uint64_t seed = 0;
  std::uint64_t horizon = 0;
  std::uint64_t replicates = 0;
  std::uint64_t live_games = 0;
  double most_choices = 0;
};

/// The tasks of a folder, by name; those in `wanted` alone unless it is empty. None without the
/// folder. Throws SpecErrors with everything that is wrong in all files and in `wanted`,
/// EnvironmentError if a file cannot be read.
std::vector<EvaluatorTask> read_evaluator_tasks(const std::filesystem::path& folder,
                                                Profile profile,
                                                const std::vector<std::string>& wanted = {});

/// A study of one simulation named like the task: its algorithms and `evaluators`; rows are kept.
ExperimentSpec study_of(const EvaluatorTask& task,
                        const std::vector<LabelledComponent>& evaluators);

}  // namespace replaybench
