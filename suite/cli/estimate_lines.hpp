#pragma once
// What the commands of logs that are no logs of discrete actions (slates, continuous) print alike.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "suite/offpolicy/terms.hpp"

namespace replaybench::cli {

/// What speaks against an estimate.
struct EstimateDoubts {
  std::string withheld;               ///< why its numbers are not shown; empty: they are
  std::vector<std::string> warnings;  ///< in sentences

  /// The warnings, then why it is withheld.
  std::vector<std::string> notes() const;
};

/// A warning where the mean of `records` weights is more than four standard errors from 1 (or equal
/// weights are not 1); `what` says what is then wrong.
void doubt_mean_weight(EstimateDoubts& doubts, const offpolicy::WeightSummary& weights,
                       std::size_t records, const std::string& what);

/// Withholds an estimate on fewer than `fewest_effective` records, named `records`; with
/// `show_unreliable` it is a warning instead.
void doubt_few_records(EstimateDoubts& doubts, const offpolicy::WeightSummary& weights,
                       const std::string& records, bool show_unreliable);

/// A finite number in the fewest digits; empty otherwise.
std::string csv_number(double number);
/// A finite number; null otherwise.
nlohmann::ordered_json json_number(double number);

}  // namespace replaybench::cli
