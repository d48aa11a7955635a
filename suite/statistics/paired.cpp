#include "suite/statistics/paired.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/statistics/student_t.hpp"

namespace replaybench::statistics {

namespace {

constexpr double confidence = 0.95;
constexpr double rounding = 1e-12;

numeric::Moments moments_of(std::span<const double> sample) {
  numeric::Moments moments;
  for (const double value : sample) moments.add(value);
  return moments;
}

IntervalEstimate interval_of(const numeric::Moments& moments) {
  if (moments.count < 2) return {moments.count == 0 ? nan : moments.mean, nan, nan};
  const double t =
      statistics::student_t_quantile((1 + confidence) / 2, static_cast<double>(moments.count - 1));
  const double half = t * moments.standard_error();
  return {moments.mean, moments.mean - half, moments.mean + half};
}

std::vector<double> differences(std::span<const double> a, std::span<const double> b) {
  std::vector<double> result;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = a[i] - b[i];
    result.push_back(std::fabs(difference) <= rounding ? 0 : difference);
  }
  return result;
}

double p_value_of(const numeric::Moments& moments) {
  if (moments.count < 2) return nan;
  if (moments.mean == 0) return 1;
  const double error = moments.standard_error();
  if (error <= rounding * std::fabs(moments.mean)) return 0;
  return statistics::student_t_two_sided(moments.mean / error,
                                         static_cast<double>(moments.count - 1));
}

}  // namespace

IntervalEstimate mean_interval(std::span<const double> sample) {
  return interval_of(moments_of(sample));
}

double paired_t_test(std::span<const double> a, std::span<const double> b) {
  return p_value_of(moments_of(differences(a, b)));
}

std::vector<double> holm(std::span<const double> p_values) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    if (!std::isnan(p_values[i])) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p_values[a] < p_values[b]; });
  std::vector<double> adjusted(p_values.size(), nan);
  double so_far = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const double left = static_cast<double>(order.size() - i);
    so_far = std::max(so_far, std::min(1.0, left * p_values[order[i]]));
    adjusted[order[i]] = so_far;
  }
  return adjusted;
}

double min_p_value(std::size_t replicates) {
  return std::ldexp(1.0, 1 - static_cast<int>(std::min<std::size_t>(replicates, 1'000)));
}

std::vector<PairComparison> compare_pairs(const std::vector<std::vector<double>>& scores) {
  std::vector<PairComparison> pairs;
  std::vector<double> p_values;
  for (std::size_t a = 0; a < scores.size(); ++a) {
    for (std::size_t b = a + 1; b < scores.size(); ++b) {
      const numeric::Moments moments = moments_of(differences(scores[a], scores[b]));
      double p_value = p_value_of(moments);
      if (p_value < min_p_value(moments.count)) p_value = min_p_value(moments.count);
      pairs.push_back({a, b, interval_of(moments), p_value, 1});
      p_values.push_back(pairs.back().p_value);
    }
  }
  const std::vector<double> adjusted = holm(p_values);
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i].adjusted = adjusted[i];
  return pairs;
}

Standings rank(const std::vector<std::vector<double>>& scores,
               const std::vector<PairComparison>& comparisons, double level) {
  const std::size_t n = scores.size();
  std::vector<double> means;
  means.reserve(n);
  for (const auto& sample : scores) means.push_back(moments_of(sample).mean);
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return means[a] > means[b]; });

  Standings standings;
  standings.rank.resize(n);
  for (std::size_t first = 0; first < n;) {
    std::size_t end = first + 1;
    while (end < n && means[order[end]] >= means[order[first]] - rounding) ++end;
    for (std::size_t i = first; i < end; ++i) {
      standings.rank[order[i]] = static_cast<double>(first + 1 + end) / 2;
    }
    first = end;
  }

  std::vector<std::vector<bool>> differ(n, std::vector<bool>(n, false));
  standings.best_rank.assign(n, 1);
  standings.worst_rank.assign(n, n);
  for (const PairComparison& pair : comparisons) {
    if (!(pair.adjusted <= level)) continue;
    standings.any_difference = true;
    differ[pair.a][pair.b] = differ[pair.b][pair.a] = true;
    const bool a_wins = pair.difference.value > 0;
    ++standings.best_rank[a_wins ? pair.b : pair.a];
    --standings.worst_rank[a_wins ? pair.a : pair.b];
  }
  standings.not_different.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (const std::size_t other : order) {
      if (other != i && !differ[i][other]) standings.not_different[i].push_back(other);
    }
  }
  return standings;
}

}  // namespace replaybench::statistics
