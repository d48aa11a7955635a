#include "suite/theory/logging_policy.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/theory/information.hpp"

using namespace replaybench;
using namespace replaybench::theory;

namespace {

double second_moment(std::span<const double> evaluated, std::span<const double> square,
                     StarEstimator estimator, std::span<const double> logging) {
  double sum = 0;
  for (std::size_t a = 0; a < evaluated.size(); ++a) {
    const double p = evaluated[a];
    sum += (estimator == StarEstimator::red_star ? p * p : p) * square[a] / logging[a];
  }
  return sum;
}

}  // namespace

TEST_CASE("theorem 21: the printed form and the one without a special case are the same") {
  REQUIRE(theorem21_printed(0.3, 0.3) == 0.5);
  REQUIRE(theorem21_logging(0.3, 0.3) == 0.5);
  REQUIRE(theorem21_printed(1, 4) == Approx(1.0 / 3).epsilon(1e-15));  // (1-2)/(1-4)
  for (int i = 1; i < 100; ++i) {
    Draws draws({52}, static_cast<std::uint64_t>(i));
    const double a = draws.uniform() + 1e-3;
    const double b = draws.uniform() + 1e-3;
    REQUIRE(theorem21_printed(a, b) == Approx(theorem21_logging(a, b)).epsilon(1e-9));
  }
  REQUIRE(theorem21_logging(0, 0.3) == 0);
  REQUIRE(std::isnan(theorem21_logging(0, 0)));
  REQUIRE(std::isnan(theorem21_printed(0, 1)));
}

TEST_CASE("figure 5.9's numbers") {
  REQUIRE(two_action_best_logging_red_star(1.0 / 3, 0.1, 0.5) == Approx(0.182744).epsilon(1e-5));
  REQUIRE(two_action_best_logging_replay_star(1.0 / 3, 0.1, 0.5) == Approx(0.240253).epsilon(1e-5));
  REQUIRE(two_action_least_variance_red_star(1.0 / 3, 0.1, 0.5) == Approx(0.198270).epsilon(1e-5));
  REQUIRE(two_action_least_variance_replay_star(1.0 / 3, 0.1, 0.5) ==
          Approx(0.443041).epsilon(1e-5));
  for (const double p : {0.1, 0.3, 0.9}) {
    const double a = p * p * 0.1;
    const double b = (1 - p) * (1 - p) * 0.5;
    REQUIRE(two_action_best_logging_red_star(p, 0.1, 0.5) ==
            Approx(theorem21_logging(a, b)).epsilon(1e-14));
    const double q = two_action_best_logging_replay_star(p, 0.1, 0.5);
    REQUIRE(q == Approx(theorem21_logging(p * 0.1, (1 - p) * 0.5)).epsilon(1e-14));
    REQUIRE(two_action_replay_star_variance(p, q, 0.1, 0.5) ==
            Approx(two_action_least_variance_replay_star(p, 0.1, 0.5)).epsilon(1e-13));
  }
}

TEST_CASE("the closed form is the minimum for three actions: every logging policy on a lattice") {
  const std::array<double, 3> evaluated{0.2, 0.5, 0.3};
  const std::array<double, 3> square{0.9, 0.1, 2.5};
  for (const auto estimator : {StarEstimator::red_star, StarEstimator::replay_star}) {
    std::array<double, 3> best{};
    minimum_variance_logging(evaluated, square, estimator, best);
    REQUIRE(best[0] + best[1] + best[2] == Approx(1).epsilon(1e-15));
    const double least = min_second_moment(evaluated, square, estimator);
    REQUIRE(second_moment(evaluated, square, estimator, best) == Approx(least).epsilon(1e-14));
    const int n = 200;
    double seen = 1e9;
    std::array<double, 3> at{};
    for (int i = 1; i < n; ++i) {
      for (int j = 1; i + j < n; ++j) {
        const std::array<double, 3> logging{i / double(n), j / double(n), (n - i - j) / double(n)};
        const double value = second_moment(evaluated, square, estimator, logging);
        REQUIRE(value >= least * (1 - 1e-13));
        if (value < seen) {
          seen = value;
          at = logging;
        }
      }
    }
    for (int a = 0; a < 3; ++a) {
      REQUIRE(std::fabs(at[static_cast<std::size_t>(a)] - best[static_cast<std::size_t>(a)]) <
              1.5 / n);
    }
  }
}

