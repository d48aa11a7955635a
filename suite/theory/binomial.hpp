#pragma once
// Binomial and Poisson probabilities to full relative accuracy, in the middle and far out in the
// tails.
//
// A point probability is computed by Loader's saddle-point form (C. Loader, "Fast and accurate
// computation of binomial probabilities", 2000): the differences of log-gammas, which lose eight
// digits at n = 10^6, are never formed. Tails start from one point probability and go outward by
// the ratio of neighbours, so a tail of 1e-200 has as many correct digits as one of 0.1.

namespace replaybench::theory {

/// P(Bin(n, p) = k). Relative error about 1e-14 + 1e-16 times the number of standard deviations
/// squared. Needs integers 0 <= n <= 2^53 and k, p in [0, 1]; 0 for k outside 0..n, NaN outside the
/// domain. O(1).
double binomial_pmf(double n, double k, double p);

/// P(Bin(n, p) <= k), same domain. O(sqrt(n p (1-p))) at most: what is left out is below 1e-18 of
/// the result.
double binomial_lower_tail(double n, double k, double p);

/// P(Bin(n, p) >= k), same domain and cost.
double binomial_upper_tail(double n, double k, double p);

/// P(Poisson(mean) = k). Needs mean >= 0 and an integer k; 0 for k < 0, NaN outside the domain.
/// O(1).
double poisson_pmf(double mean, double k);

}  // namespace replaybench::theory
