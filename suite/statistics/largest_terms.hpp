#pragma once
// The tail of terms that are not kept: of a log that is read in blocks, by several threads.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "suite/numeric/exact_sum.hpp"
#include "suite/statistics/heavy_tail.hpp"

namespace replaybench::statistics {

/// Keeps the max(20, floor(sqrt(n))) + 1 largest of at most n terms, by size. The tail is that of
/// `tail_of`, to the last bit, for any order of the terms and any parts that are merged.
class LargestTerms {
 public:
  explicit LargestTerms(std::uint64_t terms);

  /// O(log n), and O(1) for a term that is none of the largest.
  void add(double term);
  /// `other` is for the same n. O(sqrt(n) log n).
  void merge(const LargestTerms& other);
  /// As `tail_of`, of the terms so far. O(sqrt(n) log n).
  Tail tail() const;

 private:
  void keep(double size);

  std::size_t kept_;
  std::vector<double> sizes_;  // a heap, the least first
  numeric::ExactSum total_;
  std::uint64_t count_ = 0;  // of terms other than 0
};

}  // namespace replaybench::statistics
