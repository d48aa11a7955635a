#pragma once
// Perceptron-UCB: a linear regression for each action, learnt by stochastic gradient steps of a
// constant size, plus the exploration term of UCB.
//
// Source: thesis section 2.6.4 (l. 1577-1595), algorithm 9 (l. 1599-1647).
//
//   thesis      here
//   alpha       alpha           tunes the exploration; under the root, as in UCB
//   gamma       gamma           the learning rate
//   w_a         weights(a)
//   n_a, n      pulls_[a], n_   updates of action a, and of all of them
//   x^T w_a + sqrt(alpha ln(n) / n_a)   the dot product + bonuses_[a]
//   w_a <- w_a - gamma (x^T w_a - r) x
//
// Deviations from the print:
//   - index: algorithm 9 prints sqrt(alpha r_a / ln(n_a)) (l. 1631), with an r_a that it never
//     defines; the text has sqrt(alpha ln(t) / n_a) (l. 1583), "similarly to what is done with UCB",
//     and so has LogR-UCB (l. 2592). index = corrected takes the text's, with t = n ("after t
//     interactions"; UCB counts from 1, which is one more). index = printed takes r_a as in
//     algorithm 1, the sum of the action's rewards (0 if that is negative), and, as there,
//     0/0 = infinity: after its first reward ln(n_a) = 0 and the term is infinite, so that every
//     action is tried twice first. It then grows with the successes and not with the ignorance.
//   - "if some n_a = 0, return a": those actions have index +infinity, so only available ones are
//     returned.
//   - "ties are broken arbitrarily": by the lowest index, or uniformly at random.
//   - the exploration terms are computed in UPDATE and kept, for they change only there.
//
// A step multiplies the error of the prediction by 1 - gamma |x|^2: where gamma |x|^2 > 2 the weights
// explode. NumericalFailure when they overflow.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "suite/model/bandit.hpp"
#include "suite/model/linear.hpp"
#include "suite/model/ties.hpp"
#include "suite/registry/registry.hpp"

namespace replaybench::algorithms::perceptron_ucb {

/// The exploration term: sqrt(alpha ln n / n_a), or as printed sqrt(alpha r_a / ln n_a).
enum class Index { corrected, printed };

struct Options {
  double alpha = 0.1;   ///< >= 0
  double gamma = 1e-3;  ///< >= 0
  Index index = Index::corrected;
  Ties ties = Ties::lowest;
};

class PerceptronUcb {
 public:
  PerceptronUcb(Action action_count, std::size_t dimension, const Options& options)
      : options_(options),
        dimension_(dimension),
        row_size_(numeric::padded_size(dimension)),
        rows_(action_count * row_size_),
        bonuses_(action_count, std::numeric_limits<double>::infinity()),
        rewards_(action_count),
        pulls_(action_count) {}

  /// O(K d), less for a sparse context.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return best_action(actions, options_.ties, draws, [&](Action a) { return index(context, a); });
  }

  /// O(d + K). Throws NumericalFailure when the weights overflow.
  void update(const Context& context, Action action, double reward);

  bool is_deterministic() const { return options_.ties == Ties::lowest; }
  bool agrees(const Context& context, const ActionSet& actions, Action logged, Action& hint) const {
    return is_best_action(actions, logged, hint, [&](Action a) { return index(context, a); });
  }

  /// Prediction plus exploration term; +infinity before the first reward.
  double index(const Context& context, Action action) const {
    return dot(context, std::span(rows_).subspan(action * row_size_, row_size_)) + bonuses_[action];
  }
  std::span<const double> weights(Action action) const {
    return std::span(rows_).subspan(action * row_size_, dimension_);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(rows_, bonuses_, rewards_, pulls_, n_);
  }

 private:
  Options options_;
  std::size_t dimension_;
  std::size_t row_size_;      // padded, the padding 0
  std::vector<double> rows_;  // a row an action
  std::vector<double> bonuses_;
  std::vector<double> rewards_;
  std::vector<double> pulls_;
  std::uint64_t n_ = 0;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::perceptron_ucb
