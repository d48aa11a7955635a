#pragma once
// A sum of doubles without any error: the result is the exact sum, rounded once.
//
// Source: R. M. Neal, "Fast exact summation using small and large superaccumulators", 2015,
// section 3: the small one. The sum is kept as an integer of 2^-1074 in chunks of 32 bits, whose
// carries are passed on when a chunk might overflow.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "suite/numeric/wide.hpp"

namespace replaybench::numeric {

/// The order of `add` and `merge` calls changes nothing, so a sum over records is the same for any
/// order of the records, number of threads or shards. 560 bytes; O(1) an addition.
class ExactSum {
 public:
  void add(double term);
  void merge(const ExactSum& other);
  /// The exact sum rounded to the nearest double, ties to even; what IEEE 754 gives where a term is
  /// not finite (infinities of both signs: NaN), an infinity if it is beyond the doubles.
  double value() const;
  /// The exact sum with 113 bits; relative error at most 2^-111.
  Wide wide_value() const;

  /// Canonical bytes, and the sum that has them; throws std::invalid_argument for others.
  void write(std::string& out) const;
  static ExactSum read(std::string_view& bytes);

 private:
  static constexpr std::size_t chunk_count = 68;  // 2098 bits of doubles, and room for the carries
  std::array<std::int64_t, chunk_count> chunks_{};
  std::uint64_t additions_ = 0;  // since the last carry
  double special_ = 0;           // infinities and NaN
};

}  // namespace replaybench::numeric
