#pragma once
// Numbers as a reader of tables wants them, the same in Markdown and on the page.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "suite/leaderboard/board.hpp"

namespace replaybench {

inline const std::string no_number = "–";

/// "0.5132"; a dash for NaN. What rounds to zero has no sign.
inline std::string decimals(double value, int places) {
  if (std::isnan(value)) return no_number;
  const std::string text = fmt::format("{:.{}f}", value, places);
  return text.find_first_not_of("-0.") == std::string::npos ? fmt::format("{:.{}f}", 0.0, places)
                                                            : text;
}

/// "12,345"; a dash for NaN.
inline std::string thousands(double value) {
  if (std::isnan(value)) return no_number;
  std::string digits = fmt::format("{:.0f}", std::fabs(value));
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return (value < 0 ? "-" : "") + digits;
}

/// Nanoseconds: "7.4", "123", "45,678".
inline std::string nanoseconds_text(double value) {
  return value < 99.95 ? decimals(value, 1) : thousands(value);
}

/// Half the width of an interval; NaN if it has none.
inline double half_width(const statistics::IntervalEstimate& interval) {
  return (interval.high - interval.low) / 2;
}

/// "0.5132 ± 0.0021", or the number alone.
inline std::string with_half_width(const statistics::IntervalEstimate& interval, int places) {
  std::string text = decimals(interval.value, places);
  if (!std::isnan(half_width(interval))) {
    text += " ± " + fmt::format("{:.{}f}", half_width(interval), places);
  }
  return text;
}

/// "3", or "2.5" for a shared rank.
inline std::string rank_text(double rank) {
  return rank == std::floor(rank) ? fmt::format("{:.0f}", rank) : fmt::format("{:.1f}", rank);
}

/// "2 to 7", or "3" when the tests allow one rank only.
inline std::string rank_range(const Entry& entry) {
  if (entry.best_rank == entry.worst_rank) return std::to_string(entry.best_rank);
  return std::to_string(entry.best_rank) + " to " + std::to_string(entry.worst_rank);
}

/// Candidates for the best of a ranked task: "best lin_ucb (0.6965)" if the tests leave one,
/// otherwise "3 are statistically tied for the best mean reward (0.6965): gap, ucb, moss". Of many
/// the first five are named.
inline std::string leaders_text(const TaskBoard& task) {
  constexpr std::size_t most = 5;
  std::vector<std::string> leaders;
  for (const Entry& entry : task.entries) {
    if (takes_rank(entry) && entry.best_rank == 1) {
      leaders.push_back(entry.algorithm->name);
    }
  }
  const std::string score = "(" + decimals(task.entries.front().score.value, 4) + ")";
  if (leaders.size() == 1) return "best " + leaders.front() + " " + score;
  std::string text =
      std::to_string(leaders.size()) + " are statistically tied for the best mean reward " + score;
  for (std::size_t i = 0; i < std::min(most, leaders.size()); ++i) {
    text += (i == 0 ? ": " : ", ") + leaders[i];
  }
  if (leaders.size() > most) text += " and " + std::to_string(leaders.size() - most) + " others";
  return text;
}

/// "alpha = 0.1"; empty if nothing is tuned.
inline std::string tuned_text(const Entry& entry) {
  const ParameterInfo* parameter = tuned_parameter(*entry.algorithm);
  return parameter ? parameter->name + " = " + entry.candidate : std::string();
}

/// Algorithms that played on at least one task.
inline std::size_t algorithms_of(const Board& board) { return board.overall.size(); }

inline std::size_t ranked_tasks(const Board& board) {
  return static_cast<std::size_t>(std::count_if(board.tasks.begin(), board.tasks.end(),
                                                [](const TaskBoard& task) { return task.ranked; }));
}

/// The quantity that the evaluator estimates, in words.
inline std::string score_text(const TaskBoard& task) {
  return task.score_name == "expected"
             ? "the expected reward of the chosen actions (the mean reward without the rewards' "
               "own noise)"
             : "the evaluator's estimate";
}

}  // namespace replaybench
