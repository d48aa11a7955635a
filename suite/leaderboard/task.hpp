#pragma once
// The tasks of the leaderboard, one TOML file each: those of algorithms in a folder, those of
// evaluators in its folder evaluator_tasks/. Every task has
//
//   title = "Ten Bernoulli arms, one much better"
//   about = "..."                                   # its purpose, a sentence or two
//   dataset = "bernoulli_arms{means=[0.3, 0.6]}"
//   seed = 1
//   logging = "best_policy{epsilon=0.4}"            # writes a simulator's logs; default: uniform
//   horizon = { smoke = 100, standard = 2000, full = 10000 }   # 0: the whole file, or its part
//   replicates = { smoke = 4, standard = 30, full = 100 }      # those that are reported
//
// A task of algorithms has
//
//   evaluator = "online"                            # gives the scores; this is the default
//   references = "reference_scores"                 # of a simulator; optional
//   selection = { smoke = 2, standard = 6, full = 20 }   # replicates that tune, apart; at most as
//                                                        # many as replicates
//
// The replicates of a simulator are independent environments and games. Those of a file are
// stretches of it: it is cut into replicates + selection of them, so that no record both selects
// and is reported, and the intervals are those of independent data.
//
// A task of evaluators needs a simulator, since the truth must be known. `horizon` is the number of
// records of a log and the T of the truth; a replicate is an environment with one log. It has
//
//   algorithms = ["ucb", "greedy = epsilon_greedy{epsilon=0.1}"]   # whose value is estimated
//   evaluators = ["s_bred jitter 50 = s_bred{jitter=50}"]  # besides every registered one by
//   default
//   truth = "live_games{games=$live_games}"         # gives the true values
//   live_games = { smoke = 3, standard = 20 }       # games in each environment
//   group = "fixed policies"                        # tasks with a mean rank of their own; default:
//                                                   # "learning algorithms"
//   most_choices = 2500                             # see below
//
// Every registered evaluator that reads a log takes part with its default parameters, unless it
// asks the algorithm for more than `most_choices` choices a record of the log, on which its time
// depends. Declared evaluators take part whatever they cost.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "suite/plan/experiment.hpp"

namespace replaybench {

/// The part that both kinds of task have in common.
struct TaskHead {
  std::string name;  ///< the file's, without .toml
  std::string title;
  std::string about;
  LabelledComponent dataset;
  LabelledComponent logging;  ///< the policy that writes a simulator's logs
  std::uint64_t seed = 0;
  std::uint64_t horizon = 0;
  std::uint64_t replicates = 0;
};

struct LeaderboardTask : TaskHead {
  LabelledComponent evaluator;
  LabelledComponent references;  ///< no text: none
  std::uint64_t selection = 0;
};

struct EvaluatorTask : TaskHead {
  std::vector<LabelledComponent> algorithms;
  std::vector<LabelledComponent> evaluators;  ///< declared
  LabelledComponent truth;
  std::string group;  ///< tasks of one group have a mean rank
  std::uint64_t live_games = 0;
  double most_choices = 0;
};

/// The tasks of a folder, by name; those in `wanted` alone unless it is empty. Throws SpecErrors
/// with everything that is wrong in all files and in `wanted`, FileError if there is no task
/// or a file cannot be read.
std::vector<LeaderboardTask> read_tasks(const std::filesystem::path& folder, Profile profile,
                                        const std::vector<std::string>& wanted = {});
/// Like `read_tasks`, for tasks of evaluators; returns no tasks if the folder does not exist.
std::vector<EvaluatorTask> read_evaluator_tasks(const std::filesystem::path& folder,
                                                Profile profile,
                                                const std::vector<std::string>& wanted = {});

/// The tasks of both kinds.
struct LeaderboardTasks {
  std::vector<LeaderboardTask> algorithms;
  std::vector<EvaluatorTask> evaluators;
};

/// The tasks of a folder and of its folder evaluator_tasks/; those in `wanted` alone unless it is empty.
/// Throws as `read_tasks`; a name that is in neither folder is unknown.
LeaderboardTasks read_leaderboard(const std::filesystem::path& folder, Profile profile,
                                  const std::vector<std::string>& wanted = {});

/// True for a policy that needs to know the simulator's truth: it can be made with an environment,
/// and not without.
bool is_oracle(const AlgorithmDescription& algorithm);

/// True for a policy that is trained from a whole log and plays only then: no game is played with
/// it.
bool is_trained_offline(const AlgorithmDescription& algorithm);

/// The parameter that is tuned; null if there is none.
const ParameterInfo* tuned_parameter(const AlgorithmDescription& algorithm);

/// The evaluators of a task: every registered one by default but the references, then those that
/// the task declares.
std::vector<LabelledComponent> evaluators_of(const EvaluatorTask& task);

/// The name of the simulation of a task's study that gives its reference scores or true values;
/// the other simulation has the name of the task.
std::string reference_name(const TaskHead& task);

/// The study of a task, without tables: a tuning of every registered algorithm but the oracles and
/// those trained offline, with the candidates of its description or, if it has none, its defaults.
/// Rows are kept. The replicates 0 .. replicates - 1 are a cell, those that select are another.
ExperimentSpec study_of(const LeaderboardTask& task);
/// Like the study above: the task's algorithms with `evaluators_of`, rows where they apply.
ExperimentSpec study_of(const EvaluatorTask& task);

}  // namespace replaybench
