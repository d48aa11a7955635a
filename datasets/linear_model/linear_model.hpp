#pragma once
// The thesis's synthetic model: Gaussian contexts seen through noise, Bernoulli rewards linear in
// the context; a few "universal" actions with medium rewards for everybody, and "specific" actions with
// high rewards for some contexts.
//
// Source: thesis section 2.6.5 (p. 60), used again in chapter 4 (4.4.2, p. 113) and for all
// synthetic data of chapter 5 and appendix A (section 5.2, p. 123); the ICML 2014 paper (Nicol,
// Mary, Preux) for what the thesis leaves open.
//   F      features
//   K      actions
//   c      hidden(): the informative part, N(0, 1) per feature
//   n      the noise, N(0, 1/2) per feature: `noise`
//   x      values(): c + n, then the constant 1
//   p_a    LinearArm::quality: U(0.4, 0.5) for the universal actions, U(0.1, 0.2) for the specific
//   w_a    LinearArm::relevant: 0 for the universal; for the specific m features, drawn without
//          replacement, have a weight ~ N(0, 1/5), the others 0
//   q_max  the most that m can be
//
// Each point that the thesis leaves open is an option. Reasons for the defaults:
// - signal = c: P(reward = 1) = p_a + w_a.c. The thesis prints w_a.x (section 2.6.5, p. 60), the
//   paper says "w^T c ... the noise n is ignored", and only then is n a noise. LinUCB's mean at T =
//   10,000 was measured as .509 with c and .566 with x; the thesis has .507 (table A.1).
// - scale = standard_deviation: that is what 1/2 and 1/5 are. With a variance of 1/5 LinUCB reaches
//   .63 to .76 at T = 10,000.
// - relevant = uniform: m ~ U{1 .. q_max}; "fixed" is m = q_max.
// - clipping: always, to [0, 1]. The linear score leaves it for 12 to 22 % of (context, action).
// - order = shuffled: the text lists the universal actions first. An algorithm that breaks ties by
//   the lowest index would profit from that, so the indices are permuted at random.
// - model_seed = -1: a new model for each replicate; >= 0: one model, derived from that number
//   only. Table A.1's intervals can only come from one fixed model (its draw is not known).
// One uniform number a step serves the rewards of all actions (see bernoulli_arms).

#include <cstdint>
#include <memory>
#include <vector>

#include "suite/model/environment.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::datasets::linear_model {

struct LinearOptions {
  std::size_t features = 15;
  Action actions = 10;
  Action universal = 4;          ///< at most `actions`
  std::size_t q_max = 3;         ///< 1 .. features
  double noise_deviation = 0.5;  ///< standard deviation of n
  double weight_deviation = 0.2;
  bool signal_is_x = false;   ///< the reward depends on x, not on c
  bool always_q_max = false;  ///< m is q_max, not uniform
  bool listed_order = false;  ///< universal actions first
  bool intercept = true;      ///< the constant feature 1 is appended to x
};

struct RelevantFeature {
  std::size_t feature;
  double weight;
};

/// One action: probability of a reward = clip(quality + sum of weight * feature).
struct LinearArm {
  double quality = 0;
  std::vector<RelevantFeature> relevant;

  /// quality + shrink * w.x, not clipped. Needs the features at the front of `x`.
  double score(std::span<const double> x, double shrink = 1) const {
    double dot = 0;
    for (const auto& [feature, weight] : relevant) dot += weight * x[feature];
    return quality + shrink * dot;
  }
};

/// Draws the actions of a model. Action a of the text's list reads Draws(model, a), the permutation
/// Draws(model, K): so the qualities do not depend on F or q_max. O(K * F).
std::vector<LinearArm> draw_linear_arms(const LinearOptions& options, StreamKey model);

class LinearEnvironment final : public Environment {
 public:
  LinearEnvironment(const LinearOptions& options,
                    std::shared_ptr<const std::vector<LinearArm>> arms, StreamKey environment);

  Action action_count() const override { return static_cast<Action>(arms_->size()); }
  std::size_t dimension() const override { return x_.size(); }
  std::size_t hidden_dimension() const override { return c_.size(); }
  /// O(F): 2 F normals.
  void observe(std::uint64_t step) override;
  Context context() const override { return Context(x_, c_); }
  double reward(Action action) const override;

  /// full: the probability of a reward, clip(p + w.c) or clip(p + w.x), depending on `signal`.
  /// plug_in: the linear score p + w.x.
  /// posterior: p + w.E[c|x] = p + w.x / (1 + noise^2), or p + w.x where the reward depends on x.
  /// The last two are *not* clipped: they are scores to choose by, and clipping would make ties
  /// between actions that the score distinguishes. (Choosing by E[clip(p + w.c) | x] instead of the
  /// posterior score is worth 0.00001 +- 0.00001 more at the defaults.)
  /// Throws std::logic_error if `full` needs a hidden part that is not there. O(q_max).
  double expected_reward(const Context& context, Action action, Knowledge knowledge) const override;

 private:
  LinearOptions options_;
  std::shared_ptr<const std::vector<LinearArm>> arms_;
  StreamKey environment_;
  double shrink_;                // E[c|x] = shrink * x
  std::vector<double> normals_;  // 2 F, of c and of the noise in turn
  std::vector<double> c_;        // F
  std::vector<double> x_;        // F, and the constant
  double uniform_ = 0;
};

}  // namespace replaybench::datasets::linear_model