TEST_CASE("the least variance at a given reward: every logging policy on a lattice") {
  const std::array<double, 3> evaluated{0.2, 0.5, 0.3};
  const std::array<double, 3> square{0.1, 0.3, 0.6};
  const auto& mean = square;  // Bernoulli
  const auto earned = [&](std::span<const double> p) {
    return p[0] * mean[0] + p[1] * mean[1] + p[2] * mean[2];
  };
  for (const auto estimator : {StarEstimator::red_star, StarEstimator::replay_star}) {
    std::array<double, 3> unbound{}, best{};
    minimum_variance_logging(evaluated, square, estimator, unbound);
    minimum_variance_logging_earning(evaluated, square, mean, 0.3, estimator, best);
    for (std::size_t a = 0; a < 3; ++a) REQUIRE(best[a] == Approx(unbound[a]).epsilon(1e-14));
    for (const double reward : {0.47, 0.55, 0.59}) {
      CAPTURE(reward);
      REQUIRE(earned(unbound) < reward);
      minimum_variance_logging_earning(evaluated, square, mean, reward, estimator, best);
      REQUIRE(best[0] + best[1] + best[2] == Approx(1).epsilon(1e-14));
      REQUIRE(earned(best) == Approx(reward).epsilon(1e-12));
      const double least = second_moment(evaluated, square, estimator, best);
      const int n = 600;
      double seen = 1e9;
      for (int i = 1; i < n; ++i) {
        for (int j = 1; i + j < n; ++j) {
          const std::array<double, 3> logging{i / double(n), j / double(n),
                                              (n - i - j) / double(n)};
          if (earned(logging) < reward) continue;
          seen = std::min(seen, second_moment(evaluated, square, estimator, logging));
        }
      }
      REQUIRE(seen >= least * (1 - 1e-12));
      REQUIRE(seen < least * 1.03);
    }
    minimum_variance_logging_earning(evaluated, square, mean, 0.6, estimator, best);
    REQUIRE(std::isnan(best[0]));
  }
  // An action that is never evaluated does not help, though it earns the most.
  std::array<double, 3> best{};
  const std::array<double, 3> without{0.4, 0.6, 0};
  minimum_variance_logging_earning(without, square, mean, 0.28, StarEstimator::red_star, best);
  REQUIRE(best[2] == 0);
  REQUIRE(earned(best) == Approx(0.28).epsilon(1e-12));
}

TEST_CASE("the variance is convex in the logging policy: midpoints, any K") {
  for (int i = 0; i < 300; ++i) {
    Draws draws({53}, static_cast<std::uint64_t>(i));
    const std::size_t K = 2 + draws.below(6);
    std::vector<double> evaluated(K), square(K), one(K), other(K), middle(K);
    double sum_one = 0;
    double sum_other = 0;
    for (std::size_t a = 0; a < K; ++a) {
      evaluated[a] = draws.uniform();
      square[a] = draws.uniform();
      sum_one += one[a] = draws.uniform() + 0.01;
      sum_other += other[a] = draws.uniform() + 0.01;
    }
    for (std::size_t a = 0; a < K; ++a) {
      one[a] /= sum_one;
      other[a] /= sum_other;
      middle[a] = (one[a] + other[a]) / 2;
    }
    for (const auto estimator : {StarEstimator::red_star, StarEstimator::replay_star}) {
      const auto at = [&](const std::vector<double>& logging) {
        return second_moment(evaluated, square, estimator, logging);
      };
      REQUIRE(at(middle) < (at(one) + at(other)) / 2);
    }
  }
}

