#include "suite/terms/term_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "suite/numeric/elementary.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/numeric/number_bytes.hpp"

namespace replaybench::terms {

namespace {

using numeric::ExactProductSum;
using numeric::ExactSum;
using numeric::read_double;
using numeric::read_number;
using numeric::write_double;
using numeric::write_number;

constexpr double infinity = std::numeric_limits<double>::infinity();

// A sum of squares is taken where at least 2^-80 of what it is made of is left: roundoff of some
// 2^-110 is then below 1e-9 of it.
constexpr int most_cancelled = -80;
// Roundoff of a sum of cubes against the power 3/2 of the sum of squares.
constexpr int cube_roundoff = -90;

// a * b without error: the product and what it is short of.
struct TwoProduct {
  double product, rest;
  TwoProduct(double a, double b) : product(a * b), rest(std::fma(a, b, -product)) {
    if (!std::isfinite(product)) rest = 0;
  }
};

Wide size_of(Wide number) { return number < 0 ? -number : number; }

}  // namespace

WeightSummary summary_of(const WeightSums& sums, std::uint64_t n) {
  const double count = static_cast<double>(n);
  WeightSummary summary;
  summary.largest = sums.largest;
  summary.records = sums.records;
  summary.mean = sums.weights / count;
  const double deviation = n < 2 ? nan : std::sqrt(sums.squared_deviations / (count - 1));
  const double error = deviation / std::sqrt(count);
  const double sum = summary.mean * count;
  summary.z = error > 1e-9 * summary.mean ? (summary.mean - 1) / error : nan;
  if (sum > 0) {
    summary.effective = sum * sum / sums.squares;
    summary.largest_share = summary.largest / sum;
  }
  return summary;
}

void TermSums::Range::add(double number) {
  number += 0.0;  // -0 and 0 are one number
  least = std::min(least, number);
  most = std::max(most, number);
}

void TermSums::Range::merge(const Range& other) {
  least = std::min(least, other.least);
  most = std::max(most, other.most);
}

TermSums::TermSums(TermShape shape)
    : shape_(shape),
      counts_units_(!shape.base && !shape.reward),
      places_{-1, -1, -1, 0, 1},
      channels_(2),
      values_{infinity, -infinity},
      outcomes_(values_),
      bases_(values_),
      weights_(values_) {
  if (shape.base) places_[static_cast<std::size_t>(Channel::base)] = static_cast<int>(channels_++);
  if (shape.reward) {
    places_[static_cast<std::size_t>(Channel::reward)] = static_cast<int>(channels_++);
  }
}

// Behind the sums of the channels stand those of units, records of weight 1 whose outcome is not
// counted: w is 1 and p the outcome, so that the sums of p and p^2 and their number say all but p^3.
void TermSums::allocate() {
  first_.resize(channels_ + 2);
  second_.resize(channels_ * (channels_ + 1) / 2 + 1);
  if (shape_.third) third_.resize(channels_ * (channels_ + 1) * (channels_ + 2) / 6);
}

// Index of places a <= b (<= c) in the triangle (the tetrahedron) of all places.
std::size_t TermSums::pair(int a, int b) const {
  const auto low = static_cast<std::size_t>(std::min(a, b));
  const auto high = static_cast<std::size_t>(std::max(a, b));
  return high * (high + 1) / 2 + low;
}

std::size_t TermSums::triple(int a, int b, int c) const {
  std::array<std::size_t, 3> at{static_cast<std::size_t>(a), static_cast<std::size_t>(b),
                                static_cast<std::size_t>(c)};
  std::sort(at.begin(), at.end());
  return at[2] * (at[2] + 1) * (at[2] + 2) / 6 + at[1] * (at[1] + 1) / 2 + at[0];
}

void TermSums::add_any(const Term& term, double reward) {
  if (first_.empty()) allocate();
  if (counts_units_ && term.weight == 1) {
    add_unit(term.outcome);
    return;
  }
  const TwoProduct product(term.weight, term.outcome);
  const double base = shape_.base ? term.base : 0;
  values_.add(base + product.product);
  bases_.add(base);
  weights_.add(term.weight);
  if (term.weight != 0) {
    ++used_;
    positive_ += term.weight > 0;
    outcomes_.add(term.outcome);
  }
  std::array<double, channel_count - 1> z{term.weight, product.product, 0, 0};
  if (shape_.base) z[static_cast<std::size_t>(place(Channel::base))] = base;
  if (shape_.reward) z[static_cast<std::size_t>(place(Channel::reward))] = reward;
  const std::size_t p = 1;  // the place of the product, which has a rest
  for (std::size_t b = 0, at = 0, cube = 0; b < channels_; ++b) {
    if (z[b] != 0) first_[b].add(z[b]);
    for (std::size_t a = 0; a <= b; ++a, ++at) {
      if (z[a] != 0 && z[b] != 0) second_[at].add(z[a], z[b]);
      if (!shape_.third) continue;
      if (z[a] == 0 || z[b] == 0) {
        cube += a + 1;
        continue;
      }
      const TwoProduct square(z[a], z[b]);
      for (std::size_t c = 0; c <= a; ++c, ++cube) {
        third_[cube].add(square.product, z[c]);
        if (square.rest != 0) third_[cube].add(square.rest, z[c]);
      }
    }
  }
  if (product.rest == 0) return;
  first_[p].add(product.rest);
  for (std::size_t a = 0; a < channels_; ++a) {
    const double factor = a == p ? 2 * z[a] : z[a];
    if (factor != 0)
      second_[pair(static_cast<int>(a), static_cast<int>(p))].add(factor, product.rest);
  }
}

void TermSums::add_unit(double outcome) {
  values_.add(outcome);
  outcomes_.add(outcome);
  bases_.add(0);
  weights_.add(1);
  ++used_;
  ++positive_;
  first_[channels_].add(outcome);
  first_[channels_ + 1].add(1);
  second_.back().add(outcome, outcome);
  if (!shape_.third) return;
  const TwoProduct square(outcome, outcome);
  numeric::ExactProductSum& cubes = third_[triple(1, 1, 1)];
  cubes.add(square.product, outcome);
  cubes.add(square.rest, outcome);
}

void TermSums::add_unused(std::uint64_t count) {
  if (count == 0) return;
  terms_ += count;
  for (Range* range : {&values_, &bases_, &weights_}) range->add(0);
}

void TermSums::merge(const TermSums& other) {
  if (!(shape_ == other.shape_)) throw std::logic_error("sums of terms of different shapes");
  if (first_.empty() && !other.first_.empty()) allocate();
  for (std::size_t i = 0; i < other.first_.size(); ++i) first_[i].merge(other.first_[i]);
  for (std::size_t i = 0; i < other.second_.size(); ++i) second_[i].merge(other.second_[i]);
  for (std::size_t i = 0; i < other.third_.size(); ++i) third_[i].merge(other.third_[i]);
  terms_ += other.terms_;
  used_ += other.used_;
  positive_ += other.positive_;
  for (std::size_t i = 0; i < 2; ++i) unit_counts_[i] += other.unit_counts_[i];
  values_.merge(other.values_);
  outcomes_.merge(other.outcomes_);
  bases_.merge(other.bases_);
  weights_.merge(other.weights_);
}

// Contribution of units to a product of `outcomes` factors p and any number of factors w. Outcomes
// of 0 and 1 are counted, and equal their powers.
Wide TermSums::units(int outcomes) const {
  const Wide counted = static_cast<Wide>(unit_counts_[1] + (outcomes == 0 ? unit_counts_[0] : 0));
  if (first_.empty() || outcomes > 2) return counted;
  if (outcomes == 2) return counted + second_.back().value();
  return counted + first_[channels_ + (outcomes == 0 ? 1 : 0)].wide_value();
}

Wide TermSums::first(Channel a) const {
  if (a == Channel::one) return count();
  if (place(a) < 0) return 0;
  const Wide sum =
      first_.empty() ? Wide(0) : first_[static_cast<std::size_t>(place(a))].wide_value();
  return counts_units_ ? sum + units(a == Channel::product) : sum;
}

Wide TermSums::second(Channel a, Channel b) const {
  if (a == Channel::one) return first(b);
  if (b == Channel::one) return first(a);
  if (place(a) < 0 || place(b) < 0) return 0;
  const Wide sum = second_.empty() ? Wide(0) : second_[pair(place(a), place(b))].value();
  return counts_units_ ? sum + units((a == Channel::product) + (b == Channel::product)) : sum;
}

Wide TermSums::third(Channel a, Channel b, Channel c) const {
  if (a == Channel::one) return second(b, c);
  if (b == Channel::one) return second(a, c);
  if (c == Channel::one) return second(a, b);
  if (place(a) < 0 || place(b) < 0 || place(c) < 0) return 0;
  if (!shape_.third) throw std::logic_error("sums of terms without third moments");
  const Wide sum = third_.empty() ? Wide(0) : third_[triple(place(a), place(b), place(c))].value();
  if (!counts_units_) return sum;
  return sum + units((a == Channel::product) + (b == Channel::product) + (c == Channel::product));
}

TermSums::Coefficients TermSums::influence(Combination combination, bool of_lift) const {
  Coefficients l{};
  const auto at = [&](Channel channel) -> Wide& { return l[static_cast<std::size_t>(channel)]; };
  const Wide n = count();
  at(Channel::one) = -first(Channel::base) / (n * n);
  at(Channel::base) = 1 / n;
  if (combination == Combination::ratio) {
    const Wide weight = first(Channel::weight);
    at(Channel::product) = 1 / weight;
    at(Channel::weight) = -first(Channel::product) / (weight * weight);
  } else {
    at(Channel::product) = 1 / n;
    at(Channel::one) -= first(Channel::product) / (n * n);
  }
  if (of_lift) {
    at(Channel::reward) = -1 / n;
    at(Channel::one) += first(Channel::reward) / (n * n);
  }
  return l;
}

TermSums::Power TermSums::second_power(const Coefficients& of) const {
  Power power;
  for (std::size_t a = 0; a < channel_count; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      if (of[a] == 0 || of[b] == 0) continue;
      const Wide part = (a == b ? 1 : 2) * of[a] * of[b] *
                        second(static_cast<Channel>(a), static_cast<Channel>(b));
      power.sum += part;
      power.size += size_of(part);
    }
  }
  return power;
}

