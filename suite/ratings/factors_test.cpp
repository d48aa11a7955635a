#include "suite/ratings/factors.hpp"

#include <algorithm>
#include <cmath>

#include "suite/model/numerical_failure.hpp"
#include "suite/ratings/table_c1.hpp"
#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

using namespace replaybench;
using namespace replaybench::ratings;

namespace {

constexpr std::size_t users = 8, items = 6;

std::vector<double> matrix(std::uint64_t key) {
  std::vector<double> out;
  Draws draws({key}, 0);
  for (std::size_t n = 0; n < users * items; ++n) out.push_back(draws.normal());
  return out;
}

std::vector<Rating> full(const std::vector<double>& values) {
  std::vector<Rating> out;
  for (std::uint32_t u = 0; u < users; ++u) {
    for (std::uint32_t i = 0; i < items; ++i) out.push_back({u, i, values[u * items + i]});
  }
  return out;
}

// u v^T + noise of a tenth.
std::vector<double> nearly_rank_one() {
  std::vector<double> out;
  Draws draws({5}, 1);
  double v[items];
  for (double& x : v) x = 1 + 0.3 * draws.normal();
  for (std::size_t u = 0; u < users; ++u) {
    const double q = 2 + 0.5 * draws.normal();
    for (const double x : v) out.push_back(q * x + 0.1 * draws.normal());
  }
  return out;
}

}  // namespace

TEST_CASE("truncated SVD: the squared error is that of the dropped singular values") {
  const auto values = matrix(1);
  std::vector<double> sigma;
  double before = INFINITY;
  for (std::size_t rank = 1; rank <= items; ++rank) {
    const Factors factors = truncated_svd(values, users, items, rank, 0, &sigma);
    REQUIRE(sigma.size() == items);
    double dropped = 0;
    for (std::size_t j = rank; j < items; ++j) dropped += sigma[j] * sigma[j];
    const double error = objective(factors, full(values), 0);
    CHECK(error == Approx(dropped).epsilon(1e-12).margin(1e-12));
    CHECK(error < before);
    before = error;
  }
  // No other factors of rank 2 are nearer: random changes of the best ones.
  Factors best = truncated_svd(values, users, items, 2);
  const double least = objective(best, full(values), 0);
  Draws draws({2}, 0);
  for (int trial = 0; trial < 200; ++trial) {
    Factors other = best;
    for (double& q : other.users) q += 0.1 * draws.normal();
    for (double& p : other.items) p += 0.1 * draws.normal();
    CHECK(objective(other, full(values), 0) > least);
  }
}

TEST_CASE("truncated SVD: shrinkage by hand") {
  // diag(3, 1), each less 2.
  const Factors factors = truncated_svd(std::vector<double>{3, 0, 0, 1}, 2, 2, 2, 2);
  CHECK(factors.product(0, 0) == Approx(1).epsilon(1e-12));
  CHECK(factors.product(1, 1) == Approx(0).margin(1e-12));
  CHECK(factors.product(0, 1) == Approx(0).margin(1e-12));
}

TEST_CASE("SVD with zeros in the gaps predicts towards zero, with means it does not") {
  const RatingTable table = table_c1();
  const double zeros = svd_predictor(table, {.rank = 2, .fill = GapFill::zeros}).predict(alice, 4);
  const double means = svd_predictor(table, {.rank = 2}).predict(alice, 4);
  CHECK(zeros < 2);
  CHECK(means > 3);
  // All factors give the matrix back, the gap as it was filled.
  const auto all = svd_predictor(table, {.rank = 9, .fill = GapFill::zeros});
  CHECK(all.predict(alice, 4) == Approx(0).margin(1e-12));
  for (const Rating& r : table.ratings()) {
    CHECK(all.predict(r.user, r.item) == Approx(r.value).epsilon(1e-12));
  }
}

