#pragma once
// The most recent action: plays the newest of the pool.
//
// Source: thesis, section 4.3 (p. 106) and figure 4.9 ("choosing the most recent news is already
// significantly more efficient than choosing a news at random"); no listing.
//
// Deviations from the print: the data hold no date of publication, so the age of an action is
// counted from its first appearance. Actions are numbered in the order of first appearance, so the
// most recent one is the one with the highest index, and nothing has to be learned: `learns` is
// false. Two things follow that a reader should know:
//   - actions that first appear in the same record (all of the first pool, say) are of the same
//     age. They are numbered in the order in which that record lists them, so among these the
//     choice goes to the last one listed.
//   - where indices say nothing about time (a simulator, a fixed pool) this is a fixed action.
// The context is not used.

#include <span>

#include "suite/component/registry.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::most_recent {

class MostRecent {
 public:
  static constexpr bool learns = false;
  static constexpr bool uses_contexts = false;

  /// O(1).
  Action choose(const Context&, const ActionSet& actions, Draws&) const {
    return actions[actions.size() - 1];
  }
  void update(const Context&, Action, double) {}

  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    for (Action i = 0; i < actions.size(); ++i) out[i] = i + 1 == actions.size() ? 1 : 0;
  }

  bool choice_is_fixed_between_updates() const { return true; }
  bool is_deterministic() const { return true; }
  bool agrees(const Context&, const ActionSet& actions, Action logged, Action&) const {
    return logged == actions[actions.size() - 1];
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit();
  }
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::most_recent
