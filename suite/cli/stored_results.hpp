#pragma once
// Refusals of commands that read results before any was computed.

#include <vector>

#include "suite/cli/commands.hpp"
#include "suite/plan/plan.hpp"
#include "suite/store/store.hpp"

namespace replaybench::cli {

/// True if the store has no cell of what these plans can have here; false when they can have nothing.
bool nothing_is_stored(const std::vector<Plan>& plans, const Store& store);

/// When the store has nothing of what these plans can have here: says which run comes first, sets
/// the exit code, and gives true.
bool refuse_without_results(const StudyOptions& options, const std::vector<Plan>& plans,
                            const Store& store, CommandContext& context);

}  // namespace replaybench::cli
