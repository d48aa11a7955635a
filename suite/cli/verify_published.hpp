#pragma once
// `verify --published`.

#include <string>

#include "suite/cli/commands.hpp"

namespace replaybench::cli {

/// The flags of `verify --published` beside the studies.
struct PublishedOptions {
  bool wanted = false;
  std::string folder;  ///< empty: that of the profile, see default_published

  void add_to(CLI::App& command);
};

/// Compares the tables and verdicts of the studies asked for (all published ones, if none is) with
/// the published ones, prints what was found and sets the exit code.
void verify_published(const StudyOptions& options, const PublishedOptions& published,
                      CommandContext& context);

}  // namespace replaybench::cli
