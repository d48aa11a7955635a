#pragma once
// Shared by the index policies: they play the action with the highest index, a number for each
// action that changes only in UPDATE.

#include <optional>
#include <span>

#include "suite/learning/argmax_distribution.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::learning {

/// Base of an algorithm `Policy` that has `double index(Action) const`: never NaN, without regard
/// to context and draws. Ties go to the lowest action, or are broken at random.
template <class Policy>
class IndexPolicy {
 public:
  static constexpr bool uses_contexts = false;

  /// O(K).
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return best_action(actions, ties_, draws, indices());
  }

  /// O(K).
  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    argmax_distribution(actions, ties_, indices(), out);
  }

  /// O(K).
  std::optional<Action> fixed_choice(const ActionSet& actions) const {
    return untied_best(actions, ties_, indices());
  }
  /// O(K), O(1) if the hint is right.
  bool would_choose(const Context&, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    return would_be_best(actions, ties_, draws, logged, hint, indices());
  }

 protected:
  explicit IndexPolicy(Ties ties) : ties_(ties) {}

 private:
  auto indices() const {
    return [policy = static_cast<const Policy*>(this)](Action a) { return policy->index(a); };
  }

  Ties ties_;
};

}  // namespace replaybench::learning
