#pragma once
// Perceptron-UCB: a linear regression for each action, learned by stochastic gradient steps of a
// constant size, plus the exploration term of UCB.
//
// Source: thesis section 2.6.4 (p. 59), algorithm 9.
//
//   thesis      here
//   alpha       alpha           tunes the exploration; under the root, as in UCB
//   gamma       gamma           the learning rate
//   w_a         weights(a)
//   n_a, n      exploration_.pulls(a), n_   updates of action a, and of all of them
//   x^T w_a + sqrt(alpha ln(n) / n_a)   the dot product + exploration_(a)
//   w_a <- w_a - gamma (x^T w_a - r) x
//
// Deviations from the print:
//   - index: algorithm 9 prints sqrt(alpha r_a / ln(n_a)) (section 2.6.4, p. 59), with an r_a that
//     it never defines; the text has sqrt(alpha ln(t) / n_a) (section 2.6.4, p. 59), "similarly to
//     what is done with UCB", and so has LogR-UCB (section 4.4.1, p. 109). index = corrected takes
//     the text's, with t = n ("after t interactions"; UCB counts from 1, which is one more). index
//     = printed takes r_a as in algorithm 1, the sum of the action's rewards (0 if that is
//     negative), and, as there, 0/0 = infinity: after its first reward ln(n_a) = 0 and the term is
//     infinite, so that every action is tried twice first. It then grows with the successes and not
//     with the ignorance.
//   - "if some n_a = 0, return a": those actions have index +infinity, so only available ones are
//     returned.
//   - "ties are broken arbitrarily": by the lowest index, or uniformly at random.
//   - sqrt(alpha ln(n) / n_a) is computed as a product: suite/learning/exploration_term.hpp.
//
// A step multiplies the error of the prediction by 1 - gamma |x|^2: if gamma |x|^2 > 2 the
// weights explode. NumericalFailure when an error of prediction passes 1e100.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "suite/component/registry.hpp"
#include "suite/learning/exploration_term.hpp"
#include "suite/model/bandit.hpp"
#include "suite/model/linear.hpp"
#include "suite/model/ties.hpp"

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
        exploration_(action_count, options.alpha),
        printed_terms_(options.index == Index::printed ? action_count : 0,
                       std::numeric_limits<double>::infinity()),
        rewards_(printed_terms_.size()) {}

  /// O(K d), less for a sparse context.
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    return best_action(actions, options_.ties, draws, [&](Action a) { return index(context, a); });
  }

  /// O(d). Throws NumericalFailure when the weights explode.
  void update(const Context& context, Action action, double reward);

  bool would_choose(const Context& context, const ActionSet& actions, Action logged, Action& hint,
                    Draws& draws) const {
    return would_be_best(actions, options_.ties, draws, logged, hint,
                         [&](Action a) { return index(context, a); });
  }

  /// Prediction plus exploration term; +infinity before the first reward.
  double index(const Context& context, Action action) const {
    return dot(context, std::span(rows_).subspan(action * row_size_, row_size_)) +
           (options_.index == Index::corrected ? exploration_(action) : printed_terms_[action]);
  }
  std::span<const double> weights(Action action) const {
    return std::span(rows_).subspan(action * row_size_, dimension_);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(rows_, exploration_, rewards_, n_);
  }

 private:
  Options options_;
  std::size_t dimension_;
  std::size_t row_size_;      // padded, the padding 0
  std::vector<double> rows_;  // a row an action
  learning::ExplorationTerm exploration_;
  std::vector<double> printed_terms_;  // Index::printed only
  std::vector<double> rewards_;        // Index::printed only
  std::uint64_t n_ = 0;
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::perceptron_ucb
