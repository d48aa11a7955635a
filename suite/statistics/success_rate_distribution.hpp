#pragma once
// The exact distribution of the (studentised) success rate of n draws that are 0 or 1: a lattice
// distribution, whose steps of order 1/sqrt(n) are what keeps the bootstrap of Bernoulli rewards
// from converging in 1/n uniformly (the thesis's "uniformly on x", lemma 1, section 5.6.3, p. 145,
// and theorem 15, section 5.7.5, p. 154, needs Cramer's condition).

#include <cstdint>

#include "suite/statistics/empirical_distribution.hpp"

namespace replaybench::statistics {

/// The distribution of sqrt(n) (k/n - p) / sqrt(k/n (1 - k/n)), k ~ Bin(n, p); at k = 0 and n by
/// the convention of sample_mean.hpp. Throws std::invalid_argument if n = 0 or above
/// BinomialDistribution::max_trials, or p outside [0, 1]. Values of k more than 40 standard
/// deviations from n p are left out (probability below 1e-100 if n is large). O(sqrt(n)).
EmpiricalDistribution studentised_success_distribution(std::uint64_t n, double p);

/// The distribution of sqrt(n) (k/n - p) / scale; same errors, and needs scale > 0.
EmpiricalDistribution success_error_distribution(std::uint64_t n, double p, double scale);

}  // namespace replaybench::statistics