TermSums::Power TermSums::third_power(const Coefficients& of) const {
  Power power;
  for (std::size_t a = 0; a < channel_count; ++a) {
    for (std::size_t b = 0; b <= a; ++b) {
      for (std::size_t c = 0; c <= b; ++c) {
        if (of[a] == 0 || of[b] == 0 || of[c] == 0) continue;
        const int orders = a == b && b == c ? 1 : a == b || b == c ? 3 : 6;
        const Wide part =
            orders * of[a] * of[b] * of[c] *
            third(static_cast<Channel>(a), static_cast<Channel>(b), static_cast<Channel>(c));
        power.sum += part;
        power.size += size_of(part);
      }
    }
  }
  return power;
}

bool TermSums::all_equal(Combination combination, bool of_lift) const {
  if (of_lift) return false;
  const bool units_differ = unit_counts_[0] > 0 && unit_counts_[1] > 0;
  if (units_differ) return false;
  Range values = combination == Combination::ratio ? outcomes_ : values_;
  for (std::size_t outcome = 0; outcome < 2; ++outcome) {
    if (unit_counts_[outcome] > 0) values.add(static_cast<double>(outcome));
  }
  return std::isfinite(values.least) && values.single() &&
         (combination != Combination::ratio || bases_.single());
}

Estimate TermSums::combine(Combination combination) const {
  const Wide n = count();
  const double base = static_cast<double>(first(Channel::base) / n);
  if (combination == Combination::ratio) {
    const Wide weight = first(Channel::weight);
    if (weight == 0) return {base, nan};
    const double value =
        static_cast<double>(first(Channel::base) / n + first(Channel::product) / weight);
    if (terms_ < 2) return {value, nan};
    return {value, numeric::root(squares(combination, false))};
  }
  const double value = static_cast<double>((first(Channel::base) + first(Channel::product)) / n);
  if (terms_ < 2) return {value, nan};
  return {value, numeric::root(squares(combination, false) * n / (n - 1))};
}

