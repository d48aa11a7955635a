#pragma once
// When an estimate is not to be shown: too few records, or a bias that is known.

#include <span>
#include <string>

#include "suite/evaluate/estimate_support.hpp"
#include "suite/evaluate/evaluation.hpp"

namespace replaybench {

/// The records that an estimate without weights rests on: in closed form every record counts by its
/// probability, else those that were accepted. `support` may be null; NaN: the evaluator counts none.
/// O(records) in closed form, else O(1).
double records_behind(double accepted, const EstimateSupport* support);

/// Why an estimate with these weights is withheld: fewer than `fewest_effective` effective records.
/// `unit` is what they are called. Empty where it is not. O(1).
std::string reason_to_withhold(const WeightDiagnostics& weights, const char* unit = "records");

/// The same of any estimate: by its weights where it has them, else by `records_behind`; where these
/// are not counted nothing is withheld. O(records) with a support, else O(1).
std::string reason_to_withhold(double accepted, const EstimateSupport* support);

/// An estimate of a policy that takes actions which the log never shows with a larger probability is
/// withheld: more than a tenth of the policy is guessed.
inline constexpr double most_unsupported = 0.1;
/// Why such an estimate is withheld; empty where it is not, NaN included. O(1).
std::string reason_to_withhold_unsupported(double probability);

/// An estimate that ignores propensities which are not uniform is biased, and its interval holds
/// something else than the true value. Empty where no violation says so. O(violations).
std::string reason_to_withhold(std::span<const EvaluationWarning> violations);

}  // namespace replaybench
