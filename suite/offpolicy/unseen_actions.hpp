#pragma once
// Actions that the log never shows in a context, though it shows the context often.

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "suite/estimation/context_states.hpp"
#include "suite/numeric/exact_sum.hpp"

namespace replaybench::offpolicy {

/// Part that a reward model must extrapolate: the probability that a policy gives to actions never
/// logged in the record's context. An action counts as unseen where chance does not explain it: an
/// action of share q among the records that had it available is missing from all n records of a
/// context with probability (1 - q)^n below 1e-6, if the logging policy does not look at the
/// context. Contexts are the same where features and pool are.
class UnseenActions {
 public:
  /// O(n (dimension + log contexts) + n K with pools). Logs with fewer than 14 records per context, on
  /// average, have nothing to say (an action of half of the records needs 20).
  explicit UnseenActions(const Log& log);

  /// `target`: the policy's probabilities of the actions available in record i. O(actions).
  void add(std::size_t i, std::span<const double> target);
  /// The mean over all records of the log of what was added.
  double probability() const { return sum_.value() / static_cast<double>(log_.size()); }

 private:
  const Log& log_;
  std::optional<estimation::ContextStates> states_;
  std::vector<bool> unseen_;  // contexts x K
  numeric::ExactSum sum_;
};

}  // namespace replaybench::offpolicy
