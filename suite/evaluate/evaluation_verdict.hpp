#pragma once
// The answer of an evaluation in one sentence, and how far to believe it.

#include <string>
#include <string_view>
#include <vector>

#include "suite/evaluate/evaluation.hpp"

namespace replaybench {

/// Meaning of a warning for the estimate. It depends only on the kind; thresholds belong to the warnings.
enum class Severity {
  note,  ///< nothing is wrong with the estimate
  care,  ///< the estimate or its interval is less sure than it looks
  grave  ///< an assumption of the estimate does not hold
};
Severity severity_of(WarningKind kind);
/// "note", "take care", "fails".
std::string_view word_of(Severity severity);

/// From the worst of the warnings.
enum class Belief {
  believe,      ///< no warning, or notes
  care,         ///< a warning of Severity::care
  do_not_rely,  ///< a grave one, or there is no interval
  no_answer     ///< the estimate is withheld, or there is none
};

/// The estimate compared with the log's mean reward, by the paired 95% interval of their difference.
enum class Comparison {
  better,
  worse,
  undecided,  ///< the interval holds 0
  none        ///< there is no such interval
};
/// "better", "worse", "undecided"; empty for `none`.
std::string_view word_of(Comparison comparison);

struct EvaluationVerdict {
  std::string answer;  ///< a sentence with the estimate and its interval, no full stop
  Comparison comparison = Comparison::none;
  Belief belief = Belief::no_answer;
  std::string belief_words;  ///< "Believe it", "Believe the sign, not the size", ...
  /// Why not more, the worst first, with marks of options; empty if nothing speaks against it.
  std::vector<std::string> reasons;
};

/// The verdict on an estimate of the policy `label`; one that is withheld is not named unless `show_unreliable`.
/// Nothing is computed but words: O(warnings).
EvaluationVerdict verdict_of(const Evaluation& evaluation, std::string_view label,
                             bool show_unreliable);

}  // namespace replaybench
