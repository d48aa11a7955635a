#pragma once
// A floating-point number of 113 bits with 15 of exponent (IEEE 754 binary128), for the few operations
// after exact sums. Software, or the long double of a CPU that has it: the same bits everywhere.

#include <bit>
#include <cfloat>
#include <cmath>

namespace replaybench::numeric {

#if LDBL_MANT_DIG == 113
using Wide = long double;
#elif defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 Wide;
#else
#error "no floating-point type of 113 bits"
#endif
__extension__ typedef unsigned __int128 WideBits;

/// 2^exponent, for an exponent from -16382 to 16383. O(1).
inline Wide wide_power_of_two(int exponent) {
  return std::bit_cast<Wide>(static_cast<WideBits>(exponent + 16383) << 112);
}

/// The root of a number, as a double: right to two units of its last place, also if the number is
/// beyond the doubles; NaN below 0. O(1).
inline double root(Wide number) {
  constexpr int half = 600;  // the square of the largest double is below 2^(1024 + 2 * half)
  if (number > wide_power_of_two(1000)) {
    return std::ldexp(std::sqrt(static_cast<double>(number * wide_power_of_two(-2 * half))), half);
  }
  if (number < wide_power_of_two(-1000)) {
    return std::ldexp(std::sqrt(static_cast<double>(number * wide_power_of_two(2 * half))), -half);
  }
  return std::sqrt(static_cast<double>(number));
}

}  // namespace replaybench::numeric
