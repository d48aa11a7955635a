#pragma once
// Patterns in a log's propensities as numbers: a lower limit, or rounding.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace replaybench {

struct PropensityValues {
  std::size_t examined = 0;
  std::size_t distinct = 0;
  double smallest = 1;
  double share_of_smallest = 0;  ///< of the examined records
  std::size_t at_smallest = 0;
  int decimals = 0;  ///< the fewest that write all of them exactly, up to max_decimals; then more

  static constexpr int max_decimals = 4;
  /// Numbers of a few kinds are those of a simple rule; of many, chance does not repeat one.
  static constexpr std::size_t many = 20;

  /// True if many records share the smallest of many values: at least 10, and ten times as many as
  /// have another value on average.
  bool floored() const;
  /// True if all of many values have at most max_decimals decimals, and the smallest may then be
  /// wrong by 2 % or more.
  bool rounded() const;
  /// Half a unit of the last decimal, relative to the smallest.
  double rounding_error() const;
};

/// All propensities of a log, or a million of them in equal steps.
class ExaminedPropensities {
 public:
  explicit ExaminedPropensities(std::uint64_t records);
  /// The next ones. O(size).
  void add(std::span<const double> propensities);
  /// O(examined log examined).
  PropensityValues values() const;

 private:
  std::uint64_t step_;
  std::uint64_t next_ = 0;  // places until the next one that is examined
  std::vector<double> examined_;
};

/// True if `written` is `value` rounded to the fewest decimals, 1 to 6, that write it. O(1).
bool is_rounded_from(double value, double written);

/// ExaminedPropensities of these.
PropensityValues examine_propensities(std::span<const double> propensities);

}  // namespace replaybench
