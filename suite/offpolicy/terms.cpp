#include "suite/offpolicy/terms.hpp"

#include <algorithm>
#include <cmath>

#include "suite/numeric/elementary.hpp"
#include "suite/numeric/exact_sum.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench::offpolicy {

namespace {

template <class Number>
double exact_sum(std::span<const Term> terms, const Number& number) {
  numeric::ExactSum sum;
  for (const Term& term : terms) sum.add(number(term));
  return sum.value();
}

double value_of(const Term& term) { return term.base + term.weight * term.outcome; }

// The weighted mean of the outcomes. It is taken of what they are above the least of them, so that
// equal outcomes give that outcome and no other double.
struct Ratio {
  double weight = 0;
  double value = nan;

  explicit Ratio(std::span<const Term> terms) {
    weight = exact_sum(terms, [](const Term& t) { return t.weight; });
    if (weight == 0) return;
    double least = std::numeric_limits<double>::infinity();
    for (const Term& t : terms) {
      if (t.weight != 0) least = std::min(least, t.outcome);
    }
    value = least + exact_sum(terms, [&](const Term& t) {
                      return t.weight * (t.outcome - least);
                    }) / weight;
  }
};

Estimate combine_mean(std::span<const Term> terms) {
  const auto summary = mean_and_deviation(values_of(terms));
  return {summary.mean, summary.deviation / std::sqrt(static_cast<double>(terms.size()))};
}

double root_of_squares(std::span<const double> numbers) {
  numeric::ExactSum sum;
  for (const double number : numbers) sum.add(number * number);
  return std::sqrt(sum.value());
}

Estimate combine_ratio(std::span<const Term> terms) {
  const double base =
      exact_sum(terms, [](const Term& t) { return t.base; }) / static_cast<double>(terms.size());
  const Ratio ratio(terms);
  if (std::isnan(ratio.value)) return {base, nan};
  const double error =
      terms.size() < 2 ? nan : root_of_squares(influences(terms, Combination::ratio));
  return {base + ratio.value, error};
}

// The largest exponent is taken out, so that no exponential overflows.
struct LogMean {
  std::vector<double> exponentials;
  double mean = 0;
  double value = 0;

  LogMean(std::span<const Term> terms, double lambda) {
    std::vector<double> exponents = values_of(terms);
    double most = -std::numeric_limits<double>::infinity();
    for (double& exponent : exponents) {
      exponent *= lambda;
      most = std::max(most, exponent);
    }
    for (const double exponent : exponents) exponentials.push_back(numeric::exp(exponent - most));
    mean = sum_of(exponentials) / static_cast<double>(terms.size());
    value = (most + numeric::log(mean)) / lambda;
  }
};

}  // namespace

std::vector<double> values_of(std::span<const Term> terms) {
  std::vector<double> values;
  values.reserve(terms.size());
  for (const Term& term : terms) values.push_back(value_of(term));
  return values;
}

double sum_of(std::span<const double> numbers) {
  numeric::ExactSum sum;
  for (const double number : numbers) sum.add(number);
  return sum.value();
}

MeanAndDeviation mean_and_deviation(std::span<const double> numbers) {
  const double n = static_cast<double>(numbers.size());
  const double mean = sum_of(numbers) / n;
  if (numbers.size() < 2) return {mean, nan};
  numeric::ExactSum squares;
  for (const double number : numbers) squares.add((number - mean) * (number - mean));
  return {mean, std::sqrt(squares.value() / (n - 1))};
}

Estimate combine(std::span<const Term> terms, Combination combination, double lambda) {
  if (combination == Combination::ratio) return combine_ratio(terms);
  if (combination == Combination::mean || lambda == 0) return combine_mean(terms);
  const double value = LogMean(terms, lambda).value;
  if (terms.size() < 2) return {value, nan};
  const double n = static_cast<double>(terms.size());
  return {value, root_of_squares(influences(terms, combination, lambda)) * std::sqrt(n / (n - 1))};
}

std::vector<double> influences(std::span<const Term> terms, Combination combination,
                               double lambda) {
  const double n = static_cast<double>(terms.size());
  std::vector<double> result(terms.size());
  if (combination == Combination::ratio) {
    const double base = exact_sum(terms, [](const Term& t) { return t.base; }) / n;
    const Ratio ratio(terms);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      result[i] = (terms[i].base - base) / n;
      if (ratio.weight != 0) {
        result[i] += terms[i].weight * (terms[i].outcome - ratio.value) / ratio.weight;
      }
    }
  } else if (combination == Combination::log_mean && lambda != 0) {
    const LogMean of_terms(terms, lambda);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      result[i] = (of_terms.exponentials[i] / of_terms.mean - 1) / (lambda * n);
    }
  } else {
    const double mean = exact_sum(terms, value_of) / n;
    for (std::size_t i = 0; i < terms.size(); ++i) result[i] = (value_of(terms[i]) - mean) / n;
  }
  return result;
}

WeightSummary summarise_weights(std::span<const double> weights) {
  WeightSums sums;
  sums.weights = sum_of(weights);
  const double mean = sums.weights / static_cast<double>(weights.size());
  numeric::ExactSum squares, squared_deviations;
  for (const double weight : weights) {
    squares.add(weight * weight);
    squared_deviations.add((weight - mean) * (weight - mean));
    sums.largest = std::max(sums.largest, weight);
    sums.records += weight > 0;
  }
  sums.squares = squares.value();
  sums.squared_deviations = squared_deviations.value();
  return summary_of(sums, weights.size());
}

}  // namespace replaybench::offpolicy
