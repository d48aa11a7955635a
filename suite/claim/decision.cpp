#include "suite/claim/decision.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "suite/numeric/decimal.hpp"
#include "suite/statistics/proportion_interval.hpp"
#include "suite/statistics/ratio_interval.hpp"
#include "suite/statistics/student_t.hpp"

namespace replaybench {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

// An infinite bound or margin would decide without any data.
void require_bound(double bound) {
  require(std::isfinite(bound), "a bound is not a finite number");
}
void require_margin(double margin) {
  require(std::isfinite(margin), "the margin is not a finite number");
  require(margin >= 0, "the margin is negative");
}

// Computed shares may be off by roundoff, such as a mean of ones.
void require_share(double value) {
  constexpr double roundoff = 1e-9;
  if (value >= -roundoff && value <= 1 + roundoff) return;
  throw std::invalid_argument("the estimate is " + numeric::to_decimal(value) +
                              ", and a proportion is a share of the repetitions, from 0 to 1");
}

// Agresti and Coull's: not 0 if all trials agree.
double proportion_error(const Measurement& estimate) {
  const double n = estimate.repetitions + 4;
  const double p = (estimate.value * estimate.repetitions + 2) / n;
  return std::sqrt(p * (1 - p) / n);
}

bool is_decided(const Requirement& requirement, const statistics::Interval& interval) {
  return requirement.holds_for_all(interval.low, interval.high) ||
         requirement.fails_for_all(interval.low, interval.high);
}

// The trials at which the interval of a proportion decides, if the proportion stays; an exact interval
// is wider than that of an error.
std::optional<double> trials_for(const Requirement& requirement, const Measurement& proportion,
                                 double confidence) {
  constexpr double most = 1e9;
  const auto decides = [&](double trials) {
    Measurement estimate = proportion;
    estimate.repetitions = trials;
    return is_decided(requirement, confidence_interval(estimate, confidence));
  };
  double few = 0;
  double enough = std::max(min_repetitions, proportion.repetitions);
  while (!decides(enough)) {
    few = enough;
    enough *= 2;
    if (enough > most) return std::nullopt;
  }
  if (few == 0) return enough;
  while (enough - few > 1) {
    const double middle = (few + enough) / 2;
    (decides(middle) ? enough : few) = middle;
  }
  return std::ceil(enough);
}

// The repetitions at which the half width falls below `distance`, all else being equal.
std::optional<double> repetitions_for(const Requirement& requirement, const Measurement& estimate,
                                      double confidence) {
  if (estimate.is_proportion) return trials_for(requirement, estimate, confidence);
  const double distance = requirement.distance_to_boundary(estimate.value);
  if (!(distance > 0) || !(estimate.standard_error > 0)) return std::nullopt;
  const double spread = estimate.standard_error * std::sqrt(estimate.repetitions);
  double n = std::max(min_repetitions, estimate.repetitions);
  // Two steps of the fixed point: the quantile hardly depends on n once n is some tens.
  for (int step = 0; step < 3; ++step) {
    const double t = statistics::student_t_quantile(0.5 + confidence / 2, n - 1);
    n = std::max(min_repetitions, std::ceil(t * spread / distance * (t * spread / distance)));
  }
  return n;
}

}  // namespace

statistics::Interval confidence_interval(const Measurement& estimate, double confidence) {
  if (estimate.is_exact()) return {estimate.value, estimate.value};
  if (estimate.is_proportion) {
    return statistics::proportion_interval(
        std::clamp(estimate.value * estimate.repetitions, 0.0, estimate.repetitions),
        estimate.repetitions, confidence);
  }
  if (!(estimate.repetitions >= 2)) return {-infinity, infinity};
  const double t = statistics::student_t_quantile(0.5 + confidence / 2, estimate.repetitions - 1);
  if (const auto& divisor = estimate.divisor) {
    return statistics::ratio_interval(estimate.value * divisor->value,
                                      divisor->standard_error_of_dividend, divisor->value,
                                      divisor->standard_error, t);
  }
  return {estimate.value - t * estimate.standard_error,
          estimate.value + t * estimate.standard_error};
}

std::string_view name_of(Answer answer) {
  switch (answer) {
    case Answer::no:
      return "no";
    case Answer::undecided:
      return "undecided";
    case Answer::yes:
      return "yes";
  }
  throw std::logic_error("no such answer");
}

Requirement::Requirement(double low, double high, bool closed, bool inside, double margin)
    : low_(low), high_(high), closed_(closed), inside_(inside), margin_(margin) {
  require(low <= high, "the lower end is above the upper one");
}

Requirement Requirement::greater_than(double bound) {
  require_bound(bound);
  return {bound, infinity, false, true, 0};
}
Requirement Requirement::less_than(double bound) {
  require_bound(bound);
  return {-infinity, bound, false, true, 0};
}
Requirement Requirement::between(double low, double high) {
  require_bound(low);
  require_bound(high);
  return {low, high, true, true, (high - low) / 2};
}
Requirement Requirement::equals(double target, double margin) {
  require_bound(target);
  require_margin(margin);
  return {target - margin, target + margin, true, true, margin};
}
Requirement Requirement::differs_from(double target, double margin) {
  require_bound(target);
  require_margin(margin);
  return {target - margin, target + margin, true, false, margin};
}

