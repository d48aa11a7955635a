#pragma once
// For tests: a random run over changing pools, to compare an algorithm with its own derivation
// from the whole history.

#include <vector>

#include "suite/model/action.hpp"
#include "suite/model/context.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::testing {

/// The record learned at one step.
struct Event {
  std::vector<Action> pool;
  Action action;
  double reward;
};

/// A random pool of `action_count` actions at a step, never empty; from `draws`.
inline std::vector<Action> random_pool(Action action_count, Draws& draws) {
  std::vector<Action> pool;
  for (Action a = 0; a < action_count; ++a) {
    if (draws.below(4) > 0) pool.push_back(a);
  }
  if (pool.empty()) pool.push_back(draws.below(action_count));
  return pool;
}

/// The choice of a deterministic algorithm without context.
template <class Algorithm>
Action ask(const Algorithm& algorithm, const ActionSet& actions) {
  Draws draws({1}, 0);
  return algorithm.choose(Context(), actions, draws);
}

/// Number and sum of rewards of an action among the last `window` events of a history.
struct Count {
  double pulls = 0;
  double rewards = 0;
};
inline Count count_of(const std::vector<Event>& history, Action action,
                      std::size_t window = static_cast<std::size_t>(-1)) {
  Count count;
  const std::size_t first = history.size() > window ? history.size() - window : 0;
  for (std::size_t i = first; i < history.size(); ++i) {
    if (history[i].action != action) continue;
    ++count.pulls;
    count.rewards += history[i].reward;
  }
  return count;
}

}  // namespace replaybench::testing
