#pragma once
// Elementary functions that are nearly right, at a fraction of the time of exact ones.

#include <array>
#include <bit>
#include <cstdint>
#include <numbers>

namespace replaybench::numeric {

/// Logarithm, sine and cosine with an error far above roundoff, for decisions that an exact function makes
/// where the error leaves them open. By tables of 256 places, and a few terms of Taylor's series between
/// them. Each function takes a few additions and multiplications.
class NearFunctions {
 public:
  /// The one object; its tables are made at the first call.
  static const NearFunctions& tables();

  /// ln x up to an absolute error below 1e-11. Needs x > 0, normal and finite.
  double log(double x) const {
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const Logarithm& near = logarithms_[(bits >> 44) % places];
    const auto mantissa = std::bit_cast<double>((bits & 0x000f'ffff'ffff'ffff) | one_bits);
    const double t = mantissa * near.reciprocal - 1;  // |t| < 2^-8.99: the next term is t^4 / 4
    const auto exponent = static_cast<double>(static_cast<int>(bits >> 52) - 1023);
    return exponent * std::numbers::ln2 + near.value + t * (1 - t * (0.5 - t * (1.0 / 3)));
  }
  /// Sine and cosine of 2 pi x up to an absolute error below 1e-11. Needs x in [0, 1).
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

}  // namespace replaybench::numeric
