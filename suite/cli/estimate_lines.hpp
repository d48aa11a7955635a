#pragma once
// What the commands of logs that are no logs of discrete actions (slates, continuous) print alike.

#include <string>
#include <vector>

#include "suite/cli/json_number.hpp"
#include "suite/evaluate/judge.hpp"

namespace replaybench::cli {

/// What speaks against an estimate.
struct EstimateDoubts {
  std::string withheld;               ///< why its numbers are not shown; empty: they are
  std::vector<std::string> warnings;  ///< in sentences

  /// The warnings, then why it is withheld.
  std::vector<std::string> notes() const;
};

/// What was judged. With `show_unreliable` nothing is withheld, and the reason is a warning.
EstimateDoubts doubts_of(const JudgedEstimate& judged, bool show_unreliable);

}  // namespace replaybench::cli
