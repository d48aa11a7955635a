#include "suite/offpolicy/propensity_model.hpp"

#include <Eigen/LU>
#include <cmath>

#include "suite/component/registry.hpp"
#include "suite/offpolicy/softmax_regression.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using Catch::Matchers::Contains;
using offpolicy::PropensityKind;

namespace {

constexpr StreamKey key{4};

double true_probability(Action a, double x, double y) {
  const double e[] = {1, std::exp(0.5 + x), std::exp(-0.3 + 2 * y - x)};
  return e[a] / (e[0] + e[1] + e[2]);
}

// A softmax logger over three actions of two features.
Log softmax_log(std::size_t n) {
  Log log;
  log.action_count = 3;
  log.dimension = 2;
  for (std::size_t i = 0; i < n; ++i) {
    Draws draws({31}, i);
    const double x = draws.normal(), y = draws.normal(), u = draws.uniform();
    Action a = 0;
    for (double sum = true_probability(0, x, y); sum < u && a < 2;) {
      sum += true_probability(++a, x, y);
    }
    log.contexts.insert(log.contexts.end(), {x, y});
    log.actions.push_back(a);
    log.rewards.push_back(0);
  }
  return log;
}

}  // namespace

TEST_CASE("propensity model: frequencies by hand, with pools and folds") {
  Log log;
  log.action_count = 3;
  log.actions = {0, 0, 1, 2, 0, 1};
  log.rewards.assign(6, 0);
  const auto all = offpolicy::estimated_propensities(
      "t", log, {.kind = PropensityKind::frequency, .folds = 1}, key);
  const double expected[] = {0.5, 0.5, 2.0 / 6, 1.0 / 6, 0.5, 2.0 / 6};
  for (std::size_t i = 0; i < 6; ++i) CHECK(all[i] == Approx(expected[i]).epsilon(1e-14));
  // Action 2 is offered twice only: its share there is 1/2, and those of 0 and 1 are 3/6 and 2/6.
  const auto narrow = log.pool_table.intern({0, 1});
  const auto wide = log.pool_table.intern({0, 1, 2});
  log.pools = {narrow, narrow, narrow, wide, narrow, wide};
  const auto pooled = offpolicy::estimated_propensities(
      "t", log, {.kind = PropensityKind::frequency, .folds = 1}, key);
  const double two = 3.0 / 6 + 2.0 / 6, three = two + 1.0 / 2;
  CHECK(pooled[0] == Approx(0.5 / two).epsilon(1e-14));
  CHECK(pooled[3] == Approx(0.5 / three).epsilon(1e-14));
  CHECK(pooled[5] == Approx(2.0 / 6 / three).epsilon(1e-14));
}

TEST_CASE("propensity model: a record is not in its own training") {
  Log log = softmax_log(60);
  const offpolicy::PropensityOptions frequency{.kind = PropensityKind::frequency, .folds = 4};
  const auto before = offpolicy::estimated_propensities("t", log, frequency, key);
  std::vector<std::uint32_t> fold;
  for (std::size_t i = 0; i < log.size(); ++i) fold.push_back(Draws(key, i).below(4));
  double of_action = 0, others = 0;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (fold[i] == fold[7]) continue;
    ++others;
    if (log.actions[i] == log.actions[7]) ++of_action;
  }
  CHECK(before[7] == Approx(of_action / others).epsilon(1e-12));
  // Another action of a record of the same fold changes nothing, one of another fold does.
  for (const auto kind : {PropensityKind::frequency, PropensityKind::logistic}) {
    const offpolicy::PropensityOptions options{.kind = kind, .folds = 4};
    const auto first = offpolicy::estimated_propensities("t", log, options, key);
    std::size_t same = 8, other = 8;
    while (fold[same] != fold[7]) ++same;
    while (fold[other] == fold[7] || log.actions[other] != log.actions[7]) ++other;
    Log changed = log;
    changed.actions[same] = (log.actions[same] + 1) % 3;
    CHECK(offpolicy::estimated_propensities("t", changed, options, key)[7] == first[7]);
    changed = log;
    changed.actions[other] = (log.actions[other] + 1) % 3;
    CHECK(std::fabs(offpolicy::estimated_propensities("t", changed, options, key)[7] - first[7]) >
          1e-5);
  }
}

TEST_CASE("propensity model: of two actions it is a logistic regression of one") {
  Log log = softmax_log(400);
  log.action_count = 2;
  for (Action& action : log.actions) action = action == 2 ? 0 : action;
  const auto found = offpolicy::estimated_propensities("t", log, {.folds = 1, .l2 = 2.0}, key);
  // p(1 | x) = 1 / (1 + exp(-theta.(1, x))), where theta minimises the log loss and |theta|^2 / 2: the
  // gradient at theta, found from the logits of three records, is 0.
  const auto p = [&](std::size_t i) { return log.actions[i] == 1 ? found[i] : 1 - found[i]; };
  const auto logit = [&](std::size_t i) { return std::log(p(i) / (1 - p(i))); };
  Eigen::Matrix3d rows;
  for (int i = 0; i < 3; ++i) rows.row(i) << 1, log.contexts[2 * i], log.contexts[2 * i + 1];
  const Eigen::Vector3d theta =
      rows.partialPivLu().solve(Eigen::Vector3d(logit(0), logit(1), logit(2)));
  Eigen::Vector3d gradient = theta;
  for (std::size_t i = 0; i < log.size(); ++i) {
    const double miss = p(i) - log.actions[i];
    gradient += miss * Eigen::Vector3d(1, log.contexts[2 * i], log.contexts[2 * i + 1]);
  }
  CHECK(gradient.norm() < 1e-5);
}

