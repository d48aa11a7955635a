#include "algorithms/hybrid_lin_ucb/hybrid_lin_ucb.hpp"

#include <cmath>

#include "suite/model/numerical_failure.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/oracles/batch_ridge.hpp"
#include "suite/testing/random_history.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
using algorithms::hybrid_lin_ucb::HybridLinUcb;
using algorithms::hybrid_lin_ucb::Options;
using algorithms::hybrid_lin_ucb::Prediction;
using testing::BatchRidge;
using testing::Matrix;
using testing::SparseVector;

namespace {

// Algorithm 2 of Li et al. 2010, line by line, with lambda I for the identities.
struct Printed {
  Printed(Action action_count, std::size_t d, std::size_t k, double lambda)
      : A0(lambda * Matrix::identity(k)),
        b0(k),
        A(action_count, lambda * Matrix::identity(d)),
        B(action_count, Matrix(d, k)),
        b(action_count, Matrix(d)) {}

  Prediction predict(const Matrix& z, const Matrix& x, Action a) const {
    const Matrix A0_inverse = A0.inverse();
    const Matrix A_inverse = A[a].inverse();
    const Matrix beta = A0_inverse * b0;
    const Matrix theta = A_inverse * (b[a] - B[a] * beta);
    const double s = z.dot(A0_inverse * z) -
                     2 * z.dot(A0_inverse * (B[a].transpose() * (A_inverse * x))) +
                     x.dot(A_inverse * x) +
                     x.dot(A_inverse * B[a] * A0_inverse * B[a].transpose() * A_inverse * x);
    return {z.dot(beta) + x.dot(theta), s};
  }
  void update(const Matrix& z, const Matrix& x, Action a, double r) {
    A0 += B[a].transpose() * A[a].inverse() * B[a];
    b0 += B[a].transpose() * A[a].inverse() * b[a];
    A[a] += x * x.transpose();
    B[a] += x * z.transpose();
    b[a] += r * x;
    A0 += z * z.transpose() - B[a].transpose() * A[a].inverse() * B[a];
    b0 += r * z - B[a].transpose() * A[a].inverse() * b[a];
  }

  Matrix A0, b0;
  std::vector<Matrix> A, B, b;
};

Action ask(const HybridLinUcb& algorithm, const std::vector<double>& x, Action action_count) {
  Draws draws({1}, 0);
  return algorithm.choose(Context(x), ActionSet::all(action_count), draws);
}

}  // namespace

TEST_CASE("hybrid_lin_ucb: an update by hand") {
  HybridLinUcb algorithm(2, 1, Options{});
  const std::vector<double> x{1};
  // Nothing learned: the shared and the own weight are both N(0, 1), so the variance is 2.
  CHECK(algorithm.predict(Context(x), 0).mean == 0);
  CHECK(algorithm.predict(Context(x), 0).variance == 2);
  CHECK(ask(algorithm, x, 2) == 0);

  // Algorithm 2: A_0 = 1 + 1 - 1/2 = 3/2, b_0 = 1 - 1/2 = 1/2, beta = 1/3; A_a = 2, B_a = b_a = 1,
  // theta_a = (1 - 1/3) / 2 = 1/3; s = 2/3 - 2 * 2/3 * 1/2 + 1/2 + 1/4 * 2/3 = 2/3.
  algorithm.update(Context(x), 0, 1);
  CHECK(algorithm.beta()[0] == Approx(1.0 / 3).epsilon(1e-15));
  const Prediction played = algorithm.predict(Context(x), 0);
  CHECK(played.mean == Approx(2.0 / 3).epsilon(1e-15));
  CHECK(played.variance == Approx(2.0 / 3).epsilon(1e-15));
  // The other action never learned, and yet expects what is common: beta; s = 2/3 + 1.
  const Prediction other = algorithm.predict(Context(x), 1);
  CHECK(other.mean == Approx(1.0 / 3).epsilon(1e-15));
  CHECK(other.variance == Approx(5.0 / 3).epsilon(1e-15));
  CHECK(ask(algorithm, x, 2) == 1);  // 1/3 + 1.291 = 1.624 against 2/3 + 0.816 = 1.483
}

