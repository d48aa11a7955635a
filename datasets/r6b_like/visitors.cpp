#include "datasets/r6b_like/visitors.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "datasets/r6b_like/model_steps.hpp"
#include "suite/numeric/elementary.hpp"

namespace replaybench::datasets::r6b_like {

namespace {

/// Entries that have the distribution `weights` / sum, as near as they can.
template <std::size_t Entries>
void fill_entries(std::array<std::uint8_t, Entries>& entries, std::span<const double> weights,
                  std::uint8_t first) {
  double sum = 0;
  for (const double weight : weights) sum += weight;
  double below = 0;
  std::size_t at = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    below += weights[k];
    const auto end = k + 1 == weights.size()
                         ? Entries
                         : static_cast<std::size_t>(below / sum * double{Entries} + 0.5);
    for (; at < end; ++at) entries[at] = static_cast<std::uint8_t>(first + k);
  }
}

/// Numbers min(most, factor * weights) whose sum is `total`.
std::vector<double> scaled_to(std::vector<double> weights, double total, double most) {
  double low = 0;
  double high = 1e6;
  const auto sum_with = [&](double factor) {
    double sum = 0;
    for (const double weight : weights) sum += std::min(most, factor * weight);
    return sum;
  };
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    (sum_with(middle) < total ? low : high) = middle;
  }
  for (double& weight : weights) weight = std::min(most, high * weight);
  return weights;
}

}  // namespace

VisitorDistribution::VisitorDistribution(StreamKey model, double tail) {
  constexpr std::array<double, types> shares{0.12, 0.20, 0.22, 0.20, 0.16, 0.10};
  constexpr std::array<double, types> interests_of{13, 14, 14, 16, 16, 18};  // in the mean
  constexpr std::array<double, groups> ages{0.06, 0.09, 0.11, 0.12, 0.10,
                                            0.07, 0.10, 0.13, 0.12, 0.10};
  fill_entries(type_of_, shares, 0);
  std::array<double, places> place_weights;
  for (std::size_t k = 0; k < places; ++k)
    place_weights[k] = numeric::pow(static_cast<double>(k + 1), -tail);
  fill_entries(place_of_, place_weights, groups);
  for (std::size_t z = 0; z < types; ++z) {
    Type& type = types_[z];
    type.probability =
        static_cast<double>(std::count(type_of_.begin(), type_of_.end(), z)) / double{entries};
    Draws draws(model, visitors_step + z);
    std::array<double, groups> group_weights;
    for (std::size_t k = 0; k < groups; ++k) {
      group_weights[k] = ages[k] * numeric::exp(0.7 * draws.normal());
    }
    fill_entries(type.group_of, group_weights, 0);
    std::vector<double> weights(interests);
    for (std::size_t k = 0; k < interests; ++k) {
      // The k-th most frequent one, somewhere in the row.
      weights[k * 41 % interests] =
          numeric::pow(static_cast<double>(k + 1), -tail) * numeric::exp(0.6 * draws.normal());
    }
    weights = scaled_to(std::move(weights), interests_of[z], 0.95);
    for (std::size_t k = 0; k < interests; ++k) {
      type.below[k] = static_cast<std::uint16_t>(weights[k] * 65536);
      type.frequency[groups + places + k] = type.below[k] / 65536.0;
    }
    for (const std::uint8_t group : type.group_of) type.frequency[group] += 1.0 / entries;
    for (const std::uint8_t place : place_of_) type.frequency[place] += 1.0 / entries;
  }
}

// Bit i: interest i is 1, which it is where half i of the words is below its bound.
std::array<std::uint64_t, 2> VisitorDistribution::draw_interests(const Type& type,
                                                                 const std::uint32_t* words) {
#ifdef __AVX2__
  static_assert(slots == 7 * 16);
  const auto not_below = [&](std::size_t v) {  // all bits of a half, or none
    const auto* const half = reinterpret_cast<const __m256i*>(words) + v;
    const auto* const bound = reinterpret_cast<const __m256i*>(type.below.data()) + v;
    const __m256i halves = _mm256_loadu_si256(half);
    return _mm256_cmpeq_epi16(_mm256_max_epu16(halves, _mm256_loadu_si256(bound)), halves);
  };
  const auto bits_of = [](__m256i lower, __m256i upper) {
    // Packing goes by halves of a vector: the quarters are put in order again.
    const __m256i bytes = _mm256_permute4x64_epi64(_mm256_packs_epi16(lower, upper), 0xd8);
    return static_cast<std::uint64_t>(~static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes)));
  };
  return {bits_of(not_below(0), not_below(1)) | bits_of(not_below(2), not_below(3)) << 32,
          bits_of(not_below(4), not_below(5)) | bits_of(not_below(6), _mm256_set1_epi16(-1)) << 32};