Estimate TermSums::lift(Combination combination) const {
  const Wide n = count();
  const Wide log_mean = first(Channel::reward) / n;
  Wide value = first(Channel::base) / n - log_mean;
  if (combination == Combination::ratio) {
    const Wide weight = first(Channel::weight);
    if (weight == 0) return {static_cast<double>(value), nan};
    value += first(Channel::product) / weight;
  } else {
    value += first(Channel::product) / n;
  }
  if (terms_ < 2) return {static_cast<double>(value), nan};
  const Wide factor = combination == Combination::ratio ? 1 : n / (n - 1);
  return {static_cast<double>(value), numeric::root(squares(combination, true) * factor)};
}

Wide TermSums::squares(Combination combination, bool of_lift) const {
  if (all_equal(combination, of_lift)) return 0;
  if (combination == Combination::ratio && first(Channel::weight) == 0) return nan;
  const Power power = second_power(influence(combination, of_lift));
  const Wide least = power.size * numeric::wide_power_of_two(most_cancelled);
  return power.sum >= least ? power.sum : Wide(nan);
}

InfluenceMoments TermSums::influence_moments(Combination combination, bool of_lift) const {
  const Wide sum = squares(combination, of_lift);
  InfluenceMoments moments{static_cast<double>(sum), nan};
  if (sum == 0) return {0, 0};
  if (!shape_.third || !(sum > 0)) return moments;
  const Power cubes = third_power(influence(combination, of_lift));
  const Wide scale = sum * static_cast<Wide>(numeric::root(sum));
  if (cubes.size * numeric::wide_power_of_two(cube_roundoff) <= scale) {
    moments.third = static_cast<double>(cubes.sum);
  }
  return moments;
}

