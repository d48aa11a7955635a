#pragma once
// Results of a method of choosing the bandwidth for each candidate, and the choice.

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "suite/numeric/moments.hpp"

namespace replaybench::evaluators::select_bandwidth {

/// One number for each candidate and repeat. In one repeat all candidates meet the same records,
/// in the same order, with the same noise up to its size: their differences are paired.
class CriterionTable {
 public:
  CriterionTable(std::size_t candidates, std::size_t repeats)
      : repeats_(repeats), values_(candidates * repeats) {}

  double& at(std::size_t candidate, std::size_t repeat) {
    return values_[candidate * repeats_ + repeat];
  }
  std::size_t candidates() const { return values_.size() / repeats_; }
  /// Over the repeats.
  numeric::Moments of(std::size_t candidate) const { return combination(1, candidate, 0, 0); }
  /// Moments of factor * (value of candidate) + other_factor * (value of other), over the repeats.
  numeric::Moments combination(double factor, std::size_t candidate, double other_factor,
                               std::size_t other) const;

 private:
  std::size_t repeats_;
  std::vector<double> values_;
};

/// The chosen constant C, and how sure the repeats are. Errors describe only the
/// repeats, which all come from one log: they show whether more repeats would help.
struct Choice {
  double constant = 0;
  double constant_error = std::numeric_limits<double>::quiet_NaN();
  std::size_t nearest = 0;  ///< the best candidate
  std::size_t similar = 0;  ///< other candidates within two standard errors of the best
  bool at_edge = false;     ///< the last candidate, or a first one that is not 0
};

/// The C at which the mean crosses 0: on the line between the candidate whose mean is nearest to 0
/// and its neighbour of the other sign; that candidate itself if no neighbour has it. Its error
/// is the error of the mean divided by the line's slope.
Choice choose_crossing(std::span<const double> candidates, const CriterionTable& table);

/// The candidate with the largest mean; of equal ones the first.
Choice choose_largest(std::span<const double> candidates, const CriterionTable& table);

}  // namespace replaybench::evaluators::select_bandwidth
