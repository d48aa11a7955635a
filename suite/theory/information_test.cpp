#include "suite/theory/information.hpp"

#include <cmath>
#include <functional>
#include <vector>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/theory/binomial.hpp"

using namespace replaybench;
using namespace replaybench::theory;

namespace {

/// Two contexts, two actions, uneven logging: x, a in the order (1,1) (1,2) (2,1) (2,2).
const std::vector<PolicyCell> problem{{1, 0.3, 0.2, 0.6, 0.4, 0.4},
                                      {1, 0.3, 0.8, 0.4, 0.7, 0.7},
                                      {1, 0.7, 0.9, 0.25, 0.1, 0.1},
                                      {1, 0.7, 0.1, 0.75, 0.5, 0.5}};

struct Moments2 {
  double mean = 0;
  double square = 0;
  double variance() const { return square - mean * mean; }
};

/// Exact distribution of an estimator (1/T) sum s_t by walking all sequences of T records; each
/// record is a cell, a reward and E choices of pi. `score(cell, reward, matches)` is s_t.
Moments2 enumerate(const std::vector<PolicyCell>& cells, int T, int E,
                   const std::function<double(const PolicyCell&, double, int)>& score) {
  struct Outcome {
    double probability;
    double score;
  };
  std::vector<Outcome> outcomes;
  for (const PolicyCell& cell : cells) {
    for (int reward = 0; reward <= 1; ++reward) {
      for (int choices = 0; choices < 1 << E; ++choices) {
        double probability = cell.actions * cell.context * cell.logged;
        probability *= reward == 1 ? cell.mean : 1 - cell.mean;
        int matches = 0;
        for (int e = 0; e < E; ++e) {
          const bool match = (choices >> e & 1) != 0;
          probability *= match ? cell.evaluated : 1 - cell.evaluated;
          matches += match;
        }
        outcomes.push_back({probability, score(cell, reward, matches)});
      }
    }
  }
  Moments2 out;
  const std::function<void(int, double, double)> walk = [&](int t, double probability, double sum) {
    if (t == T) {
      out.mean += probability * sum / T;
      out.square += probability * (sum / T) * (sum / T);
      return;
    }
    for (const Outcome& o : outcomes) walk(t + 1, probability * o.probability, sum + o.score);
  };
  walk(0, 1, 0);
  return out;
}

/// Exact bias and squared error of RED_inf on T records of two Bernoulli actions, by the counts.
/// A data set without weight cannot occur (both actions have p > 0).
struct RedExact {
  double bias = 0;
  double square = 0;
};
RedExact red_exact(int T, double p, double q, double mu1, double mu2) {
  const double w1 = p / q;
  const double w2 = (1 - p) / (1 - q);
  const double g = p * mu1 + (1 - p) * mu2;
  RedExact out;
  std::vector<double> second(static_cast<std::size_t>(T) + 1);
  for (int n1 = 0; n1 <= T; ++n1) {
    const double of_n1 = binomial_pmf(T, n1, q);
    for (int s2 = 0; s2 <= T - n1; ++s2) {
      second[static_cast<std::size_t>(s2)] = binomial_pmf(T - n1, s2, mu2);
    }
    for (int s1 = 0; s1 <= n1; ++s1) {
      const double of_s1 = of_n1 * binomial_pmf(n1, s1, mu1);
      for (int s2 = 0; s2 <= T - n1; ++s2) {
        const double estimate = (w1 * s1 + w2 * s2) / (w1 * n1 + w2 * (T - n1));
        const double probability = of_s1 * second[static_cast<std::size_t>(s2)];
        out.bias += probability * (estimate - g);
        out.square += probability * (estimate - g) * (estimate - g);
      }
    }
  }
  return out;
}

}  // namespace

