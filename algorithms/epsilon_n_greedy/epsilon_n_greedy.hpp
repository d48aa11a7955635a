#pragma once
// Epsilon_n-greedy: epsilon-greedy whose exploration dies out like 1/n.
//
// Source: named by the thesis (sections 2.4.4, p. 52, and 2.6.1, p. 57), which prints no formula;
// Auer, Cesa-Bianchi, Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine
// Learning 47, 2002, figure 3.
//
//   paper       here
//   c           c             how much is explored
//   d           d             a lower bound of the gap between the best mean and the others
//   n           n_            number of updates + 1
//   K           actions.size()
//   epsilon_n   epsilon(K) = min(1, c K / (d^2 n))
//
// Deviations from the print:
//   - K is the size of the pool at hand, not of the dictionary: each available action is explored
//     with probability c / (d^2 n) however many others there are. The same when the pool is
//     constant; with changing pools most of the dictionary is not there to be explored.
//   - only c / d^2 matters; both are kept because the theorem speaks of them (c > 5 and d below the
//     gap give its bound; much less does better in practice).
//   - left open by the paper: an action never learned has mean +infinity, so each is tried before
//     any is exploited; ties go to the lowest index or are broken at random.

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/state_average.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::epsilon_n_greedy {

class EpsilonNGreedy {
 public:
  static constexpr bool uses_contexts = false;

  /// `c` >= 0, finite; `d` in (0, 1].
  EpsilonNGreedy(Action action_count, double c, double d, Ties ties)
      : means_(action_count, std::numeric_limits<double>::infinity()),
        rewards_(action_count),
        pulls_(action_count),
        scale_(c / d / d),
        ties_(ties) {}

  /// O(K).
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    const double probability = epsilon(actions.size());
    if (probability > 0 && draws.uniform() < probability) {
      return actions[draws.below(actions.size())];
    }
    return best_action(actions, ties_, draws, [this](Action a) { return means_[a]; });
  }
  /// O(1). Throws NumericalFailure when a sum of rewards overflows.
  void update(const Context&, Action action, double reward);

  /// Probability of a uniform choice at the next step, among `pool_size` actions.
  double epsilon(Action pool_size) const {
    const double value = scale_ * pool_size / n_;
    return value < 1 ? value : 1;
  }

  /// By sums and numbers of rewards, and n. O(K states).
  void become_average_of(std::span<const EpsilonNGreedy* const> states) {
    n_ = learning::average_of(states, [](const EpsilonNGreedy& state) { return state.n_; });
    learning::average_into(rewards_, states, &EpsilonNGreedy::rewards_);
    learning::average_into(pulls_, states, &EpsilonNGreedy::pulls_);
    for (std::size_t a = 0; a < means_.size(); ++a) {
      means_[a] = pulls_[a] > 0 ? rewards_[a] / pulls_[a] : std::numeric_limits<double>::infinity();
    }
  }

  void probabilities(const Context&, const ActionSet& actions, std::span<double> out) const;

  std::optional<Action> fixed_choice(const ActionSet& actions) const {
    if (scale_ > 0) return std::nullopt;
    return untied_best(actions, ties_, [this](Action a) { return means_[a]; });
  }
  bool would_choose(const Context&, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    const double probability = epsilon(actions.size());
    if (probability > 0 && draws.uniform() < probability) {
      return actions[draws.below(actions.size())] == logged;
    }
    return would_be_best(actions, ties_, draws, logged, hint,
                         [this](Action a) { return means_[a]; });
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(means_, rewards_, pulls_, n_);
  }

 private:
  std::vector<double> means_;
  std::vector<double> rewards_;
  std::vector<double> pulls_;
  double scale_;  // c / d^2
  double n_ = 1;  // whole, except for an average of states
  Ties ties_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::epsilon_n_greedy