#else
  std::array<std::uint64_t, 2> bits{};
  for (std::size_t i = 0; i < slots; ++i) {
    const std::uint32_t half = words[i / 2] >> (16 * (i % 2)) & 0xffff;
    bits[i / 64] |= std::uint64_t{half < type.below[i]} << (i % 64);
  }
  return bits;
#endif
}

std::size_t VisitorDistribution::draw(std::span<const std::uint32_t, words_read> words,
                                      std::uint32_t* active) const {
  const std::uint32_t who = words[0];
  const Type& type = types_[type_of_[who & 0xff]];
  active[0] = type.group_of[(who >> 8) & 0xff];
  active[1] = place_of_[(who >> 16) & 0xff];
  std::size_t count = 2;
  std::uint32_t first = groups + places;
  for (std::uint64_t left : draw_interests(type, words.data() + 1)) {
    // By four, so that few branches depend on the draw: what is written behind the last is not counted.
    const auto end = count + static_cast<std::size_t>(std::popcount(left));
    while (count < end) {
      for (std::size_t i = 0; i < 4; ++i) {
        active[count++] = first + static_cast<std::uint32_t>(std::countr_zero(left));
        left &= left - 1;
      }
    }
    count = end;
    first += 64;
  }
  return count;
}

double VisitorDistribution::frequency(std::size_t feature) const {
  double sum = 0;
  for (const Type& type : types_) sum += type.probability * type.frequency[feature];
  return sum;
}

VisitorDistribution::Moments VisitorDistribution::moments(const Type& type,
                                                          std::span<const double> weights) const {
  double mean = 0;
  double variance = 0;
  // Adds the moments of the one feature of [from, to[ that is 1.
  const auto add_one_of = [&](std::size_t from, std::size_t to) {
    double first = 0;
    double second = 0;
    for (std::size_t f = from; f < to; ++f) {
      const double p = type.frequency[f];
      first += p * weights[f];
      second += p * weights[f] * weights[f];
    }
    mean += first;
    variance += second - first * first;
  };
  add_one_of(0, groups);
  add_one_of(groups, groups + places);
  for (std::size_t f = groups + places; f < features; ++f) {
    const double p = type.frequency[f];
    mean += p * weights[f];
    variance += p * (1 - p) * weights[f] * weights[f];
  }
  return {mean, variance + mean * mean};
}

double VisitorDistribution::mean(std::span<const double> weights) const {
  double sum = 0;
  for (const Type& type : types_) sum += type.probability * moments(type, weights).mean;
  return sum;
}

double VisitorDistribution::log_mean_exp(std::span<const double> weights) const {
  double sum = 0;
  for (const Type& type : types_) {
    double group = 0;
    double place = 0;
    double log_mean = 0;  // of the interests
    for (std::size_t f = 0; f < features; ++f) {
      const double part = type.frequency[f] * numeric::expm1(weights[f]);
      if (f < groups) {
        group += part;
      } else if (f < groups + places) {
        place += part;
      } else {
        log_mean += numeric::log1p(part);
      }
    }
    sum += type.probability * (1 + group) * (1 + place) * numeric::exp(log_mean);
  }
  return numeric::log(sum);
}

double VisitorDistribution::deviation(std::span<const double> weights) const {
  double mean = 0;
  double square = 0;
  for (const Type& type : types_) {
    const Moments of_type = moments(type, weights);
    mean += type.probability * of_type.mean;
    square += type.probability * of_type.square;
  }
  return std::sqrt(std::max(0.0, square - mean * mean));
}

}  // namespace replaybench::datasets::r6b_like