TEST_CASE("information: section 5.8.3's two actions, by hand") {
  // p = 1/3, uniform logging: g = 0.1/3 + 1/3 = 11/30.
  const auto cells = two_action_cells(1.0 / 3, 0.5, 0.1, 0.5);
  const double g = 11.0 / 30;
  REQUIRE(policy_mean(cells) == Approx(g).epsilon(1e-15));
  REQUIRE(policy_variance(cells) == Approx(g * (1 - g)).epsilon(1e-14));
  // 2 (0.1/9 + 4 * 0.5/9) - g^2 and 2 g - g^2.
  REQUIRE(red_star_record_variance(cells) == Approx(4.2 / 9 - g * g).epsilon(1e-14));
  REQUIRE(replay_star_record_variance(cells) == Approx(2 * g - g * g).epsilon(1e-14));
  REQUIRE(gamma_plus(cells) == Approx((4.2 / 9 - g * g) / (g * (1 - g))).epsilon(1e-14));
  // sum p_pi^2 / p_LOG - 1 = 2/9 + 8/9 - 1.
  REQUIRE(acceptance_dispersion(cells) == Approx(1.0 / 9).epsilon(1e-13));
  // -2 ((0.1 - g)/9 + 4 (0.5 - g)/9).
  REQUIRE(red_bias_per_record(cells) == Approx(-2 * (0.1 - g + 4 * (0.5 - g)) / 9).epsilon(1e-13));
}

TEST_CASE("theorems 17, 19, 20 and corollary 18: enumeration of all logs") {
  const double g = policy_mean(problem);
  const int T = 3;
  for (const int E : {1, 2}) {
    CAPTURE(E);
    const auto finite =
        enumerate(problem, T, E, [E](const PolicyCell& cell, double reward, int matches) {
          return matches * reward / (cell.logged * E);
        });
    REQUIRE(finite.mean == Approx(g).epsilon(1e-13));
    REQUIRE(finite.variance() * T == Approx(red_star_record_variance(problem, E)).epsilon(1e-12));
    if (E == 1) {
      REQUIRE(finite.variance() * T == Approx(replay_star_record_variance(problem)).epsilon(1e-12));
    }
  }
  const auto infinite = enumerate(problem, T, 0, [](const PolicyCell& cell, double reward, int) {
    return cell.evaluated * reward / cell.logged;
  });
  REQUIRE(infinite.mean == Approx(g).epsilon(1e-13));
  REQUIRE(infinite.variance() * T == Approx(red_star_record_variance(problem)).epsilon(1e-12));
  REQUIRE(red_star_record_variance(problem) < replay_star_record_variance(problem));
}

TEST_CASE(
    "Gamma* and the bias of RED_inf: the exact ones tend to the delta method's (erratum B5, "
    "suite/theory/README.md)") {
  for (const double q : {0.5, 0.3}) {
    const double p = 0.2;
    const auto cells = two_action_cells(p, q, 0.1, 0.5);
    const double bias = red_bias_per_record(cells);
    const double variance = red_record_variance(cells);
    double before_bias = 0;
    double before_variance = 0;
    for (const int T : {50, 100, 200}) {
      const RedExact exact = red_exact(T, p, q, 0.1, 0.5);
      const double off_bias = T * exact.bias / bias - 1;
      const double off_variance = T * (exact.square - exact.bias * exact.bias) / variance - 1;
      CAPTURE(q, T, off_bias, off_variance);
      if (T > 50) {
        // The neglected part is of relative order 1/T.
        REQUIRE(off_bias / before_bias == Approx(0.5).margin(0.03));
        REQUIRE(off_variance / before_variance == Approx(0.5).margin(0.03));
      }
      before_bias = off_bias;
      before_variance = off_variance;
    }
    REQUIRE(std::fabs(before_bias) < 0.01);
    REQUIRE(std::fabs(before_variance) < 0.02);
    REQUIRE(bias < -0.03);
  }
}

