#pragma once
// The keys of claims.toml.

#include "suite/text/format_key.hpp"

namespace replaybench {

/// The keys of claims, and under "test" those of `test`, `printed_fails` and `corrected_holds`; in the order of the
/// documentation (experiments/FORMAT.md, which a test compares).
FormatKeys claim_keys();

}  // namespace replaybench
