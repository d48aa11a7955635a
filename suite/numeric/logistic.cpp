#include "suite/numeric/logistic.hpp"

#ifdef __AVX__
#include <immintrin.h>
#include <sleef.h>
#endif

#include <cmath>

#include "suite/numeric/elementary.hpp"

namespace replaybench::numeric {

namespace {

double logistic_of(double z, double exp_of_minus_size) {
  return (z >= 0 ? 1 : exp_of_minus_size) / (1 + exp_of_minus_size);
}

}  // namespace

double logistic(double z) { return logistic_of(z, exp(-std::fabs(z))); }

void logistic_of_four(const double* z, double* out) {
#ifdef __AVX__
  const __m256d four = _mm256_loadu_pd(z);
  const __m256d exponentials =
      Sleef_cinz_expd4_u10avx(_mm256_or_pd(four, _mm256_set1_pd(-0.0)));  // minus the size
  for (int i = 0; i < 4; ++i) out[i] = logistic_of(four[i], exponentials[i]);
#else
  for (int i = 0; i < 4; ++i) out[i] = logistic(z[i]);
#endif
}

}  // namespace replaybench::numeric
