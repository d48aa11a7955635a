#include "suite/bench/plain_loops.hpp"

#include <cmath>
#include <cstddef>
#include <limits>

namespace replaybench::bench {

namespace {

constexpr Action arms = plain_arms;
constexpr std::size_t dimension = plain_dimension;

double bernoulli(Draws& draws, double p) { return draws.uniform() < p ? 1 : 0; }

}  // namespace

Log linear_model_log(std::size_t records) {
  double quality[arms];
  double weight[arms][dimension - 1] = {};
  Draws model({0x5eed}, 0);
  for (Action a = 0; a < arms; ++a) {
    quality[a] = (a < 4 ? 0.4 : 0.1) + 0.1 * model.uniform();
    if (a < 4) continue;
    for (std::uint32_t left = 1 + model.below(5); left > 0; --left) {
      weight[a][model.below(dimension - 1)] = 0.2 * model.normal();
    }
  }
  Log log;
  log.action_count = arms;
  log.dimension = dimension;
  for (std::size_t t = 0; t < records; ++t) {
    Draws draws({0xda7a}, t);
    const Action action = draws.below(arms);
    double p = quality[action];
    for (std::size_t i = 0; i + 1 < dimension; ++i) {
      const double signal = draws.normal();
      log.contexts.push_back(signal + 0.5 * draws.normal());
      p += weight[action][i] * signal;
    }
    log.contexts.push_back(1);
    log.actions.push_back(action);
    log.rewards.push_back(bernoulli(draws, p));
  }
  return log;
}

PlainResult plain_lin_ucb(const Log& log, const Schedule& schedule) {
  constexpr std::size_t d = dimension;
  std::vector<double> inverse(arms * d * d, 0.0);
  std::vector<double> theta(arms * d, 0.0);
  for (Action a = 0; a < arms; ++a) {
    for (std::size_t i = 0; i < d; ++i) inverse[a * d * d + i * d + i] = 1;
  }
  PlainResult result;
  result.accepted.reserve(schedule.size());
  for (std::size_t slot = 0; slot < schedule.size(); ++slot) {
    const std::size_t t = schedule[slot];
    const double* x = log.contexts.data() + t * d;
    Action best = 0;
    double best_score = -std::numeric_limits<double>::infinity();
    for (Action a = 0; a < arms; ++a) {
      const double* m = inverse.data() + a * d * d;
      double mean = 0;
      double variance = 0;
      for (std::size_t i = 0; i < d; ++i) {
        mean += theta[a * d + i] * x[i];
        double row = 0;
        for (std::size_t j = 0; j < d; ++j) row += m[i * d + j] * x[j];
        variance += x[i] * row;
      }
      const double score = mean + std::sqrt(variance);
      if (score > best_score) {
        best_score = score;
        best = a;
      }
    }
    if (best != log.actions[t]) continue;
    const double reward = log.rewards[t];
    result.accepted.push_back(static_cast<std::uint32_t>(t));
    result.reward += reward;
    double* m = inverse.data() + best * d * d;
    double* w = theta.data() + best * d;
    double u[d];
    double spread = 0;
    double mean = 0;
    for (std::size_t i = 0; i < d; ++i) {
      u[i] = 0;
      for (std::size_t j = 0; j < d; ++j) u[i] += m[i * d + j] * x[j];
      spread += x[i] * u[i];
      mean += w[i] * x[i];
    }
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) m[i * d + j] -= u[i] * u[j] / (1 + spread);
      w[i] += u[i] * (reward - mean) / (1 + spread);
    }
  }
  return result;
}

PlainResult plain_ucb(const Log& log, const Schedule& schedule) {
  std::vector<double> reward_sum(arms, 0.0);
  std::vector<double> pulls(arms, 0.0);
  double t = 1;
  PlainResult result;
  result.accepted.reserve(schedule.size());
  for (std::size_t slot = 0; slot < schedule.size(); ++slot) {
    const std::size_t i = schedule[slot];
    Action best = 0;
    double best_score = -1;
    for (Action a = 0; a < arms; ++a) {
      const double score = pulls[a] == 0
                               ? std::numeric_limits<double>::infinity()
                               : reward_sum[a] / pulls[a] + std::sqrt(2 * std::log(t) / pulls[a]);
      if (score > best_score) {
        best_score = score;
        best = a;
      }
    }
    if (best != log.actions[i]) continue;
    result.accepted.push_back(static_cast<std::uint32_t>(i));
    result.reward += log.rewards[i];
    reward_sum[best] += log.rewards[i];
    pulls[best] += 1;
    t += 1;
  }
  return result;
}

}  // namespace replaybench::bench
