#pragma once
// Actions that the log never shows in a context, though it shows the context often.

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "suite/model/log_blocks.hpp"
#include "suite/numeric/exact_sum.hpp"

namespace replaybench::offpolicy {

/// Part that a reward model must extrapolate: the probability that a policy gives to actions never
/// logged in the record's context. An action counts as unseen where chance does not explain it: an
/// action of share q among the records that had it available is missing from all n records of a
/// context with probability (1 - q)^n below 1e-6, if the logging policy does not look at the
/// context. Contexts are the same where features and pool are.
class UnseenActions {
 public:
  /// Contexts of a log that has something to say at most, and pairs of a context and an action: memory does not grow
  /// with the records.
  static constexpr std::uint64_t max_contexts = std::uint64_t{1} << 16;
  static constexpr std::uint64_t max_pairs = std::uint64_t{1} << 28;

  /// Sweeps over the log, which has nothing to say if it has more contexts, or fewer than 14 records per context on average
  /// (an action of half of the records needs 20). O(n (dimension + log contexts) + n K with pools).
  explicit UnseenActions(const LogBlocks& log);

  /// False if there is none.
  bool any() const { return !unseen_.empty(); }
  /// True if the action is unseen in a context; in this one.
  bool has(Action action) const { return any() && somewhere_[action]; }
  bool has(std::size_t context, Action action) const {
    return unseen_[context * somewhere_.size() + action];
  }
  /// The numbers of the contexts of a block with pools and contexts; needs `any`. O(size (dimension + log contexts)).
  void read_contexts(const LogBlock& block, std::vector<std::size_t>& contexts) const;
  /// Adds the probabilities of the unseen ones of these actions. O(actions).
  void add(std::size_t context, const ActionSet& actions, std::span<const double> target,
           numeric::ExactSum& sum) const {
    for (Action j = 0; j < actions.size(); ++j) {
      if (has(context, actions[j])) sum.add(target[j]);
    }
  }

 private:
  bool number_contexts(const LogBlocks& log);
  std::vector<double> shares(const LogBlocks& log) const;

  std::map<std::vector<double>, std::size_t> numbers_;  // of the contexts, by features and pool
  std::vector<double> records_;                         // of each context
  std::vector<bool> unseen_;                            // contexts x K; empty if none is unseen
  std::vector<bool> somewhere_;                         // K
};

}  // namespace replaybench::offpolicy
