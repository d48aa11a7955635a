#pragma once
// The tail of terms that are not kept: of a log that is read in blocks, by several threads.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "suite/numeric/exact_sum.hpp"
#include "suite/statistics/heavy_tail.hpp"

namespace replaybench::statistics {

/// Keeps the largest of at most n terms, by size: one more than the order of their tail. The tail is that of
/// `tail_of`, to the last bit, for any order of the terms and any parts that are merged.
class LargestTerms {
 public:
  explicit LargestTerms(std::uint64_t terms);
  /// Of any number of terms: keeps max_tail_order + 1.
  LargestTerms();

  /// O(log n), and O(1) for a term that is none of the largest.
  void add(double term);
  /// `other` is for the same n, or both for any. O(sqrt(n) log n).
  void merge(const LargestTerms& other);
  /// As `tail_of`, of the terms so far. O(sqrt(n) log n).
  Tail tail() const;

  /// Canonical bytes: 16 for each different size that is kept, and some 50. `read` takes those of terms of any
  /// number from `bytes`; throws std::invalid_argument for others.
  void write(std::string& out) const;
  static LargestTerms read(std::string_view& bytes);

 private:
  void keep(double size);

  std::size_t kept_;
  std::vector<double> sizes_;  // a heap, the least first
  numeric::ExactSum total_;
  std::uint64_t count_ = 0;  // of terms other than 0
};

}  // namespace replaybench::statistics
