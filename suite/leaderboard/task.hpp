#pragma once
// The tasks of the leaderboard, one TOML file each.
//
//   title = "Ten Bernoulli arms, one much better"
//   about = "..."                                   # what it is for, a sentence or two
//   dataset = "bernoulli_arms{means=[0.3, 0.6]}"
//   evaluator = "online"                             # default
//   seed = 1
//   horizon = { smoke = 100, standard = 2000, full = 10000 }   # 0: the whole file, or its part
//   replicates = { smoke = 4, standard = 30, full = 100 }      # those that are reported
//   selection = { smoke = 2, standard = 6, full = 20 }         # those that tune, apart; at most as
//                                                              # many as replicates
//
// The replicates of a simulator are independent environments and games. Those of a file are
// stretches of it: it is cut into replicates + selection of them, so what selects is never what is
// reported, and the intervals are those of independent data.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "suite/plan/experiment.hpp"

namespace replaybench {

struct LeaderboardTask {
  std::string name;  ///< the file's, without .toml
  std::string title;
  std::string about;
  LabelledComponent dataset;
  LabelledComponent evaluator;
  std::uint64_t seed = 0;
  std::uint64_t horizon = 0;
  std::uint64_t replicates = 0;
  std::uint64_t selection = 0;
};

/// The tasks of a folder, by name; those in `wanted` alone unless it is empty. Throws SpecErrors
/// with everything that is wrong in all files and in `wanted`, EnvironmentError if there is no task
/// or a file cannot be read.
std::vector<LeaderboardTask> read_tasks(const std::filesystem::path& folder, Profile profile,
                                        const std::vector<std::string>& wanted = {});

/// True for a policy that needs to know the simulator's truth: it can be made with a environment,
/// and not without.
bool is_oracle(const AlgorithmDescription& algorithm);

/// True for a policy that is trained from a whole log and plays only then: it is no game's player.
bool is_trained_offline(const AlgorithmDescription& algorithm);

/// The parameter that is tuned; null if there is none.
const ParameterInfo* tuned_parameter(const AlgorithmDescription& algorithm);

/// A study of one tuning named like the task: every algorithm of the registry but the oracles and
/// those trained offline, with the candidates of its description or, if it has none, its defaults;
/// rows are kept. The replicates 0 .. replicates - 1 are a cell, those that select are another. It
/// has no tables.
ExperimentSpec study_of(const LeaderboardTask& task);

}  // namespace replaybench
