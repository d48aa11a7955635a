#pragma once
// The keys of the blocks of experiment.toml.

#include "suite/text/format_key.hpp"

namespace replaybench {

/// In the order of the documentation (experiments/FORMAT.md, which a test compares).
FormatKeys experiment_keys();

}  // namespace replaybench
