#include "suite/offpolicy/softmax_regression.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

#include "suite/model/stop.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/offpolicy/positive_system.hpp"

namespace replaybench::offpolicy {

namespace {

// NaN if one of them is.
double largest_of(std::span<const double> values) {
  double largest = 0;
  for (const double value : values) {
    if (std::isnan(value)) return value;
    largest = std::max(largest, std::fabs(value));
  }
  return largest;
}

// The last changes of the coefficients and of the gradient, which stand for the curvature.
class Curvature {
 public:
  void add(std::vector<double> step, std::vector<double> change) {
    const double product = dot_in_order(step, change);
    if (!(product > 0)) return;
    if (pairs_.size() == most) pairs_.pop_front();
    pairs_.push_back({std::move(step), std::move(change), product});
  }
  void clear() { pairs_.clear(); }
  /// Minus the inverse curvature times the gradient (the two loops of Nocedal 1980).
  std::vector<double> direction(const std::vector<double>& gradient) const {
    std::vector<double> q = gradient, alpha(pairs_.size());
    for (std::size_t k = pairs_.size(); k-- > 0;) {
      alpha[k] = dot_in_order(pairs_[k].step, q) / pairs_[k].product;
      add_scaled(q, -alpha[k], pairs_[k].change);
    }
    if (!pairs_.empty()) {
      const Pair& last = pairs_.back();
      const double scale = last.product / dot_in_order(last.change, last.change);
      for (double& value : q) value *= scale;
    }
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
      const double beta = dot_in_order(pairs_[k].change, q) / pairs_[k].product;
      add_scaled(q, alpha[k] - beta, pairs_[k].step);
    }
    for (double& value : q) value = -value;
    return q;
  }
  static void add_scaled(std::vector<double>& to, double scale, std::span<const double> what) {
    for (std::size_t j = 0; j < to.size(); ++j) to[j] += scale * what[j];
  }

 private:
  static constexpr std::size_t most = 10;
  struct Pair {
    std::vector<double> step, change;
    double product;
  };
  std::deque<Pair> pairs_;
};

}  // namespace

SoftmaxRegression::SoftmaxRegression(const Log& log, double l2, std::size_t features)
    : log_(log),
      l2_(l2),
      width_(features + 1),
      contexts_(log),
      features_(width_, 1),
      centres_(features, 0),
      scales_(features, 1),
      row_(log.action_count),
      theta_(log.action_count * width_, 0) {}

void SoftmaxRegression::read(std::size_t i) {
  const auto values = contexts_[i].values();
  for (std::size_t j = 0; j + 1 < width_; ++j) {
    features_[j + 1] = (values[j] - centres_[j]) / scales_[j];
  }
}

// A feature that does not vary is 0: the model has a constant.
void SoftmaxRegression::standardise(std::span<const std::uint8_t> training) {
  std::vector<numeric::Moments> moments(width_ - 1);
  for (std::size_t i = 0; i < log_.size(); ++i) {
    if (!training[i]) continue;
    const auto values = contexts_[i].values();
    for (std::size_t j = 0; j + 1 < width_; ++j) moments[j].add(values[j]);
  }
  for (std::size_t j = 0; j + 1 < width_; ++j) {
    centres_[j] = moments[j].mean;
    const double deviation = moments[j].standard_deviation();
    scales_[j] = deviation > 0 ? deviation : 1;
  }
}

// Probabilities of the available actions, in row_; returns -ln p of the logged action.
double SoftmaxRegression::probabilities(std::size_t i, std::span<const double> theta) {
  read(i);
  const ActionSet actions = log_.available(i);
  double largest = -std::numeric_limits<double>::infinity();
  for (Action j = 0; j < actions.size(); ++j) {
    row_[j] = dot_in_order(theta.subspan(actions[j] * width_, width_), features_);
    largest = std::max(largest, row_[j]);
  }
  const double logged = row_[actions.place_of(log_.actions[i])];
  double sum = 0;
  for (Action j = 0; j < actions.size(); ++j) sum += row_[j] = numeric::exp(row_[j] - largest);
  for (Action j = 0; j < actions.size(); ++j) row_[j] /= sum;
  return numeric::log(sum) + largest - logged;
}

