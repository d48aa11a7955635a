#pragma once
// LinUCB: a ridge regression of the reward for each action; plays the highest upper confidence
// bound.
//
// Source: thesis algorithm 5 (l. 927-961); Li, Chu, Langford, Schapire, "A contextual-bandit
// approach to personalized news article recommendation", WWW 2010, algorithm 1 (disjoint linear
// models).
//
//   thesis      here
//   alpha       alpha        width of the bound; multiplies the square root (in UCB it stands under the root)
//   lambda      lambda       ridge regularisation; 1 in the paper, added as a parameter by the thesis
//   K, d        action_count, dimension (with the constant feature: the caller appends it, thesis l. 1679)
//   M_i         M            lambda I + sum of x x^T over the updates of action i
//   v_i         v            sum of r x
//   M_i^-1 v_i  theta
//
// Deviations from the print:
//   - it inverts M_i in CHOOSE, O(K d^3) a record; here the inverse and theta are cached and renewed in UPDATE.
//   - inverse = sherman_morrison (thesis l. 1747, left there for future work) updates the inverse itself, O(d^2):
//     with u = M^-1 x and s = x^T u,  M^-1 -= u u^T / (1 + s)  and  theta += u (r - theta^T x) / (1 + s).
//     inverse = exact inverts M by Cholesky at every update, O(d^3), as the thesis's timings do. Equal but for roundoff.
//   - "ties are broken arbitrarily": by the lowest index, or uniformly at random.
//   - a variance x^T M^-1 x that roundoff makes negative counts as 0.
//
// Layout: one row an action, [theta | M^-1 packed by diagonals], each part padded with zeros; one row for the context,
// [x | products x_i x_j], computed once a record. A score is two dot products of the two rows, always by the same
// function, so `choose` and `agrees` see the same bits.

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "suite/model/bandit.hpp"
#include "suite/model/ties.hpp"
#include "suite/numeric/dot.hpp"
#include "suite/numeric/symmetric_matrix.hpp"
#include "suite/registry/registry.hpp"

namespace replaybench::algorithms::lin_ucb {

enum class Inverse { sherman_morrison, exact };

struct Options {
  double alpha = 1;   ///< >= 0
  double lambda = 1;  ///< > 0
  Inverse inverse = Inverse::sherman_morrison;
  Ties ties = Ties::lowest;
};

/// Not thread-safe, not even its const functions on one object (they share a buffer that is no part
/// of the state); copies are independent. Contexts have `dimension` features whose squares are
/// finite. All memory is allocated by the constructor: about 8 K d^2 / 2 bytes, three times that
/// for Inverse::exact.
class LinUcb {
 public:
  LinUcb(Action action_count, std::size_t dimension, const Options& options);

  /// O(K d^2).
  Action choose(const Context& context, const ActionSet& actions, Draws& draws) const {
    read(context);
    return best_action(actions, options_.ties, draws, [this](Action a) { return score(a); });
  }

  /// O(d^2), or O(d^3) for Inverse::exact.
  void update(const Context& context, Action action, double reward);

  bool is_deterministic() const { return options_.ties == Ties::lowest; }
  /// O(d^2) for each action scored, two when the hint still wins.
  bool agrees(const Context& context, const ActionSet& actions, Action logged, Action& hint) const {
    read(context);
    return is_best_action(actions, logged, hint, [this](Action a) { return score(a); });
  }

  /// M_a^-1 v_a.
  std::span<const double> theta(Action action) const {
    return std::span(rows_).subspan(action * row_size_, dimension_);
  }
  /// x^T M_a^-1 x.
  double variance(const Context& context, Action action) const {
    read(context);
    return variance(action);
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(rows_, moments_);
  }

 private:
  void read(const Context& context) const {
    for (std::size_t i = 0; i < dimension_; ++i) features_[i] = context[i];
    numeric::quadratic_products(std::span(features_).first(dimension_),
                                features_.data() + theta_size_);
  }
  double variance(Action action) const {
    return numeric::padded_dot(rows_.data() + action * row_size_ + theta_size_,
                               features_.data() + theta_size_, row_size_ - theta_size_);
  }
  double score(Action action) const {
    const double mean =
        numeric::padded_dot(rows_.data() + action * row_size_, features_.data(), theta_size_);
    const double v = variance(action);
    return mean + options_.alpha * std::sqrt(v > 0 ? v : 0);
  }
  void update_inverse(double* row, double reward);
  void invert(Action action, double reward);

  Options options_;
  std::size_t dimension_;
  std::size_t theta_size_;
  std::size_t row_size_;
  std::vector<double> rows_;
  mutable std::vector<double> features_;  // of the context at hand; no part of the state
  std::vector<double> gain_;              // u; no part of the state
  std::vector<double> moments_;  // Inverse::exact only: a row [v | M packed] an action, not padded
  std::vector<double> work_;     // Inverse::exact only: two d x d matrices; no part of the state
};

extern const AlgorithmDescription description;

}  // namespace replaybench::algorithms::lin_ucb
