#pragma once
// Binomial variates from a stream.
//
// W. Hormann, "The generation of binomial random variates", Journal of Statistical Computation and
// Simulation 46, 1993: transformed rejection with squeeze (BTRS), where n min(p, 1-p) >= 10; the
// expected number of uniforms is below 3 for every n. Below 10, inversion from 0, whose expected
// number of steps is n min(p, 1-p). The exact test compares with probabilities relative to the
// mode's, computed from the saddle-point expansion (C. Loader, "Fast and accurate computation of
// binomial probabilities", 2000): differences of ln n! would lose their digits at large n (ln 10^9!
// is 2e10).
//
// Samplers: their bits belong to `sampler_version` (suite/stream/stream.hpp).

#include <cstddef>
#include <cstdint>
#include <span>

#include "suite/stream/stream.hpp"

namespace replaybench {

/// The distribution of the number of successes in n independent trials, each a success with
/// probability p. Make one for many draws with the same n and p.
class BinomialDistribution {
 public:
  /// Maximum number of trials: above it, a 53-bit uniform does not resolve one step of k well.
  static constexpr std::int64_t max_trials = 1'000'000'000'000;

  /// Needs 0 <= n <= max_trials and p in [0, 1]. O(1).
  BinomialDistribution(std::int64_t n, double p);

  /// A variate in {0, ..., n}. A random number of draws; none if n = 0, p = 0 or p = 1.
  std::int64_t draw(Draws& draws) const;

  /// ln P(k successes); -infinity if that is 0. Absolute error about 1e-13 near the mean.
  double log_probability(std::int64_t k) const;

 private:
  std::int64_t draw_by_inversion(Draws& draws) const;
  std::int64_t draw_by_rejection(Draws& draws) const;
  double log_probability_of_rarer(std::int64_t k) const;

  std::int64_t n_;
  double p_;      // of the rarer of success and failure
  double q_;      // 1 - p_
  bool swapped_;  // the rarer one is failure
  bool by_rejection_;
  double none_ = 0;  // inversion: P(0)
  // Rejection: the hat's parameters a, b, c, v_r and alpha of the paper's table, ln P(mode).
  double a_ = 0;
  double b_ = 0;
  double center_ = 0;
  double squeeze_ = 0;
  double alpha_ = 0;
  double log_mode_ = 0;
};

/// One variate; needs what BinomialDistribution needs.
inline std::int64_t draw_binomial(Draws& draws, std::int64_t n, double p) {
  return BinomialDistribution(n, p).draw(draws);
}

/// Draws `size` times with replacement from a sample that has level i counts[i] times, and calls visit(i, times)
/// for each drawn level, in order. Needs a count above 0, and size at most
/// BinomialDistribution::max_trials. One binomial per level, given the levels before. O(counts) for all sizes.
template <class Visit>
void draw_multinomial(Draws& draws, std::uint64_t size, std::span<const std::uint64_t> counts,
                      const Visit& visit) {
  std::uint64_t records = 0;
  for (const std::uint64_t count : counts) records += count;
  for (std::size_t i = 0; i < counts.size() && size > 0; ++i) {
    if (counts[i] == 0) continue;
    const double p = static_cast<double>(counts[i]) / static_cast<double>(records);
    const auto times =
        static_cast<std::uint64_t>(draw_binomial(draws, static_cast<std::int64_t>(size), p));
    size -= times;
    records -= counts[i];
    if (times > 0) visit(i, times);
  }
}

}  // namespace replaybench
