#pragma once
// Matrix factorisation that learns from one reward after another: what the algorithm
// matrix_factorisation is made of.
//
//   rhat_ui = mu + b_u + b_i + q_u . q'_i
// with mu the mean of all rewards so far; each reward is one step of gradient descent on (r -
// rhat)^2 + lambda (b_u^2 + b_i^2 + |q_u|^2 + |q'_i|^2), all right sides with the old values. One
// pass over the rewards learns little; so each reward is followed by `repeats` steps on the mean
// rewards of earlier pairs of user and item, which are taken in turn, by user and then by item. So
// results depend a little on how users and items are numbered.
//
// Source: Koren, Bell and Volinsky, IEEE Computer 42(8), 2009, equations 4 and 5; thesis, appendix
// C.3.2 (p. 250) for the update of the factors.

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "suite/model/numerical_failure.hpp"
#include "suite/ratings/memory_limit.hpp"
#include "suite/stream/stream.hpp"

namespace replaybench::ratings {

struct OnlineFactorOptions {
  std::size_t rank = 3;
  double rate = 0.05;        ///< gamma, > 0
  double lambda = 0.02;      ///< >= 0
  double initial = 0.1;      ///< standard deviation of the first factors
  std::size_t repeats = 20;  ///< steps on earlier pairs per reward
};

class OnlineFactors {
 public:
  /// The first factors are normal draws of a fixed stream: the same for every agent. Throws
  /// FileError if the pairs need more than 2 GB. O((users + items) rank + users x items).
  OnlineFactors(std::size_t users, std::size_t items, const OnlineFactorOptions& options)
      : options_(options),
        users_(users * (options.rank + 1)),
        items_(items * (options.rank + 1)),
        pairs_(options.repeats > 0 ? checked_pairs(users, items) : 0),
        learned_(items, 0) {
    draw(users_, {0x75736572});
    draw(items_, {0x6974656d});
  }

  /// Throws NumericalFailure where the factors overflow. O(users x items + repeats x rank), the
  /// first only while few pairs are known.
  void learn(std::size_t user, std::size_t item, double reward) {
    double size = step(user, item, reward);
    count_ += 1;
    mean_ += (reward - mean_) / count_;
    learned_[item] = 1;
    if (!pairs_.empty()) {
      Pair& pair = pairs_[user * learned_.size() + item];
      pair.count += 1;
      pair.mean += (reward - pair.mean) / pair.count;
      for (std::size_t n = 0; n < options_.repeats; ++n) size += step_on_next();
    }
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
    visit(users_, items_, pairs_, learned_, next_, count_, mean_);
  }

 private:
  struct Pair {
    double count = 0;
    double mean = 0;

    template <class Visitor>
    void visit_state(Visitor&& visit) const {
      visit(count, mean);
    }
  };

  static std::size_t checked_pairs(std::size_t users, std::size_t items) {
    constexpr double numbers_per_pair = 2;
    check_memory(numbers_per_pair * cells(users, items),
                 "matrix_factorisation with repeats: what is kept of " + std::to_string(users) +
                     " users and " + std::to_string(items) + " actions");
    return users * items;
  }
  // One step of the descent. Finite where the factors are.
  double step(std::size_t user, std::size_t item, double reward) {
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
    return size;
  }
  // A step on the next pair that has rewards; there is one.
  double step_on_next() {
    while (pairs_[next_].count == 0) next_ = (next_ + 1) % pairs_.size();
    const std::size_t at = next_;
    next_ = (next_ + 1) % pairs_.size();
    return step(at / learned_.size(), at % learned_.size(), pairs_[at].mean);
  }
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
  std::vector<Pair> pairs_;  // users x items; none without repeats
  std::vector<unsigned char> learned_;
  std::size_t next_ = 0;  // the pair that the next repeated step begins to look at
  double count_ = 0;
  double mean_ = 0;
};

}  // namespace replaybench::ratings
