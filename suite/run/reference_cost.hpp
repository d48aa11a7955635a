#pragma once
// Predicted times of studies without measured cells, from their times on other machines.

#include <cstddef>

namespace replaybench {

/// Cost of a whole study in another run, possibly on another machine.
struct ReferenceCost {
  double core_seconds = 0;
  std::size_t cells = 0;  ///< 0: not known

  double of(std::size_t some_cells) const {
    return cells == 0 ? 0
                      : core_seconds * static_cast<double>(some_cells) / static_cast<double>(cells);
  }
};

/// Ratio of this machine's times to the reference's.
class Pace {
 public:
  /// A study took `core_seconds`, and by its reference should have taken `expected`; 0: it has none, and
  /// says nothing.
  void add(double core_seconds, double expected) {
    if (expected == 0) return;
    here_ += core_seconds;
    there_ += expected;
  }
  /// 1 at first; within [1/20, 20].
  double factor() const;

 private:
  double here_ = 0;
  double there_ = 0;
};

/// Core seconds, and how many of them rest on measurements.
struct Expectation {
  double seconds = 0;
  double known = 0;

  double known_share() const { return seconds > 0 ? known / seconds : 1; }
};

/// What `cells` of a study will take, of which the measurements say `measured`: that, where at least half
/// of it rests on measurements of cells like these, or where there is no reference; else the reference at
/// this pace, of which four fifths count as known.
Expectation expected(const Expectation& measured, std::size_t cells, const ReferenceCost& reference,
                     const Pace& pace);

}  // namespace replaybench
