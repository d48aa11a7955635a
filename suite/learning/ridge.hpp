#pragma once
// A ridge regression of the reward for each action: the model that lin_ucb, lin_ts, hybrid_lin_ucb
// and epoch_greedy share.
//
//   M      lambda I + sum of x x^T over the updates of an action
//   v      sum of r x
//   theta  M^-1 v
//
// Three ways to keep M^-1 and theta:
//   - Inverse::sherman_morrison: with u = M^-1 x and s = x^T u,  M^-1 -= u u^T / (1 + s)  and
//     theta += u (r - theta^T x) / (1 + s); O(d^2) an update.
//     Each rank-one step leaves an error of about eps |x|^2 / lambda in x^T M^-1 x (the largest
//     eigenvalue of M^-1 is at most 1 / lambda); see below for where that is too much.
//   - Inverse::exact: M is kept, its inverse comes from a Cholesky factor at every update; O(d^3).
//   - refresh_every = n > 1: M and v take in every record, but M^-1 and theta, the only things a
//     prediction looks at, are renewed at every n-th update (of any action), those of all actions
//     that learned since the last time, by Cholesky. Then `inverse` has nothing to say: n rank-one
//     steps at once would cost what they cost one by one. O(d^2) an update and min(n, K) O(d^3) a
//     renewal.
//
// From the first record with |x|^2 > 2^26 lambda on (an error of more than sqrt(eps), with M as with
// rank-one steps) all actions keep the root R of M instead, M = R^T R
// (suite/learning/root_regression.hpp), and R stands in the place of M^-1. A prediction solves a
// triangular system; O(d^2) an update and a prediction, whatever `inverse` says.
//
// Layout: one row an action, [theta | M^-1 packed by diagonals], each part padded with zeros; one
// row for the context, [x | products x_i x_j], the products computed at the first variance of a
// record. Mean and variance are two dot products of the two rows. A sparse context with a active
// features (at most half of them) takes instead the a (a + 1) / 2 products of its active pairs and
// the places in M^-1 that they meet. One representation of a context always runs through the same
// additions, so two calls see the same bits; sparse and dense agree up to roundoff.
//
// From the first record to the first that is dense, M^-1 is packed by rows instead: the pairs of
// active features then lie close together, and u is one pass over memory. The additions are those of
// the other packing, so the packing changes no bit of a prediction.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "suite/model/action.hpp"
#include "suite/model/context.hpp"
#include "suite/numeric/dot.hpp"
#include "suite/numeric/huge_pages.hpp"
#include "suite/numeric/symmetric_matrix.hpp"

namespace replaybench::learning {

enum class Inverse { sherman_morrison, exact };

/// Options of the regressions.
struct RidgeOptions {
  double lambda = 1;  ///< > 0
  Inverse inverse = Inverse::sherman_morrison;
  std::uint64_t refresh_every = 1;  ///< >= 1
};

/// Not thread-safe, not even its const functions on one object (they share a buffer that is no part
/// of the state); copies are independent. Contexts have `dimension` features whose squares are
/// finite. Memory: about 8 K d^2 / 2 bytes, twice that where M is kept, allocated by the constructor
/// (and of one action for a moment when the first dense context is learned).
class Ridge {
 public:
  /// `owner`: the algorithm's name for messages, alive as long as the object (a literal).
  Ridge(std::string_view owner, Action action_count, std::size_t dimension,
        const RidgeOptions& options);

  /// The predictions and `gain` then speak of this context. O(d).
  void read(const Context& context) const;

