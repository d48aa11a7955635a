#pragma once
// Normals and uniforms of one step in turn, the normals within a small error, at a fraction of the
// time that `Draws` takes for them.
//
// A program that compares numbers made of normals can use these wherever no number is so near to
// another that the error matters, which is nearly always; and elsewhere the exact ones, from a copy of
// the draws.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "suite/numeric/near_functions.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench {

/// Reads on from where `draws` is: `uniform` returns what its own function would, `normal` that except for
/// an error below `normal_error`; below `far_normal_error` where the normal is beyond -1 or 1.
class NearNormals {
 public:
  static constexpr double normal_error = 1e-5;
  static constexpr double far_normal_error = 1e-10;

  explicit NearNormals(const Draws& draws)
      : source_(draws), has_normal_(draws.has_normal_), spare_normal_(draws.spare_normal_) {}

  double uniform() {
    if (place_ == bits_.size()) {
      bits_ = source_.sixteen_bits();
      made_ += bits_.size();
      place_ = 0;
    }
    return Draws::unit_interval(bits_[place_++]);
  }
  double normal() {
    if (has_normal_) {
      has_normal_ = false;
      return spare_normal_;
    }
    pair_[0] = uniform();
    pair_[1] = uniform();
    double sine;
    double cosine;
    near_.sincos_of_turns(pair_[1], sine, cosine);
    // An error of the logarithm that could matter to the root: where the root is small.
    const double radius = std::sqrt(std::max(0.0, -2 * near_.log(1 - pair_[0])));
    spare_normal_ = radius * sine;
    has_normal_ = true;
    return radius * cosine;
  }
  const numeric::NearFunctions& functions() const { return near_; }

  /// Puts `draws`, from which this was made, where its own functions would have left it.
  void move(Draws& draws) const;

 private:
  const numeric::NearFunctions& near_ = numeric::NearFunctions::tables();
  Draws source_;
  std::array<std::uint64_t, 16> bits_;
  std::size_t place_ = bits_.size();
  std::uint64_t made_ = 0;
  std::array<double, 2> pair_{-1, -1};  // the uniforms of the last pair of normals
  bool has_normal_;
  double spare_normal_;
};

}  // namespace replaybench
