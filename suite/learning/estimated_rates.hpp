#pragma once
// Mean reward of each action in each segment of the visitors.

#include <cstddef>
#include <limits>
#include <vector>

#include "suite/model/action.hpp"

namespace replaybench::learning {

class EstimatedRates {
 public:
  EstimatedRates(std::size_t segments, Action action_count)
      : action_count_(action_count),
        means_(segments * action_count, -std::numeric_limits<double>::infinity()),
        sums_(segments * action_count),
        counts_(segments * action_count) {}

  void add(std::size_t segment, Action action, double reward) {
    const std::size_t place = segment * action_count_ + action;
    sums_[place] += reward;
    counts_[place] += 1;
    means_[place] = sums_[place] / counts_[place];
  }
  /// -infinity if no reward was seen: what has no estimate is not served, the random bucket will
  /// find it.
  double operator()(std::size_t segment, Action action) const {
    return means_[segment * action_count_ + action];
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(means_, sums_, counts_);
  }

 private:
  Action action_count_;
  std::vector<double> means_;  // a row of actions for each segment
  std::vector<double> sums_;
  std::vector<double> counts_;
};

}  // namespace replaybench::learning
