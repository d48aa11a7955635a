#pragma once
// Any map from a context's number to an action: the policy of a finite environment written down as
// a list.
//
// Source: thesis section 3.5 (p. 76) and appendix F, whose examples have a handful of contexts and
// a policy given case by case.
//
//   thesis      here
//   x           the context's number: the index of its largest feature among features 0 .. n - 1
//   pi(x)       actions[x]
//   (number of contexts)  n = length of `actions`
//
// Deviations from the print: contexts are one-hot vectors here, so their number is read off;
// features from n on (the constant feature) are not looked at; of equal features the first counts.
// Where the action is not in the pool the lowest available action is played.

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::table_policy {

class TablePolicy {
 public:
  static constexpr bool learns = false;

  /// `table` not empty and not longer than the contexts.
  explicit TablePolicy(std::vector<Action> table) : table_(std::move(table)) {}

  /// O(n).
  Action choose(const Context& context, const ActionSet& actions, Draws&) const {
    const auto features = context.values().first(table_.size());
    const auto largest = std::max_element(features.begin(), features.end());
    const Action action = table_[static_cast<std::size_t>(largest - features.begin())];
    return actions.contains(action) ? action : actions[0];
  }
  void update(const Context&, Action, double) {}

  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    Draws unused({}, 0);
    const Action played = choose(context, actions, unused);
    for (Action i = 0; i < actions.size(); ++i) out[i] = actions[i] == played ? 1 : 0;
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(table_);
  }

 private:
  std::vector<Action> table_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::table_policy
