#pragma once
// The rules of the literature, applied to the estimates of one policy on the log itself.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "suite/rehearsal/rehearsal.hpp"
#include "suite/rehearsal/rehearsed_log.hpp"

namespace replaybench::rehearsal {

/// The estimates of a policy on the log. All vectors are by candidate.
struct LogEstimates {
  std::vector<std::string> names;
  std::vector<const Evaluation*> evaluations;  ///< null if not used
  std::vector<double> deviations;       ///< on twins: the error of an estimate that has none itself
  std::vector<std::size_t> validators;  ///< candidates without bias, the last of them the best
};

/// Terms whose mean is the estimate, estimate + n influence; empty if the evaluation has no parts. O(n).
std::vector<double> terms_of(const Evaluation& evaluation);

/// SLOPE++, off-policy cross-validation and paired bias against each validator, PAS-IF with exact probabilities, and the
/// weights of OPERA whose biases the paired ones estimate. `expected_errors`: on twins, of which the opinions agree or
/// not. O(candidates n) times 100 splits, and 10 evaluations of four fifths of the log.
std::vector<Opinion> opinions_on(const RehearsedLog& log, std::size_t policy,
                                 const LogEstimates& estimates,
                                 std::span<const Component<EvaluatorDescription>> evaluators,
                                 std::span<const double> expected_errors,
                                 const RehearsalOptions& options);

}  // namespace replaybench::rehearsal