WeightSummary TermSums::weights() const {
  Range range = weights_;
  const std::uint64_t units = unit_counts_[0] + unit_counts_[1];
  if (units > 0) range.add(1);
  const Wide sum = first(Channel::weight), squares = second(Channel::weight, Channel::weight);
  const Wide deviations = range.single() ? Wide(0) : squares - sum * sum / count();
  return summary_of({static_cast<double>(sum), static_cast<double>(squares),
                     static_cast<double>(deviations), std::max(0.0, range.most), positive_ + units},
                    terms_);
}

void TermSums::write(std::string& out) const {
  out +=
      static_cast<char>((shape_.base ? 1 : 0) + (shape_.reward ? 2 : 0) + (shape_.third ? 4 : 0));
  for (const std::uint64_t number : {terms_, used_, positive_, unit_counts_[0], unit_counts_[1]}) {
    write_number(number, out);
  }
  for (const Range& range : {values_, outcomes_, bases_, weights_}) {
    write_double(range.least, out);
    write_double(range.most, out);
  }
  out += static_cast<char>(first_.empty() ? 0 : 1);
  for (const ExactSum& sum : first_) sum.write(out);
  for (const ExactProductSum& sum : second_) sum.write(out);
  for (const ExactProductSum& sum : third_) sum.write(out);
}

TermSums TermSums::read(std::string_view& bytes) {
  if (bytes.empty() || static_cast<unsigned char>(bytes[0]) > 7) {
    throw std::invalid_argument("not the bytes of sums of terms");
  }
  const int shape = bytes[0];
  bytes.remove_prefix(1);
  TermSums sums({(shape & 1) != 0, (shape & 2) != 0, (shape & 4) != 0});
  for (std::uint64_t* number :
       {&sums.terms_, &sums.used_, &sums.positive_, &sums.unit_counts_[0], &sums.unit_counts_[1]}) {
    *number = read_number(bytes);
  }
  for (Range* range : {&sums.values_, &sums.outcomes_, &sums.bases_, &sums.weights_}) {
    range->least = read_double(bytes);
    range->most = read_double(bytes);
  }
  if (bytes.empty()) throw std::invalid_argument("sums of terms end too soon");
  const bool allocated = bytes[0] != 0;
  bytes.remove_prefix(1);
  if (allocated) sums.allocate();
  for (ExactSum& sum : sums.first_) sum = ExactSum::read(bytes);
  for (ExactProductSum& sum : sums.second_) sum = ExactProductSum::read(bytes);
  for (ExactProductSum& sum : sums.third_) sum = ExactProductSum::read(bytes);
  return sums;
}

Estimate log_of(const Estimate& exponentials, double lambda, double shift) {
  return {(shift + numeric::log(exponentials.value)) / lambda,
          exponentials.standard_error / (exponentials.value * std::fabs(lambda))};
}

}  // namespace replaybench::terms
