// Noise on the features is ridge regularisation (thesis, appendix A.1, p. 222; Bishop, "Training
// with noise is equivalent to Tikhonov regularization", Neural Computation 1995). The thesis says:
// noise of variance lambda, penalty lambda |w|^2. For a *sum* of n squared errors
//
//   E sum_i (y_i - w.(x_i + e_i))^2 = sum_i (y_i - w.x_i)^2 + n h^2 |w|^2,    e_i ~ N(0, h^2 I)
//
// so that the penalty is n h^2: the thesis's statement is that of the mean error. With h =
// C/sqrt(T) it is C^2 n_a / T for the n_a records of an action: 250 for C = 50 and a tenth of the
// records each, beside which LinUCB's own lambda = 1 is nothing.

#include <array>
#include <cmath>

#include "suite/learning/ridge.hpp"
#include "suite/resample/jitter.hpp"
#include "suite/resample/record_source.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

constexpr std::size_t d = 3;  // two features and the constant
constexpr std::size_t n = 50;
using Vector = std::array<double, d>;

// Rewards of one action, linear in two features, with noise.
Log regression_log() {
  Log log;
  log.action_count = 1;
  log.dimension = d;
  for (std::size_t i = 0; i < n; ++i) {
    Draws draws({0x51d6e}, i);
    const double x = draws.normal();
    const double y = 2 * draws.normal();
    log.contexts.insert(log.contexts.end(), {x, y, 1});
    log.actions.push_back(0);
    log.rewards.push_back(0.7 + 1.5 * x - 0.4 * y + 0.3 * draws.normal());
  }
  return log;
}

// The minimum of sum (r - w.x)^2 + features * (w_0^2 + w_1^2) + all * |w|^2, by Cramer's rule.
Vector ridge(const Log& log, double features, double all) {
  double m[d][d] = {{features + all, 0, 0}, {0, features + all, 0}, {0, 0, all}};
  double v[d] = {};
  for (std::size_t i = 0; i < n; ++i) {
    const double* x = log.contexts.data() + d * i;
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t k = 0; k < d; ++k) m[j][k] += x[j] * x[k];
      v[j] += log.rewards[i] * x[j];
    }
  }
  const auto determinant = [](const double(&a)[d][d]) {
    return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
           a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
           a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
  };
  Vector w;
  for (std::size_t k = 0; k < d; ++k) {
    double replaced[d][d];
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) replaced[i][j] = j == k ? v[i] : m[i][j];
    }
    w[k] = determinant(replaced) / determinant(m);
  }
  return w;
}

}  // namespace

TEST_CASE("select_bandwidth: LinUCB on jittered copies is a ridge regression with n h^2") {
  const Log log = regression_log();
  constexpr double h = 0.6;
  constexpr double lambda = 1;
  constexpr std::uint32_t copies = 300;
  std::vector<std::uint32_t> records(n);
  for (std::uint32_t i = 0; i < n; ++i) records[i] = i;
  JitterOptions noise;
  noise.bandwidth = h;
  std::array<numeric::Moments, d> learnt;
  for (std::uint64_t pass = 0; pass < 40; ++pass) {
    Jitter jitter(log, noise, {100 + pass});
    ShuffledCopies source(records, copies, {200 + pass});
    std::vector<std::uint32_t> order(n * copies);
    source.fill(order);
    learning::Ridge learner("lin_ucb", 1, d, {.lambda = lambda});
    ContextReader contexts(log);
    for (std::size_t s = 0; s < order.size(); ++s) {
      learner.update(jitter.apply(s, contexts[order[s]]), 0, log.rewards[order[s]]);
    }
    for (std::size_t j = 0; j < d; ++j) learnt[j].add(learner.theta(0)[j]);
  }
  // Each record came `copies` times, so the learner's own lambda weighs so much less; the constant
  // was not jittered, so it is not penalised.
  const Vector equivalent = ridge(log, n * h * h, lambda / copies);
  for (std::size_t j = 0; j < d; ++j) {
    require_near(learnt[j].mean, equivalent[j], learnt[j].standard_error());
  }
  // The print's lambda = h^2 is another regression, and far from it.
  const Vector printed = ridge(log, h * h, lambda / copies);
  for (const std::size_t j : {0, 1}) {
    CHECK(std::fabs(printed[j] - learnt[j].mean) > 10 * learnt[j].standard_error());
  }
  // Its own statement holds for the mean error: n times smaller sums.
  CHECK(std::fabs(equivalent[0]) < std::fabs(printed[0]));
}
