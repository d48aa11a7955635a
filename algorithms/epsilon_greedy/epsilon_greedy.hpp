#pragma once
// Epsilon-greedy: the action with the best empirical mean; with probability epsilon a uniform
// choice.
//
// Source: thesis, section 1.4.2 (p. 17; text, no listing); Auer, Cesa-Bianchi, Fischer,
// "Finite-time analysis of the multiarmed bandit problem", Machine Learning 47, 2002, with a
// constant epsilon.
//
//   thesis      here
//   epsilon     epsilon
//   mu_hat_j    means_[j]     empirical mean reward of action j
//   n_j         pulls_[j]     number of updates of action j
//
// Deviations from the print: none is possible, the text leaves open what to do with actions without
// a reward and with ties. Here an action that was never learned has mean +infinity, so that every
// action is tried once before the first is exploited; ties go to the lowest index or are broken at
// random. The context is not used.

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/state_average.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::epsilon_greedy {

class EpsilonGreedy {
 public:
  static constexpr bool uses_contexts = false;

  /// `epsilon` in [0, 1].
  EpsilonGreedy(Action action_count, double epsilon, Ties ties)
      : means_(action_count, std::numeric_limits<double>::infinity()),
        rewards_(action_count),
        pulls_(action_count),
        epsilon_(epsilon),
        ties_(ties) {}

  /// O(K).
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    if (epsilon_ > 0 && draws.uniform() < epsilon_) return actions[draws.below(actions.size())];
    return best_action(actions, ties_, draws, [this](Action a) { return means_[a]; });
  }
  /// O(1).
  void update(const Context&, Action action, double reward) {
    rewards_[action] += reward;
    pulls_[action] += 1;
    means_[action] = rewards_[action] / pulls_[action];
  }

  /// By sums and numbers of rewards. O(K states).
  void become_average_of(std::span<const EpsilonGreedy* const> states) {
    learning::average_into(rewards_, states, &EpsilonGreedy::rewards_);
    learning::average_into(pulls_, states, &EpsilonGreedy::pulls_);
    for (std::size_t a = 0; a < means_.size(); ++a) {
      means_[a] = pulls_[a] > 0 ? rewards_[a] / pulls_[a] : std::numeric_limits<double>::infinity();
    }
  }

  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const {
    Draws unused({}, 0);
    const Action best =
        best_action(actions, Ties::lowest, unused, [this](Action a) { return means_[a]; });
    Action tied = 1;
    if (ties_ == Ties::random) {
      tied = 0;
      for (Action i = 0; i < actions.size(); ++i) tied += means_[actions[i]] == means_[best];
    }
    for (Action i = 0; i < actions.size(); ++i) {
      const bool greedy = tied > 1 ? means_[actions[i]] == means_[best] : actions[i] == best;
      out[i] = epsilon_ / actions.size() + (greedy ? (1 - epsilon_) / tied : 0);
    }
  }

  std::optional<Action> fixed_choice(const ActionSet& actions) const {
    if (epsilon_ > 0) return std::nullopt;
    return untied_best(actions, ties_, [this](Action a) { return means_[a]; });
  }
  bool would_choose(const Context&, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    if (epsilon_ > 0 && draws.uniform() < epsilon_) {
      return actions[draws.below(actions.size())] == logged;
    }
    return would_be_best(actions, ties_, draws, logged, hint,
                         [this](Action a) { return means_[a]; });
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(means_, rewards_, pulls_);
  }

 private:
  std::vector<double> means_;
  std::vector<double> rewards_;
  std::vector<double> pulls_;
  double epsilon_;
  Ties ties_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::epsilon_greedy