bool Requirement::holds_for(double value) const { return holds_for_all(value, value); }

bool Requirement::holds_for_all(double low, double high) const {
  if (inside_) return closed_ ? low >= low_ && high <= high_ : low > low_ && high < high_;
  return high < low_ || low > high_;
}

bool Requirement::fails_for_all(double low, double high) const {
  if (!inside_) return low >= low_ && high <= high_;
  return closed_ ? high < low_ || low > high_ : high <= low_ || low >= high_;
}

double Requirement::move_to_decide(double low, double high) const {
  const double below = high - low_;
  const double above = high_ - low;
  const double within = high - low <= high_ - low_ ? std::max({0.0, low_ - low, high - high_})
                                                   : infinity;  // it is longer
  return std::min({below, above, within});
}

double Requirement::distance_to_boundary(double value) const {
  return std::min(std::fabs(value - low_), std::fabs(value - high_));
}

Decision decide(const Requirement& requirement, const Measurement& estimate, double confidence) {
  require(confidence > 0 && confidence < 1, "the confidence is not in (0, 1)");
  require(std::isfinite(estimate.value), "the estimate is not a finite number");
  require(std::isfinite(estimate.standard_error) && estimate.standard_error >= 0,
          "the standard error is not a finite number from 0");
  require(estimate.repetitions > 0, "the number of repetitions is not positive");
  if (estimate.is_proportion) require_share(estimate.value);
  Decision decision;
  decision.interval = confidence_interval(estimate, confidence);
  decision.spare = infinity;
  if (estimate.is_exact()) {
    decision.answer = requirement.holds_for(estimate.value) ? Answer::yes : Answer::no;
    return decision;
  }
  const auto [low, high] = decision.interval;
  if (estimate.repetitions < min_repetitions) {
    decision.repetitions_needed = repetitions_for(requirement, estimate, confidence);
    return decision;
  }
  double move = 0;
  if (is_decided(requirement, decision.interval)) {
    decision.answer = requirement.holds_for_all(low, high) ? Answer::yes : Answer::no;
    // Until the end of the interval that is nearer to a boundary crosses it.
    move = std::min(requirement.distance_to_boundary(low), requirement.distance_to_boundary(high));
  } else {
    decision.repetitions_needed = repetitions_for(requirement, estimate, confidence);
    // An unbounded interval says nothing of how far that is: the divisor may be 0, and another seed may
    // give one that is not.
    move = std::isfinite(high - low) ? requirement.move_to_decide(low, high) : 0;
  }
  decision.error = estimate.is_proportion ? proportion_error(estimate) : estimate.standard_error;
  if (decision.error > 0) decision.spare = move / decision.error;
  if (!estimate.is_proportion) {
    decision.freedom = estimate.repetitions - 1;
    decision.quantile = statistics::student_t_quantile(0.5 + confidence / 2, decision.freedom);
  }
  return decision;
}

Answer all_of(std::span<const Answer> answers) {
  require(!answers.empty(), "there is no answer");
  return *std::min_element(answers.begin(), answers.end());
}

double confidence_of_each(double confidence, std::size_t family) {
  require(family > 0, "the family is empty");
  return 1 - (1 - confidence) / static_cast<double>(family);
}

Measurement slope_of(std::span<const double> x, std::span<const Measurement> y) {
  require(x.size() == y.size(), "a slope needs as many x as y");
  require(x.size() >= 2, "a slope needs two points");
  double mean = 0;
  for (const double value : x) mean += value;
  mean /= static_cast<double>(x.size());
  double square = 0;
  for (const double value : x) square += (value - mean) * (value - mean);
  require(square > 0, "a slope needs two different x");
  Measurement slope;
  slope.value = 0;
  double variance = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double weight = (x[i] - mean) / square;
    slope.value += weight * y[i].value;
    variance += weight * weight * y[i].standard_error * y[i].standard_error;
    slope.repetitions = std::min(slope.repetitions, y[i].repetitions);
  }
  slope.standard_error = std::sqrt(variance);
  return slope;
}

Measurement difference_of(const Measurement& a, const Measurement& b) {
  Measurement difference;
  difference.value = a.value - b.value;
  difference.standard_error = std::hypot(a.standard_error, b.standard_error);
  difference.repetitions = std::min(a.repetitions, b.repetitions);
  return difference;
}

Measurement quotient_of(const Measurement& a, const Measurement& b) {
  Measurement quotient;
  quotient.value = a.value / b.value;
  quotient.standard_error =
      std::hypot(a.standard_error, quotient.value * b.standard_error) / std::fabs(b.value);
  quotient.repetitions = std::min(a.repetitions, b.repetitions);
  quotient.divisor = Measurement::Divisor{b.value, b.standard_error, a.standard_error};
  return quotient;
}

}  // namespace replaybench
