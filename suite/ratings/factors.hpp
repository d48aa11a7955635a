#pragma once
// Matrix factorisation: a rating predicted by the product of a user's and an item's factors.
//
// Source: thesis, appendix C.3.2 (p. 250): rhat_ui = q_u . q'_i with f factors each.
//   thesis            here
//   f                 rank
//   q_u, q'_i         of_user, of_item
//   gamma             rate
//   min over the known ratings of (r - q . q')^2     Factors::objective, lambda = 0
//
// Deviations from the print, all of them choices of the options:
//   - The factors are of r less `means` (MeanKind::additive by default), to which a user or an item
//     without ratings falls back: the cold start. `centre = false` gives the printed form.
//   - SGD begins at `initial`: the printed 0 is a fixed point of its updates, where nothing is
//     ever learned. `initial = 0` shows it.
//   - lambda: the regularisation that the text leaves out "on purpose"; Koren, Bell and
//     Volinsky, IEEE Computer 42(8), 2009. 0 gives the printed form.
//   - ALS: the text's form, one factor at a time, or `joint`, all of a user's factors in one ridge
//     regression (Zhou, Wilkinson, Schreiber and Pan, AAIM 2008).
//   - SVD: gaps are filled by `fill`; with `rounds` > 1 they are filled again by the prediction,
//     and `shrinkage` is taken off each singular value: soft-impute (Mazumder, Hastie and
//     Tibshirani, JMLR 11, 2010), the regularised form.

#include <cstddef>
#include <span>
#include <vector>

#include "suite/ratings/predictor.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::ratings {

/// rank numbers for each user and for each item, row by row.
struct Factors {
  std::size_t rank = 0;
  std::vector<double> users;
  std::vector<double> items;

  std::span<const double> of_user(std::size_t user) const {
    return std::span(users).subspan(user * rank, rank);
  }
  std::span<const double> of_item(std::size_t item) const {
    return std::span(items).subspan(item * rank, rank);
  }
  /// q_u . q'_i, in the order of the factors. O(rank).
  double product(std::size_t user, std::size_t item) const;
};

/// Sum over the ratings of (value - q . q')^2, plus lambda (|q_u|^2 + |q'_i|^2) for every user and
/// item. O(ratings x rank).
double objective(const Factors& factors, std::span<const Rating> ratings, double lambda);

/// The best factors of rank `rank` of a full matrix, in the sense of the Frobenius norm (Eckart and
/// Young 1936): q_u = (row u of U) Sigma, q'_i = row i of V. `values` has users x items numbers,
/// row by row. `shrinkage` is taken off each singular value, to no less than 0. Needs 1 <= rank <=
/// min(users, items) and users x items > 0. `singular`, if given, gets all singular values,
/// decreasing. O(users items min(users, items)).
Factors truncated_svd(std::span<const double> values, std::size_t users, std::size_t items,
                      std::size_t rank, double shrinkage = 0,
                      std::vector<double>* singular = nullptr);

struct SgdOptions {
  std::size_t rank = 3;
  double rate = 0.01;        ///< gamma
  double lambda = 0.02;      ///< after each step factors shrink by rate x lambda
  double initial = 0.1;      ///< of all factors of both sides
  std::size_t epochs = 100;  ///< passes over the ratings for each factor
};
/// Simon Funk's descent, factor by factor, rating by rating in the order given (thesis, appendix
/// C.3.2, p. 250); both right sides of an update use the old values. Throws NumericalFailure where
/// the factors overflow. O(rank x epochs x ratings).
Factors sgd_factors(std::size_t users, std::size_t items, std::span<const Rating> ratings,
                    const SgdOptions& options);

struct AlsOptions {
  std::size_t rank = 3;
  double lambda = 0.1;      ///< >= 0; of the ridge regressions
  std::size_t sweeps = 20;  ///< of users, then items; for each factor where not joint
  bool joint = true;
};
/// Alternating least squares; the items' factors begin at normal draws of `key`, standard deviation
/// 0.1. The objective never grows from sweep to sweep. A user or item without ratings has factors
/// 0. O(sweeps x (ratings x rank^2 + (users + items) x rank^3)).
Factors als_factors(std::size_t users, std::size_t items, std::span<const Rating> ratings,
                    const AlsOptions& options, StreamKey key);

/// means + factors of what the means leave.
class FactorPredictor final : public RatingPredictor {
 public:
  FactorPredictor(Means means, Factors factors)
      : means_(std::move(means)), factors_(std::move(factors)), centred_(true) {}
  /// Without means: the printed form.
  FactorPredictor(const RatingTable& table, Factors factors)
      : means_(table, MeanKind::overall), factors_(std::move(factors)), centred_(false) {}
  double predict(std::size_t user, std::size_t item) const override {
    return (centred_ ? means_.predict(user, item) : 0) + factors_.product(user, item);
  }

 private:
  Means means_;
  Factors factors_;
  bool centred_;
};

/// The ratings less what `means` predicts.
std::vector<Rating> residuals(const RatingTable& table, const Means& means);

enum class GapFill { zeros, means };
struct SvdOptions {
  std::size_t rank = 3;  ///< more than the table has: all
  GapFill fill = GapFill::means;
  std::size_t rounds = 1;
  double shrinkage = 0;
  double damping = 5;  ///< of the means that fill
};
/// The truncated SVD of the table with its gaps filled (thesis, appendix C.3.2, p. 250: with zeros
/// "or anything we want"). Throws FileError if that needs more than 2 GB.
/// O(rounds x users items min(users, items)) time, O(users items) memory.
FactorPredictor svd_predictor(const RatingTable& table, const SvdOptions& options);

}  // namespace replaybench::ratings
