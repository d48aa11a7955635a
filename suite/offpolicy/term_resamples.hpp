#pragma once
// Estimates of resamples of terms, from the number of times that each term is drawn: no term is copied.

#include <cstdint>
#include <span>
#include <vector>

#include "suite/offpolicy/terms.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::offpolicy {

/// n terms, of which resamples of n are drawn with replacement. Equal terms are one level with a count.
class TermResamples {
 public:
  /// Needs a term, and fewer than 2^32. O(n log n).
  TermResamples(std::span<const Term> terms, Combination combination, double lambda);

  /// The estimate of resample `b` under `key`: as `combine` of its terms, except for roundoff. Draws the count of each
  /// level if there are few levels, else a level for each record. O(levels), or O(n).
  double estimate(StreamKey key, std::uint64_t b) const;

 private:
  struct Level {
    Term term;
    double
        base;  // of a ratio, less the mean of the bases; else of base + weight * outcome, less its mean
    double product;  // of a ratio: weight * (outcome - the ratio of all)
  };
  std::vector<std::uint64_t> draw(StreamKey key, std::uint64_t b) const;
  double log_mean(std::span<const std::uint64_t> times) const;

  Combination combination_;
  double lambda_;
  double base_ = 0;   // the mean of the bases, or of the terms
  double ratio_ = 0;  // of all
  std::vector<Level> levels_;
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint32_t> level_of_;  // of each record; empty if counts are drawn
};

}  // namespace replaybench::offpolicy
