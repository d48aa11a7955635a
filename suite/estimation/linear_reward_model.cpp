#include "suite/estimation/linear_reward_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "suite/model/reward_offset.hpp"
#include "suite/model/stop.hpp"
#include "suite/numeric/cholesky.hpp"
#include "suite/numeric/symmetric_matrix.hpp"

namespace replaybench::estimation {

namespace {

using numeric::packed_size;
using numeric::row_packed_index;

// A regression with one lambda.
struct Fit {
  std::vector<double> theta;
  std::vector<double>
      factor;               // of (S + lambda D) / sigma^2; empty for the plain mean without spread
  double score = INFINITY;  // generalised cross validation
};

// The sums of one action.
struct Regression {
  std::size_t d = 0;
  std::vector<double> s;  // packed by rows
  std::vector<double> v;
  double rewards2 = 0;
  double n = 0;

  explicit Regression(std::size_t dimension) : d(dimension), s(packed_size(d)), v(d) {}
  void add(const std::vector<double>& z, double reward) {
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j <= i; ++j) s[row_packed_index(i, j)] += z[i] * z[j];
      v[i] += reward * z[i];
    }
    rewards2 += reward * reward;
    n += 1;
  }
  Fit fit(double lambda) const {
    Fit fit;
    fit.factor = s;
    for (std::size_t i = 0; i + 1 < d; ++i) fit.factor[row_packed_index(i, i)] += lambda;
    if (!numeric::cholesky(fit.factor, d)) return {};
    fit.theta = v;
    numeric::solve_lower(fit.factor, fit.theta);
    numeric::solve_upper(fit.factor, fit.theta);
    double rss = rewards2;
    for (std::size_t i = 0; i < d; ++i) {
      double row = 0;
      for (std::size_t j = 0; j < d; ++j) row += s[row_packed_index(i, j)] * fit.theta[j];
      rss += fit.theta[i] * (row - 2 * v[i]);
    }
    double freedom = 0;
    std::vector<double> column(d);
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t i = 0; i < d; ++i) column[i] = s[row_packed_index(i, j)];
      numeric::solve_lower(fit.factor, column);
      numeric::solve_upper(fit.factor, column);
      freedom += column[j];
    }
    finish(fit, rss, freedom);
    return fit;
  }
  // lambda = infinity: the mean.
  Fit constant() const {
    Fit fit;
    fit.theta.assign(d, 0);
    if (n == 0) return fit;
    fit.theta[d - 1] = v[d - 1] / n;
    // Weights with no variance at all, beside a constant that has sigma^2 / n.
    fit.factor.assign(packed_size(d), 0);
    for (std::size_t i = 0; i + 1 < d; ++i) fit.factor[row_packed_index(i, i)] = INFINITY;
    fit.factor.back() = std::sqrt(n);
    finish(fit, rewards2 - n * fit.theta[d - 1] * fit.theta[d - 1], 1);
    return fit;
  }
  Fit best_fit() const {
    Fit best = constant();
    double mean_diagonal = 0;
    for (std::size_t i = 0; i + 1 < d; ++i) mean_diagonal += s[row_packed_index(i, i)];
    mean_diagonal /= static_cast<double>(d);
    for (const double factor : {10.0, 3.0, 1.0, 0.3, 0.1, 3e-2, 1e-2, 3e-3, 1e-3, 1e-4}) {
      if (n < 2 || d < 2) break;
      Fit other = fit(factor * mean_diagonal);
      if (other.score < best.score) best = std::move(other);
    }
    return best;
  }

 private:
  void finish(Fit& fit, double rss, double freedom) const {
    if (!(n > freedom + 1e-9)) {
      fit.factor.clear();
      return;
    }
    rss = std::max(rss, 0.0);
    fit.score = n * rss / ((n - freedom) * (n - freedom));
    const double sigma = std::sqrt(rss / (n - freedom));
    if (sigma == 0) {
      fit.factor.clear();
    } else {
      for (double& element : fit.factor) element /= sigma;
    }
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

std::vector<std::uint32_t> all_records(const Log& log) {
  std::vector<std::uint32_t> records(log.size());
  std::iota(records.begin(), records.end(), 0);
  return records;
}

}  // namespace

LinearRewardModel::LinearRewardModel(const Log& log) : LinearRewardModel(log, all_records(log)) {}

LinearRewardModel::LinearRewardModel(const Log& log, std::span<const std::uint32_t> records)
    : rewards_(log.reward_range()),
      offset_(reward_offset(log.rewards)),
      features_(varying_features(log)),
      residuals_(rewards_ == RewardRange::binary ? 0 : log.action_count) {
  const std::size_t d = features_.size() + 1;
  std::vector<Regression> regressions(log.action_count, Regression(d));
  std::vector<double> z(d, 1.0);
  ContextReader contexts(log);
  for (const std::uint32_t i : records) {
    stop_point(i);
    const Context context = contexts[i];
    for (std::size_t j = 0; j < features_.size(); ++j) z[j] = context[features_[j]];
    regressions[log.actions[i]].add(z, log.rewards[i] - offset_);
  }
  for (const Regression& regression : regressions) {
    Fit fit = regression.best_fit();
    fitted_.push_back(std::move(fit.theta));
    factor_.push_back(std::move(fit.factor));
  }
  theta_ = fitted_;
  if (residuals_.empty()) return;
  for (const std::uint32_t i : records) {
    residuals_[log.actions[i]].push_back(log.rewards[i] - offset_ -
                                         prediction(contexts[i], log.actions[i]));
  }
}

void LinearRewardModel::redraw(StreamKey key) {
  theta_ = fitted_;
  for (std::size_t a = 0; a < theta_.size(); ++a) {
    if (factor_[a].empty()) continue;
    Draws draws(key, a);
    std::vector<double> noise(theta_[a].size());
    draws.normals(noise);
    numeric::solve_upper(factor_[a], noise);
    for (std::size_t j = 0; j < noise.size(); ++j) theta_[a][j] += noise[j];
  }
}

double LinearRewardModel::prediction(const Context& context, Action action) const {
  const std::vector<double>& theta = theta_[action];
  double sum = theta.back();
  for (std::size_t j = 0; j < features_.size(); ++j) sum += theta[j] * context[features_[j]];
  return sum;
}

double LinearRewardModel::expected(const Context& context, Action action) const {
  const double mean = offset_ + prediction(context, action);
  return rewards_ == RewardRange::binary ? std::clamp(mean, 0.0, 1.0) : mean;
}

double LinearRewardModel::draw(const Context& context, Action action, Draws& draws) const {
  const double mean = expected(context, action);
  if (rewards_ == RewardRange::binary) return draws.uniform() < mean ? 1 : 0;
  const std::vector<double>& errors = residuals_[action];
  if (errors.empty()) return mean;
  const double reward = mean + errors[draws.below(static_cast<std::uint32_t>(errors.size()))];
  return rewards_ == RewardRange::unit ? std::clamp(reward, 0.0, 1.0) : reward;
}

}  // namespace replaybench::estimation
