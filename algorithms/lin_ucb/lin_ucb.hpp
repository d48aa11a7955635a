#pragma once
// LinUCB: a ridge regression of the reward for each action; plays the highest upper confidence
// bound. With refresh_every > 1, Eco-LinUCB.
//
// Source: thesis algorithm 5 (section 1.4.3, p. 21); Li, Chu, Langford, Schapire, "A
// contextual-bandit approach to personalized news article recommendation", WWW 2010, algorithm 1
// (disjoint linear models). Eco-LinUCB: thesis, section 2.6.5 (p. 60), after an idea of the same
// paper.
//
//   thesis      here
//   alpha       alpha          width of the bound; multiplies the square root (in UCB it stands
//   under the root)
//   lambda      lambda         ridge regularisation; 1 in the paper, added as a parameter by the
//   thesis
//   K, d        action_count, dimension (with the constant feature: the caller appends it, thesis
//               section 2.6.5, p. 60)
//   M_i, v_i    Ridge          suite/learning/ridge.hpp
//   T_up        refresh_every  50 if F = 15, 500 if F = 50 (thesis, section 2.6.5, p. 60)
//
// Deviations from the print:
//   - it inverts M_i in CHOOSE, O(K d^3) a record; here the inverse and theta are cached and
//     renewed in UPDATE.
//   - inverse = sherman_morrison (thesis, section 2.6.5, p. 60, left there for future work) updates
//     the inverse itself, O(d^2). inverse = exact inverts M by Cholesky at every update, O(d^3), as
//     the thesis's timings do. Equal up to roundoff: from the first record with |x|^2 > 2^26
//     lambda on, both keep the root of M (suite/learning/ridge.hpp).
//   - "ties are broken arbitrarily": by the lowest index, or uniformly at random.
//   - a variance x^T M^-1 x that roundoff makes negative counts as 0.
//
// Readings of Eco-LinUCB: the text calls the model's update "only once every T_up time steps", and
// table 2.1 counts K models in it, so the counter is one for all actions: at every T_up-th update
// the models of all actions that learned are renewed. No record is lost: only the renewal waits.
// Table 2.1's cost O(K F^2 / T_up) is less than taking a record in; it is O(F^2 + K F^3 / T_up).
//
// "Arbitrarily" is a costly word here: up to the first renewal all actions tie, so with ties =
// lowest T_up steps go to action 0, and if alpha is large the next T_up to action 1, and so on.
// With ties = random they explore. In the linear model with F = 50, q_max = 10, T_up = 500, 5,000
// steps, alpha in {0.001, .., 1}, 20 runs, the best was 0.460 with lowest and 0.521 with random,
// against 0.474 of UCB: only the first is "clearly outperformed by UCB" (thesis, section 2.6.5,
// p. 60).

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/argmax_distribution.hpp"
#include "suite/learning/ridge.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"

namespace replaybench::algorithms::lin_ucb {

struct Options {
  double alpha = 1;   ///< >= 0
  double lambda = 1;  ///< > 0
  learning::Inverse inverse = learning::Inverse::sherman_morrison;
  Ties ties = Ties::lowest;
  std::uint64_t refresh_every = 1;  ///< >= 1
};

/// Not thread-safe, not even its const functions on one object (they share a buffer that is no part
/// of the state); copies are independent. Contexts have `dimension` features whose squares are
/// finite. All memory is allocated by the constructor: about 8 K d^2 / 2 bytes, twice that for
/// Inverse::exact or refresh_every > 1.
class LinUcb {
 public:
  LinUcb(Action action_count, std::size_t dimension, const Options& options)
      : alpha_(options.alpha),
        ties_(options.ties),
        ridge_("lin_ucb", action_count, dimension,
               {options.lambda, options.inverse, options.refresh_every}) {}

  /// O(K d^2); O(d + K a^2) for a sparse context with a active features.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    ridge_.read(context);
    return best_action(actions, ties_, draws, Index{*this});
  }

  /// As `choose`.
  void probabilities(const Context& context, const ActionSet& actions,
                     std::span<double> out) const {
    ridge_.read(context);
    learning::argmax_distribution(
        actions, ties_, [this](Action a) { return score(a); }, out);
  }

  /// O(d^2), or O(d^3) for Inverse::exact; with refresh_every = n > 1, O(d^2) and at every n-th
  /// update O(min(n, K) d^3). Throws NumericalFailure when a model becomes singular or overflows.
  void update(const Context& context, Action action, double reward) {
    ridge_.update(context, action, reward);
  }

  /// O(d^2) for each action scored: only the logged one if the hint wins by its mean, two if it
  /// wins by its index.
  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    ridge_.read(context);
    return would_be_best(actions, ties_, draws, logged, hint, Index{*this});
  }

  /// M_a^-1 v_a.
  std::span<const double> theta(Action action) const { return ridge_.theta(action); }
  /// x^T M_a^-1 x.
  double variance(const Context& context, Action action) const {
    ridge_.read(context);
    return ridge_.variance(action);
  }

  /// By M and v: see Ridge. O(K d^3 states).
  void become_average_of(std::span<const LinUcb* const> states) {
    std::vector<const learning::Ridge*> ridges;
    for (const LinUcb* state : states) ridges.push_back(&state->ridge_);
    ridge_.become_average_of(ridges);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(ridge_);
  }

 private:
  // The index of an action: in two parts for is_best_action (HasBonus), and of four actions at once for best_action
  // (ScoresFourAtOnce).
  struct Index {
    const LinUcb& of;
    double mean(Action action) const { return of.ridge_.mean(action); }
    double bonus(Action action) const {
      return of.alpha_ == 0 ? 0 : of.alpha_ * std::sqrt(of.ridge_.variance(action));
    }
    double operator()(Action action) const { return mean(action) + bonus(action); }
    std::array<double, 4> scores_of_four(const std::array<Action, 4>& actions) const {
      std::array<double, 4> indices;
      if (of.alpha_ == 0) {
        for (std::size_t l = 0; l < 4; ++l) indices[l] = (*this)(actions[l]);
        return indices;
      }
      const learning::Ridge::FourPredictions of_four = of.ridge_.predict(actions);
      for (std::size_t l = 0; l < 4; ++l) {
        indices[l] = of_four.means[l] + of.alpha_ * std::sqrt(of_four.variances[l]);
      }
      return indices;
    }
  };
  double score(Action action) const { return Index{*this}(action); }

  double alpha_;
  Ties ties_;
  learning::Ridge ridge_;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::lin_ucb
