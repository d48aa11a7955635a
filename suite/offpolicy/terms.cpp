#include "suite/offpolicy/terms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/numeric/exact_sum.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/terms/log_mean.hpp"
#include "suite/terms/term_sums.hpp"

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

terms::TermSums sums_of(std::span<const Term> terms) {
  const bool has_base =
      std::any_of(terms.begin(), terms.end(), [](const Term& t) { return t.base != 0; });
  terms::TermSums sums({.base = has_base});
  for (const Term& term : terms) sums.add(term);
  return sums;
}

// The numbers of a log-mean, and their mean.
struct LogMeanOfTerms {
  std::vector<double> numbers;
  terms::LogMean log_mean;
  double mean = 0;

  LogMeanOfTerms(std::span<const Term> terms, double lambda)
      : numbers(exponents(terms, lambda)), log_mean(of_range(numbers, lambda)) {
    for (double& number : numbers) number = log_mean.number(number);
    mean = sum_of(numbers) / static_cast<double>(terms.size());
  }

 private:
  static std::vector<double> exponents(std::span<const Term> terms, double lambda) {
    std::vector<double> exponents = values_of(terms);
    for (double& exponent : exponents) exponent *= lambda;
    return exponents;
  }
  static terms::LogMean of_range(std::span<const double> exponents, double lambda) {
    double least = std::numeric_limits<double>::infinity(), most = -least;
    for (const double exponent : exponents) {
      least = std::min(least, exponent);
      most = std::max(most, exponent);
    }
    return {lambda, least, most};
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
  if (combination != Combination::log_mean || lambda == 0) {
    return sums_of(terms).combine(combination == Combination::ratio ? combination
                                                                    : Combination::mean);
  }
  const LogMeanOfTerms of_terms(terms, lambda);
  terms::TermSums sums({.base = true});
  for (const double number : of_terms.numbers) sums.add({number, 0, 0});
  return of_terms.log_mean.of(sums.combine(Combination::mean));
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
    const LogMeanOfTerms of_terms(terms, lambda);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      result[i] = of_terms.log_mean.influence(of_terms.numbers[i], of_terms.mean, n);
    }
  } else {
    const double mean = exact_sum(terms, value_of) / n;
    for (std::size_t i = 0; i < terms.size(); ++i) result[i] = (value_of(terms[i]) - mean) / n;
  }
  return result;
}

WeightSummary summarise_weights(std::span<const double> weights) {
  terms::TermSums sums;
  for (const double weight : weights) sums.add({0, weight, 0});
  return sums.weights();
}

}  // namespace replaybench::offpolicy