TEST_CASE(
    "theorem 21 needs the mean of the squared reward (erratum B14, suite/theory/README.md), or it "
    "is not the minimum") {
  // Action 1 gives 2 with probability 0.1 (E r = 0.2, E r^2 = 0.4), action 2 Bernoulli 0.5.
  const double p = 0.4;
  const auto variance = [p](double q) {
    const std::array<PolicyCell, 2> cells{PolicyCell{1, 1, p, q, 0.2, 0.4},
                                          PolicyCell{1, 1, 1 - p, 1 - q, 0.5, 0.5}};
    return red_star_record_variance(cells);
  };
  const double printed = theorem21_printed(p * p * 0.2, (1 - p) * (1 - p) * 0.5);
  const double right = theorem21_logging(p * p * 0.4, (1 - p) * (1 - p) * 0.5);
  REQUIRE(variance(right) < variance(printed) - 1e-3);
  REQUIRE(variance(right) < variance(right + 1e-3));
  REQUIRE(variance(right) < variance(right - 1e-3));
}

TEST_CASE(
    "RED* at pi = pi_LOG is the environment; replay* is not K Var (erratum B15, "
    "suite/theory/README.md)") {
  const double environment = two_action_variance(1.0 / 3, 0.1, 0.5);
  REQUIRE(two_action_red_star_variance(1.0 / 3, 1.0 / 3, 0.1, 0.5) ==
          Approx(environment).epsilon(1e-14));
  const double replay = two_action_replay_star_variance(1.0 / 3, 1.0 / 3, 0.1, 0.5);
  REQUIRE(replay == Approx(0.6 - 121.0 / 900).epsilon(1e-14));
  REQUIRE(std::fabs(replay - 2 * environment) > 1e-3);
}

TEST_CASE("epsilon-optimal policy: the best logging policy, against the ten actions one by one") {
  std::vector<double> evaluated{0.55}, square{0.58}, logging(10);
  for (int a = 1; a < 10; ++a) {
    evaluated.push_back(0.05);
    square.push_back(0.24);
  }
  minimum_variance_logging(evaluated, square, StarEstimator::red_star, logging);
  std::vector<PolicyCell> cells;
  for (std::size_t a = 0; a < 10; ++a) {
    cells.push_back({1, 1, evaluated[a], logging[a], square[a], square[a]});
  }
  REQUIRE(epsilon_optimal_least_gamma_plus(10, 0.5, 0.58, 0.274) ==
          Approx(gamma_plus(cells)).epsilon(1e-12));
  REQUIRE(gamma_plus(cells) < 1);
}

TEST_CASE("logging policies at the edges") {
  std::array<double, 2> logging{};
  // An action that pi never plays is not logged; one without reward neither.
  minimum_variance_logging(std::array{0.0, 1.0}, std::array{0.4, 0.4}, StarEstimator::red_star,
                           logging);
  REQUIRE(logging == std::array{0.0, 1.0});
  minimum_variance_logging(std::array{0.3, 0.7}, std::array{0.0, 0.0}, StarEstimator::red_star,
                           logging);
  REQUIRE(logging == std::array{0.3, 0.7});
  minimum_variance_logging(std::array{0.3, 1.7}, std::array{0.1, 0.1}, StarEstimator::red_star,
                           logging);
  REQUIRE(std::isnan(logging[0]));
  REQUIRE(std::isnan(logging[1]));
  REQUIRE(exploration_reward(0.01, 9, 3) == Approx(8.94).epsilon(1e-14));
  REQUIRE(exploration_reward(0.05, 9, 3) == Approx(8.7).epsilon(1e-14));
  REQUIRE(std::isnan(exploration_reward(1.5, 9, 3)));
}
