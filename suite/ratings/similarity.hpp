#pragma once
// Similarities of users, or of items, by their ratings.
//
// Source: thesis, appendix C.1.1 (p. 246: Pearson), C.1.2 (p. 248: weights) and C.2 (p. 248: cosine
// and adjusted cosine). The forms of the weights, which the text names without a formula: inverse
// user frequency of Breese, Heckerman and Kadie, UAI 1998; variance and significance weights of
// Herlocker, Konstan, Borchers and Riedl, SIGIR 1999.

#include <cstddef>
#include <span>
#include <vector>

#include "suite/ratings/rating_table.hpp"

namespace replaybench::ratings {

enum class SimilarityKind {
  cosine,           ///< of the ratings themselves
  pearson,          ///< of the ratings less the means of the two that are compared
  adjusted_cosine,  ///< of the ratings less the other axis's means: for items, the users'
};

/// Ratings in Pearson's means. The text of the thesis says all ratings, its numbers (table C.1)
/// are those of the common ones.
enum class PearsonMeans { common, all };

/// Weight of a place (of an item, if users are compared).
enum class PlaceWeight {
  none,
  inverse_frequency,  ///< log(users / ratings of the item)
  variance,           ///< (variance of the item - smallest) / largest
};

struct SimilarityOptions {
  SimilarityKind kind = SimilarityKind::pearson;
  PearsonMeans means = PearsonMeans::common;
  PlaceWeight weight = PlaceWeight::none;
  /// s > 0: the similarity times min(common, s) / s; 0 means as it is.
  std::size_t significance = 0;
  /// Fewer common ratings than this: similarity 0.
  std::size_t min_common = 1;
};

/// Weighted sums over pairs (x, y), and the similarities that follow from them. Both are 0 if
/// one side does not vary (is 0, for the cosine), to within the rounding of the sums.
class PairSums {
 public:
  void add(double x, double y, double weight = 1) {
    ++count_;
    weight_ += weight;
    x_ += weight * x;
    y_ += weight * y;
    xx_ += weight * x * x;
    yy_ += weight * y * y;
    xy_ += weight * x * y;
  }
  std::size_t count() const { return count_; }
  /// In [-1, 1].
  double cosine() const;
  /// Pearson's correlation, in [-1, 1].
  double correlation() const;

 private:
  std::size_t count_ = 0;
  double weight_ = 0, x_ = 0, y_ = 0, xx_ = 0, yy_ = 0, xy_ = 0;
};

/// Similarities of the users, or the items, of one table, which must outlive this.
class Similarities {
 public:
  /// O(ratings) for the weights.
  Similarities(const RatingTable& table, Axis axis, const SimilarityOptions& options);
  /// Similarity of a and b over the places that both have, in [-1, 1], symmetric; 0 if they have none in common.
  /// O(ratings of a and b).
  double operator()(std::size_t a, std::size_t b) const;
  /// Row by row the similarities of all pairs, 1 on the diagonal. Throws FileError
  /// where they need more than 2 GB. O(pairs x ratings per line).
  std::vector<double> matrix() const;

 private:
  const RatingTable& table_;
  Axis axis_;
  Axis other_;
  SimilarityOptions options_;
  std::vector<double> weights_;  // of places; empty means all 1
};

}  // namespace replaybench::ratings
