#pragma once
// Thompson sampling over Gaussian scores, at little more than the price of their means.
//
// The argmax of mean_a + deviation_a Z_a over independent standard normals Z_a needs a normal draw
// an action, and a logarithm, a sine and a root cost fifty times a dot product of 16 features. But
// hardly any Z_a must be known exactly. Here Z_a = Phi^-1(U_a), U_a uniform from 32 random bits;
// the first ten of them tell between which two of 1025 quantiles Z_a lies, so a score is known
// within an interval, and only if the intervals of the leader and of a challenger overlap are
// the two computed. The choice is the same as with all exact scores, bit for bit: multiplying by a
// deviation >= 0 and adding a mean never reverse an order, rounded or not.
//
// Z takes 2^32 values, from -6.34 to 6.34; beyond, a normal falls once in 4 10^9 draws.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include "suite/model/action.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::learning {

/// Actions whose scores are drawn at once.
inline constexpr Action score_block = 16;

/// Distributions of the scores of a block of actions.
struct ScoreDistributions {
  std::array<double, score_block> means;
  std::array<double, score_block> deviations;  ///< >= 0
};

/// The standard normal number of 32 random bits: the quantile at the middle of their cell.
inline double normal_of_bits(std::uint32_t bits) {
  return numeric::normal_quantile((bits + 0.5) * 0x1p-32);
}

/// True if it is above 0; it is below otherwise.
inline bool is_positive_normal(std::uint32_t bits) { return bits >> 31 != 0; }

/// Two numbers, the lower and the upper end of something, multiplied and added together (the vector
/// extension that g++ and clang++ share).
using Ends = double __attribute__((vector_size(16)));

/// 1024 equally probable intervals, each a little too long at both ends, so that roundoff in the
/// quantiles cannot put one on the wrong side: ]ends[i][0], ends[i][1][.
struct NormalIntervals {
  static constexpr int index_bits = 10;
  std::array<Ends, 1 << index_bits> ends;
  NormalIntervals();
  /// Bounds of mean + deviation Z for the Z of `bits`.
  Ends of_score(double mean, double deviation, std::uint32_t bits) const {
    return mean + deviation * ends[bits >> (32 - index_bits)];
  }
  static const NormalIntervals& table();
};

/// The 32 bits of each action at one step: a function of the key and the action alone. Four actions, 4 i to 4 i + 3,
/// share a block.
class ActionBits {
 public:
  explicit ActionBits(StreamKey key) : key_(key.value) {}
  std::uint32_t of(Action action) {
    if (action / 4 != block_) {
      block_ = action / 4;
      words_ = philox_block(key_, 0, block_);
    }
    return words_[action % 4];
  }

 private:
  std::uint64_t key_;
  std::uint64_t block_ = std::numeric_limits<std::uint64_t>::max();
  std::array<std::uint32_t, 4> words_{};
};

/// A score known within [low, high].
struct Sample {
  double mean = 0;
  double deviation = 0;
  double low = -std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  std::uint32_t bits = 0;

  void compute() {
    if (low != high) low = high = mean + deviation * normal_of_bits(bits);
  }
};

/// The bits of the actions of a block that begins at `first`, half a draw each.
inline void draw_block(const ActionSet& actions, Action first, Draws& draws,
                       std::array<std::uint32_t, score_block>& bits) {
  const Action count = std::min(score_block, actions.size() - first);
  for (Action i = 0; i < count; i += 2) {
    const std::uint64_t two = draws.bits();
    bits[i] = static_cast<std::uint32_t>(two);
    bits[i + 1] = static_cast<std::uint32_t>(two >> 32);
  }
}

/// The action with the highest score, score = mean + deviation Z; the first of equals.
/// `fill(first, count, distributions)` writes the distributions of actions[first] to actions[first
/// + count - 1] into the first places of `distributions`. Half a draw of 64 bits for each action,
/// in order. O(size), no allocation.
template <class Fill>
Action best_sample(const ActionSet& actions, Draws& draws, const Fill& fill) {
  const NormalIntervals& intervals = NormalIntervals::table();
  Sample best;
  Action winner = actions[0];
  ScoreDistributions distributions;
  std::array<std::uint32_t, score_block> bits;
  std::array<Ends, score_block> scores;
  for (Action first = 0; first < actions.size(); first += score_block) {
    const Action count = std::min(score_block, actions.size() - first);
    draw_block(actions, first, draws, bits);
    fill(first, count, distributions);
    double threshold = best.low;  // the highest lower end so far
    for (Action i = 0; i < count; ++i) {
      scores[i] = intervals.of_score(distributions.means[i], distributions.deviations[i], bits[i]);
      threshold = std::max(threshold, scores[i][0]);
    }
    // Bit i: action i may be the best. Without a branch, for it is a matter of chance.
    std::uint32_t rivals = 0;
    for (Action i = count; i-- > 0;) {
      rivals = 2 * rivals + static_cast<std::uint32_t>(scores[i][1] >= threshold);
    }
    for (; rivals != 0; rivals &= rivals - 1) {
      const auto i = static_cast<Action>(std::countr_zero(rivals));
      Sample own{distributions.means[i], distributions.deviations[i], scores[i][0], scores[i][1],
                 bits[i]};
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

/// True if best_sample returns `action`, one of the set. Looks at four actions at a time and stops
/// where one of them beats it; the position of `draws` is unspecified then. `fill` as there. O(size),
/// no allocation.
template <class Fill>
bool would_be_best_sample(const ActionSet& actions, Action action, Draws& draws, const Fill& fill) {
  constexpr Action step = 4;  // a divisor of score_block
  const NormalIntervals& intervals = NormalIntervals::table();
  Action own_place = 0;
  while (actions[own_place] != action) ++own_place;
  std::array<std::uint32_t, score_block> bits;
  ScoreDistributions distributions;
  std::array<Ends, step> scores;
  const auto sample = [&](Action i, const Ends& ends, std::uint32_t bits_of_score) {
    return Sample{distributions.means[i], distributions.deviations[i], ends[0], ends[1],
                  bits_of_score};
  };

  const Draws start = draws;
  for (Action first = 0; first <= own_place; first += score_block) {
    draw_block(actions, first, draws, bits);
  }
  const std::uint32_t own_bits = bits[own_place % score_block];
  fill(own_place, 1, distributions);
  Sample own =
      sample(0, intervals.of_score(distributions.means[0], distributions.deviations[0], own_bits),
             own_bits);
  if (own_place >= score_block) {
    draws = start;
    draw_block(actions, 0, draws, bits);
  }

  for (Action first = 0; first < actions.size(); first += step) {
    if (first > 0 && first % score_block == 0) draw_block(actions, first, draws, bits);
    const Action count = std::min(step, actions.size() - first);
    fill(first, count, distributions);
    bool is_beaten = false;  // never by itself: its lower end is not above its upper one
    bool is_near = false;
    for (Action i = 0; i < count; ++i) {
      scores[i] = intervals.of_score(distributions.means[i], distributions.deviations[i],
                                     bits[(first + i) % score_block]);
      is_beaten |= scores[i][0] > own.high;
      is_near |= scores[i][1] >= own.low && first + i != own_place;
    }
    if (is_beaten) return false;
    if (!is_near) continue;
    for (Action i = 0; i < count; ++i) {
      const Action place = first + i;
      Sample other = sample(i, scores[i], bits[place % score_block]);
      if (place == own_place || other.high < own.low) continue;
      own.compute();
      other.compute();
      if (other.low > own.low || (other.low == own.low && place < own_place)) return false;
    }
  }
  return true;
}

}  // namespace replaybench::learning
