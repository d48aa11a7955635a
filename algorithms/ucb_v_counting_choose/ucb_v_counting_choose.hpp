#pragma once
// The flawed UCB-V that won the second phase of the challenge: it counts t in CHOOSE.
//
// Source: thesis section 4.4.2 (p. 113), figure 4.14. The index is ucb_v's.
//
//   thesis                                              here
//   "a variable t that counts the number of arms        choose_calls_
//    pulled in total", updated in the choose function
//
// A bad example. Played live it chooses once per update, so t is the number of updates + 1, and it
// equals ucb_v to the bit. Under replay it chooses at every record, so t is the number of records
// shown, about K times as many, and the bound grows with ln t: replay measures another algorithm than
// the one that is played. `choose` is const in this suite for that reason; this one keeps
// its counter in a `mutable` member, outside the type's promise, and declares it: its description
// has `changes_state_in_choose`, and its state, which tests compare, contains the counter.
//
// No shortcut of replay is offered (would_choose, fixed_choice): a record that is
// skipped would not be counted. Not thread-safe, not even its const functions on one object.

#include <cstdint>

#include "suite/component/registry.hpp"
#include "suite/learning/variance_index.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::ucb_v_counting_choose {

class UcbVCountingChoose {
 public:
  static constexpr bool uses_contexts = false;

  UcbVCountingChoose(Action action_count, const learning::VarianceIndexOptions& options, Ties ties)
      : arms_(action_count, options), ties_(ties) {}

  /// O(K), with a square root an action. Changes what the next call returns.
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const;
  /// O(1). Throws NumericalFailure when a sum of squares overflows.
  void update(const Context&, Action action, double reward) { arms_.learn(action, reward); }

  /// The flawed t: how often `choose` was called.
  std::uint64_t choose_calls() const { return choose_calls_; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(arms_, choose_calls_);
  }

 private:
  learning::VarianceIndex arms_;
  Ties ties_;
  mutable std::uint64_t choose_calls_ = 0;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::ucb_v_counting_choose
