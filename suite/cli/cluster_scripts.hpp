#pragma once
// The scripts of `replaybench cluster`: which there are, and their text.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace replaybench::cli {

/// The program that runs the shards.
enum class Scheduler { slurm, parallel, make };

/// Values of the scripts. Paths are absolute.
struct ClusterRun {
  std::filesystem::path program;
  std::filesystem::path folder;  ///< of the scripts
  std::filesystem::path
      directory;  ///< the working one: what a study's relative paths are relative to
  std::filesystem::path store;
  std::filesystem::path results;
  std::string data;                  ///< folder of the real data sets; empty if none
  std::vector<std::string> studies;  ///< names or files
  std::vector<std::string>
      options;  ///< of run and report: --home, --profile, --seed and their values; or of evaluate
  std::vector<std::string> files = {};  ///< in the place of studies: the log whose files are summed
  std::vector<std::string> output = {};  ///< of its report: --format and so on
  std::size_t shards = 1;
  std::size_t jobs = 1;      ///< threads per shard
  std::size_t minutes = 60;  ///< time limit of a shard, for slurm
  bool separate = false;     ///< each shard has its own store, which the report merges
};

struct ClusterScript {
  std::string name;
  std::string text;
  bool executable = false;
};

/// The files to write. Every value is quoted for the shell.
std::vector<ClusterScript> cluster_scripts(Scheduler scheduler, const ClusterRun& run);

/// The line that a user types next.
std::string start_command(Scheduler scheduler, const ClusterRun& run);

/// `text` as one word of a shell.
std::string shell_word(const std::string& text);
/// The words, separated by spaces.
std::string shell_words(const std::vector<std::string>& words);

}  // namespace replaybench::cli
