#include "suite/run/reference_cost.hpp"

#include <algorithm>

namespace replaybench {

namespace {

// Seconds added to both sides of the pace, so that a short study does not decide.
constexpr double steadying_seconds = 10;

// A study's cells do not take equally long, and the reference's machine was another one.
constexpr double known_part_of_reference = 0.8;

}  // namespace

double Pace::factor() const {
  return std::clamp((here_ + steadying_seconds) / (there_ + steadying_seconds), 0.05, 20.0);
}

Expectation expected(const Expectation& measured, std::size_t cells, const ReferenceCost& reference,
                     const Pace& pace) {
  if (measured.known_share() >= 0.5 || reference.cells == 0) return measured;
  const double seconds = reference.of(cells) * pace.factor();
  return {seconds, known_part_of_reference * seconds};
}

}  // namespace replaybench
