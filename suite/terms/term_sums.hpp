#pragma once
// Exact sums of terms, from which follow an estimate, its standard error, its difference from the
// log's mean and the moments that a correction for skewness needs.
//
//   z = (1, r, b, w, p)   of a record: reward of the logging policy, base, weight, p = w * outcome
//   V = (sum b + sum p) / n         a mean
//   V = sum b / n + sum p / sum w   a ratio
//   m = sum r / n                   the log's own mean
//   l(z)                  a record's influence: its part in the error of the estimate, sum 0
//                           of a mean   (b + p - V) / n
//                           of a ratio  (b - sum b / n) / n + (p - w sum p / sum w) / sum w
//                           of a difference from the log: less (r - m) / n
//
// l is linear in z once V is known. So the sums of the products of two (three) of z give the sum of
// l^2 (l^3) after the last record: no second sweep, no vector of influences. The sums are exact, and
// what follows has 113 bits: no shift of the rewards is needed, and records in any order and any
// parts, merged in any order, give the same bytes.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "suite/numeric/exact_product_sum.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/numeric/wide.hpp"
#include "suite/terms/term.hpp"

namespace replaybench::terms {

using numeric::Wide;

/// The entries of z.
enum class Channel : std::uint8_t { one, reward, base, weight, product };

/// Sums in addition to weights and products.
struct TermShape {
  bool base = false;    ///< terms have a base
  bool reward = false;  ///< for differences from the log's mean
  bool third = false;   ///< third moments
  bool operator==(const TermShape&) const = default;
};

/// Moments of the influences l, whose sum is 0.
struct InfluenceMoments {
  double second = 0;  ///< sum of l^2
  /// Sum of l^3, within 1e-6 (sum l^2)^(3/2); NaN if it is lost in roundoff, or was not asked for.
  /// For independent records the skewness of the standardised estimate is about third / second^(3/2).
  double third = 0;
};

/// Exact sums of terms. 200 bytes while all are counted, then some 6 KB; 13 with a base and a reward, 36
/// with third moments too. O(1) a record: a counter for a weight of 1 and a reward of 0 or 1; otherwise some 20
/// ns for a weight of 1, 30 to 90 for another, 140 with a base, 700 with a reward and third moments.
class TermSums {
 public:
  TermSums() : TermSums(TermShape{}) {}
  explicit TermSums(TermShape shape);

  /// A record. A base needs `TermShape::base`, a reward `TermShape::reward`; otherwise they are not read.
  void add(const Term& term, double reward = 0) {
    ++terms_;
    if (term.weight == 1 && counts_units_ && (term.outcome == 0 || term.outcome == 1)) {
      ++unit_counts_[term.outcome == 1];
    } else {
      add_any(term, reward);
    }
  }
  /// So many records of weight, base and reward 0.
  void add_unused(std::uint64_t count);
  /// The records of another part. Throws std::logic_error for another shape.
  void merge(const TermSums& other);

  std::uint64_t terms() const { return terms_; }
  /// Terms of a weight other than 0.
  std::uint64_t used() const { return used_ + unit_counts_[0] + unit_counts_[1]; }

  /// Sums of entries of z and of their products, within 2^-110 of the sums of absolute values; 0 of
  /// channels outside of the shape. A product w y is exact if it is above 2^-960; in third
  /// moments it is rounded. Not finite if p overflows.
  Wide first(Channel a) const;
  Wide second(Channel a, Channel b) const;
  Wide third(Channel a, Channel b, Channel c) const;  ///< needs `TermShape::third`

  /// The estimate: of a mean or a ratio. The standard error of a mean is the sample standard deviation
  /// over sqrt(n); that of a ratio is the delta method's sqrt(sum l^2). It is 0 only if all
  /// terms (of a ratio: outcomes under a weight, and bases) are equal, and right to 1e-9 where it is a
  /// number. NaN: below two terms, a ratio without weights (whose value is that of its base), terms whose
  /// spread is below 1e-12 of their size. A log-mean is the mean of its exponentials, taken as the bases of
  /// terms of outcome 0 (`log_of`). O(1).
  Estimate combine(Combination combination) const;
  /// The estimate minus the log's mean reward, paired by record; NaN as above. Needs
  /// `TermShape::reward`.
  Estimate lift(Combination combination) const;
  /// Moments of the influences of the estimate, or of the lift. O(1).
  InfluenceMoments influence_moments(Combination combination, bool of_lift = false) const;
  /// Summary of the weights. O(1).
  WeightSummary weights() const;

  /// Canonical bytes: equal for equal sums, regardless of the parts that were merged. About 20 per sum.
  void write(std::string& out) const;
  /// The sums that have these bytes, which are taken from `bytes`. Throws std::invalid_argument.
  static TermSums read(std::string_view& bytes);

 private:
  static constexpr std::size_t channel_count = 5;
  using Coefficients = std::array<Wide, channel_count>;
  struct Range {
    double least, most;
    void add(double number);
    void merge(const Range& other);
    bool single() const { return !(least < most); }
  };
  struct Power {
    Wide sum = 0, size = 0;  // `size`: of absolute values
  };

  void add_any(const Term& term, double reward);
  void add_unit(double outcome);
  Wide units(int outcomes) const;
  void allocate();
  // The place of a channel among those that are summed; -1: it is none of them.
  int place(Channel channel) const { return places_[static_cast<std::size_t>(channel)]; }
  std::size_t pair(int a, int b) const;
  std::size_t triple(int a, int b, int c) const;
  Coefficients influence(Combination combination, bool of_lift) const;
  Power second_power(const Coefficients& of) const;
  Power third_power(const Coefficients& of) const;
  // Sum of l^2; NaN if it is lost in roundoff.
  Wide squares(Combination combination, bool of_lift) const;
  bool all_equal(Combination combination, bool of_lift) const;
  Wide count() const { return static_cast<Wide>(terms_); }

  TermShape shape_;
  bool counts_units_;
  std::array<int, channel_count> places_;
  std::size_t channels_;
  // Empty until a record is more than a unit.
  std::vector<numeric::ExactSum> first_;
  std::vector<numeric::ExactProductSum> second_, third_;
  std::uint64_t terms_ = 0, used_ = 0, positive_ = 0;
  std::array<std::uint64_t, 2> unit_counts_{};  // of weight 1 and outcome 0, 1
  Range values_, outcomes_, bases_, weights_;
};

/// The log-mean of terms v from the mean of exp(lambda v - shift) and its standard error:
/// (shift + log mean) / lambda, and by the delta method error / (mean |lambda|).
Estimate log_of(const Estimate& exponentials, double lambda, double shift);

}  // namespace replaybench::terms
