#pragma once
// Number of trials that fail before the next success.

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "suite/numeric/elementary.hpp"

namespace replaybench {

/// The geometric distribution of the failures before a success of probability p, by inversion:
/// floor(ln(1 - u) / ln(1 - p)). Where gaps are short it is read from a table without a logarithm;
/// the number is the same.
class GeometricGaps {
 public:
  /// `probability` in (0, 1].
  explicit GeometricGaps(double probability)
      : log_of_failure_(probability < 1 ? numeric::log1p(-probability) : 0) {
    if (probability < 1 && probability >= min_tabulated) {
      double failing = 1;
      for (double& end : ends_) {
        failing *= 1 - probability;
        end = 1 - failing;
      }
      tabulated_ = true;
      for (std::size_t part = 0; part < parts; ++part) {
        std::size_t gap = 0;
        while (gap < entries - 1 && static_cast<double>(part) / parts >= ends_[gap]) ++gap;
        first_gaps_[part] = static_cast<std::uint8_t>(gap);
      }
    }
  }

  /// The gap of a uniform number of [0, 1), a multiple of 2^-53. A whole number, >= 0.
  double of(double uniform) const {
    if (log_of_failure_ == 0) return 0;
    if (tabulated_ && uniform < ends_[entries - 1] - margin) {
      // Begins at the gap of the least number of its part of [0, 1), so that hardly any step is left:
      // steps are unpredictable branches.
      std::size_t gap = first_gaps_[static_cast<std::size_t>(uniform * parts)];
      while (uniform >= ends_[gap]) ++gap;
      // Near the end of an entry the logarithm's rounding decides.
      const bool is_near =
          ends_[gap] - uniform < margin || (gap > 0 && uniform - ends_[gap - 1] < margin);
      if (!is_near) return static_cast<double>(gap);
    }
    return std::floor(numeric::log(1 - uniform) / log_of_failure_);
  }

 private:
  static constexpr std::size_t entries = 16;
  static constexpr double min_tabulated = 0.1;  // below it most gaps are longer than the table
  static constexpr double margin = 1e-12;       // some thousand times the rounding of either way

  static constexpr std::size_t parts = 256;

  double log_of_failure_;
  bool tabulated_ = false;
  std::array<double, entries> ends_{};  // of the uniform numbers whose gap is at most its place
  std::array<std::uint8_t, parts> first_gaps_{};  // the gap of the least number of each part
};

}  // namespace replaybench
