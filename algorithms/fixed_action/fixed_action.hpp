#pragma once
// Always the same action; with probability epsilon a random available action.
//
// Source: the static policy of thesis section 1.4.3 (p. 21), here one that repeats a single action
// (section 1.4.2, p. 17); a logging policy that is not uniform when epsilon > 0 (thesis
// section 3.6, p. 87).
//
//   thesis      here
//   pi          action
//   epsilon     epsilon
//
// Deviations from the print: if the action is not in the pool the lowest available action is
// played (the thesis has no rule; an evaluator that drops such records would measure another
// policy).

#include <optional>
#include <span>

#include "suite/component/registry.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::fixed_action {

class FixedAction {
 public:
  static constexpr bool learns = false;
  static constexpr bool uses_contexts = false;

  /// `epsilon` in [0, 1].
  FixedAction(Action action, double epsilon) : action_(action), epsilon_(epsilon) {}

  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    if (epsilon_ > 0 && draws.uniform() < epsilon_) return actions[draws.below(actions.size())];
    return usual(actions);
  }
  void update(const Context&, Action, double) {}

  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    const Action played = usual(actions);
    for (Action i = 0; i < actions.size(); ++i) {
      out[i] = epsilon_ / actions.size() + (actions[i] == played ? 1 - epsilon_ : 0);
    }
  }

  /// One of the displays of the action, each with the same probability; if there is none, or
  /// with probability epsilon, one of all. O(batch).
  std::size_t choose_display(std::span<const Display> batch, Draws& draws) const {
    const auto all = ActionSet::all(static_cast<Action>(batch.size()));
    if (epsilon_ > 0 && draws.uniform() < epsilon_) return draws.below(all.size());
    return best_action(all, Ties::random, draws,
                       [&](Action i) { return batch[i].action == action_ ? 1.0 : 0.0; });
  }

  std::optional<Action> fixed_choice(const ActionSet& actions) const {
    if (epsilon_ > 0) return std::nullopt;
    return usual(actions);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(action_, epsilon_);
  }

 private:
  Action usual(const ActionSet& actions) const {
    return actions.contains(action_) ? action_ : actions[0];
  }

  Action action_;
  double epsilon_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::fixed_action
