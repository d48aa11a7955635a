#pragma once
// LAP, Linear Ad Predictor: an online probit regression for each action, whose means step as Ad
// Predictor's do and whose single variance rules the exploration (Thompson sampling of the score).
//
// Source: thesis section 2.6.1 (p. 57) and algorithm 8 (section 2.6.2, p. 57).
//
//   thesis       here
//   d            context.size(), with the constant feature
//   w_a = m_a    weights(a)       means of the d Gaussian weights of action a
//   sigma_a^2    variance(a)      the variance that they share
//   beta         beta             the larger, the slower it learns
//   m, sigma     prior_mean, prior_variance
//   alpha        exploration / (d prior_variance)
//   Sigma, Lambda, v, w           suite/learning/click_model.hpp
//   score[i] ~ N(w_i^T x, alpha d sigma_i^2), drawn as w_i^T x + sqrt(alpha d sigma_i^2) N(0, 1)
//
// Deviations from the print:
//   - alpha: the thesis sets (F sigma_prior)^-1 "to get a consistent algorithm no matter what the
//     value of F is" (section 2.6.5, p. 60). So the parameter here is what stays when that is taken
//     out: `exploration` is the variance of a score before any reward, 1 by default. (Of F and d =
//     F + 1, the print has both; d makes it 1 exactly.)
//   - sigma_prior = 300 (section 2.6.5, p. 60) is a variance, as N(0, 10^3 CTR) in the same line
//     and the scale of alpha show; as a standard deviation the start is bad, against figure 2.7.
//   - Lambda: printed with the sum of the elements of w_a (algorithm 8), a remainder of the discrete
//     case, in which all x_i are 1. The score is w_a^T x, and Lambda is its correctness
//     (section 2.3.3, p. 46): lambda = corrected. The printed one is right for no context but (1,
//     ..., 1); in our simulations of the thesis's model it loses 0.012 to 0.045 of CTR and moves
//     the best beta from table 2.2's 10 to 100.
//   - gain: sigma / Sigma as printed, or sigma^2 / Sigma; see click_model.hpp. The default is the
//     printed one, because only it reproduces table 2.2.
//   - algorithm 8 writes sigma for sigma_a and m for w, and no INIT: means prior_mean, variances
//     prior_variance.
//   - d sigma_a^2 stands for sigma_a^2 |x|^2 on purpose (section 2.6.1, p. 57: the variance does
//     not depend on the values). So the corrected gain is the exact posterior if all x_i^2 = 1
//     only; and features far larger than 1 make the steps overshoot until the weights explode:
//     NumericalFailure.
//   - the reward is 0 or 1 (y = -1 or 1). Ties can only be when exploration is 0: the lowest index.

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/best_sample.hpp"
#include "suite/learning/click_model.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/linear.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::lap {

/// Lambda as y w^T x / Sigma, or as printed, y (sum of w) / Sigma.
enum class Correctness { corrected, printed };

struct Options {
  double exploration = 1;       ///< >= 0: variance of a score before any reward
  double beta = 10;             ///< > 0
  double prior_mean = 0;        ///< of every weight
  double prior_variance = 300;  ///< > 0
  learning::Gain gain = learning::Gain::printed;
  Correctness lambda = Correctness::corrected;
};

class Lap {
 public:
  Lap(Action action_count, std::size_t dimension, const Options& options);

  /// O(K d), less for a sparse context; one normal draw for each available action
  /// unless exploration is 0.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    const ContextDots dots(context);
    if (is_deterministic()) {
      return best_action(actions, Ties::lowest, draws, [&](Action a) { return dots(row(a)); });
    }
    return learning::best_sample(actions, draws, Distributions{*this, actions, dots});
  }
  /// True if `choose` would return `logged`. As `choose`, and a part of it mostly.
  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    const ContextDots dots(context);
    if (is_deterministic()) {
      return is_best_action(actions, logged, hint, [&](Action a) { return dots(row(a)); });
    }
    return learning::would_be_best_sample(actions, logged, draws,
                                          Distributions{*this, actions, dots});
  }

  /// `reward` is 0 or 1. O(d). Throws NumericalFailure when the weights explode, long before they
  /// overflow.
  void update(const Context& context, Action action, double reward);

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(rows_, variances_, deviations_);
  }

  std::span<const double> weights(Action action) const { return {row(action), dimension_}; }
  double variance(Action action) const { return variances_[action]; }

 private:
  bool is_deterministic() const { return options_.exploration == 0; }
  // Fills in the distributions that best_sample requests.
  struct Distributions {
    const Lap& of;
    const ActionSet& actions;
    const ContextDots& dots;
    void operator()(Action first, Action count, learning::ScoreDistributions& out) const {
      std::array<const double*, learning::score_block> rows;
      for (Action i = 0; i < count; ++i) {
        rows[i] = of.row(actions[first + i]);
        out.deviations[i] = of.deviations_[actions[first + i]];
      }
      dots(std::span(rows).first(count), out.means.data());
    }
  };
  const double* row(Action action) const { return rows_.data() + action * row_size_; }
  double deviation(double variance) const {
    return std::sqrt(options_.exploration * (variance / options_.prior_variance));
  }

  Options options_;
  std::size_t dimension_;
  std::size_t row_size_;           // padded, the padding 0
  numeric::Rows rows_;             // a row an action
  std::vector<double> variances_;  // an action each
  std::vector<double>
      deviations_;  // sqrt(alpha d sigma_a^2): renewed in UPDATE, K roots less a record
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::lap
