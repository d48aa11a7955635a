#include "suite/rehearsal/selection_rules.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "suite/numeric/cholesky.hpp"
#include "suite/numeric/symmetric_matrix.hpp"
#include "suite/offpolicy/terms.hpp"

namespace replaybench::rehearsal {

double variance_of_mean(std::span<const double> terms) {
  const double deviation = offpolicy::mean_and_deviation(terms).deviation;
  return deviation * deviation / static_cast<double>(terms.size());
}

PairedBias paired_bias(std::span<const double> terms, std::span<const double> validator,
                       double variance) {
  std::vector<double> differences(terms.size());
  for (std::size_t i = 0; i < terms.size(); ++i) differences[i] = terms[i] - validator[i];
  PairedBias bias{.difference = offpolicy::mean_and_deviation(differences).mean};
  const double noise = variance_of_mean(differences);
  bias.standard_error = std::sqrt(noise);
  bias.squared_bias = std::max(0.0, bias.difference * bias.difference - noise);
  bias.mean_squared_error = bias.squared_bias + variance;
  return bias;
}

std::size_t training_records(std::size_t n, double variance, double validator_variance) {
  const double sum = variance + validator_variance;
  const double share = sum > 0 ? variance / sum : 0.5;
  return std::clamp<std::size_t>(static_cast<std::size_t>(static_cast<double>(n) * share), 1,
                                 n - 1);
}

double split_error(std::span<const double> terms, std::span<const double> validator,
                   std::span<const std::uint8_t> training) {
  double trained = 0, validated = 0, records = 0;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (training[i]) {
      trained += terms[i];
      ++records;
    } else {
      validated += validator[i];
    }
  }
  const double difference =
      trained / records - validated / (static_cast<double>(terms.size()) - records);
  return difference * difference;
}

std::vector<double> cross_validation_scores(std::span<const std::vector<double>> candidates,
                                            std::span<const double> validator,
                                            std::span<const double> variances, std::size_t splits,
                                            StreamKey key) {
  const std::size_t n = validator.size();
  const double validator_variance = variance_of_mean(validator);
  std::vector<double> scores(candidates.size(), 0);
  std::vector<std::uint32_t> order(n);
  std::vector<std::uint8_t> training(n);
  for (std::size_t split = 0; split < splits; ++split) {
    std::iota(order.begin(), order.end(), 0u);
    Draws draws(key, split);
    for (std::size_t i = n; i > 1; --i) {
      std::swap(order[i - 1], order[draws.below(static_cast<std::uint32_t>(i))]);
    }
    for (std::size_t m = 0; m < candidates.size(); ++m) {
      const std::size_t records = training_records(n, variances[m], validator_variance);
      for (std::size_t place = 0; place < n; ++place) training[order[place]] = place < records;
      scores[m] += split_error(candidates[m], validator, training) / static_cast<double>(splits);
    }
  }
  return scores;
}

namespace {

// Solves A x = 1 on the places `among`; empty if A is not positive definite there.
std::vector<double> solved(std::span<const double> a, std::size_t m,
                           const std::vector<std::size_t>& among) {
  std::vector<double> packed(numeric::packed_size(among.size())), x(among.size(), 1);
  for (std::size_t i = 0; i < among.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      packed[numeric::row_packed_index(i, j)] = a[among[i] * m + among[j]];
    }
  }
  if (!numeric::cholesky(packed, among.size())) return {};
  numeric::solve_lower(packed, x);
  numeric::solve_upper(packed, x);
  return x;
}

