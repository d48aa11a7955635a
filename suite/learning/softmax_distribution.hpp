#pragma once
// Shared by the algorithms with exponential weights: the distribution q(a) proportional to
// exp(score(a) / temperature) over the available actions, from scores of any size.
//
// The highest score is subtracted before anything is exponentiated: nothing overflows, the best
// action's weight is exactly 1, and a weight too small for a double is 0, in the distribution and
// in the choice alike. Scores are finite, `temperature` > 0. Each function is O(pool).

#include <algorithm>
#include <span>

#include "suite/model/action.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::learning {

/// exp((score(a) - highest score) / temperature) for actions of a set, and the sum of these.
template <class Score>
class SoftmaxDistribution {
 public:
  SoftmaxDistribution(const ActionSet& actions, double temperature, Score score)
      : actions_(actions), temperature_(temperature), score_(score), highest_(score(actions[0])) {
    for (Action i = 1; i < actions.size(); ++i) {
      highest_ = std::max(highest_, score(actions[i]));
    }
    for (Action i = 0; i < actions.size(); ++i) sum_ += weight(actions[i]);
  }

  double probability(Action action) const { return weight(action) / sum_; }

  /// The action at `u`, uniform on [0, 1), of the distribution function.
  Action at(double u) const {
    // u < 1 and sum_ >= 1, so that the bound is below the last partial sum, which has sum_'s bits.
    const double bound = u * sum_;
    double partial = 0;
    for (Action i = 0; i + 1 < actions_.size(); ++i) {
      partial += weight(actions_[i]);
      if (partial > bound) return actions_[i];
    }
    return actions_[actions_.size() - 1];
  }

 private:
  double weight(Action action) const {
    return numeric::exp((score_(action) - highest_) / temperature_);
  }

  ActionSet actions_;
  double temperature_;
  Score score_;
  double highest_;
  double sum_ = 0;
};

}  // namespace replaybench::learning
