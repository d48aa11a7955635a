#pragma once
// Ad Predictor: a Gaussian weight for each value of each feature; a display is a team of the
// weights of its values, and a probit regression learns their strengths from clicks.
//
// Source: thesis sections 2.3.1 (p. 45) to 2.4.4 (p. 52) and algorithm 7
// (section 2.4.5, p. 53), the winner of the Exploration vs Exploitation challenge 2; forgetting and
// shifting models appendix E.2 (p. 267); click probability in appendix E.3.1 (p. 269). Graepel,
// Quinonero Candela, Borchert, Herbrich, ICML 2010.
//
//   thesis              here
//   F, C_E              the used features, and the item if it is one
//   C_c, C_D            features below first_categorical, and from it on
//   N(m_a, sigma_a^2)   Gaussian, one for each value of a feature (for each value and item where
//                       the feature is crossed: f x {1..K})
//   active(d)           one weight a feature
//   Score(d)            N(sum m_a, alpha sum sigma_a^2), sampled once from the sum (section 2.3.2,
//                       p. 45)
//   T                   explore    updates before which the largest variance of the score is chosen
//   alpha, beta         alpha, beta
//   m, sigma            mean_*, sigma_*, apart for discrete and continuous features
//                       (appendix E.3.2, p. 269)
//   v, w                exact, or interpolated in a table (probit_table.hpp)
//   epsilon             forgetting
//   M_max, tau          models, tau (shifting_models.hpp)
//   lists of features   items: M1 = discrete with features = discrete; M2 = all; M3 = discrete;
//                       M4 = none ("visitor selection", the winner); M5 = feature
//   discretisation      discretiser (discretisers/discretisers.hpp)
//   some of C_c crossed M6: crossed, in addition to `items` (section 2.4.2, p. 49)
//   an ANOVA on line    M7: anova_after, anova_level: crosses categorical features with the item
//                       while it plays (section 2.4.2, p. 49; crossing_search.hpp)
//   linear features     continuous = linear: one weight w, the score gets w x; both: and the
//                       discrete ones (appendix E.1.1, p. 264)
//   hybrid features     continuous = hybrid: GAP's, affine by part: a constant and a slope for each
//                       part (appendix E.1.2, p. 264)
//   epsilon_n-greedy    decreasing = c: a uniform choice with probability min(1, c / n)
//                       (section 2.4.4, p. 52)
//
// A categorical feature is a code 0, 1, ... `values` - 1; other numbers share one more value. A
// missing value is the number `missing` (contexts are finite) and is a value like any other: "not
// to select any contributor always deteriorated the performance" (section 2.4.1, p. 48).
//
// As a contextual bandit it scores the displays (context, action) of the available actions, which
// needs items other than none.
//
// Deviations from the print, and what it leaves open:
//   - gain: the print has sigma / Sigma for the step of a mean, the posterior sigma^2 / Sigma; see
//     suite/learning/click_model.hpp. The default is the corrected one: only with it do beta = 300
//     to 600 and sigma = 20, the thesis's best, fit a click rate of 0.0024 (study challenge_2).
//   - the iteration counter of algorithm 7 is never raised: it counts updates here.
//   - ties: the lowest place, or at random.
//   - a continuous feature has one weight for all its values until the first 64 of them were
//     learned from, for the discretisers look at those; `choose` may not collect them.
//   - discretiser = cuts (section 2.4.2, p. 49): the score has the side of the best separating cut
//     of each feature, the update teaches a side of every cut, from the Sigma and Lambda of the
//     score. Where no cut has both sigmas below T(t) the criterion is 0 for all: the middle cut
//     then. The print has T(t) = gamma t, "decreasing with a minimum": here max(threshold_min,
//     threshold_start - threshold_slope t). A cut is chosen again when the feature (crossed: with
//     this item) is learned.
//   - forgetting is applied after the update, to every weight, as printed (appendix E.2.1, p. 268).
//   - linear and hybrid: x is sign(x) ln(1 + |x|) / slope_unit, for the features "were clearly not
//     on the same scale"; the text tried x, log, exp and x^2, all with drops. A missing value has a
//     weight of its own and no slope: it adds nothing to the score's mean or variance. Slopes learn as in LAP (algorithm 8): means step by x, variances do not
//     look at these values. They have the prior of the continuous features.
//   - M7: test, level, time and what a crossed feature starts with are not printed; see
//     crossing_search.hpp. For a crossed feature every item's weights start with the mean that
//     all items shared and the variance before any reward, as algorithm 19 renews a model. Features
//     stay crossed. The algorithm learns from its own choices, so a crossed feature makes the values of
//     other features depend on the item.
//   - means and variances before any reward: the same for all weights of a kind.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/ad_predictor/crossing_search.hpp"
#include "algorithms/ad_predictor/discretisers/discretisers.hpp"
#include "algorithms/ad_predictor/shifting_models.hpp"
#include "suite/component/registry.hpp"
#include "suite/learning/click_model.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::ad_predictor {

