#pragma once
// Shared by the collaborative filters: the user of a context, a model of users and items, and an
// epsilon-greedy choice among its predictions.

#include <concepts>
#include <span>
#include <utility>

#include "suite/learning/context_user.hpp"
#include "suite/learning/epsilon_choice.hpp"

namespace replaybench::learning {

/// Predicts the reward of an item for a user: never NaN, +infinity if nothing was learned of the
/// item. State by visit_state.
template <class M>
concept LearnsRatings = requires(M& writer, const M& reader, std::size_t user, std::size_t item,
                                 double reward) {
  { writer.learn(user, item, reward) } -> std::same_as<void>;
  { reader.predict(user, item) } -> std::same_as<double>;
};

/// An algorithm that knows of a context the user alone. Costs are the model's: `predict` for each
/// action of the pool, `learn` for each update.
template <LearnsRatings Model>
class CollaborativeFilter {
  // The model's predictions for one user.
  struct Scores {
    const Model& model;
    std::size_t user;
    double operator()(Action action) const { return model.predict(user, action); }
  };

 public:
  CollaborativeFilter(const EpsilonChoice& choice, const ContextUser& user, Model model)
      : choice_(choice), user_(user), model_(std::move(model)) {}

  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return choice_.choose(actions, draws, scores(context));
  }
  void update(const Context& context, Action action, double reward) {
    model_.learn(user_(context), action, reward);
  }
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    choice_.probabilities(actions, scores(context), out);
  }
  /// +infinity for an action that was never learned.
  double predicted_reward(const Context& context, Action action) const {
    return scores(context)(action);
  }
  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    return choice_.would_choose(actions, logged, hint, draws, scores(context));
  }
  const Model& model() const { return model_; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(model_);
  }

 private:
  Scores scores(const Context& context) const { return {model_, user_(context)}; }

  EpsilonChoice choice_;
  ContextUser user_;
  Model model_;
};

}  // namespace replaybench::learning
