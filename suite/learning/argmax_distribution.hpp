#pragma once
// The distribution of choice of an algorithm that plays the highest score: all on one action, or
// shared equally if ties are broken at random.

#include <algorithm>
#include <span>

#include "suite/model/action.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::learning {

/// out[i] = P(best_action(actions, ties, ..., score) = actions[i]); `out` has actions.size() places.
/// `score` never gives NaN. O(actions), each scored once.
template <class Score>
void argmax_distribution(const ActionSet& actions, Ties ties, Score&& score,
                         std::span<double> out) {
  for (Action i = 0; i < actions.size(); ++i) out[i] = score(actions[i]);
  const double highest = *std::max_element(out.begin(), out.end());
  const auto tied = static_cast<double>(std::count(out.begin(), out.end(), highest));
  const auto first = std::find(out.begin(), out.end(), highest) - out.begin();
  if (ties == Ties::random) {
    for (double& p : out) p = p == highest ? 1 / tied : 0;
  } else {
    std::fill(out.begin(), out.end(), 0.0);
    out[static_cast<std::size_t>(first)] = 1;
  }
}

}  // namespace replaybench::learning
