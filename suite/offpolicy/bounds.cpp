#include "suite/offpolicy/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "suite/model/stop.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/offpolicy/terms.hpp"

namespace replaybench::offpolicy {

namespace {

// log of the lower incomplete gamma function, the integral of t^(a-1) e^-t from 0 to x, for a, x > 0:
// its series below a + 1, else a continued fraction of the rest (Numerical Recipes, section 6.2).
double log_lower_gamma(double a, double x) {
  constexpr int max_steps = 100'000;
  constexpr double enough = 1e-17;
  const double log_power = a * numeric::log(x) - x;
  if (x < a + 1) {
    double term = 1 / a;
    double sum = term;
    for (int k = 1; k < max_steps && term > enough * sum; ++k) sum += term *= x / (a + k);
    return log_power + numeric::log(sum);
  }
  constexpr double tiny = 1e-300;
  double b = x + 1 - a;
  double c = 1 / tiny;
  double d = 1 / b;
  double fraction = d;
  for (int k = 1; k < max_steps; ++k) {
    const double factor = -k * (k - a);
    b += 2;
    d = factor * d + b;
    d = 1 / (std::fabs(d) < tiny ? tiny : d);
    c = b + factor / c;
    if (std::fabs(c) < tiny) c = tiny;
    fraction *= d * c;
    if (std::fabs(d * c - 1) < 1e-16) break;
  }
  const double log_gamma = numeric::log_gamma(a);
  const double log_rest = log_power + numeric::log(fraction);
  return log_gamma + numeric::log1p(-numeric::exp(log_rest - log_gamma));
}

// Logarithm of the wealth of a bet against the mean, with the sum s of its gains and the sum v of the squared surprises.
double log_wealth(double s, double v) {
  constexpr double rho = 1;
  return s + v + rho * numeric::log(rho) - (v + rho) * numeric::log(s + v + rho) +
         log_lower_gamma(v + rho, s + v + rho) - log_lower_gamma(rho, rho);
}

// The mean of t numbers from 0 on of sum `sum` below which the wealth passes 1 / risk.
double lower_end(double t, double sum, double v, double risk) {
  const double threshold = -numeric::log(risk);
  const auto beyond = [&](double mean) { return log_wealth(sum - t * mean, v) > threshold; };
  if (!beyond(0)) return 0;
  double low = 0;
  double high = std::min(1.0, sum / t);
  if (beyond(high)) return high;
  for (;;) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) return low;
    (beyond(middle) ? low : high) = middle;
  }
}

double lower_end(std::span<const double> numbers, double risk) {
  numeric::Sum sum, squares;
  double t = 0;
  for (const double x : numbers) {
    const double guess = (sum.value() + 0.5) / (t + 1);
    squares.add((x - guess) * (x - guess));
    sum.add(x);
    ++t;
  }
  return lower_end(t, sum.value(), squares.value(), risk);
}

// log of prod (1 + c (x / mean - 1)), with a logarithm for each stretch of factors that fits a double.
double log_won(std::span<const double> numbers, double fraction, double mean) {
  constexpr double most = 1e100;
  const double kept = 1 - fraction;
  const double factor = fraction / mean;
  numeric::Sum logs;
  double product = 1;
  for (const double x : numbers) {
    product *= kept + factor * x;
    if (product < most && product > 1 / most) continue;
    logs.add(numeric::log(product));
    product = 1;
  }
  logs.add(numeric::log(product));
  return logs.value();
}

// log of the wealth of a gambler who shared it among fractions of 1/2, 1/4, ..., 2^-16 at the start.
double log_shared_wealth(std::span<const double> numbers, double mean) {
  constexpr int shares = 16;
  double logs[shares];
  double fraction = 1;
  for (double& of_share : logs) of_share = log_won(numbers, fraction /= 2, mean);
  const double largest = *std::max_element(std::begin(logs), std::end(logs));
  double sum = 0;
  for (const double of_share : logs) sum += numeric::exp(of_share - largest);
  return largest + numeric::log(sum / shares);
}

// The largest mean in [0, 1] against which the gambler has won 1 / risk, from below; 0 means there is none.
// `groups`: numbers that are bet on apart, one gambler after the other carrying the wealth on.
double lower_end_by_betting(std::span<const std::vector<double>> groups, double risk) {
  constexpr double enough = 1e-12;
  const double threshold = -numeric::log(risk);
  const auto beyond = [&](double mean) {
    stop_point();
    double won = 0;
    for (const auto& numbers : groups) {
      if (!numbers.empty()) won += log_shared_wealth(numbers, mean);
    }
    return won >= threshold;
  };
  if (beyond(1)) return 1;
  double low = 0;
  double high = 1;
  while (high - low > enough) {
    const double middle = (low + high) / 2;
    (beyond(middle) ? low : high) = middle;
  }
  return low;
}

// An interval of importance-weighted rewards from the lower end of numbers from 0 on.
template <class LowerEnd>
statistics::Interval from_both_sides(std::span<const double> weights,
                                     std::span<const double> rewards, double least_reward,
                                     double most_reward, const LowerEnd& lower) {
  if (weights.empty()) return {nan, nan};
  const double range = most_reward - least_reward;
  std::vector<double> above(weights.size()), below(weights.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    above[i] = weights[i] * (rewards[i] - least_reward) / range;
    below[i] = weights[i] * (most_reward - rewards[i]) / range;
  }
  return {least_reward + range * lower(above), least_reward + range * (1 - lower(below))};
}

}  // namespace

statistics::Interval hoeffding_interval(std::span<const double> numbers, double range,
                                        double level) {
  const double n = static_cast<double>(numbers.size());
  const double mean = mean_and_deviation(numbers).mean;
  const double half = range * std::sqrt(numeric::log(2 / (1 - level)) / (2 * n));
  return {mean - half, mean + half};
}

statistics::Interval empirical_bernstein_interval(std::span<const double> numbers, double range,
                                                  double level) {
  if (numbers.size() < 2) return {nan, nan};
  const double n = static_cast<double>(numbers.size());
  const auto [mean, deviation] = mean_and_deviation(numbers);
  const double log_term = numeric::log(4 / (1 - level));
  const double half =
      deviation * std::sqrt(2 * log_term / n) + 7 * range * log_term / (3 * (n - 1));
  return {mean - half, mean + half};
}

statistics::Interval anytime_interval(std::span<const double> weights,
                                      std::span<const double> rewards, double least_reward,
                                      double most_reward, double level) {
  const double risk = (1 - level) / 2;
  return from_both_sides(weights, rewards, least_reward, most_reward,
                         [&](std::span<const double> numbers) { return lower_end(numbers, risk); });
}

statistics::Interval betting_interval(std::span<const double> weights,
                                      std::span<const double> rewards, double least_reward,
                                      double most_reward, double level) {
  const std::vector<std::uint32_t> one(weights.size());
  return betting_interval(weights, rewards, one, 1, least_reward, most_reward, level);
}

statistics::Interval betting_interval(std::span<const double> weights,
                                      std::span<const double> rewards,
                                      std::span<const std::uint32_t> loggers, std::size_t count,
                                      double least_reward, double most_reward, double level) {
  const double risk = (1 - level) / 2;
  return from_both_sides(weights, rewards, least_reward, most_reward,
                         [&](std::span<const double> numbers) {
                           std::vector<std::vector<double>> groups(count);
                           for (std::size_t i = 0; i < numbers.size(); ++i) {
                             groups[loggers[i]].push_back(numbers[i]);
                           }
                           return lower_end_by_betting(groups, risk);
                         });
}

}  // namespace replaybench::offpolicy
