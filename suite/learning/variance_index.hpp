#pragma once
// The index of UCB-V, shared by ucb_v and ucb_v_counting_choose: they differ in how they count t.

#include <cmath>
#include <limits>
#include <vector>

#include "suite/component/bind.hpp"
#include "suite/learning/shared_parameters.hpp"
#include "suite/model/action.hpp"
#include "suite/model/numerical_failure.hpp"

namespace replaybench::learning {

struct VarianceIndexOptions {
  double zeta = 1;    ///< in [0, 1e9]; E = zeta ln t
  double linear = 3;  ///< >= 0; factor of the term b E / s
  double range = 1;   ///< b > 0: rewards lie in an interval of this length
};

/// The parameters that an algorithm with this index has.
inline Binding<VarianceIndexOptions> variance_index_parameters() {
  using Options = VarianceIndexOptions;
  return bind_parameters<Options>(
      real(&Options::zeta, "zeta", "exploration: the bound grows with zeta ln t")
          .at_least(0)
          .at_most(1e9)
          .source(
              "thesis, figure 4.14 (section 4.4.2, p. 113): 1; section 4.4.2 (p. 113): 0.3 in the "
              "challenge; 1.2 in UCB-V's paper")
          .tuned_over(confidence_widths()),
      real(&Options::linear, "linear",
           "factor of the term that does not depend on the variance; 0: left out")
          .at_least(0)
          .finite()
          .source("3 c of UCB-V's paper with c = 1"),
      real(&Options::range, "range", "length of the interval in which rewards lie")
          .above(0)
          .finite()
          .source("b of UCB-V's paper"));
}

/// Mean and variance of each action's rewards, and the bound that follows from them.
class VarianceIndex {
 public:
  VarianceIndex(Action action_count, const VarianceIndexOptions& options)
      : rewards_(action_count),
        squares_(action_count),
        pulls_(action_count),
        means_(action_count, std::numeric_limits<double>::infinity()),
        variances_(action_count),
        options_(options) {}

  /// O(1). Throws NumericalFailure when a sum of squared rewards overflows. Sums of rewards 0 and 1
  /// are exact: actions with equal counts have equal indices.
  void learn(Action action, double reward) {
    rewards_[action] += reward;
    squares_[action] += reward * reward;
    if (!std::isfinite(squares_[action])) {
      throw NumericalFailure("ucb_v: the sum of an action's squared rewards overflowed");
    }
    pulls_[action] += 1;
    const double mean = rewards_[action] / pulls_[action];
    const double variance = squares_[action] / pulls_[action] - mean * mean;
    means_[action] = mean;
    variances_[action] = variance > 0 ? variance : 0;  // roundoff may make it negative
  }

  /// The bound at time t, given ln t; +infinity for an action without a reward.
  double at(Action action, double log_t) const {
    const double s = pulls_[action];
    if (s == 0) return std::numeric_limits<double>::infinity();
    const double exploration = options_.zeta * log_t / s;
    return means_[action] + std::sqrt(2 * variances_[action] * exploration) +
           options_.linear * options_.range * exploration;
  }
  double variance(Action action) const { return variances_[action]; }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(rewards_, squares_, pulls_, means_, variances_);
  }

 private:
  std::vector<double> rewards_;
  std::vector<double> squares_;
  std::vector<double> pulls_;
  std::vector<double> means_;
  std::vector<double> variances_;
  VarianceIndexOptions options_;
};

}  // namespace replaybench::learning
