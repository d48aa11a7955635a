#pragma once
// Thompson sampling over Gaussian scores, at little more than the price of their means.
//
// The argmax of mean_a + deviation_a Z_a over independent standard normals Z_a needs a normal draw an
// action, and a logarithm, a sine and a root cost fifty times a dot product of 16 features. But hardly
// any Z_a must be known exactly. Here Z_a = Phi^-1(U_a), U_a uniform from 32 random bits; the first ten
// of them tell between which two of 1025 quantiles Z_a lies, so a score is known within an interval,
// and only where the intervals of the leader and of a challenger overlap are the two computed. The
// choice is that of all the exact scores, bit for bit: multiplying by a deviation >= 0 and adding a
// mean never turn an order round, rounded or not.
//
// Z takes 2^32 values, from -6.34 to 6.34; beyond, a normal falls once in 4 10^9 draws.

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include "suite/model/action.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::algorithms::lap {

/// What an action's score is drawn from.
struct ScoreLaw {
  double mean;
  double deviation;  ///< >= 0
};

/// The standard normal that 32 random bits stand for: the quantile at the middle of their cell.
inline double normal_of_bits(std::uint32_t bits) {
  return numeric::normal_quantile((bits + 0.5) * 0x1p-32);
}

/// Edges of 1024 equally probable intervals, each a little too far out, so that roundoff in the
/// quantiles cannot put one on the wrong side: interval i is ]lower[i], upper[i][.
struct NormalIntervals {
  static constexpr int index_bits = 10;
  std::array<double, 1 << index_bits> lower;
  std::array<double, 1 << index_bits> upper;
  NormalIntervals();
  static const NormalIntervals& table();
};

/// A score known within [low, high].
struct Sample {
  ScoreLaw law;
  double low;
  double high;
  std::uint32_t bits;

  void compute() {
    if (low != high) low = high = law.mean + law.deviation * normal_of_bits(bits);
  }
};

/// The action with the highest score, score = mean + deviation Z from law(action); the first of
/// equals. Half a draw of 64 bits for each action, in order. O(size), no allocation.
template <class Law>
Action best_sample(const ActionSet& actions, Draws& draws, const Law& law) {
  const NormalIntervals& intervals = NormalIntervals::table();
  constexpr int shift = 32 - NormalIntervals::index_bits;
  constexpr Action block = 16;  // actions whose intervals are found without a branch
  std::array<Sample, block> samples;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Sample best{{0, 0}, -infinity, -infinity, 0};
  Action winner = actions[0];
  double threshold = -infinity;  // the highest lower end so far
  for (Action first = 0; first < actions.size(); first += block) {
    const Action count = std::min(block, actions.size() - first);
    for (Action i = 0; i < count; i += 2) {
      const std::uint64_t bits = draws.bits();
      samples[i].bits = static_cast<std::uint32_t>(bits);
      samples[i + 1].bits = static_cast<std::uint32_t>(bits >> 32);
    }
    for (Action i = 0; i < count; ++i) {
      Sample& own = samples[i];
      own.law = law(actions[first + i]);
      own.low = own.law.mean + own.law.deviation * intervals.lower[own.bits >> shift];
      own.high = own.law.mean + own.law.deviation * intervals.upper[own.bits >> shift];
      threshold = std::max(threshold, own.low);
    }
    for (Action i = 0; i < count; ++i) {
      Sample& own = samples[i];
      if (own.high < threshold) continue;
      if (own.high < best.low) continue;
      if (own.low <= best.high) {
        best.compute();
        own.compute();
        if (own.low <= best.low) continue;
      }
      best = own;
      winner = actions[first + i];
    }
  }
  return winner;
}

}  // namespace replaybench::algorithms::lap
