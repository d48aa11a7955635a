#include "suite/cli/stored_results.hpp"

namespace replaybench::cli {

bool nothing_is_stored(const std::vector<Plan>& plans, const Store& store) {
  bool possible = false;
  for (const Plan& plan : plans) {
    for (const Cell& cell : plan.cells) {
      if (!cell.unavailable.empty()) continue;
      possible = true;
      if (store.holds(cell.canonical)) return false;
    }
  }
  return possible;
}

bool refuse_without_results(const StudyOptions& options, const std::vector<Plan>& plans,
                            const Store& store, CommandContext& context) {
  if (!nothing_is_stored(plans, store)) return false;
  tell("nothing is stored in " + store.root().string() + " of what was asked for at profile " +
       options.profile + "; first:\n  " + options.run_command(context));
  context.exit_code = ExitCode::failed_cells;
  return true;
}

}  // namespace replaybench::cli