double SoftmaxRegression::probability_of_logged(std::size_t i) {
  probabilities(i, theta_);
  return row_[log_.available(i).place_of(log_.actions[i])];
}

std::span<const double> SoftmaxRegression::probabilities(std::size_t i) {
  probabilities(i, theta_);
  return std::span(row_).first(log_.available(i).size());
}

double SoftmaxRegression::loss_and_gradient(std::span<const double> theta,
                                            std::span<const std::uint8_t> training,
                                            std::vector<double>& gradient) {
  std::fill(gradient.begin(), gradient.end(), 0.0);
  double loss = 0, records = 0;
  for (std::size_t i = 0; i < log_.size(); ++i) {
    stop_point(i);
    if (!training[i]) continue;
    ++records;
    loss += probabilities(i, theta);
    const ActionSet actions = log_.available(i);
    row_[actions.place_of(log_.actions[i])] -= 1;
    for (Action j = 0; j < actions.size(); ++j) {
      double* of_action = gradient.data() + actions[j] * width_;
      for (std::size_t f = 0; f < width_; ++f) of_action[f] += row_[j] * features_[f];
    }
  }
  records = std::max(records, 1.0);
  for (std::size_t k = 0; k < gradient.size(); ++k) {
    gradient[k] = (gradient[k] + l2_ * theta[k]) / records;
  }
  return (loss + l2_ / 2 * dot_in_order(theta, theta)) / records;
}

bool SoftmaxRegression::fit(std::span<const std::uint8_t> training) {
  std::fill(centres_.begin(), centres_.end(), 0.0);
  std::fill(scales_.begin(), scales_.end(), 1.0);
  if (minimise(training)) return true;
  standardise(training);
  return minimise(training);
}

bool SoftmaxRegression::minimise(std::span<const std::uint8_t> training) {
  constexpr int max_iterations = 1000;
  constexpr double enough = 1e-8, tolerable = 1e-5;
  std::fill(theta_.begin(), theta_.end(), 0.0);
  Curvature curvature;
  std::vector<double> gradient(theta_.size()), next_gradient(theta_.size());
  double loss = loss_and_gradient(theta_, training, gradient);
  for (int iteration = 0; iteration < max_iterations; ++iteration) {
    if (largest_of(gradient) <= enough) return true;
    std::vector<double> direction = curvature.direction(gradient);
    double slope = dot_in_order(direction, gradient);
    if (!(slope < 0)) {
      curvature.clear();
      direction = curvature.direction(gradient);
      slope = dot_in_order(direction, gradient);
    }
    // Halved until the loss falls as the slope promises; without curvature the first step is short.
    double length = iteration == 0 ? std::min(1 / largest_of(direction), 1.0) : 1;
    std::vector<double> next;
    double next_loss = 0;
    bool falls = false;
    for (int halving = 0; halving < 60 && !falls; ++halving, length /= 2) {
      next = theta_;
      Curvature::add_scaled(next, length, direction);
      next_loss = loss_and_gradient(next, training, next_gradient);
      falls = next_loss <= loss + 1e-4 * length * slope;
    }
    // Roundoff hides what is left to gain.
    if (!falls || !(next_loss < loss)) return largest_of(gradient) <= tolerable;
    std::vector<double> step = next, change = next_gradient;
    Curvature::add_scaled(step, -1, theta_);
    Curvature::add_scaled(change, -1, gradient);
    curvature.add(std::move(step), std::move(change));
    theta_ = std::move(next);
    gradient = next_gradient;
    loss = next_loss;
  }
  return largest_of(gradient) <= tolerable;
}

}  // namespace replaybench::offpolicy
