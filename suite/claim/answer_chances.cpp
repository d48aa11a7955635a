#include "suite/claim/answer_chances.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "suite/numeric/elementary.hpp"

namespace replaybench {

namespace {

// An estimated standard deviation over the true one, and the weight of that ratio.
struct RelativeError {
  double error;
  double weight;
};

// Their distribution, sqrt(chi^2 / freedom), by the trapezoidal rule in the logarithm: its density there
// falls so fast on either side that forty nodes give eight digits.
std::vector<RelativeError> relative_errors(double freedom) {
  constexpr double many = 1000;  // from here on standard errors hardly differ
  if (freedom > many) return {{1, 1}};
  constexpr int nodes = 40;
  const double deviation = 1 / std::sqrt(2 * freedom);
  const double low = -9 * deviation - 8 / freedom;
  const double high = 7 * deviation;
  std::vector<RelativeError> errors(nodes);
  double sum = 0;
  for (int i = 0; i < nodes; ++i) {
    const double logarithm = low + (high - low) * i / (nodes - 1);
    const double square = numeric::exp(2 * logarithm);
    errors[i] = {std::sqrt(square), numeric::exp(freedom * (logarithm - (square - 1) / 2))};
    sum += errors[i].weight;
  }
  for (RelativeError& error : errors) error.weight /= sum;
  return errors;
}

// The chances of the interval of another run: to lie inside the bounds, and to lie outside of them.
struct Places {
  double inside = 0, not_inside = 0, outside = 0, not_outside = 0;
};

// With S_0 and S_1 the estimated over the true deviation here and there: in true standard errors the other
// estimate is off by a normal difference D, its interval reaches below * S_1 and above * S_1 from it, and
// the bounds are to_low * S_0 and to_high * S_0 from the estimate here, the mean of so many runs.
Places places(double to_low, double to_high, double below, double above, double freedom,
              double runs) {
  const std::vector<RelativeError> errors_there = relative_errors(freedom);
  const std::vector<RelativeError> errors_here = relative_errors(freedom * runs);
  const double deviation = std::sqrt(1 + 1 / runs);
  const auto difference_is_below = [&](double x) { return numeric::normal_cdf(x / deviation); };
  Places sum;
  for (const RelativeError& here : errors_here) {
    for (const RelativeError& there : errors_there) {
      const double weight = here.weight * there.weight;
      const double from = below * there.error - to_low * here.error;  // inside from this D ...
      const double to = to_high * here.error - above * there.error;   // ... to this one
      if (from < to) {
        sum.inside += weight * (difference_is_below(to) - difference_is_below(from));
        sum.not_inside += weight * (difference_is_below(-to) + difference_is_below(from));
      } else {
        sum.not_inside += weight;
      }
      const double under = -to_low * here.error - above * there.error;  // all of it below
      const double over = to_high * here.error + below * there.error;   // all of it above
      sum.outside += weight * (difference_is_below(under) + difference_is_below(-over));
      // By the side on which it lies mostly: small numbers keep their digits.
      sum.not_outside +=
          weight * std::max(0.0, to_low < to_high
                                     ? difference_is_below(-under) - difference_is_below(-over)
                                     : difference_is_below(over) - difference_is_below(under));
    }
  }
  return sum;
}

}  // namespace

double AnswerChances::of_another_than(Answer answer) const {
  switch (answer) {
    case Answer::no:
      return not_no;
    case Answer::undecided:
      return std::min(1.0, no + yes);
    case Answer::yes:
      return not_yes;
  }
  throw std::logic_error("no such answer");
}

AnswerChances certain_answer(Answer answer) {
  const bool is_no = answer == Answer::no;
  const bool is_yes = answer == Answer::yes;
  return {double(is_no), double(!is_no), double(is_yes), double(!is_yes)};
}

AnswerChances answer_chances(const TestedNumber& number, std::span<const TestedNumber> further) {
  const Decision& decision = number.decision;
  if (!(decision.error > 0) || number.estimate.repetitions < min_repetitions) {
    return certain_answer(decision.answer);
  }
  const double runs = 1 + static_cast<double>(further.size());
  const auto mean = [&](const auto& value_of) {
    double sum = value_of(number);
    for (const TestedNumber& other : further) sum += value_of(other);
    return sum / runs;
  };
  const double error =
      std::sqrt(mean([](const TestedNumber& n) { return n.decision.error * n.decision.error; }));
  const double to_low =
      mean([](const TestedNumber& n) { return n.estimate.value - n.requirement.low(); });
  const double to_high =
      mean([](const TestedNumber& n) { return n.requirement.high() - n.estimate.value; });
  const auto [low, high] = decision.interval;
  const bool is_bounded = std::isfinite(high - low);
  const double value = number.estimate.value;
  const Places found = places(to_low / error, to_high / error,
                              is_bounded ? (value - low) / decision.error : decision.quantile,
                              is_bounded ? (high - value) / decision.error : decision.quantile,
                              decision.freedom, runs);
  if (number.requirement.is_inside()) {
    return {found.outside, found.not_outside, found.inside, found.not_inside};
  }
  return {found.inside, found.not_inside, found.outside, found.not_outside};
}

AnswerChances chances_of_all(std::span<const AnswerChances> chances) {
  AnswerChances all = certain_answer(Answer::yes);
  for (const AnswerChances& each : chances) {
    all.no = std::min(1.0, all.no + each.no);
    all.not_no = std::min(all.not_no, each.not_no);
    all.yes = std::min(all.yes, each.yes);
    all.not_yes = std::min(1.0, all.not_yes + each.not_yes);
  }
  return all;
}

}  // namespace replaybench
