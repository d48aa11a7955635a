#pragma once
// The bodies of log_of_eight and sincos_pi_of_eight for CPUs with AVX-512.

namespace replaybench::numeric {

// Only if has_wide_vectors().
void wide_log_of_eight(const double* x, double* out);
void wide_sincos_pi_of_eight(const double* x, double* sines, double* cosines);

}  // namespace replaybench::numeric
