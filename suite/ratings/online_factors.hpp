#pragma once
// Matrix factorisation that learns from one reward after another: what the algorithm
// matrix_factorisation is made of.
//
//   rhat_ui = mu + b_u + b_i + q_u . q'_i
// with mu the mean of all rewards so far; each reward is one step of gradient descent on (r -
// rhat)^2 + lambda (b_u^2 + b_i^2 + |q_u|^2 + |q'_i|^2), all right sides with the old values.
//
// Source: Koren, Bell and Volinsky, IEEE Computer 42(8), 2009, equations 4 and 5; thesis, appendix
// C.3.2 (p. 250) for the update of the factors.

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "suite/model/numerical_failure.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::ratings {

struct OnlineFactorOptions {
  std::size_t rank = 3;
  double rate = 0.05;    ///< gamma, > 0
  double lambda = 0.02;  ///< >= 0
  double initial = 0.3;  ///< standard deviation of the first factors
};

class OnlineFactors {
 public:
  /// The first factors are normal draws of a fixed stream: the same for every agent. Users and items
  /// together need (users + items)(rank + 1) numbers.
  OnlineFactors(std::size_t users, std::size_t items, const OnlineFactorOptions& options)
      : options_(options),
        users_(users * (options.rank + 1)),
        items_(items * (options.rank + 1)),
        learned_(items, 0) {
    draw(users_, {0x75736572});
    draw(items_, {0x6974656d});
  }

  /// One step. Throws NumericalFailure where the factors overflow. O(rank).
  void learn(std::size_t user, std::size_t item, double reward) {
    const double error = reward - model(user, item);
    const auto q = line(users_, user);
    const auto p = line(items_, item);
    const double rate = options_.rate;
    q[0] += rate * (error - options_.lambda * q[0]);
    p[0] += rate * (error - options_.lambda * p[0]);
    double size = q[0] + p[0];
    for (std::size_t j = 1; j <= options_.rank; ++j) {
      const double old = q[j];
      q[j] += rate * (error * p[j] - options_.lambda * q[j]);
      p[j] += rate * (error * old - options_.lambda * p[j]);
      size += q[j] * p[j];
    }
    count_ += 1;
    mean_ += (reward - mean_) / count_;
    learned_[item] = 1;
    if (!std::isfinite(size) || !std::isfinite(mean_)) {
      throw NumericalFailure(
          "matrix_factorisation: the factors overflowed; lower the rate, or scale the rewards");
    }
  }
  /// The expected reward; +infinity for an item of which nothing was learned. O(rank).
  double predict(std::size_t user, std::size_t item) const {
    return learned_[item] ? model(user, item) : std::numeric_limits<double>::infinity();
  }

  template <class Visitor>
  void visit_state(Visitor&& visit) const {
    visit(users_, items_, learned_, count_, mean_);
  }

 private:
  // b, then the factors, of a user or an item.
  std::span<double> line(std::vector<double>& numbers, std::size_t which) const {
    return std::span(numbers).subspan(which * (options_.rank + 1), options_.rank + 1);
  }
  std::span<const double> line(const std::vector<double>& numbers, std::size_t which) const {
    return std::span(numbers).subspan(which * (options_.rank + 1), options_.rank + 1);
  }
  void draw(std::vector<double>& numbers, StreamKey key) {
    for (std::size_t l = 0; l * (options_.rank + 1) < numbers.size(); ++l) {
      Draws draws(key, l);
      for (double& factor : line(numbers, l).subspan(1)) factor = options_.initial * draws.normal();
    }
  }
  double model(std::size_t user, std::size_t item) const {
    const auto q = line(users_, user);
    const auto p = line(items_, item);
    double sum = mean_ + q[0] + p[0];
    for (std::size_t j = 1; j <= options_.rank; ++j) sum += q[j] * p[j];
    return sum;
  }

  OnlineFactorOptions options_;
  std::vector<double> users_;  // b_u, then q_u, user by user
  std::vector<double> items_;
  std::vector<unsigned char> learned_;
  double count_ = 0;
  double mean_ = 0;
};

}  // namespace replaybench::ratings
