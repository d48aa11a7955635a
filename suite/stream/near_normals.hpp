#pragma once
// Normals and uniforms of one step in turn, the normals within a small error, at a fraction of the
// time that `Draws` takes for them.
//
// A program that compares numbers made of normals can use these wherever no number is so near to
// another that the error matters, which is nearly always; and elsewhere the exact ones, from the `Draws`
// of the same step.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "suite/numeric/near_functions.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench {

/// The draws of a step from its beginning: `uniform` returns what `Draws::uniform` would, `normal` what `Draws::normal`
/// would except for an error below `normal_error`; below `far_normal_error` where the normal is beyond -1 or 1.
class NearNormals {
 public:
  static constexpr double normal_error = 1e-5;
  static constexpr double far_normal_error = 1e-10;
  static constexpr std::uint32_t blocks_at_once = 2;
  /// The numbers that `blocks_at_once` blocks give.
  using Bits = std::array<std::uint64_t, 2 * blocks_at_once>;

  NearNormals(StreamKey key, std::uint64_t step) : key_(key.value), step_(step) { refill(); }
  /// Like the function above, for a step whose first bits are known.
  NearNormals(StreamKey key, std::uint64_t step, const Bits& first)
      : key_(key.value), step_(step), block_(blocks_at_once), bits_(first) {}

  double uniform() {
    if (place_ == bits_.size()) refill();
    return Draws::unit_interval(bits_[place_++]);
  }
  double normal() {
    if (has_normal_) {
      has_normal_ = false;
      return spare_normal_;
    }
    const double first = uniform();
    double sine;
    double cosine;
    near_.sincos_of_turns(uniform(), sine, cosine);
    // An error of the logarithm that could matter to the root: where the root is small.
    const double radius = std::sqrt(std::max(0.0, -2 * near_.log(1 - first)));
    spare_normal_ = radius * sine;
    has_normal_ = true;
    return radius * cosine;
  }
  const numeric::NearFunctions& functions() const { return near_; }

 private:
  void refill() {
    for (std::size_t b = 0; b < blocks_at_once; ++b) {
      const auto words = philox_block(key_, step_, block_++);
      bits_[2 * b] = words[0] | (static_cast<std::uint64_t>(words[1]) << 32);
      bits_[2 * b + 1] = words[2] | (static_cast<std::uint64_t>(words[3]) << 32);
    }
    place_ = 0;
  }

  const numeric::NearFunctions& near_ = numeric::NearFunctions::tables();
  std::uint64_t key_;
  std::uint64_t step_;
  std::uint32_t block_ = 0;
  Bits bits_;
  std::size_t place_ = 0;
  bool has_normal_ = false;
  double spare_normal_ = 0;
};

}  // namespace replaybench