TEST_CASE(
    "hybrid_lin_ucb: equals algorithm 2 as printed, and one ridge regression of all weights") {
  const double lambda = GENERATE(0.2, 1.0, 5.0);
  const auto shared = GENERATE(std::vector<std::uint32_t>{}, std::vector<std::uint32_t>{1, 3},
                               std::vector<std::uint32_t>{4});
  constexpr std::size_t d = 5;
  constexpr Action arms = 4;
  Options options;
  options.lambda = lambda;
  options.shared = shared;
  HybridLinUcb algorithm(arms, d, options);
  const std::vector<std::uint32_t> picked =
      shared.empty() ? std::vector<std::uint32_t>{0, 1, 2, 3, 4} : shared;
  const std::size_t k = picked.size();
  Printed printed(arms, d, k, lambda);
  BatchRidge all(k + d * arms, lambda);

  double worst_printed = 0;
  double worst_batch = 0;
  for (std::uint64_t t = 0; t < 120; ++t) {
    Draws draws({111}, t);
    std::vector<double> x(d, 1.0);
    for (std::size_t i = 0; i + 1 < d; ++i) x[i] = draws.normal();
    const Matrix vector = x;
    Matrix z(k);
    for (std::size_t i = 0; i < k; ++i) z[i] = x[picked[i]];
    const auto design = [&](Action a) {
      Matrix row(k + d * arms);
      for (std::size_t i = 0; i < k; ++i) row[i] = z[i];
      for (std::size_t i = 0; i < d; ++i) row[k + d * a + i] = x[i];
      return row;
    };

    const std::vector<Action> pool = testing::random_pool(arms, draws);
    const Matrix weights = all.theta();
    Action wanted = pool[0];
    double best = -1e300;
    for (Action a = 0; a < arms; ++a) {
      const Prediction got = algorithm.predict(Context(x), a);
      const Prediction paper = printed.predict(z, vector, a);
      worst_printed = std::max({worst_printed, std::fabs(got.mean - paper.mean),
                                std::fabs(got.variance - paper.variance)});
      const double mean = weights.dot(design(a));
      const double variance = all.variance(design(a));
      worst_batch =
          std::max({worst_batch, std::fabs(got.mean - mean), std::fabs(got.variance - variance)});
      const double score = mean + std::sqrt(variance);
      if (score > best && std::find(pool.begin(), pool.end(), a) != pool.end()) {
        best = score;
        wanted = a;
      }
    }
    Draws unused({1}, 0);
    if (t > 0) CHECK(algorithm.choose(Context(x), ActionSet(pool), unused) == wanted);
    const Action action = pool[draws.below(static_cast<std::uint32_t>(pool.size()))];
    const double reward = draws.normal();
    algorithm.update(Context(x), action, reward);
    printed.update(z, vector, action, reward);
    all.add(design(action), reward);
  }
  // Variances up to |x|^2 2 / lambda = 200 at first.
  CHECK(worst_printed < 1e-10);
  CHECK(worst_batch < 1e-10);
}

TEST_CASE("hybrid_lin_ucb: 20,000 updates later it is still the batch regression") {
  constexpr std::size_t d = 4;
  HybridLinUcb algorithm(2, d, Options{});
  // Sums of x x^T and r x of the block design, solved once at the end.
  Matrix moments = Matrix::identity(3 * d);
  Matrix targets(3 * d);
  std::vector<double> x(d, 1.0);
  const auto design = [&](Action action) {
    Matrix row(3 * d);
    for (std::size_t i = 0; i < d; ++i) row[i] = row[d * (1 + action) + i] = x[i];
    return row;
  };
  for (std::uint64_t t = 0; t < 20'000; ++t) {
    Draws draws({112}, t);
    for (std::size_t i = 0; i + 1 < d; ++i) x[i] = draws.normal();
    const Action action = draws.below(2);
    const double reward = draws.below(2);
    const Matrix row = design(action);
    moments += row * row.transpose();
    targets += reward * row;
    algorithm.update(Context(x), action, reward);
  }
  const Matrix inverse = moments.inverse();
  for (Action a = 0; a < 2; ++a) {
    const Matrix row = design(a);
    CHECK(algorithm.predict(Context(x), a).mean ==
          Approx(row.dot(inverse * targets)).margin(1e-10));
    CHECK(algorithm.predict(Context(x), a).variance ==
          Approx(row.dot(inverse * row)).epsilon(1e-8));
  }
}

