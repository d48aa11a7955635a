#pragma once
// The most popular action: plays what has collected the most rewards so far, or the highest rate of
// them. A baseline without exploration.
//
// Source: the "most popular approach" of thesis section 4.4.3 (p. 114; g_mostpop), where it is
// known in advance which action that is; here it is counted as one goes. No listing.
//
//   here        meaning
//   rewards_[a], pulls_[a]    sum and number of the rewards learned for action a
//   scores_[a]                rewards_[a], or rewards_[a] / pulls_[a]
//
// Deviations from the print: none is possible. What the text leaves open:
//   - an action that was never learned comes first (`untried` = "first", score +infinity: each is
//     played once), or counts as one without rewards (`untried` = "zero": score 0, so it is played
//     only while nothing in the pool has a positive score).
//   - ties go to the lowest index or are broken at random.
// There is no exploration after that, on purpose: by rewards, the first action to get ahead is
// played more, so it gets further ahead; the algorithm counts its own popularity. By rate with
// `untried` = "first" this is epsilon_greedy with epsilon = 0. The context is not used.

#include <limits>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/index_policy.hpp"

namespace replaybench::algorithms::most_popular {

enum class Popularity { rewards, rate };
enum class Untried { first, zero };

class MostPopular : public learning::IndexPolicy<MostPopular> {
 public:
  MostPopular(Action action_count, Popularity by, Untried untried, Ties ties)
      : IndexPolicy(ties),
        scores_(action_count,
                untried == Untried::first ? std::numeric_limits<double>::infinity() : 0),
        rewards_(action_count),
        pulls_(action_count),
        by_(by) {}

  /// O(1).
  void update(const Context&, Action action, double reward) {
    rewards_[action] += reward;
    pulls_[action] += 1;
    scores_[action] =
        by_ == Popularity::rewards ? rewards_[action] : rewards_[action] / pulls_[action];
  }

  /// Sum or mean of an action's rewards; before its first, 0 or +infinity.
  double index(Action action) const { return scores_[action]; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(scores_, rewards_, pulls_);
  }

 private:
  std::vector<double> scores_;
  std::vector<double> rewards_;
  std::vector<double> pulls_;
  Popularity by_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::most_popular
