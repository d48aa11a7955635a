#pragma once
// An interval, and a number with its interval.

namespace replaybench::statistics {

/// Ends may be infinite or NaN; each method documents when.
struct Interval {
  double low = 0;
  double high = 0;
};

/// A number with its interval, flat as the three columns of a table that show it.
struct IntervalEstimate {
  double value = 0;
  double low = 0;
  double high = 0;

  Interval interval() const { return {low, high}; }
};

}  // namespace replaybench::statistics
