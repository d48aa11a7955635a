#pragma once
// `verify --seeds`.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "suite/cli/commands.hpp"

namespace replaybench::cli {

/// The flags of `verify --seeds` beside the studies.
struct SeedsOptions {
  std::vector<std::uint32_t> seeds;  ///< numbers of further master seeds; none if not asked for
  std::size_t jobs = 1;
  std::string record;  ///< CSV file; empty if none

  void add_to(CLI::App& command);
};

/// Computes what the store lacks of the studies under each seed, counts how often each verdict comes
/// out, prints the claims that are not always as expected, and sets the exit code.
void verify_seeds(const StudyOptions& options, const SeedsOptions& seeds, CommandContext& context);

}  // namespace replaybench::cli