TEST_CASE("hybrid_lin_ucb: sparse and dense contexts give the same model and the same choices") {
  constexpr Action arms = 4;
  constexpr std::size_t d = 30;
  HybridLinUcb dense(arms, d, Options{});
  HybridLinUcb sparse(arms, d, Options{});
  double worst = 0;
  for (std::uint64_t t = 0; t < 200; ++t) {
    Draws draws({113}, t);
    const SparseVector x(d, draws.below(2) == 0 ? 5 : draws.below(30), draws);
    const std::vector<Action> pool = testing::random_pool(arms, draws);
    Draws unused({1}, 0);
    const Action choice = dense.choose(x.dense(), ActionSet(pool), unused);
    CHECK(sparse.choose(x.sparse(), ActionSet(pool), unused) == choice);
    Action hint = draws.below(arms);
    CHECK(sparse.would_choose(x.sparse(), ActionSet(pool), choice, hint, unused));
    CHECK(dense.would_choose(x.dense(), ActionSet(pool), choice, hint, unused));
    for (Action a = 0; a < arms; ++a) {
      const Prediction left = dense.predict(x.dense(), a);
      const Prediction right = sparse.predict(x.sparse(), a);
      worst = std::max(
          {worst, std::fabs(left.mean - right.mean), std::fabs(left.variance - right.variance)});
    }
    const double reward = draws.uniform() < 0.2 + 0.1 * choice ? 1 : 0;
    dense.update(x.dense(), choice, reward);
    sparse.update(x.sparse(), choice, reward);
  }
  CHECK(worst < 1e-12);
}

TEST_CASE("hybrid_lin_ucb: lambda divides the variance of what was never learned") {
  Options options;
  options.lambda = 4;
  const HybridLinUcb algorithm(2, 2, options);
  const std::vector<double> x{3, 1};
  CHECK(algorithm.predict(Context(x), 1).variance == 5);  // 10 / 4, shared and own
}

TEST_CASE("hybrid_lin_ucb: features that are not there are refused, overflow says so") {
  const Log log = testing::golden_log(1);
  CHECK_NOTHROW(testing::make_agent("hybrid_lin_ucb{shared=[3, 0]}", log));
  CHECK_THROWS_AS(testing::make_agent("hybrid_lin_ucb{shared=[4]}", log), NotApplicable);
  CHECK_THROWS_AS(testing::make_agent("hybrid_lin_ucb{shared=[1, 1]}", log), NotApplicable);
  CHECK_THROWS_AS(testing::make_agent("hybrid_lin_ucb{shared=[-1]}", log), SpecErrors);
  HybridLinUcb algorithm(1, 1, Options{});
  const std::vector<double> x{1e200};
  CHECK_THROWS_WITH(algorithm.update(Context(x), 0, 1), Catch::StartsWith("hybrid_lin_ucb: "));
}

TEST_CASE("hybrid_lin_ucb: golden traces") {
  const Log log = testing::golden_log();
  CHECK(testing::trace(testing::make_agent("hybrid_lin_ucb", log), log).substr(0, 120) ==
        "012222333444333343333344441341244111111410220422223222222122232222222222222"
        "422222223322220200434030233330233442234442244");
  CHECK(sha256_hex(testing::trace(
            testing::make_agent(
                "hybrid_lin_ucb{alpha=0.8, lambda=0.5, shared=[3], ties=\"random\"}", log),
            log)) == "e1377e0f92235d731f7d4ae12a58951aa0f2791b4d2515f4fdca7e749ed2a666");
}

TEST_CASE("hybrid_lin_ucb: unscaled features, against one regression of all weights by QR") {
  const double scale = GENERATE(1e6, 1e8);
  const auto shared = GENERATE(std::vector<std::uint32_t>{}, std::vector<std::uint32_t>{0, 2});
  constexpr std::size_t d = 3;
  constexpr Action arms = 3;
  HybridLinUcb algorithm(arms, d, Options{.shared = shared});
  const std::vector<std::uint32_t> picked =
      shared.empty() ? std::vector<std::uint32_t>{0, 1, 2} : shared;
  const std::size_t k = picked.size();
  BatchRidge all(k + d * arms, 1);
  double worst_mean = 0, worst_variance = 0;
  for (std::uint64_t t = 0; t < 150; ++t) {
    Draws draws({114}, t);
    const std::vector<double> x{1, 20 + 5 * draws.normal(), scale * (5 + draws.normal())};
    const auto design = [&](Action a) {
      Matrix row(k + d * arms);
      for (std::size_t i = 0; i < k; ++i) row[i] = x[picked[i]];
      for (std::size_t i = 0; i < d; ++i) row[k + d * a + i] = x[i];
      return row;
    };
    const Matrix weights = all.theta();
    for (Action a = 0; a < arms; ++a) {
      const Prediction got = algorithm.predict(Context(x), a);
      // In standard deviations, which are `scale` if nothing was learned.
      const double variance = all.variance(design(a));
      const double error = std::fabs(got.mean - weights.dot(design(a)));
      worst_mean = std::max(worst_mean, error / (1 + std::sqrt(variance)));
      worst_variance = std::max(worst_variance, std::fabs(got.variance / variance - 1));
    }
    const Action action = draws.below(arms);
    const double reward = draws.normal();
    algorithm.update(Context(x), action, reward);
    all.add(design(action), reward);
  }
  CHECK(worst_mean < 1e-7);
  CHECK(worst_variance < 1e-7);
}
