#pragma once
// `evaluate` of a log whose parts are elsewhere: --partial sums a part, --from merges the parts (suite/evaluate/partial).

#include "suite/cli/evaluate_request.hpp"
#include "suite/evaluate/partial.hpp"

namespace replaybench::cli {

/// Adds --partial and --from; the other flags must be there.
void add_part_flags(CLI::App& command, EvaluateRequest& request);

/// Throws SpecErrors if --partial is given with a flag of an output or of a comparison.
void refuse_flags_of_whole_logs(const EvaluateRequest& request);

/// Writes what the log adds, which is a part of one, to the file that --partial names.
void write_part(const EvaluateRequest& request, const NamedComponents& named, const InputLog& part);

/// Merges the files that --from names, and sets the names in the output.
MergedLog merge_requested_parts(EvaluateRequest& request);

}  // namespace replaybench::cli
