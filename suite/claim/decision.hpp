#pragma once
// Requirements of a claim on a number with a known error, and the answer: yes, no or undecided.
//
// Every requirement is a set of values: those above a bound, those within a margin of a number,
// those outside of it, ... The answer is "yes" when the whole confidence interval of the estimate
// lies in the set, "no" when none of it does, otherwise "undecided". So an answer never comes from an
// interval that is wide: with fewer repetitions the interval grows, and a yes or a no can only turn
// into "undecided". In particular "no difference was seen" is no evidence: `equals` needs a margin
// that holds the whole interval.

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "suite/statistics/interval.hpp"

namespace replaybench {

/// A number and what is known of its error.
struct Measurement {
  double value = std::numeric_limits<double>::quiet_NaN();
  /// Standard error of `value`; 0 for a number that is computed, not sampled.
  double standard_error = 0;
  /// Independent repetitions that `standard_error` was estimated from; infinite for a computed
  /// number.
  double repetitions = std::numeric_limits<double>::infinity();
  /// A share of `repetitions` independent trials: its interval is exact, and not by
  /// `standard_error`.
  bool is_proportion = false;
  /// Denominator of `value`, and its error: the interval is that of a ratio. `value` is the
  /// quotient, `standard_error` by the delta method.
  struct Divisor {
    double value = 1;
    double standard_error = 0;
    double standard_error_of_dividend = 0;
  };
  std::optional<Divisor> divisor = std::nullopt;

  bool is_exact() const { return standard_error == 0 && repetitions > 1e300; }
};

/// The two-sided interval at `confidence`: Student's t with repetitions - 1 degrees of freedom; of a
/// proportion Clopper and Pearson's; of a quotient Fieller's, with Student's quantile. An exact
/// number is its own interval; with fewer than two repetitions it is unbounded.
statistics::Interval confidence_interval(const Measurement& estimate, double confidence);

enum class Answer { no, undecided, yes };

/// "no", "undecided", "yes".
std::string_view name_of(Answer answer);

/// A set of numbers: an interval with or without its ends, or what lies outside of one.
class Requirement {
 public:
  // Each throws std::invalid_argument unless bounds and margins are finite.

  /// value > bound.
  static Requirement greater_than(double bound);
  /// value < bound.
  static Requirement less_than(double bound);
  /// low <= value <= high. Throws std::invalid_argument unless low <= high.
  static Requirement between(double low, double high);
  /// |value - target| <= margin. Throws std::invalid_argument unless margin >= 0.
  static Requirement equals(double target, double margin);
  /// |value - target| > margin. Throws std::invalid_argument unless margin >= 0.
  static Requirement differs_from(double target, double margin);

  /// True if one number fulfils it.
  bool holds_for(double value) const;
  /// True if every number of [low, high] does.
  bool holds_for_all(double low, double high) const;
  /// True if no number of [low, high] does.
  bool fails_for_all(double low, double high) const;
  /// The distance from `value` to the nearest number that is judged differently.
  double distance_to_boundary(double value) const;
  /// The least distance by which [low, high] must move until all its numbers are judged alike, as they
  /// are not where it is.
  double move_to_decide(double low, double high) const;
  /// The half width of the margin, 0 if there is none.
  double margin() const { return margin_; }
  /// The bounds, which may be infinite, and whether the numbers between them fulfil it or the others.
  double low() const { return low_; }
  double high() const { return high_; }
  bool is_inside() const { return inside_; }

 private:
  Requirement(double low, double high, bool closed, bool inside, double margin);

  double low_, high_;
  bool closed_;  // whether the ends belong to [low, high]
  bool inside_;  // whether the numbers of the interval fulfil it, or those outside
  double margin_;
};

/// No verdict rests on fewer independent repetitions.
inline constexpr double min_repetitions = 10;

struct Decision {
  Answer answer = Answer::undecided;
  statistics::Interval interval{};  ///< of the estimate; both ends are its value if it is exact
  /// By how many standard errors the estimate would have to move for another answer; infinite if no
  /// move does (an exact number, too few repetitions), 0 if the interval of a ratio is unbounded.
  double spare = 0;
  /// The standard error of the estimate; of a proportion Agresti and Coull's. 0 if it is exact.
  double error = 0;
  /// Half the width of the interval in standard errors, and the degrees of freedom of the standard
  /// error; infinite if it is not estimated from the repetitions' spread (a proportion).
  double quantile = 0;
  double freedom = std::numeric_limits<double>::infinity();
  /// If undecided: approximate number of repetitions that would decide, if the estimate stays the
  /// same; nothing if no number would (it lies on the boundary).
  std::optional<double> repetitions_needed;
};

/// Judges one estimate by its `confidence_interval`; with fewer than `min_repetitions` the answer is always "undecided". Throws
/// std::invalid_argument for a confidence outside (0, 1), a value that is not finite, a standard
/// error that is negative or not finite, a sampled estimate without repetitions, or a proportion outside
/// [0, 1].
Decision decide(const Requirement& requirement, const Measurement& estimate, double confidence);

/// One answer for several: "no" if one is, otherwise "undecided" if one is, otherwise "yes". Throws
/// std::invalid_argument for none.
Answer all_of(std::span<const Answer> answers);

/// The confidence of each of `family` judgements that are wrong together with probability
/// 1 - confidence at most (Bonferroni).
double confidence_of_each(double confidence, std::size_t family);

/// The least-squares slope of y on x, its error propagated from those of y, which are independent;
/// the repetitions are the fewest. Throws std::invalid_argument for sizes that differ, fewer than
/// two points, or x that are all equal. O(n).
Measurement slope_of(std::span<const double> x, std::span<const Measurement> y);

/// a - b for independent estimates; exact if both are. The repetitions are the fewer.
Measurement difference_of(const Measurement& a, const Measurement& b);

/// a / b for independent estimates; exact if both are. The repetitions are the fewer.
Measurement quotient_of(const Measurement& a, const Measurement& b);

}  // namespace replaybench
