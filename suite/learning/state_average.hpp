#pragma once
// The mean of several states of one algorithm, number by number: what `become_average_of` (concept
// Averaging, suite/model/bandit.hpp) of the algorithms is made of.
//
// The mean is x_1 + ((x_2 - x_1) + ... + (x_n - x_1)) / n: that of equal numbers is that number,
// bit by bit, so that the average of copies of a state is the state.

#include <cstddef>
#include <span>
#include <vector>

namespace replaybench::learning {

/// Mean of read(state) over `states` (not empty).
template <class A, class Read>
double average_of(std::span<const A* const> states, const Read& read) {
  const double first = read(*states.front());
  double differences = 0;
  for (const A* state : states) differences += read(*state) - first;
  return first + differences / static_cast<double>(states.size());
}

/// Means of the numbers of `member` into `out`, which may be that of one of the states.
template <class A>
void average_into(std::vector<double>& out, std::span<const A* const> states,
                  std::vector<double> A::*member) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = average_of(states, [&](const A& state) { return (state.*member)[i]; });
  }
}

}  // namespace replaybench::learning