TEST_CASE("SGD: zero is a fixed point, the printed initialisation learns nothing") {
  const auto ratings = full(nearly_rank_one());
  const Factors zero =
      sgd_factors(users, items, ratings, {.rank = 1, .lambda = 0, .initial = 0, .epochs = 1'000});
  for (const double q : zero.users) CHECK(q == 0);
  for (const double p : zero.items) CHECK(p == 0);
  const Factors learned =
      sgd_factors(users, items, ratings, {.rank = 1, .lambda = 0, .initial = 0.1, .epochs = 1'000});
  CHECK(objective(learned, ratings, 0) < 0.02 * objective(zero, ratings, 0));
}

TEST_CASE("SGD: one step by hand") {
  const std::vector<Rating> one{{0, 0, 2}};
  const Factors factors =
      sgd_factors(1, 1, one, {.rank = 1, .rate = 0.5, .lambda = 0.1, .initial = 0.5, .epochs = 1});
  // error 1.75; both sides from the old values: 0.5 + 0.5 (1.75 x 0.5 - 0.1 x 0.5).
  CHECK(factors.users[0] == Approx(0.9125).epsilon(1e-15));
  CHECK(factors.items[0] == factors.users[0]);
}

TEST_CASE("SGD on a full matrix finds the singular triplets, factor by factor") {
  const auto values = nearly_rank_one();
  const Factors sgd = sgd_factors(users, items, full(values),
                                  {.rank = 2, .rate = 0.002, .lambda = 0, .epochs = 20'000});
  for (const std::size_t rank : {1, 2}) {
    Factors first{rank, {}, {}};
    for (std::size_t u = 0; u < users; ++u) {
      for (std::size_t j = 0; j < rank; ++j) first.users.push_back(sgd.of_user(u)[j]);
    }
    for (std::size_t i = 0; i < items; ++i) {
      for (std::size_t j = 0; j < rank; ++j) first.items.push_back(sgd.of_item(i)[j]);
    }
    const double best = objective(truncated_svd(values, users, items, rank), full(values), 0);
    CHECK(objective(first, full(values), 0) == Approx(best).epsilon(0.01));
  }
}

TEST_CASE("SGD: a rate too high overflows, and says so") {
  CHECK_THROWS_AS(sgd_factors(users, items, full(nearly_rank_one()), {.rank = 1, .rate = 5}),
                  NumericalFailure);
}

TEST_CASE("ALS: the objective never grows, joint and factor by factor") {
  auto ratings = full(matrix(3));
  Draws draws({4}, 0);
  std::erase_if(ratings, [&](const Rating&) { return draws.uniform() < 0.3; });
  double before = INFINITY;
  for (std::size_t sweeps = 1; sweeps <= 12; ++sweeps) {
    const AlsOptions options{.rank = 2, .lambda = 0.3, .sweeps = sweeps};
    const double now = objective(als_factors(users, items, ratings, options, {9}), ratings, 0.3);
    CHECK(now <= before * (1 + 1e-12));
    before = now;
  }
  before = INFINITY;
  for (std::size_t sweeps = 1; sweeps <= 12; ++sweeps) {
    const AlsOptions options{.rank = 1, .lambda = 0, .sweeps = sweeps, .joint = false};
    const double now = objective(als_factors(users, items, ratings, options, {9}), ratings, 0);
    CHECK(now <= before * (1 + 1e-12));
    before = now;
  }
}

TEST_CASE("ALS on a full matrix without lambda is the truncated SVD") {
  const auto values = matrix(6);
  for (const bool joint : {true, false}) {
    const AlsOptions options{.rank = 2, .lambda = 0, .sweeps = 3'000, .joint = joint};
    const Factors als = als_factors(users, items, full(values), options, {7});
    const Factors svd = truncated_svd(values, users, items, 2);
    for (std::size_t u = 0; u < users; ++u) {
      for (std::size_t i = 0; i < items; ++i) {
        CHECK(als.product(u, i) == Approx(svd.product(u, i)).margin(1e-6));
      }
    }
  }
}

TEST_CASE("factors: users and items without ratings fall back to the means") {
  const RatingTable table(3, 3, {{0, 0, 4}, {1, 0, 2}, {1, 1, 5}});
  const Means means(table, MeanKind::additive, 1);
  const FactorPredictor als(means, als_factors(3, 3, residuals(table, means), {}, {1}));
  for (std::size_t n = 0; n < 3; ++n) {
    CHECK(als.predict(2, n) == means.predict(2, n));
    CHECK(als.predict(n, 2) == means.predict(n, 2));
  }
  CHECK(means.predict(2, 2) == Approx(11.0 / 3).epsilon(1e-15));
}

TEST_CASE("means: the additive form by hand") {
  const RatingTable table(2, 2, {{0, 0, 4}, {1, 0, 2}, {1, 1, 6}});
  const Means means(table, MeanKind::additive, 1);
  // mu = 4; b_0 = (0 - 2) / 3, b_1 = 2 / 2; user 0: (0 + 2/3) / 2; user 1: (-2 + 2/3 + 2 - 1) / 3.
  CHECK(means.predict(0, 0) == Approx(4 - 2.0 / 3 + 1.0 / 3).epsilon(1e-14));
  CHECK(means.predict(1, 1) == Approx(4 + 1 - 1.0 / 9).epsilon(1e-14));
  CHECK(Means(table, MeanKind::user).predict(1, 0) == Approx(4).epsilon(1e-15));
  CHECK(Means(table, MeanKind::item).predict(1, 0) == Approx(3).epsilon(1e-15));
}

TEST_CASE("an SVD that needs more than 2 GB is refused") {
  const RatingTable large(20'000, 20'000, {{0, 0, 1}});
  CHECK_THROWS_WITH(svd_predictor(large, {}),
                    "an SVD of the ratings of 20000 items by 20000 users needs more than 2 GB");
}
