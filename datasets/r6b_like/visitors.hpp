#pragma once
// The visitors by day: a table of them, each as likely as the others at each visit.
//
//   features 0..9     age and sex: exactly one
//            10..29   place: exactly one; the k-th most frequent as frequent as k^-4
//            30..134  interests. `dimension` of them tell visitors apart, each drawn on its own
//                     given the visitor's type, with frequencies from 0.5 down to 0.15; some are
//                     always 1; the others are rare, the k-th as frequent as k^-3 / 20
//            135      the constant 1 (by night the only one that is not 0)
// The five types are not seen: they tie ages and interests together, the more the larger `tilt` is
// (the standard deviation of a log-odds over types). 18 features are 1 in the mean, the constant
// included. Only ages and telling interests matter to clicks.
//
// So few dimensions of the contexts are learnable: with n reads of an article about
// sum_j n l_j / (n l_j + lambda) of them, l_j the eigenvalues of E[x x^T]. `dimension` sets it.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/stream/stream.hpp"

namespace replaybench::datasets::r6b_like {

class Visitors {
 public:
  static constexpr std::size_t groups = 10, places = 20, interests = 105;
  static constexpr std::size_t features = groups + places + interests + 1;
  static constexpr std::size_t count = 1u << 14;  ///< visitors
  static constexpr std::size_t max_dimension = 16;

  /// `dimension` of 1..max_dimension; `tilt` >= 0. O(count features), some 10 ms.
  Visitors(StreamKey model, std::size_t dimension, double tilt);

  /// Increasing indices of the features of visitor `v` of [0, count) that are 1, the constant last.
  std::span<const std::uint32_t> active(std::size_t v) const {
    return std::span(active_).subspan(begin_[v], begin_[v + 1] - begin_[v]);
  }
  /// The features that may have a weight: the ages, then the telling interests.
  std::span<const std::uint32_t> telling() const { return telling_; }
  /// The standard deviation over the visitors of a sum of weights, one a telling feature.
  /// O(telling^2).
  double deviation(std::span<const double> weights) const;
  /// ln of the mean over the visitors of exp of that sum. O(count).
  double log_mean_exp(std::span<const double> weights) const;

 private:
  struct Telling {
    std::uint16_t group;
    std::uint16_t bits;  // of the telling interests
  };

  void add_moments();

  std::vector<std::uint32_t> begin_;
  std::vector<std::uint32_t> active_;
  std::vector<std::uint32_t> telling_;
  std::vector<Telling> of_visitor_;
  std::vector<double> covariance_;  // of the telling features, row by row
};

}  // namespace replaybench::datasets::r6b_like
