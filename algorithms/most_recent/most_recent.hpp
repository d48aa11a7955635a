#pragma once
// The most recent action: plays the newest of the pool.
//
// Source: thesis, section 4.3 (p. 106) and figure 4.9 ("choosing the most recent news is already
// significantly more efficient than choosing a news at random"); no listing.
//
// Deviations from the print: the data hold no date of publication, so the age of an action is
// counted from its first appearance in a pool. As every algorithm does, it learns at its updates
// only (under replay: at the accepted records), when it notes the actions that it sees for the
// first time. An action of the pool that it has not seen at an update is newer than all those that it
// has. What follows:
//   - actions that it first sees at the same update (all of the first pool, for example) are of the same age.
//     Among these the highest number counts as the newest: in a log of articles that are named by
//     increasing ids this is the one that was created last.
//   - with a pool that never changes this is a fixed action.
// Neither contexts nor rewards are used.

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::most_recent {

class MostRecent {
 public:
  static constexpr bool uses_contexts = false;

  explicit MostRecent(Action action_count) : first_seen_(action_count, never) {}

  /// O(K).
  Action choose(const Context&, const ActionSet& actions, Draws&) const { return newest(actions); }
  /// O(K).
  void update(const Context&, const ActionSet& actions, Action, double) {
    for (Action i = 0; i < actions.size(); ++i) {
      if (first_seen_[actions[i]] == never) first_seen_[actions[i]] = updates_;
    }
    ++updates_;
  }

  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    const Action played = newest(actions);
    for (Action i = 0; i < actions.size(); ++i) out[i] = actions[i] == played ? 1 : 0;
  }

  std::optional<Action> fixed_choice(const ActionSet& actions) const { return newest(actions); }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(first_seen_, updates_);
  }

 private:
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();

  Action newest(const ActionSet& actions) const {
    Action newest = actions[0];
    for (Action i = 1; i < actions.size(); ++i) {
      if (first_seen_[actions[i]] >= first_seen_[newest]) newest = actions[i];
    }
    return newest;
  }

  std::vector<std::uint64_t> first_seen_;  // number of updates before the one that saw it
  std::uint64_t updates_ = 0;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::most_recent
