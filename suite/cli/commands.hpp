#pragma once
// The subcommands of the program, one file each. Every function adds its subcommand to the
// application; the callback that it sets does the work and puts the exit code into
// `context.exit_code`.

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "suite/cli/program.hpp"
#include "suite/plan/master_seed.hpp"
#include "suite/plan/plan.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::cli {

/// Data shared by all subcommands.
struct CommandContext {
  std::filesystem::path home;       ///< the folder that holds experiments/
  std::filesystem::path workplace;  ///< where results/ and new components go
  std::filesystem::path shipped;    ///< the folder that holds the program's own experiments/
  bool at_home = false;             ///< both are the same, and the user's
  std::string command;              ///< the command line, as a shell takes it
  std::string home_option = {};     ///< the value of --home; empty if it was not given
  ExitCode exit_code = ExitCode::success;
  std::string out_of_memory = {};  ///< the end of that message: what helps
};

void add_list(CLI::App& app, CommandContext& context);
/// The kinds that the command `list` accepts as its first word.
std::vector<std::string> listed_kinds();
void add_describe(CLI::App& app, CommandContext& context);
void add_plan(CLI::App& app, CommandContext& context);
void add_run(CLI::App& app, CommandContext& context);
void add_report(CLI::App& app, CommandContext& context);
void add_verify(CLI::App& app, CommandContext& context);
void add_publish(CLI::App& app, CommandContext& context);
void add_store(CLI::App& app, CommandContext& context);
/// Adds `explain` to the command `store`.
void add_store_explain(CLI::App& store_command, CommandContext& context);
void add_cluster(CLI::App& app, CommandContext& context);
void add_evaluate(CLI::App& app, CommandContext& context);
void add_rehearse(CLI::App& app, CommandContext& context);
void add_slates(CLI::App& app, CommandContext& context);
void add_continuous(CLI::App& app, CommandContext& context);
void add_compare(CLI::App& app, CommandContext& context);
void add_play(CLI::App& app, CommandContext& context);
void add_leaderboard(CLI::App& app, CommandContext& context);
void add_data(CLI::App& app, CommandContext& context);
void add_new(CLI::App& app, CommandContext& context);
/// Adds `help COMMAND`, and below every command's help the examples and tables that belong to it.
/// To be called after the others, whose commands it needs.
void add_help(CLI::App& app);
/// Adds `manual`, which describes all commands of `app`, and `complete`: hidden, for the package.
void add_manual(CLI::App& app);
void add_completion(CLI::App& app, CommandContext& context);

/// A formatter whose lines fit the terminal; for `app.formatter`, before commands are added.
std::shared_ptr<CLI::FormatterBase> wrapping_formatter();
/// The commands below `command` that are not hidden, in the order of their help.
std::vector<const CLI::App*> visible_commands(const CLI::App& command);
/// The visible commands, and hidden ones with their own help: other names of a command.
std::vector<const CLI::App*> documented_commands(const CLI::App& command);
/// Replacement of a former command: "\"replaybench plan\""; empty for other words.
std::string where_command_is(const std::string& name);

/// Folders from which studies are read and into which results are written.
struct Home {
  std::filesystem::path studies;  ///< the folder that holds experiments/
  std::filesystem::path results;  ///< the folder that holds results/
  bool is_users = false;          ///< both are one folder, chosen or marked as a home
};

/// The file that marks a folder as a home: studies in experiments/, results in results/.
inline constexpr const char* home_marker = "replaybench.home";

/// The first of these: `chosen` (--home) and $REPLAYBENCH_HOME, where not empty; the nearest folder,
/// from here upwards, with the marker; the source folder, for a program in the build tree;
/// share/replaybench of the place where the program is installed, then `places.share`. The last two
/// are for reading: results then go below the current folder. Throws FileError when `chosen`
/// is no folder.
Home find_home(const ProgramPlaces& places, const std::string& chosen);

/// Today's name of a study that had another one (renamed_studies); any other name as it is.
std::string today_name(const std::string& study, const std::filesystem::path& experiments);

/// The folder that holds the program's own experiments/: the last two that find_home names.
std::filesystem::path shipped_home(const ProgramPlaces& places);

/// The folder of the leaderboard's tasks: the home's, or the program's own for a home without one.
std::filesystem::path leaderboard_folder(const CommandContext& context);

/// Message for a project folder whose experiments/ has no study, with the way to name another one.
std::string why_no_study(const CommandContext& context);

/// Writes a line to the standard error. If that fails there is no one to report to, and the work
/// goes on.
void tell(const std::string& line);

/// The options of the commands that speak of studies.
struct StudyOptions {
  std::vector<std::string> studies;  ///< names, paths of a study's file or folder, or "all"
  std::string profile = "standard";
  std::string seed;     ///< name of a master seed; empty: see chosen_seed
  std::string store;    ///< empty: results/store
  std::string results;  ///< empty: results

  void add_to(CLI::App& command, bool several);
  std::filesystem::path store_folder(const CommandContext& context) const;
  std::filesystem::path results_folder(const CommandContext& context) const;
  /// "replaybench run a b --profile smoke": the run that these options are of, as a shell takes it.
  std::string run_command(const CommandContext& context) const;
  /// The file of each study asked for, once. Throws SpecErrors for unknown names, all at once, and
  /// FileError when "all" is none, or a path leads nowhere.
  std::vector<std::filesystem::path> files(const CommandContext& context) const;
  /// True if every study of the home is among them.
  bool names_all(const CommandContext& context) const;
  Profile chosen_profile() const;
  /// Without a seed given the confirmation seed, except for the profile smoke, which judges nothing, the
  /// pilot's.
  MasterSeed chosen_seed() const;
};

/// The names of the studies in `files`, for commands that write what is named by them. Throws SpecErrors if two
/// have one name; `remedy` ends the message.
std::vector<std::string> different_names(const std::vector<std::filesystem::path>& files,
                                         Profile profile, const std::string& remedy);

/// Folder of a published profile: results/published of a home, and results/published/full for
/// `full`, because one folder holds one run.
std::filesystem::path default_published(const std::filesystem::path& home, Profile profile);

/// Reads and expands one study, and checks its claims: their mistakes are found before anything runs.
Plan load_plan(const std::filesystem::path& file, Profile profile, MasterSeed seed,
               OpenedDatasets& datasets);
Plan load_plan(const std::filesystem::path& file, Profile profile, MasterSeed seed);
/// Loads the plans of the studies that the options name.
std::vector<Plan> load_plans(const StudyOptions& options, const CommandContext& context);

}  // namespace replaybench::cli
