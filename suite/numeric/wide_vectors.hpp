#pragma once
// Vectors of 512 bits, where the CPU has them.
//
// The numeric profile is compiled for AVX2. A few inner functions have a second body for AVX-512,
// taken at run time. It computes the same bits: integers, single operations that IEEE 754 rounds,
// and SLEEF's "cinz" functions, which are the same for any number of lanes. Tests compare the two.

namespace replaybench::numeric {

/// Goes before a function that may use AVX-512, and is called only if `has_wide_vectors()`.
#if defined(__AVX2__)
#define REPLAYBENCH_WIDE __attribute__((target("avx512f,avx512dq,avx512vl")))

inline bool has_wide_vectors() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}
#endif

}  // namespace replaybench::numeric