  /// theta_a^T x. O(d), or O(a).
  double mean(Action action) const {
    const double* row = rows_.data() + action * row_size_;
    if (!sparse_) return numeric::padded_dot(row, features_.data(), theta_size_);
    return sparse_mean(row);
  }
  /// x^T M_a^-1 x; 0 if roundoff makes it negative. O(d^2), or O(a^2).
  double variance(Action action) const {
    const double* inverse = rows_.data() + action * row_size_ + theta_size_;
    if (is_root_) return root_variance(inverse);
    if (!has_products_) multiply();
    const double v = sparse_    ? sparse_variance(inverse)
                     : by_rows_ ? variance_by_rows(inverse)
                                : numeric::padded_dot(inverse, features_.data() + theta_size_,
                                                      row_size_ - theta_size_);
    return v > 0 ? v : 0;
  }
  struct FourPredictions {
    std::array<double, 4> means;
    std::array<double, 4> variances;
  };
  /// mean(a) and variance(a) of four actions, the same bits. Sparse contexts take two thirds of the
  /// time of one action after the other.
  FourPredictions predict(const std::array<Action, 4>& actions) const;
  /// out = M_a^-1 x; `out` has d places. O(d^2), or O(a d).
  void gain(Action action, std::span<double> out) const;

  /// Learns one record. Costs: see above. Throws NumericalFailure when the model is singular or
  /// overflows.
  void update(const Context& context, Action action, double reward);

  /// M_a^-1 v_a, as of the last renewal.
  std::span<const double> theta(Action action) const {
    return std::span(rows_).subspan(action * row_size_, dimension_);
  }
  std::size_t dimension() const { return dimension_; }
  /// True if large features made it keep roots.
  bool keeps_roots() const { return is_root_; }

  /// The regressions of the mean M and the mean v of `ridges` (not empty, of the same shape and
  /// options; this one may be among them): theta is then no mean of the theta. A model that all
  /// have alike stays as it is, bit by bit; the others are renewed, whatever refresh_every, whose
  /// count of updates goes on from the mean, rounded down. O(K d^3 ridges). Throws NumericalFailure
  /// when a model is singular.
  void become_average_of(std::span<const Ridge* const> ridges);

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(rows_, moments_, stale_, updates_);
  }

 private:
  bool keeps_moments() const {
    return is_root_ || options_.inverse == Inverse::exact || options_.refresh_every > 1;
  }
  void multiply() const;
  double sparse_mean(const double* theta) const;
  double sparse_variance(const double* inverse) const;
  double variance_by_rows(const double* inverse) const;
  double root_variance(const double* r) const;
  std::size_t place(std::size_t i, std::size_t j) const {
    return by_rows_ ? numeric::row_packed_index(i, j) : numeric::packed_index(dimension_, i, j);
  }
  void pack(bool by_rows);
  bool loses_digits() const;
  void keep_roots();
  void update_inverse(Action action, double reward);
  void accumulate(Action action, double reward);
  void invert(Action action);
  void invert(Action action, const double* moments);
  void recover_moments(Action action, double* out) const;
  void check(bool sound, std::span<const double> theta) const;

  std::string_view owner_;
  RidgeOptions options_;
  std::size_t dimension_;
  std::size_t theta_size_;
  std::size_t row_size_;
  std::vector<double, numeric::HugePages<double>> rows_;
  std::vector<double> moments_;  // where M is kept: a row [v | M packed] an action, or its root
  bool is_root_ = false;
  std::vector<std::uint8_t> stale_;  // where M is kept: the action learned since its last renewal
  std::uint64_t updates_ = 0;
  bool by_rows_ = false;  // how M^-1 is packed; it changes no number, only their order in rows_

  // Data of the current context; not part of the state.
  mutable bool has_products_ = false;
  mutable std::vector<double> features_;  // [x | products], the products of a dense context only
  mutable std::vector<std::uint32_t> active_;
  mutable std::size_t active_count_ = 0;
  mutable bool sparse_ = false;
  mutable std::vector<std::uint32_t> pair_places_;  // of the active pairs in packed M^-1
  mutable std::vector<double> pair_products_;
  mutable std::size_t pair_count_ = 0;  // a multiple of pair_lanes
  std::vector<double> gain_;            // u
  std::vector<double> scaled_gain_;     // a buffer of the update
  mutable std::vector<double> solution_;
  std::vector<double> work_;  // where M is kept: two d x d matrices
};

}  // namespace replaybench::learning
