#pragma once
// greedy_with_prior: the best mean reward, each action's mean drawn towards 1/2.
//
//   index_a = (s_a + w / 2) / (n_a + w)
//
//   symbol | name here
//   -------|----------
//   n_a    | pulls_      how often action a was played
//   s_a    | rewards_    the sum of its rewards
//   w      | weight_     how many plays the prior counts for

#include <vector>

#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::greedy_with_prior {

/// State: O(K).
class GreedyWithPrior {
 public:
  /// `weight` > 0.
  GreedyWithPrior(Action action_count, double weight)
      : weight_(weight), pulls_(action_count), rewards_(action_count) {}

  /// The action to play. Needs a non-empty set of actions. O(K).
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return best_action(actions, Ties::lowest, draws, [&](Action a) {
      return (rewards_[a] + weight_ / 2) / (pulls_[a] + weight_);
    });
  }

  /// Learns that `action` got `reward`. O(1).
  void update(const Context&, Action action, double reward) {
    pulls_[action] += 1;
    rewards_[action] += reward;
  }

 private:
  double weight_;
  std::vector<double> pulls_;
  std::vector<double> rewards_;
};

}  // namespace replaybench::algorithms::greedy_with_prior
