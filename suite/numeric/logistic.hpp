#pragma once
// The logistic function, whose bits do not depend on the machine.

namespace replaybench::numeric {

/// 1 / (1 + exp(-z)) without overflow.
double logistic(double z);
/// logistic of the four numbers from `z` on; its bits, with one exponential for all four where the
/// compiler may use AVX. `out` may be `z`.
void logistic_of_four(const double* z, double* out);

}  // namespace replaybench::numeric
