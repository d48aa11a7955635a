#pragma once
// GAP, Generalized Ad Predictor: Ad Predictor for a mosaic of discrete, linear, linear-by-part and
// affine-by-part features, as a contextual bandit with one model for each action.
//
// Source: thesis section 2.6.2 (p. 57) and appendix E.1 (p. 263): text, no listing and
// no experiment. The updates are those of algorithms 7 and 8: suite/learning/click_model.hpp.
//
// Form of a feature f with value x, and its active weights (mean m, variance sigma^2):
//
//   discrete   one weight for each part of the range; the part that contains x adds m
//   linear     one weight; adds m x
//   hybrid     one linear weight for each part ("linear by part"); the part that contains x adds m x
//   affine     two for each part: adds m_b + m_a x (thesis, appendix E.1.2, p. 264: "what we want
//              to do most of the time")
//
// The parts are `parts` equal intervals of [lowest, highest] ("discretized, say uniformly"). Values
// below and above have each a part of their own, with a discrete weight in every form
// (appendix E.1.2, p. 264); a missing value can be written as any number below `lowest`, and then
// has a weight to learn, which the thesis found better than to ignore it (appendix E.1.2, p. 264).
//
//   thesis      here
//   Score(d) ~ N(sum of m_a x_a over the active weights, alpha sum of their sigma_a^2)
//   alpha       exploration / (n prior_variance), n = weights active when all values are in range
//   Sigma^2     beta^2 + sum of the active sigma_a^2
//   Lambda      y (mean of the score) / Sigma
//   intercept   an always active discrete weight (appendix E.1.2, p. 264)
//
// Left open by the text:
//   - the formula of the score (appendix E.1.1, p. 264) has no alpha; it is put in front of the
//     variance as in algorithms 7 and 8. As for LAP, `exploration` is the variance of a score
//     before any reward (at most: an affine feature out of range has one active weight and not
//     two).
//   - items: each action has a model of its own, the thesis's features "crossed with the items",
//     which are K independent models (section 2.4.1, p. 48).
//   - the intercept: simulators give the constant feature last. intercept = last_feature treats
//     that one as linear, which at the value 1 is an always active weight; = added puts a weight
//     if the contexts have no constant; = none treats the last feature like the others.
//   - hybrid and affine step the mean of a linear weight by x, and its variance for every x
//     (section 2.6.1, p. 57).
//
// GAP with linear features only *is* LAP up to roundoff: each weight has its own variance, but
// all are active at every update and the variance's step does not look at x, so they stay equal
// (the thesis's own argument for LAP's single sigma, section 2.6.1, p. 57). One feature of another
// form, and they part.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/best_sample.hpp"
#include "suite/learning/click_model.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::gap {

using learning::Gain;

enum class Form { discrete, linear, hybrid, affine };

struct Options {
  std::vector<Form> forms;       ///< one a feature
  bool added_intercept = false;  ///< a weight that is always active, besides the features
  std::uint32_t parts = 6;       ///< >= 1
  double lowest = -3;            ///< finite, with highest > lowest
  double highest = 3;
  double exploration = 1;  ///< >= 0: variance of a score before any reward
  double beta = 10;        ///< > 0
  double prior_mean = 0;
  double prior_variance = 300;  ///< > 0
  learning::Gain gain = learning::Gain::printed;
};

/// Mean and variance of a Gaussian.
struct Gaussian {
  double mean;
  double variance;
};

/// Not thread-safe, not even its const functions on one object (they share a buffer that is no part
/// of the state); copies are independent.
class Gap {
 public:
  Gap(Action action_count, Options options);

  /// O(K n), n active weights; one normal draw for each available action unless exploration is 0.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    read(context);
    if (is_deterministic()) {
      return best_action(actions, Ties::lowest, draws,
                         [this](Action a) { return active_score(a).mean; });
    }
    return learning::best_sample(
        actions, draws,
        [&](Action first, Action count, learning::ScoreDistributions& distributions) {
          for (Action i = 0; i < count; ++i) {
            const Gaussian distribution = active_score(actions[first + i]);
            distributions.means[i] = distribution.mean;
            distributions.deviations[i] = std::sqrt(alpha_ * distribution.variance);
          }
        });
  }

  /// `reward` is 0 or 1. O(n). Throws NumericalFailure when the weights overflow.
  void update(const Context& context, Action action, double reward);

  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    if (!is_deterministic()) return choose(context, actions, draws) == logged;
    read(context);
    return is_best_action(actions, logged, hint, [this](Action a) { return active_score(a).mean; });
  }

  /// Sums of the means (times their values) and of the variances of the active weights; the
  /// variance without alpha.
  Gaussian score(const Context& context, Action action) const {
    read(context);
    return active_score(action);
  }
  /// Weights of one action.
  std::size_t weight_count() const { return weight_count_; }
  /// The weights of `action` that are active in this context, in the order of the features (affine:
  /// b, then a), the added intercept last. For tests and explanations; allocates.
  std::vector<Gaussian> active_weights(const Context& context, Action action) const;

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(weights_);
  }

 private:
  bool is_deterministic() const { return options_.exploration == 0; }
  struct Active {
    std::size_t place;  // of the mean in an action's row; the variance follows
    double value;       // by which the mean is multiplied
  };

  void read(const Context& context) const;
  std::size_t part_of(double value) const;
  Gaussian active_score(Action action) const {
    const double* row = weights_.data() + 2 * weight_count_ * action;
    Gaussian sum{0, 0};
    for (const Active& active : std::span(active_).first(active_count_)) {
      sum.mean += row[active.place] * active.value;
      sum.variance += row[active.place + 1];
    }
    return sum;
  }

  Options options_;
  std::vector<std::size_t> first_;  // place of each feature's first weight
  std::size_t weight_count_ = 0;
  double alpha_;
  std::vector<double> weights_;         // a row an action: mean, variance, mean, variance, ...
  mutable std::vector<Active> active_;  // of the context at hand; no part of the state
  mutable std::size_t active_count_ = 0;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::gap