using learning::Gain;

/// Features that are crossed with the item; with `feature` none is, and the item is a feature
/// itself.
enum class Items { all, discrete, none, feature };
enum class Used { all, discrete, continuous };
/// Effect of a continuous feature: a weight of each part, one slope, both, or a weight and a slope
/// of each part.
enum class Continuous { parts, linear, both, hybrid };
/// Parts of the copy that shifting models reset: its variances, or its means too.
enum class Reset { sigmas, all };

struct Gaussian {
  double mean = 0;
  double variance = 0;

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(mean, variance);
  }
};

struct Threshold {
  double start = 20;
  double slope = 0.001;
  double least = 5;
};

struct Options {
  std::uint64_t explore = 0;
  double alpha = 1;             ///< >= 0
  double beta = 300;            ///< > 0
  Gaussian discrete{0, 400};    ///< before any reward; variance > 0
  Gaussian continuous{0, 400};  ///< before any reward; variance > 0
  learning::Gain gain = learning::Gain::corrected;
  bool interpolated = false;
  Items items = Items::all;
  Used used = Used::all;
  std::size_t first_categorical = 0;  ///< features from here on are codes
  std::size_t values = 32;            ///< codes 0 .. values - 1
  double missing = -1e9;
  Discretiser discretiser = Discretiser::groups;
  Threshold threshold;
  double forgetting = 0;  ///< in [0, 1]
  std::size_t models = 1;
  std::uint64_t tau = 0;  ///< 0: never
  Reset reset = Reset::sigmas;
  Ties ties = Ties::lowest;
  Continuous form = Continuous::parts;
  std::vector<std::int64_t> crossed;  ///< features crossed with the item, for any `items`
  CrossingOptions search;             ///< of more features to cross
  double slope_unit = 1;              ///< > 0
  double decreasing = 0;              ///< >= 0: c of epsilon_n-greedy
};

/// Not thread-safe, not even its const functions on one object (they share a buffer that is no part
/// of the state); copies are independent.
class AdPredictor {
 public:
  AdPredictor(Action action_count, std::size_t dimension, const Options& options);

