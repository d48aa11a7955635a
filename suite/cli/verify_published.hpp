#pragma once
// The flags about a published run, and `verify --published`.

#include <string>

#include "suite/cli/commands.hpp"
#include "suite/published/published_run.hpp"

namespace replaybench::cli {

/// The flags `--published` and `--published-in`.
struct PublishedOptions {
  bool wanted = false;
  std::string folder;  ///< empty: that of the profile, see default_published

  /// `what` is the help of `--published`.
  void add_to(CLI::App& command, const std::string& what);
  /// The folder of the run of `profile`.
  std::filesystem::path folder_of(Profile profile, const CommandContext& context) const;
};

/// The run that is published in `folder`. Throws FileError when there is none, and as `PublishedRun::read`.
PublishedRun published_in(const std::filesystem::path& folder);

/// Compares the tables and verdicts of the studies asked for (all published ones, if none is) with
/// the published ones, prints what was found and sets the exit code.
void verify_published(const StudyOptions& options, const PublishedOptions& published,
                      CommandContext& context);

}  // namespace replaybench::cli