TEST_CASE("propensity model: the regression finds the probabilities of a softmax logger") {
  const Log log = softmax_log(10'000);
  const auto found = offpolicy::estimated_propensities("t", log, {}, key);
  double error = 0, constant_error = 0;
  const auto shares =
      offpolicy::estimated_propensities("t", log, {.kind = PropensityKind::frequency}, key);
  for (std::size_t i = 0; i < log.size(); ++i) {
    const double p = true_probability(log.actions[i], log.contexts[2 * i], log.contexts[2 * i + 1]);
    error += std::fabs(found[i] - p) / static_cast<double>(log.size());
    constant_error += std::fabs(shares[i] - p) / static_cast<double>(log.size());
  }
  CHECK(error < 0.015);
  CHECK(constant_error > 0.1);
}

TEST_CASE("propensity model: pools bound the choice") {
  Log log = softmax_log(3000);
  const auto narrow = log.pool_table.intern({0, 1});
  const auto wide = log.pool_table.intern({0, 1, 2});
  for (std::size_t i = 0; i < log.size(); ++i) {
    log.pools.push_back(log.actions[i] == 2 || i % 2 ? wide : narrow);
  }
  offpolicy::SoftmaxRegression model(log, 1, log.dimension);
  REQUIRE(model.fit(std::vector<std::uint8_t>(log.size(), 1)));
  for (std::size_t i = 0; i < 200; ++i) {
    const ActionSet pool = log.available(i);
    double sum = 0, logged = 0;
    for (Action j = 0; j < pool.size(); ++j) {
      const auto theta = model.coefficients(pool[j]);
      const double e =
          std::exp(theta[0] + theta[1] * log.contexts[2 * i] + theta[2] * log.contexts[2 * i + 1]);
      sum += e;
      if (pool[j] == log.actions[i]) logged = e;
    }
    CHECK(model.probability_of_logged(i) == Approx(logged / sum).epsilon(1e-10));
  }
}

TEST_CASE("propensity model: separable actions, an action that never comes, what is refused") {
  Log log = softmax_log(100);
  log.action_count = 4;
  for (std::size_t i = 0; i < log.size(); ++i) log.actions[i] = log.contexts[2 * i] > 0 ? 1 : 0;
  for (const double p : offpolicy::estimated_propensities("t", log, {}, key)) {
    REQUIRE(p >= offpolicy::min_estimated_propensity);
    REQUIRE(p <= 1);
  }
  CHECK_THROWS_WITH(offpolicy::estimated_propensities("t", log, {.folds = 101}, key),
                    Contains("fewer than the 101 folds"));
  CHECK_THROWS_WITH(offpolicy::estimated_propensities("t", Log{}, {}, key), Contains("empty"));
  log.dimension = 0;
  log.contexts = {};
  CHECK_THROWS_WITH(offpolicy::estimated_propensities("t", log, {}, key),
                    Contains("needs features"));
}

TEST_CASE("propensity model: an action of one record counts as shown at the next") {
  Log log;
  log.action_count = 2;
  log.actions.assign(1000, 0);
  log.actions[500] = 1;
  log.rewards.assign(1000, 0);
  const auto frequencies = offpolicy::estimated_propensities(
      "t", log, {.kind = PropensityKind::frequency, .folds = 5}, key);
  CHECK(frequencies[500] > 1.0 / 1001);
  CHECK(frequencies[500] < 1.0 / 700);
}

TEST_CASE("propensity model: a constant last feature is none of the model's") {
  const Log log = softmax_log(600);
  Log with_constant = log;
  with_constant.dimension = 3;
  with_constant.contexts.clear();
  for (std::size_t i = 0; i < log.size(); ++i) {
    with_constant.contexts.insert(with_constant.contexts.end(),
                                  {log.contexts[2 * i], log.contexts[2 * i + 1], 1});
  }
  CHECK(offpolicy::estimated_propensities("t", with_constant, {.last_is_constant = true}, key) ==
        offpolicy::estimated_propensities("t", log, {}, key));
}

TEST_CASE("propensity model: loggers are estimated apart") {
  Log log = softmax_log(2000);
  log.logger_names = {"biased", "uniform"};
  for (std::size_t i = 0; i < log.size(); ++i) {
    log.loggers.push_back(i % 2);
    Draws draws({32}, i);
    if (i % 2 == 0) log.actions[i] = draws.uniform() < 0.9 ? 0 : 1 + draws.below(2);
    if (i % 2 == 1) log.actions[i] = draws.below(3);
  }
  for (const auto kind : {PropensityKind::frequency, PropensityKind::logistic}) {
    for (const std::uint64_t folds : {1, 5}) {
      const auto found =
          offpolicy::estimated_propensities("t", log, {.kind = kind, .folds = folds}, key);
      for (std::size_t i = 0; i < log.size(); ++i) {
        const double truth = i % 2 == 1 ? 1.0 / 3 : log.actions[i] == 0 ? 0.9 : 0.05;
        // Of all records without their loggers the shares would be near .62 and .19.
        REQUIRE(std::abs(found[i] - truth) < 0.12);
      }
    }
  }
}