  /// O(K F); a normal draw for each action when alpha > 0 and exploration is over.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    if (explores(draws)) return actions[draws.below(actions.size())];
    read(context);
    return best_action(actions, options_.ties, draws,
                       [&](Action action) { return value(active_score(action), draws); });
  }
  /// chooseDisplay of algorithm 7. O(batch F).
  std::size_t choose_display(std::span<const Display> batch, Draws& draws) const {
    if (explores(draws)) return draws.below(static_cast<std::uint32_t>(batch.size()));
    score_all(batch);
    return best_action(ActionSet::all(static_cast<Action>(batch.size())), options_.ties, draws,
                       [&](Action i) { return value(scores_[i], draws); });
  }

  /// `reward` is 0 or 1. O(models F), and O(models weights) with forgetting. Throws
  /// NumericalFailure when the weights overflow.
  void update(const Context& context, Action action, double reward);

  /// p(d) = Phi(s / sqrt(beta^2 + sigma^2)), the probability of a click.
  double predicted_reward(const Context& context, Action action) const;

  /// Sums of the means and of the variances of the active weights of the model in use, without
  /// alpha.
  Gaussian score(const Context& context, Action action) const {
    read(context);
    return active_score(action);
  }
  /// The weights of the model in use that are active in this display, in the order of the features;
  /// the item's own is last. For tests and explanations; allocates.
  std::vector<Gaussian> active_weights(const Context& context, Action action) const;
  const FeatureCuts& cuts() const { return cuts_; }
  /// The features that are crossed with the item now, by their numbers in the context, increasing.
  /// For tests and explanations; allocates.
  std::vector<std::size_t> crossed_features() const;

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(models_, cuts_, updates_, search_);
  }

 private:
  struct Model {
    std::vector<Gaussian> weights;
    std::vector<std::uint32_t>
        chosen;  // discretiser = cuts: the cut in use of a feature (and item)

    template <class Visitor>
    void visit_state(Visitor&& visit) const {
      visit(weights, chosen);
    }
  };

  enum class Slope { none, whole, by_part };

  struct Feature {
    std::size_t index;   // in the context
    std::size_t first;   // its first weight
    std::size_t size;    // weights (for each item, if crossed)
    std::size_t stride;  // from an item's weights to the next's; 0 if not crossed
    std::size_t cut;     // its place in cuts_ and (times the items, if crossed) in chosen
    std::size_t first_chosen;
    bool categorical;
    Slope slope;  // its weights are multiplied by the value
  };

  // Results of read() for a feature: the place of its weight (item 0's, if crossed), that the place
  // depends on the cut in use, or that it has none (the slope of a missing value).
  static constexpr std::size_t by_cut = ~std::size_t{0};
  static constexpr std::size_t absent = by_cut - 1;

  void read(const Context& context) const { read(context, active_); }
  void read(const Context& context, std::span<std::size_t> active) const;
  void read_numbers(const Context& context, std::span<std::size_t> active) const;
  std::size_t number_place(const Feature& feature, double x) const;
  // The scores of a batch, into scores_.
  void score_all(std::span<const Display> batch) const;
  std::size_t item_part(const Feature& feature, Action action) const {
    return feature.stride == 0 ? 0 : action;
  }
  std::size_t place(const Model& model, std::size_t f, Action action) const {
    if (active_[f] != by_cut) return active_[f] + strides_[f] * action;
    const Feature& feature = features_[f];
    const std::size_t cut = model.chosen[feature.first_chosen + item_part(feature, action)];
    return feature.first + feature.stride * action + 2 * cut +
           (numbers_[f] >= cuts_.cuts(feature.cut)[cut] ? 1 : 0);
  }
  Gaussian score_of(const Model& model, Action action) const {
    Gaussian sum;
    if (only_parts_) {
      for (std::size_t f = 0; f < strides_.size(); ++f) {
        const Gaussian& weight = model.weights[active_[f] + strides_[f] * action];
        sum.mean += weight.mean;
        sum.variance += weight.variance;
      }
      return sum;
    }
    for (std::size_t f = 0; f < features_.size(); ++f) {
      if (active_[f] == absent) continue;
      const Gaussian& weight = model.weights[place(model, f, action)];
      sum.mean += weight.mean * factors_[f];
      sum.variance += weight.variance;
    }
    return sum;
  }
  Gaussian active_score(Action action) const { return score_of(models_.oldest(), action); }
  bool explores(Draws& draws) const {
    return options_.decreasing > 0 &&
           draws.uniform() * static_cast<double>(updates_ + 1) < options_.decreasing;
  }
  double value(const Gaussian& distribution, Draws& draws) const {
    if (updates_ < options_.explore) return distribution.variance;
    if (options_.alpha == 0) return distribution.mean;
    return distribution.mean + std::sqrt(options_.alpha * distribution.variance) * draws.normal();
  }

  void learn(Model& model, Action action, double y) const;
  void choose_cut(Model& model, const Feature& feature, Action action) const;
  void forget(Model& model) const;
  void renew(Model& model) const;
  void search(Action action, bool click);
  void cross(std::size_t f);
  std::size_t weights_of(const Feature& feature) const {
    return feature.size * (feature.stride > 0 ? action_count_ : 1);
  }
  const Gaussian& prior(const Feature& feature) const {
    return feature.categorical ? options_.discrete : options_.continuous;
  }

  Options options_;
  Action action_count_;
  std::vector<Feature> features_;              // continuous, categorical, the item
  std::vector<std::size_t> firsts_, strides_;  // of each feature; what the inner loops read of them
  std::vector<std::size_t> crossed_;           // those with a stride
  std::size_t numbers_end_ = 0;                // where the continuous features end
  std::size_t codes_ = 0;                      // categorical features, which follow
  std::vector<std::size_t> uncut_;             // the features that have parts, but no cuts yet
  // Each weight belongs to a part that does not depend on the model, and is multiplied by 1.
  bool only_parts_;
  FeatureCuts cuts_;
  ShiftingModels<Model> models_;
  CrossingSearch search_;
  std::vector<std::size_t> candidates_;  // of the search, by their places in features_
  std::uint64_t updates_ = 0;
  // Data of the current context; not part of the state.
  mutable std::vector<std::size_t> active_;
  mutable std::vector<double> numbers_;  // values from which cuts are chosen
  mutable std::vector<double> factors_;  // by which a mean is multiplied: 1, or a slope's x
  mutable std::vector<std::size_t> batch_active_;  // of a batch, with the items' strides
  mutable std::vector<Gaussian> scores_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::ad_predictor
