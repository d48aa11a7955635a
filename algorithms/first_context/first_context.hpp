#pragma once
// Always the action that the first context names: the algorithm whose evaluation never
// concentrates.
//
// Source: thesis, section 3.5.3 (p. 78), pi(x) = x_1; Li, Chu, Langford, Wang, WSDM 2011, example
// 3.
//
//   thesis      here
//   x_1         first_   the number of the first context that was learned
//   (two contexts, two actions)  n = min(K, d) of each
//
// Deviations from the print: n contexts and actions instead of two; contexts are one-hot vectors,
// so their number is the index of the largest of their features 0 .. n - 1 (of equal ones the
// first). The state may change only in UPDATE, so "the first context" is the first that is
// accepted; before that the current context names the action. Where the action is not in the pool
// the lowest available action is played.

#include <algorithm>
#include <optional>

#include "suite/component/registry.hpp"
#include "suite/model/bandit.hpp"

namespace replaybench::algorithms::first_context {

class FirstContext {
 public:
  /// `count`: the number n of contexts, at least 1 and at most the contexts' dimension and the
  /// number of actions.
  explicit FirstContext(Action count) : count_(count) {}

  /// O(n).
  Action choose(const Context& context, const ActionSet& actions, Draws&) const {
    const Action action = first_ ? *first_ : number_of(context);
    return actions.contains(action) ? action : actions[0];
  }
  void update(const Context& context, Action, double) {
    if (!first_) first_ = number_of(context);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(count_, first_.has_value(), first_.value_or(0));
  }

 private:
  Action number_of(const Context& context) const {
    const auto features = context.values().first(count_);
    return static_cast<Action>(std::max_element(features.begin(), features.end()) -
                               features.begin());
  }

  Action count_;
  std::optional<Action> first_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::first_context
