#pragma once
// The subcommands of the program, one file each. Every function adds its subcommand to the
// application; the callback that it sets does the work and puts the exit code into
// `context.exit_code`.

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>

#include "suite/cli/program.hpp"
#include "suite/plan/plan.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::cli {

/// What all subcommands share.
struct CommandContext {
  std::filesystem::path home;       ///< the folder that holds experiments/
  std::filesystem::path workplace;  ///< where results/ and new components go
  ExitCode exit_code = ExitCode::success;
};

void add_list(CLI::App& app, CommandContext& context);
void add_describe(CLI::App& app, CommandContext& context);
void add_plan(CLI::App& app, CommandContext& context);
void add_run(CLI::App& app, CommandContext& context);
void add_report(CLI::App& app, CommandContext& context);
void add_verify(CLI::App& app, CommandContext& context);
void add_status(CLI::App& app, CommandContext& context);
void add_explain(CLI::App& app, CommandContext& context);
void add_evaluate(CLI::App& app, CommandContext& context);
void add_play(CLI::App& app, CommandContext& context);
void add_leaderboard(CLI::App& app, CommandContext& context);
void add_data(CLI::App& app, CommandContext& context);
void add_new(CLI::App& app, CommandContext& context);

/// Where studies are read and where results are written.
struct Home {
  std::filesystem::path studies;  ///< the folder that holds experiments/
  std::filesystem::path results;  ///< the folder that holds results/
};

/// The first of these: $REPLAYBENCH_HOME if set and not empty; the nearest folder, from here
/// upwards, with a study (experiments/NAME/experiment.toml); the source folder, for a program in
/// the build tree; share/replaybench of the place where the program is installed, then
/// `places.share`. The last two are for reading: results then go below the current folder.
Home find_home(const ProgramPlaces& places);

/// Writes a line to the standard error. If that fails there is no one to report to, and the work
/// goes on.
void tell(const std::string& line);

/// The options of the commands that speak of studies.
struct StudyOptions {
  std::vector<std::string> studies;  ///< names, paths of experiment.toml, or "all"
  std::string profile = "standard";
  std::string store;    ///< empty: results/store
  std::string results;  ///< empty: results

  void add_to(CLI::App& command, bool several);
  std::filesystem::path store_folder(const CommandContext& context) const;
  std::filesystem::path results_folder(const CommandContext& context) const;
  /// "replaybench run a b --profile smoke": the run that these options are of, for messages.
  std::string run_command() const;
  /// The experiment.toml of each study asked for. Throws SpecErrors for unknown names, all at once,
  /// and EnvironmentError when "all" is none.
  std::vector<std::filesystem::path> files(const CommandContext& context) const;
  Profile chosen_profile() const;
};

/// Reads and expands one study.
Plan load_plan(const std::filesystem::path& file, Profile profile);

}  // namespace replaybench::cli
