// The one file that is compiled for AVX-512 throughout: SLEEF's header asks for it, and clang++ takes a
// struct of two such vectors back correctly only then. It must not use inline functions of libraries:
// the linker could keep its copies for CPUs that have no AVX-512.
#include "suite/numeric/wide_functions.hpp"

#ifdef __AVX512F__
#include <immintrin.h>
#include <sleef.h>

namespace replaybench::numeric {

void wide_log_of_eight(const double* x, double* out) {
  _mm512_storeu_pd(out, Sleef_cinz_logd8_u10avx512fnofma(_mm512_loadu_pd(x)));
}

void wide_sincos_pi_of_eight(const double* x, double* sines, double* cosines) {
  const auto both = Sleef_cinz_sincospid8_u05avx512fnofma(_mm512_loadu_pd(x));
  _mm512_storeu_pd(sines, both.x);
  _mm512_storeu_pd(cosines, both.y);
}

}  // namespace replaybench::numeric
#endif
