#pragma once
// The optimal policy of a simulated environment: the action with the highest expected reward, as an
// oracle knows it.
//
// Source: thesis, section 5.5.3 (p. 136), "the optimal policy that given a context chooses the best
// possible action" and "the epsilon-optimal policy that plays the optimal action with probability
// 0.5 and an action at random with probability 0.5" (epsilon = 0.5).
//
//   thesis      here
//   pi*         argmax over a of environment.expected_reward(context, a, knowledge)
//   epsilon     epsilon
//
// Deviations from the print: the thesis does not state the knowledge of the optimal policy if the
// context is noisy, so there are three readings: `plug_in` (the model, with noisy features in place of the
// signal), `posterior` (the model and Bayes), `full` (the signal itself). Ties go to the lowest
// index. Only for simulated data: a real log has no oracle.

#include <memory>
#include <span>
#include <utility>

#include "suite/component/registry.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/environment.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::best_policy {

class BestPolicy {
  // Before its uses: its type is deduced.
  auto score(const Context& context) const {
    return [this, &context](Action action) {
      return environment_->expected_reward(context, action, knowledge_);
    };
  }

 public:
  static constexpr bool learns = false;

  /// `environment` not null; only its model is read, never the step that it observes. `epsilon` in
  /// [0, 1].
  BestPolicy(std::shared_ptr<const Environment> environment, Knowledge knowledge, double epsilon)
      : environment_(std::move(environment)), knowledge_(knowledge), epsilon_(epsilon) {}

  /// O(K) expectations.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    if (epsilon_ > 0 && draws.uniform() < epsilon_) return actions[draws.below(actions.size())];
    return best_action(actions, Ties::lowest, draws, score(context));
  }
  void update(const Context&, Action, double) {}

  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    Draws unused({}, 0);
    const Action best = best_action(actions, Ties::lowest, unused, score(context));
    for (Action i = 0; i < actions.size(); ++i) {
      out[i] = epsilon_ / actions.size() + (actions[i] == best ? 1 - epsilon_ : 0);
    }
  }

  /// The display with the highest expected reward; with probability epsilon a random display.
  std::size_t choose_display(std::span<const Display> batch, Draws& draws) const {
    const auto all = ActionSet::all(static_cast<Action>(batch.size()));
    if (epsilon_ > 0 && draws.uniform() < epsilon_) return draws.below(all.size());
    return best_action(all, Ties::lowest, draws, [&](Action i) {
      return environment_->expected_reward(batch[i].context, batch[i].action, knowledge_);
    });
  }
  double predicted_reward(const Context& context, Action action) const {
    return environment_->expected_reward(context, action, knowledge_);
  }

  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    if (epsilon_ > 0 && draws.uniform() < epsilon_) {
      return actions[draws.below(actions.size())] == logged;
    }
    return is_best_action(actions, logged, hint, score(context));
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(knowledge_, epsilon_);
  }

 private:
  std::shared_ptr<const Environment> environment_;
  Knowledge knowledge_;
  double epsilon_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::best_policy
