#pragma once
// Small SVG plots that stand in the page: the values of their templates (suite/leaderboard/templates).

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "suite/leaderboard/board.hpp"

namespace replaybench {

/// The scale that a task's bars share: from the lowest end of an interval to the best policy or the
/// highest end.
struct BarScale {
  double low = 0;
  double high = 1;

  static BarScale of(const TaskBoard& task);
};

/// The scale with its ends, for the column's header: bar_axis.svg.
nlohmann::json bar_axis(const BarScale& scale);
/// A dot with its interval, and dashed lines at `yards`, where they are on the scale:
/// interval_bar.svg. Null for NaN.
nlohmann::json interval_bar(const statistics::IntervalEstimate& interval, const BarScale& scale,
                            std::span<const double> yards);
/// Like the bar above, with the task's best policy and uniform choice.
nlohmann::json interval_bar(const statistics::IntervalEstimate& interval, const TaskBoard& task,
                            const BarScale& scale);
/// A bar of length value / most: length_bar.svg. Null for NaN.
nlohmann::json length_bar(double value, double most);

/// Share against the CPU time of a step (choose and update, geometric mean of the tasks), an
/// algorithm a dot; those that no other beats in both are named: cost_plot.svg. Null without times
/// or shares.
nlohmann::json cost_plot(const Board& board);

}  // namespace replaybench
