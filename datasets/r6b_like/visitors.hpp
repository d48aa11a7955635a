#pragma once
// The distribution of the visitors' features by day, and its moments.
//
//   features 0..9     age and sex: exactly one
//            10..29   place: exactly one
//            30..134  interests, each on its own given the visitor's type; a few frequent, many
//            rare
//            135      the constant 1 (by night the only one that is not 0)
// The types are not seen: they tie age and interests together. About 18 features are 1, the
// constant included.

#include <array>
#include <cstdint>
#include <span>

#include "suite/stream/stream.hpp"

namespace replaybench::datasets::r6b_like {

class VisitorDistribution {
 public:
  static constexpr std::size_t groups = 10, places = 20, interests = 105;
  static constexpr std::size_t features = groups + places + interests;  ///< without the constant
  static constexpr std::size_t max_active = features + 3;               ///< room that `draw` needs
  static constexpr std::size_t words_read =
      57;  ///< by `draw`: who it is, then two interests a word

  /// `tail`: the k-th most frequent interest (and place) is as frequent as k^-tail, up to 0.95 (and
  /// except for a factor that each type of visitor has).
  VisitorDistribution(StreamKey model, double tail);

  /// Writes the increasing indices of the features that are 1, without the constant; gives their
  /// number. O(words + features that are 1), about 30 ns with AVX2.
  std::size_t draw(std::span<const std::uint32_t, words_read> words, std::uint32_t* active) const;

  /// Mean of sum_f weights[f] x[f] over the visitors. Needs `features` weights.
  double mean(std::span<const double> weights) const;
  /// ln of the mean of exp(sum_f weights[f] x[f]).
  double log_mean_exp(std::span<const double> weights) const;
  /// The standard deviation of the sum.
  double deviation(std::span<const double> weights) const;
  /// P(feature f is 1).
  double frequency(std::size_t feature) const;

 private:
  static constexpr std::size_t types = 6;
  static constexpr std::size_t slots =
      2 * (words_read - 1);  // those behind the interests are never 1
  static constexpr std::size_t entries =
      256;  // a distribution over few things: that many, equally likely

  struct Type {
    double probability = 0;
    std::array<double, features> frequency{};  // of each feature
    std::array<std::uint8_t, entries> group_of;
    std::array<std::uint16_t, slots> below{};  // P(interest) times 2^16
  };
  struct Moments {
    double mean = 0;
    double square = 0;
  };
  Moments moments(const Type& type, std::span<const double> weights) const;
  static std::array<std::uint64_t, 2> draw_interests(const Type& type, const std::uint32_t* words);

  std::array<std::uint8_t, entries> type_of_;
  std::array<std::uint8_t, entries> place_of_;
  std::array<Type, types> types_;
};

}  // namespace replaybench::datasets::r6b_like
