#include "suite/offpolicy/cressie_read.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "suite/numeric/exact_sum.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/statistics/student_t.hpp"

namespace replaybench::offpolicy {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// The weight of the record that the log is thought to lack.
double missing_weight(const WeightedSums& s, const PossibleRange& range) {
  return s.w < s.n ? range.most_weight : range.least_weight;
}

// The lower end is x - sqrt(2 y z) where y z >= 0 and z <= 0.
struct Candidate {
  double x, y, z;

  std::optional<double> end() const {
    const double product = y * z;
    if (std::fabs(product) <= 1e-18) return x;
    if (z > 0 || product < 0) return std::nullopt;
    return x - std::sqrt(2 * product);
  }
};

// Candidate for sign * value if one record with weight `fake` and reward r is added to the log.
std::optional<Candidate> candidate(const WeightedSums& s, double fake, double r, double sign,
                                   double phi) {
  const double n = s.n;
  if (fake == infinity) {
    const double d = r * s.w - s.wr;
    return Candidate{sign * (r + (s.wr - s.w * r) / n),
                     d * d / (n * (1 + n)) - (r * r * s.ww - 2 * r * s.wwr + s.wwrr) / (1 + n),
                     phi + 1 / (2 * n)};
  }
  const double w = (fake + s.w) / (1 + n);
  const double ww = (fake * fake + s.ww) / (1 + n);
  const double wr = sign * (fake * r + s.wr) / (1 + n);
  const double wwr = sign * (fake * fake * r + s.wwr) / (1 + n);
  const double wwrr = (fake * fake * r * r + s.wwrr) / (1 + n);
  const double variance = ww - w * w;
  if (!(variance > 0)) return std::nullopt;
  const double covariance = wwr - w * wr;
  return Candidate{wr + (1 - w) * covariance / variance,
                   covariance * covariance / variance - (wwrr - wr * wr),
                   phi + (1 - w) * (1 - w) / (2 * variance)};
}

double end_of(const WeightedSums& s, const PossibleRange& range, double r, double sign,
              double phi) {
  double best = infinity;
  for (const double fake : {range.least_weight, range.most_weight}) {
    if (const auto found = candidate(s, fake, r, sign, phi)) {
      if (const auto end = found->end()) best = std::min(best, *end);
    }
  }
  // Nothing found: nothing is known.
  return best == infinity ? r : std::clamp(sign * best, range.least_reward, range.most_reward);
}

}  // namespace

WeightedSums weighted_sums(std::span<const double> weights, std::span<const double> rewards) {
  numeric::ExactSum w, ww, wr, wwr, wwrr, r;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double weight = weights[i], reward = rewards[i];
    w.add(weight);
    ww.add(weight * weight);
    wr.add(weight * reward);
    wwr.add(weight * weight * reward);
    wwrr.add(weight * weight * reward * reward);
    r.add(reward);
  }
  return {static_cast<double>(weights.size()),
          w.value(),
          ww.value(),
          wr.value(),
          wwr.value(),
          wwrr.value(),
          r.value()};
}

double cressie_read(const WeightedSums& s, const PossibleRange& range) {
  if (s.n == 0) return nan;
  const double fake = missing_weight(s, range);
  double gamma = -(1 + s.n) / s.n;
  double beta = 0;
  if (fake != infinity) {
    const double a = (fake + s.w) / (1 + s.n);
    const double b = (fake * fake + s.ww) / (1 + s.n);
    if (b > a * a) {  // else all weights are 1, the missing one too
      gamma = (b - a) / (a * a - b);
      beta = (1 - a) / (a * a - b);
    }
  }
  const double value = (-gamma * s.wr - beta * s.wwr) / (1 + s.n);
  const double missing = std::max(1 - (-gamma * s.w - beta * s.ww) / (1 + s.n), 0.0);
  return value + missing * s.r / s.n;
}

statistics::Interval cressie_read_interval(const WeightedSums& s, const PossibleRange& range,
                                           double level) {
  if (s.n == 0) return {range.least_reward, range.most_reward};
  const double fake = missing_weight(s, range);
  double attained = 1 + 1 / s.n;
  if (fake != infinity) {
    const double a = (fake + s.w) / (1 + s.n);
    const double variance = (fake * fake + s.ww) / (1 + s.n) - a * a;
    attained = variance > 0 ? (1 + s.n) * (a - 1) * (a - 1) / variance : 0;
  }
  // The quantile of F(1, n) is the square of Student's.
  const double t = statistics::student_t_quantile((1 + level) / 2, s.n);
  const double phi = (-attained - t * t) / (2 * (1 + s.n));
  return {end_of(s, range, range.least_reward, 1, phi),
          end_of(s, range, range.most_reward, -1, phi)};
}

double empirical_likelihood(std::span<const double> weights, std::span<const double> rewards) {
  const double n = static_cast<double>(weights.size());
  if (weights.empty()) return nan;
  const auto slope = [&](double beta) {
    numeric::ExactSum sum;
    for (const double w : weights) sum.add((w - 1) / (1 + beta * (w - 1)));
    return sum.value();
  };
  // In [0, 1]: 1 - beta >= 0 since a weight of 0 is possible, beta >= 0 since an infinite one is.
  double low = 0, high = 1;
  const bool inside = slope(0) > 0;
  for (int step = 0; inside && step < 200; ++step) {
    const double middle = (low + high) / 2;
    if (middle == low || middle == high) break;
    (slope(middle) > 0 ? low : high) = middle;
  }
  const double beta = inside ? low : 0;
  numeric::ExactSum value, mass, reward;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double share = weights[i] / (n * (1 + beta * (weights[i] - 1)));
    mass.add(share);
    value.add(share * rewards[i]);
    reward.add(rewards[i]);
  }
  return value.value() + std::max(1 - mass.value(), 0.0) * reward.value() / n;
}

}  // namespace replaybench::offpolicy
