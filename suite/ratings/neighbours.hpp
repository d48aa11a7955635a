#pragma once
// Nearest neighbours: a rating predicted from those of the most similar users, or items.
//
// Source: thesis, appendix C.1.1 (p. 246), whose formula is
//   rhat_ui = rbar_u + sum sim(u, u') (r_u'i - rbar_u') / sum sim(u, u')
// over the K most similar users who rated i, and C.2 (p. 248) for items, where none is printed:
//   rhat_ui = sum sim(i, i') r_ui' / sum sim(i, i').
// Deviations from the print: the sum below the line is of |sim| unless `signed_denominator` asks
// for the printed one, which neighbours of negative similarity make meaningless; neighbours of
// similarity below `min_similarity` are left out; of equally similar ones the lower number comes
// first; without a neighbour the prediction is that of `Means` (user, for the users' form, else
// item), the cold start that the text leaves open.

#include <cstddef>
#include <vector>

#include "suite/ratings/predictor.hpp"
#include "suite/ratings/similarity.hpp"

namespace replaybench::ratings {

struct NeighbourOptions {
  SimilarityOptions similarity;
  std::size_t neighbours = 20;  ///< K, at least 1; "20 to 50 generally does a really good job"
  double min_similarity = 0;    ///< neighbours must be above it; -2: all count
  bool signed_denominator = false;
};

class NeighbourPredictor final : public RatingPredictor {
 public:
  /// `table` must outlive this. O(pairs x ratings per line) time, O(pairs) memory.
  NeighbourPredictor(const RatingTable& table, Axis axis, const NeighbourOptions& options);
  /// O(ratings of the item, or user, x log K).
  double predict(std::size_t user, std::size_t item) const override;
  double similarity(std::size_t a, std::size_t b) const { return similarities_[a * lines_ + b]; }
  /// Number of neighbours that the prediction uses; 0 if it is a mean.
  std::size_t neighbours_of(std::size_t user, std::size_t item) const;

 private:
  struct Neighbour {
    double similarity;
    std::size_t line;
    double value;
  };
  std::vector<Neighbour> nearest(std::size_t user, std::size_t item) const;

  const RatingTable& table_;
  Axis axis_;
  NeighbourOptions options_;
  std::size_t lines_;
  std::vector<double> similarities_;
  Means fallback_;
};

}  // namespace replaybench::ratings
