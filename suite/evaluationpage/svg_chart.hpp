#pragma once
// Drawings as inline SVG. Horizontal coordinates are percentages, vertical ones pixels: a drawing has any width, and
// its text and marks keep their size.

#include <string>
#include <vector>

#include "suite/numeric/nan.hpp"

namespace replaybench::evaluationpage {
/// A number for an axis: "0.25", "1,000".
std::string axis_number(double value);

/// A scale from data to percent of the width, or of the height.
class Axis {
 public:
  /// Holds all values that are finite, with some room; `zero`: also 0.
  static Axis of(const std::vector<double>& values, bool zero = false);
  Axis(double low, double high) : low_(low), high_(high) {}

  double low() const { return low_; }
  double high() const { return high_; }
  bool holds(double value) const { return value >= low_ && value <= high_; }
  /// 0 at `low`, 100 at `high`; not cut.
  double percent(double value) const { return 100 * (value - low_) / (high_ - low_); }
  /// Three to eight multiples of 1, 2 or 5 times a power of ten.
  std::vector<double> ticks() const;

 private:
  double low_, high_;
};

/// The appearance of a series: colour, marker and dash. 1 to 4, or 0 for the log.
using Series = int;

/// A marker at a place of a drawing, with a title for the pointer.
std::string marker(Series series, const std::string& x, double y, const std::string& title);
/// Only the marker, for a heading.
std::string key(Series series);

/// A row of a forest plot: estimate and interval, NaN if there are none, on the shade of a reference.
struct ForestRow {
  Series series = 0;
  double value = nan, low = nan, high = nan;
  std::string title;
};
/// `reference`: its line and its shade; NaN if none. 30 pixels high.
std::string forest_strip(const ForestRow& row, const Axis& axis, double reference, double low,
                         double high);
/// A row of errors: a filled dot for the expected one, a square for that on the worst kind of twin, a line between
/// them, and the line of a reference (NaN: none). What the axis does not hold is an arrow at its end. 30 pixels high.
std::string error_strip(double expected, double worst, const Axis& axis, double reference);
/// The ticks below the strips. 22 pixels high.
std::string forest_axis(const Axis& axis);

/// A line with its band.
struct Line {
  Series series = 0;
  std::string label;  ///< at its end
  std::vector<double> x, y;
  std::vector<double> low, high;  ///< empty if no band
  bool dots = false;              ///< a marker at each point
};
/// Lines over a common axis. `about`: the finding, for readers who see no picture.
std::string line_chart(const std::vector<Line>& lines, const Axis& across, const Axis& up,
                       const std::string& across_label, const std::string& about);

/// A bar of a histogram; `below` is drawn downwards.
struct Bar {
  std::string label;  ///< below the bar; empty if none
  std::string title;
  double above = 0, below = 0;
};
/// Bars of equal width whose heights share one scale.
std::string bar_chart(const std::vector<Bar>& bars, Series series, const std::string& about);

}  // namespace replaybench::evaluationpage
