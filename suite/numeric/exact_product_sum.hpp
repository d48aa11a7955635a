#pragma once
// A sum of products of two doubles without any error.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "suite/numeric/wide.hpp"

namespace replaybench::numeric {

/// As ExactSum, of products a b: each is an integer of 106 bits in units of 2^-2148, so that none
/// overflows, underflows or is rounded. The order of `add` and `merge` calls changes nothing. 1,096
/// bytes; O(1) an addition.
class ExactProductSum {
 public:
  void add(double a, double b);
  void merge(const ExactProductSum& other);
  /// Within 2^-111 of the size of the exact sum; NaN or an infinity if a factor is not finite, as
  /// IEEE 754 has the products.
  Wide value() const;

  /// Canonical bytes, and the sum that has them; throws std::invalid_argument for others.
  void write(std::string& out) const;
  static ExactProductSum read(std::string_view& bytes);

 private:
  static constexpr std::size_t chunk_count =
      135;  // 4,196 bits of products, and room for the carries
  std::array<std::int64_t, chunk_count> chunks_{};
  std::uint64_t additions_ = 0;  // since the last carry
  double special_ = 0;           // infinities and NaN
};

}  // namespace replaybench::numeric