TEST_CASE("RED_inf has no bias of order 1/T for deterministic policies and for pi = pi_LOG") {
  REQUIRE(red_bias_per_record(two_action_cells(1, 0.3, 0.1, 0.5)) == 0);
  REQUIRE(std::fabs(red_bias_per_record(two_action_cells(0.3, 0.3, 0.1, 0.5))) < 1e-15);
  REQUIRE(std::fabs(red_exact(20, 0.5, 0.5, 0.1, 0.5).bias) < 1e-15);
}

TEST_CASE("uniform logging: the known accelerations") {
  // Deterministic: K for replay, RED_inf; theorem 7 for the two with a star. Uniform: 1 for RED's.
  const double K = 10;
  const auto fixed = epsilon_optimal_cells(K, 0, 0.3, 0.2);
  const double star = K + (K - 1) * 0.3 / 0.7;
  REQUIRE(gamma_replay(fixed) == Approx(K).epsilon(1e-13));
  REQUIRE(gamma_star(fixed) == Approx(K).epsilon(1e-13));
  REQUIRE(gamma_plus(fixed) == Approx(star).epsilon(1e-13));
  REQUIRE(gamma_replay_star(fixed) == Approx(star).epsilon(1e-13));
  REQUIRE(acceptance_dispersion(fixed) == Approx(K - 1).epsilon(1e-13));
  const auto uniform = epsilon_optimal_cells(K, 1, 0.3, 0.2);
  REQUIRE(gamma_replay(uniform) == Approx(K).epsilon(1e-13));
  REQUIRE(gamma_star(uniform) == Approx(1).epsilon(1e-13));
  REQUIRE(gamma_plus(uniform) == Approx(1).epsilon(1e-13));
  REQUIRE(std::fabs(acceptance_dispersion(uniform)) < 1e-13);
  const auto between = epsilon_optimal_cells(K, 0.5, 0.3, 0.2);
  REQUIRE(gamma_replay(between) == Approx(K).epsilon(1e-13));
}

TEST_CASE(
    "the example of section 5.8.2 (p. 171): printed and corrected (erratum B8, "
    "suite/theory/README.md)") {
  // g = 0.427: printed (5-g)/(1-g) = 7.981; right (3 g_opt + 0.25 g_rand - g^2)/(g (1-g)).
  const double g = 0.427;
  REQUIRE(epsilon_optimal_gamma_plus_printed(10, 0.5, 0.58, 0.274) ==
          Approx((5 - g) / (1 - g)).epsilon(1e-12));
  const auto cells = epsilon_optimal_cells(10, 0.5, 0.58, 0.274);
  REQUIRE(gamma_plus(cells) ==
          Approx((3 * 0.58 + 0.25 * 0.274 - g * g) / (g * (1 - g))).epsilon(1e-12));
  // The ten actions one by one.
  std::vector<PolicyCell> ten{{1, 1, 0.55, 0.1, 0.58, 0.58}};
  for (int a = 1; a < 10; ++a) ten.push_back({1, 1, 0.05, 0.1, 0.24, 0.24});
  REQUIRE(policy_mean(ten) == Approx(g).epsilon(1e-12));
  REQUIRE(gamma_plus(ten) == Approx(gamma_plus(cells)).epsilon(1e-12));
  REQUIRE(gamma_star(ten) == Approx(gamma_star(cells)).epsilon(1e-12));
  REQUIRE(gamma_replay_star(ten) == Approx((10 - g) / (1 - g)).epsilon(1e-12));
  REQUIRE(gamma_star(cells) == Approx(3.5).margin(0.01));
}

