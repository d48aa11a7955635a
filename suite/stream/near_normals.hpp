#pragma once
// Normals and uniforms of one step in turn, the normals within a small error, at a fraction of the
// time that `Draws` takes for them.
//
// A program that compares numbers made of normals can use these wherever no number is so near to
// another that the error matters, which is nearly always; and elsewhere the exact ones, from a copy of
// the draws. By tables of a logarithm, a sine and a cosine at 256 places, and a few terms of Taylor's
// series between them.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "suite/stream/stream.hpp"

namespace replaybench {

/// Elementary functions with an error far above roundoff.
class NearFunctions {
 public:
  static const NearFunctions& tables();

  /// ln x but for an absolute error below 1e-11. Needs x > 0, normal and finite.
  double log(double x) const {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const Logarithm& near = logarithms_[(bits >> 44) % places];
    const auto mantissa = std::bit_cast<double>((bits & 0x000f'ffff'ffff'ffff) | one_bits);
    const double t = mantissa * near.reciprocal - 1;  // |t| < 2^-8.99: the next term is t^4 / 4
    const auto exponent = static_cast<double>(static_cast<int>(bits >> 52) - 1023);
    return exponent * std::numbers::ln2 + near.value + t * (1 - t * (0.5 - t * (1.0 / 3)));
  }
  /// Sine and cosine of 2 pi x but for an absolute error below 1e-11. Needs x in [0, 1).
  void sincos_of_turns(double x, double& sine, double& cosine) const {
    const auto place = static_cast<unsigned>(x * places);
    const Turn& near = turns_[place];
    const double angle = (x - (place + 0.5) / places) * (2 * std::numbers::pi);
    const double square =
        angle * angle;  // below 2e-4: the next terms are angle^5 / 120, angle^6 / 720
    const double s = angle * (1 - square * (1.0 / 6));
    const double c = 1 - square * (0.5 - square * (1.0 / 24));
    sine = near.sine * c + near.cosine * s;
    cosine = near.cosine * c - near.sine * s;
  }

 private:
  static constexpr unsigned places = 256;
  static constexpr std::uint64_t one_bits = 0x3ff0'0000'0000'0000;  // of 1.0

  struct Logarithm {
    double reciprocal;
    double value;  // ln(1 / reciprocal)
  };
  struct Turn {
    double sine;
    double cosine;
  };

  NearFunctions();

  std::array<Logarithm, places> logarithms_;
  std::array<Turn, places> turns_;
};

/// Reads on from where `draws` is: `uniform` returns what its own function would, `normal` that but for
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
  const NearFunctions& functions() const { return near_; }

  /// Puts `draws`, from which this was made, where its own functions would have left it.
  void move(Draws& draws) const;

 private:
  const NearFunctions& near_ = NearFunctions::tables();
  Draws source_;
  std::array<std::uint64_t, 16> bits_;
  std::size_t place_ = bits_.size();
  std::uint64_t made_ = 0;
  std::array<double, 2> pair_{-1, -1};  // the uniforms of the last pair of normals
  bool has_normal_;
  double spare_normal_;
};

}  // namespace replaybench
