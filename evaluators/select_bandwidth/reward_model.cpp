#include "evaluators/select_bandwidth/reward_model.hpp"

#include <algorithm>
#include <cmath>

namespace replaybench::evaluators::select_bandwidth {

namespace {

// A symmetric positive definite matrix, row by row, as its Cholesky factor in the lower triangle.
class Cholesky {
 public:
  explicit Cholesky(std::vector<double> matrix, std::size_t d) : l_(std::move(matrix)), d_(d) {
    for (std::size_t j = 0; j < d_; ++j) {
      for (std::size_t i = j; i < d_; ++i) {
        double sum = l_[i * d_ + j];
        for (std::size_t k = 0; k < j; ++k) sum -= l_[i * d_ + k] * l_[j * d_ + k];
        if (i == j) {
          sound_ = sound_ && sum > 0;
          l_[j * d_ + j] = std::sqrt(sum);
        } else {
          l_[i * d_ + j] = sum / l_[j * d_ + j];
        }
      }
    }
  }
  bool sound() const { return sound_; }
  void solve(std::vector<double>& b) const {
    for (std::size_t i = 0; i < d_; ++i) {
      for (std::size_t k = 0; k < i; ++k) b[i] -= l_[i * d_ + k] * b[k];
      b[i] /= l_[i * d_ + i];
    }
    for (std::size_t i = d_; i-- > 0;) {
      for (std::size_t k = i + 1; k < d_; ++k) b[i] -= l_[k * d_ + i] * b[k];
      b[i] /= l_[i * d_ + i];
    }
  }

 private:
  std::vector<double> l_;
  std::size_t d_;
  bool sound_ = true;
};

// The sums of one action.
struct Regression {
  std::size_t d = 0;
  std::vector<double> s;
  std::vector<double> v;
  double rewards2 = 0;
  double n = 0;

  explicit Regression(std::size_t dimension) : d(dimension), s(d * d), v(d) {}
  void add(const std::vector<double>& z, double reward) {
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) s[i * d + j] += z[i] * z[j];
      v[i] += reward * z[i];
    }
    rewards2 += reward * reward;
    n += 1;
  }
  // theta, and its generalised cross validation.
  double fit(double lambda, std::vector<double>& theta) const {
    std::vector<double> matrix = s;
    for (std::size_t i = 0; i + 1 < d; ++i) matrix[i * d + i] += lambda;
    const Cholesky factor(std::move(matrix), d);
    if (!factor.sound()) return INFINITY;
    theta = v;
    factor.solve(theta);
    double rss = rewards2;
    for (std::size_t i = 0; i < d; ++i) {
      double row = 0;
      for (std::size_t j = 0; j < d; ++j) row += s[i * d + j] * theta[j];
      rss += theta[i] * (row - 2 * v[i]);
    }
    double freedom = 0;
    std::vector<double> column(d);
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t i = 0; i < d; ++i) column[i] = s[i * d + j];
      factor.solve(column);
      freedom += column[j];
    }
    return n > freedom ? n * std::max(rss, 0.0) / ((n - freedom) * (n - freedom)) : INFINITY;
  }
  std::vector<double> best_fit() const {
    std::vector<double> best(d);
    if (n == 0) return best;
    best[d - 1] = v[d - 1] / n;  // lambda = infinity: the mean
    double mean_diagonal = 0;
    for (std::size_t i = 0; i + 1 < d; ++i) mean_diagonal += s[i * d + i];
    mean_diagonal /= static_cast<double>(d);
    double least =
        n > 1 ? n * std::max(rewards2 - n * best[d - 1] * best[d - 1], 0.0) / ((n - 1) * (n - 1))
              : 0;
    std::vector<double> theta;
    for (const double factor : {1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1.0, 3.0, 10.0}) {
      const double score = fit(factor * mean_diagonal, theta);
      if (score < least) {
        least = score;
        best = theta;
      }
    }
    return best;
  }
};

std::vector<std::uint32_t> varying_features(const Log& log) {
  std::vector<std::uint32_t> varying;
  if (log.size() == 0) return varying;
  ContextReader reader(log);
  const Context first = reader[0];
  const std::vector<double> reference(first.values().begin(), first.values().end());
  std::vector<char> varies(log.dimension);
  for (std::size_t i = 1; i < log.size(); ++i) {
    const Context context = reader[i];
    for (std::size_t j = 0; j < log.dimension; ++j) {
      if (context[j] != reference[j]) varies[j] = 1;
    }
  }
  for (std::uint32_t j = 0; j < log.dimension; ++j) {
    if (varies[j]) varying.push_back(j);
  }
  return varying;
}

}  // namespace

RewardModel::RewardModel(const Log& log)
    : rewards_(log.reward_range()),
      features_(varying_features(log)),
      residuals_(rewards_ == RewardRange::binary ? 0 : log.action_count) {
  const std::size_t d = features_.size() + 1;
  std::vector<Regression> regressions(log.action_count, Regression(d));
  std::vector<double> z(d, 1.0);
  ContextReader contexts(log);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Context context = contexts[i];
    for (std::size_t j = 0; j < features_.size(); ++j) z[j] = context[features_[j]];
    regressions[log.actions[i]].add(z, log.rewards[i]);
  }
  for (const Regression& regression : regressions) theta_.push_back(regression.best_fit());
  if (residuals_.empty()) return;
  for (std::size_t i = 0; i < log.size(); ++i) {
    residuals_[log.actions[i]].push_back(log.rewards[i] - prediction(contexts[i], log.actions[i]));
  }
}

double RewardModel::prediction(const Context& context, Action action) const {
  const std::vector<double>& theta = theta_[action];
  double sum = theta.back();
  for (std::size_t j = 0; j < features_.size(); ++j) sum += theta[j] * context[features_[j]];
  return sum;
}

double RewardModel::expected(const Context& context, Action action) const {
  const double mean = prediction(context, action);
  return rewards_ == RewardRange::binary ? std::clamp(mean, 0.0, 1.0) : mean;
}

double RewardModel::draw(const Context& context, Action action, Draws& draws) const {
  const double mean = expected(context, action);
  if (rewards_ == RewardRange::binary) return draws.uniform() < mean ? 1 : 0;
  const std::vector<double>& errors = residuals_[action];
  if (errors.empty()) return mean;
  const double reward = mean + errors[draws.below(static_cast<std::uint32_t>(errors.size()))];
  return rewards_ == RewardRange::unit ? std::clamp(reward, 0.0, 1.0) : reward;
}

}  // namespace replaybench::evaluators::select_bandwidth