TEST_CASE(
    "equal actions may be one cell, but their probabilities add up for RED* only (reading B20, "
    "suite/theory/README.md)") {
  const std::vector<PolicyCell> apart{
      {1, 1, 0.5, 0.2, 0.3, 0.3}, {1, 1, 0.25, 0.4, 0.6, 0.6}, {1, 1, 0.25, 0.4, 0.6, 0.6}};
  const std::vector<PolicyCell> one{{1, 1, 0.5, 0.2, 0.3, 0.3}, {2, 1, 0.25, 0.4, 0.6, 0.6}};
  const std::vector<PolicyCell> added{{1, 1, 0.5, 0.2, 0.3, 0.3}, {1, 1, 0.5, 0.8, 0.6, 0.6}};
  const auto star = [](const PolicyCell& cell, double reward, int matches) {
    return matches * reward / cell.logged;
  };
  REQUIRE(replay_star_record_variance(one) ==
          Approx(replay_star_record_variance(apart)).epsilon(1e-13));
  REQUIRE(red_star_record_variance(one) == Approx(red_star_record_variance(apart)).epsilon(1e-13));
  REQUIRE(red_record_variance(one) == Approx(red_record_variance(apart)).epsilon(1e-13));
  REQUIRE(red_star_record_variance(added) ==
          Approx(red_star_record_variance(apart)).epsilon(1e-13));
  // The exact value with three actions: 0.28 more than the sum of probabilities makes it.
  const double exact = 2 * enumerate(apart, 2, 1, star).variance();
  REQUIRE(replay_star_record_variance(apart) == Approx(exact).epsilon(1e-12));
  REQUIRE(exact > replay_star_record_variance(added) + 0.2);
}

TEST_CASE("moments of the weighted reward: by their definition (theorem 16)") {
  const double K = 10;
  const auto cells = epsilon_optimal_cells(K, 0.5, 0.58, 0.274);
  for (const double order : {1.0, 2.0, 3.0, 4.0}) {
    // (x, a, r) ~ uniform logging, s = K r p(pi = a); the nine others have mean 0.24.
    const double direct =
        (std::pow(K * 0.55, order) * 0.58 + 9 * std::pow(K * 0.05, order) * 0.24) / K;
    REQUIRE(weighted_reward_moment(cells, order) == Approx(direct).epsilon(1e-12));
  }
  REQUIRE(weighted_reward_moment(cells, 2) - 0.427 * 0.427 ==
          Approx(red_star_record_variance(cells)).epsilon(1e-12));
}

TEST_CASE(
    "the expectation of V_t is the mean of p_pi over the logged actions, not p_LOG (reading B13, "
    "suite/theory/README.md)") {
  // p = 0.2 for action 1, logged with 0.6: E V = 0.6 * 0.2 + 0.4 * 0.8, while E p_LOG(a_t) = 0.52.
  int matches = 0;
  const int n = 200000;
  for (int i = 0; i < n; ++i) {
    Draws draws({51}, static_cast<std::uint64_t>(i));
    const bool first = draws.uniform() < 0.6;
    matches += (draws.uniform() < 0.2) == first;
  }
  REQUIRE(std::fabs(matches / double(n) - 0.44) < 4 * std::sqrt(0.25 / n));
}

TEST_CASE("information: outside the domain is NaN") {
  REQUIRE(std::isnan(policy_mean(std::vector<PolicyCell>{{1, 1, 0.5, 0.5, 0.1, 0.1}})));
  REQUIRE(std::isnan(gamma_plus(two_action_cells(0.5, 0, 0.1, 0.5))));
  REQUIRE(std::isfinite(gamma_plus(two_action_cells(0, 0, 0.1, 0.5))));
  REQUIRE(std::isnan(gamma_plus(two_action_cells(1.5, 0.5, 0.1, 0.5))));
  REQUIRE(std::isnan(gamma_plus(two_action_cells(1, 0.5, 1, 0.5))));  // Var(r) = 0
  REQUIRE(std::isnan(
      policy_variance(std::vector<PolicyCell>{{1, 1, 1, 0.5, 0.5, 0.2}})));  // E r^2 < (E r)^2
  REQUIRE(std::isnan(gamma_star(epsilon_optimal_cells(1, 0.5, 0.5, 0.5))));
  REQUIRE(std::isnan(red_star_record_variance(problem, 0.5)));
}