// The x >= 0 that minimises x' A x / 2 - sum x, by Lawson and Hanson's active sets.
std::vector<double> solved_not_negative(std::span<const double> a, std::size_t m) {
  std::vector<double> x(m, 0);
  std::vector<std::uint8_t> free(m, 0);
  for (std::size_t round = 0; round < 10 * m; ++round) {
    std::size_t best = m;
    double steepest = 1e-9;
    for (std::size_t i = 0; i < m; ++i) {
      double slope = 1;
      for (std::size_t j = 0; j < m; ++j) slope -= a[i * m + j] * x[j];
      if (!free[i] && slope > steepest) {
        steepest = slope;
        best = i;
      }
    }
    if (best == m) break;
    free[best] = 1;
    for (;;) {
      std::vector<std::size_t> among;
      for (std::size_t i = 0; i < m; ++i) {
        if (free[i]) among.push_back(i);
      }
      const auto wanted = solved(a, m, among);
      if (wanted.empty()) return {};
      double step = 1;
      std::size_t blocking = m;
      for (std::size_t k = 0; k < among.size(); ++k) {
        const double now = x[among[k]];
        if (wanted[k] > 0 || now / (now - wanted[k]) >= step) continue;
        step = now / (now - wanted[k]);
        blocking = among[k];
      }
      for (std::size_t k = 0; k < among.size(); ++k) {
        x[among[k]] += step * (wanted[k] - x[among[k]]);
      }
      if (blocking == m) break;
      x[blocking] = 0;
      free[blocking] = 0;
    }
  }
  return x;
}

}  // namespace

std::optional<OperaWeights> opera_weights(std::span<const double> errors, std::size_t candidates,
                                          bool not_negative) {
  // In a unit in which the errors are about 1.
  double scale = 0;
  for (std::size_t i = 0; i < candidates; ++i) scale += errors[i * candidates + i];
  if (!(scale > 0)) return std::nullopt;
  std::vector<double> a(errors.begin(), errors.end());
  for (double& value : a) value *= static_cast<double>(candidates) / scale;
  std::vector<std::size_t> all(candidates);
  std::iota(all.begin(), all.end(), std::size_t{0});
  OperaWeights result{.weights = not_negative ? solved_not_negative(a, candidates)
                                              : solved(a, candidates, all)};
  double sum = 0;
  for (const double weight : result.weights) sum += weight;
  if (result.weights.empty() || !(std::fabs(sum) > 0)) return std::nullopt;
  for (double& weight : result.weights) weight /= sum;
  for (std::size_t i = 0; i < candidates; ++i) {
    for (std::size_t j = 0; j < candidates; ++j) {
      result.mean_squared_error +=
          result.weights[i] * errors[i * candidates + j] * result.weights[j];
    }
  }
  return result;
}

PseudoSplit pseudo_split(std::span<const double> logger, std::span<const double> rho) {
  PseudoSplit split;
  for (std::size_t a = 0; a < logger.size(); ++a) split.share += logger[a] * rho[a];
  for (std::size_t a = 0; a < logger.size(); ++a) {
    split.target.push_back(logger[a] * rho[a] / split.share);
    split.logger.push_back(logger[a] * (1 - rho[a]) / (1 - split.share));
    split.weights.push_back(rho[a] / (1 - rho[a]) * (1 - split.share) / split.share);
  }
  return split;
}

ExactRho exact_rho(std::span<const double> logger, std::span<const double> target, double share) {
  const double c = (1 - share) / share;
  ExactRho result{.multiplier = 0, .rho = std::vector<double>(logger.size(), share)};
  // With t = rho / (1 - rho) the minimum is at the root of c t - w - multiplier / (1 + t)^2, which is concave and
  // increasing in t: Newton's steps from w / c come from below. Sets rho; returns the share.
  const auto solve = [&](double multiplier) {
    double sum = 0;
    for (std::size_t a = 0; a < logger.size(); ++a) {
      if (!(logger[a] > 0)) continue;
      const double w = target[a] / logger[a];
      double t = w / c;
      for (int step = 0; step < 50; ++step) {
        const double pull = multiplier / ((1 + t) * (1 + t));
        const double change = (c * t - w - pull) / (c + 2 * pull / (1 + t));
        t -= change;
        if (std::fabs(change) <= 1e-16 * (1 + t)) break;
      }
      result.rho[a] = t / (1 + t);
      sum += logger[a] * result.rho[a];
    }
    return sum;
  };
  double low = 0, high = 1;
  while (solve(high) < share && high < 1e300) high *= 2;
  for (int step = 0; step < 80 && low < high; ++step) {
    result.multiplier = low + (high - low) / 2;
    (solve(result.multiplier) < share ? low : high) = result.multiplier;
  }
  solve(result.multiplier);
  return result;
}

}  // namespace replaybench::rehearsal
