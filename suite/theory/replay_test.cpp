#include "suite/theory/replay.hpp"

#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/expint.hpp>
#include <cmath>
#include <thread>
#include <vector>

#include "suite/numeric/moments.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/enumeration.hpp"
#include "suite/theory/binomial.hpp"

using namespace replaybench;
using namespace replaybench::theory;
using numeric::Moments;
using theory::testing::enumerate;

namespace {

double bernoulli_ratio(double K, double T, double g) {
  return log_ese_ratio(K, T, g, bernoulli_variance(g));
}

/// |a - b| within `relative` of b, and 1e-15 for values near zero.
void require_near(double a, double b, double relative) {
  CAPTURE(a, b);
  REQUIRE(std::fabs(a - b) <= relative * std::fabs(b) + 1e-15);
}

/// The sample mean is within 4.5 standard errors of `expected`: fails for 7 in a million streams,
/// and the streams are fixed, so it passes always or never.
void require_mean(const Moments& sample, double expected) {
  CAPTURE(sample.mean, expected, sample.standard_error());
  REQUIRE(sample.standard_error() > 0);
  REQUIRE(std::fabs(sample.mean - expected) < 4.5 * sample.standard_error());
}

}  // namespace

TEST_CASE("bias, variance and ESE equal the enumeration of all logs") {
  for (const double K : {1.0, 2.0, 3.0, 7.0}) {
    for (const double g : {0.0, 0.1, 0.5, 1.0}) {
      for (int T = 1; T <= 9; ++T) {
        CAPTURE(K, g, T);
        const auto exact = enumerate(K, T, g, 1);
        const double variance = bernoulli_variance(g);
        // 3^9 terms of double: 20000 roundings at worst, 1e-12.
        require_near(empty_probability(K, T), exact.empty, 1e-12);
        require_near(harmonic_term(K, T), exact.harmonic, 1e-12);
        REQUIRE(std::fabs(replay_bias(K, T, g) - (exact.mean_replay - g)) < 1e-12);
        REQUIRE(std::fabs(replay_star_bias(K, T, g) - (exact.mean_star - g)) < 1e-12);
        REQUIRE(std::fabs(replay_variance(K, T, g, variance) - exact.variance_replay()) < 1e-12);
        REQUIRE(std::fabs(replay_star_variance(K, T, g, variance) - exact.variance_star()) < 1e-11);
        require_near(replay_ese(K, T, g, variance), exact.ese_replay, 1e-12);
        require_near(replay_star_ese(K, T, g, variance), exact.ese_star, 1e-12);
        // The printed statement is wrong by q^T (g - g^2), and only if that is not 0.
        require_near(replay_ese_printed(K, T, g, variance) - exact.ese_replay,
                     exact.empty * (g - g * g), 1e-10);
      }
    }
  }
}

TEST_CASE("theorems 3, 4, 7, 8 by simulation: contexts, a stochastic policy, real-valued rewards") {
  // Two equiprobable contexts, K = 4, pi(a|x) a fixed table, reward uniform around a mean that
  // depends on (x, a).
  constexpr int K = 4;
  constexpr double policy[2][K] = {{0.5, 0.25, 0.25, 0}, {0.125, 0, 0.375, 0.5}};
  constexpr double centre[2][K] = {{1, 2, -1, 5}, {0.5, 9, 3, -2}};
  constexpr double width = 3;
  double g = 0;
  double second = 0;
  for (int x = 0; x < 2; ++x) {
    for (int a = 0; a < K; ++a) {
      g += 0.5 * policy[x][a] * centre[x][a];
      second += 0.5 * policy[x][a] * (centre[x][a] * centre[x][a] + width * width / 12);
    }
  }
  const double variance = second - g * g;

  constexpr int repetitions = 100000;
  for (const int T : {3, 12, 40}) {
    CAPTURE(T);
    Moments replay, star, ese_replay, ese_star;
    for (int run = 0; run < repetitions; ++run) {
      Draws draws(StreamKey{0x7e0001u + static_cast<std::uint64_t>(T)},
                  static_cast<std::uint64_t>(run));
      double rewards = 0;
      int retained = 0;
      for (int t = 0; t < T; ++t) {
        const auto x = draws.below(2);
        const auto logged = draws.below(K);
        double u = draws.uniform();
        unsigned played = 0;
        while (played + 1 < K && u >= policy[x][played]) u -= policy[x][played++];
        const double reward = centre[x][logged] + width * (draws.uniform() - 0.5);
        if (played != logged) continue;
        rewards += reward;
        ++retained;
      }
      const double r = retained == 0 ? 0 : rewards / retained;
      const double s = K * rewards / T;
      replay.add(r);
      star.add(s);
      ese_replay.add((r - g) * (r - g));
      ese_star.add((s - g) * (s - g));
    }
    require_mean(replay, g + replay_bias(K, T, g));
    require_mean(star, g + replay_star_bias(K, T, g));
    require_mean(ese_replay, replay_ese(K, T, g, variance));
    require_mean(ese_star, replay_star_ese(K, T, g, variance));
    // ESE = variance + bias^2 ties the two variance formulas to the simulation.
    const double bias = replay_bias(K, T, g);
    require_near(replay_variance(K, T, g, variance) + bias * bias, replay_ese(K, T, g, variance),
                 1e-13);
    REQUIRE(replay_star_variance(K, T, g, variance) == replay_star_ese(K, T, g, variance));
  }
}

TEST_CASE("theorem 8 by simulation at figure 3.3's minimum; the printed statement is excluded") {
  constexpr double K = 20, T = 80, g = 0.1;
  Moments estimate, ese_replay, ese_star;
  for (std::uint64_t run = 0; run < 200000; ++run) {
    Draws draws(StreamKey{0x7e0002}, run);
    int retained = 0;
    int rewards = 0;
    for (int t = 0; t < 80; ++t) {
      if (draws.below(20) != 0) continue;
      ++retained;
      rewards += draws.uniform() < g;
    }
    const double r = retained == 0 ? 0 : static_cast<double>(rewards) / retained;
    const double s = K * rewards / T;
    estimate.add(r);
    ese_replay.add((r - g) * (r - g));
    ese_star.add((s - g) * (s - g));
  }
  const double variance = bernoulli_variance(g);
  require_mean(estimate, g + replay_bias(K, T, g));
  require_mean(ese_replay, replay_ese(K, T, g, variance));
  require_mean(ese_star, replay_star_ese(K, T, g, variance));
  REQUIRE(std::fabs(ese_replay.mean - replay_ese_printed(K, T, g, variance)) >
          5 * ese_replay.standard_error());
}

TEST_CASE("the ideal experiment's variance by simulation") {
  constexpr double K = 5, T = 60, g = 0.3;
  Moments ese;
  for (std::uint64_t run = 0; run < 100000; ++run) {
    Draws draws(StreamKey{0x7e0003}, run);
    int rewards = 0;
    for (int t = 0; t < 12; ++t) rewards += draws.uniform() < g;
    ese.add((rewards / 12.0 - g) * (rewards / 12.0 - g));
  }
  require_mean(ese, ideal_ese(K, T, bernoulli_variance(g)));
}

TEST_CASE("harmonic term: the recurrence equals the direct sum over the binomial") {
  for (const double K : {1.5, 2.0, 20.0, 1000.0}) {
    HarmonicTerm term(K);
    REQUIRE(term.value() == 0);
    for (const std::uint64_t T : {1u, 2u, 5u, 80u, 300u, 5000u, 60000u}) {
      term.advance_to(T);
      REQUIRE(term.records() == T);
      numeric::Sum direct;
      for (std::uint64_t i = 1; i <= T; ++i) {
        const auto n = static_cast<double>(T), k = static_cast<double>(i);
        direct.add(binomial_pmf(n, k, 1 / K) / k);
      }
      CAPTURE(K, T);
      // eps * K from the recurrence's memory of 1/(1-q) = K steps, plus 1e-13 of the point
      // probabilities.
      require_near(term.value(), direct.value(), 2e-13 + 2.3e-16 * K);
    }
  }
  REQUIRE(std::fabs(harmonic_term(20, 80) - 0.321378427899) < 5.1e-13);
  REQUIRE(std::fabs(harmonic_term(20, 300) - 0.071588409800) < 5.1e-13);
}

TEST_CASE("harmonic term has the same bits whatever was evaluated before") {
  // Reference: a recurrence of its own for each (K, T).
  const auto alone = [](double K, double T) {
    HarmonicTerm term(K);
    for (int t = 0; t < T; ++t) term.step();
    return term.value();
  };
  std::vector<std::pair<double, double>> asked;
  Draws draws(StreamKey{0x7e0004}, 0);
  for (int i = 0; i < 3000; ++i) {
    asked.emplace_back(2 + draws.below(9), draws.below(400));
  }
  const auto all_equal = [&] {
    for (const auto& [K, T] : asked) {
      if (harmonic_term(K, T) != alone(K, T)) return false;
    }
    return true;
  };
  REQUIRE(all_equal());
  bool in_thread = false;
  std::thread([&] { in_thread = all_equal(); }).join();
  REQUIRE(in_thread);
  // Down and up again, and repeated.
  const double high = harmonic_term(7, 5000);
  harmonic_term(7, 3);
  REQUIRE(harmonic_term(7, 5000) == high);
  REQUIRE(harmonic_term(7, 5000) == high);
}

TEST_CASE("theorem 9: T^2 (ESE/Var - K/T) tends to K(K-1)") {
  // Values of the specification, printed to 0.1; g = 0.1 as in figure 3.3 (q^T g^2/Var still counts
  // at T = 200).
  const std::vector<std::pair<double, double>> reference{
      {200, 490.8}, {1000, 395.8}, {5000, 383.0}, {20000, 380.7}};
  for (const auto& [T, value] : reference) {
    CAPTURE(T);
    REQUIRE(std::fabs(T * T * (replay_ese(20, T, 0.1, 0.09) / 0.09 - 20 / T) - value) < 0.051);
  }
  // The error of the asymptotic formula is O(T^-3): 8 times less for each doubling of T.
  for (const double K : {2.0, 20.0}) {
    double before = 0;
    for (const double T : {4000.0, 8000.0, 16000.0, 32000.0}) {
      const double error =
          std::fabs(replay_ese(K, T, 0.5, 0.25) - replay_ese_asymptotic(K, T, 0.25));
      if (before > 0 && K > 2) REQUIRE(before / error == Approx(8).epsilon(0.05));
      REQUIRE(error < 3 * K * K * K * 0.25 / (T * T * T) + 1e-16);
      before = error;
    }
  }
}

TEST_CASE("figure 3.3's reference values") {
  const std::vector<std::pair<double, double>> reference{
      {1, 4.9568},  {5, 2.6883},  {10, 1.6546},  {20, .7254},   {40, .0670},   {45, -.0044},
      {60, -.1206}, {80, -.1565}, {100, -.1398}, {150, -.0646}, {200, -.0154}, {225, .0003},
      {300, .0291}, {400, .0487}, {500, .0598},  {1000, .0808}};
  for (const auto& [T, value] : reference) {
    CAPTURE(T);
    REQUIRE(std::fabs(bernoulli_ratio(20, T, 0.1) - value) < 0.000051);
  }
  int minimum = 1;
  int minimum_printed = 1;
  for (int T = 1; T <= 500; ++T) {
    if (bernoulli_ratio(20, T, 0.1) < bernoulli_ratio(20, minimum, 0.1)) minimum = T;
    if (log_ese_ratio_printed(20, T, 0.1, 0.09) <
        log_ese_ratio_printed(20, minimum_printed, 0.1, 0.09)) {
      minimum_printed = T;
    }
  }
  REQUIRE(minimum == 80);
  REQUIRE(minimum_printed == 62);
  REQUIRE(std::fabs(log_ese_ratio_printed(20, 62, 0.1, 0.09) - -.226) < 0.00051);
  REQUIRE(std::fabs(std::exp(log_ese_ratio_limit(20, 0.1, 0.09)) - 1.10556) < 0.0000051);
  REQUIRE(std::fabs(replay_ese(20, 80, 0.1, 0.09) - .029089) < 0.00000051);
  REQUIRE(std::fabs(replay_star_ese(20, 80, 0.1, 0.09) - .024875) < 0.00000051);
  REQUIRE(std::fabs(replay_bias(20, 80, 0.1) - -.00165) < 0.0000051);
  // erratum A20, suite/theory/README.md: replay beats the ideal experiment at T = 20 and not at T =
  // 40.
  REQUIRE(std::fabs(replay_ese(20, 20, 0.1, 0.09) - .0482) < 0.000051);
  REQUIRE(ideal_ese(20, 20, 0.09) == Approx(.0900).epsilon(1e-14));
  REQUIRE(std::fabs(replay_ese(20, 40, 0.1, 0.09) - .0465) < 0.000051);
  REQUIRE(ideal_ese(20, 40, 0.09) == Approx(.0450).epsilon(1e-14));
}

TEST_CASE("zero crossings and minima of the ratio") {
  // Crossings in units of K, between 2 and 12 for g = 0.1; K from 20 to 100.
  const auto crossing = [](double K, double g, double from, double to) {
    const bool sign = bernoulli_ratio(K, std::floor(from * K), g) > 0;
    for (double T = std::floor(from * K); T < to * K; ++T) {
      if ((bernoulli_ratio(K, T, g) > 0) != sign) return T / K;
    }
    return std::nan("");
  };
  for (const double K : {20.0, 50.0, 100.0}) {
    CAPTURE(K);
    // A crossing is the first integer T past it, hence up to 1/K above the specification's
    // interval.
    const double low = crossing(K, 0.1, 1, 4);
    const double high = crossing(K, 0.1, 5, 20);
    REQUIRE(low > 2.25 - 0.005);
    REQUIRE(low < 2.27 + 1 / K + 0.005);
    REQUIRE(high > 11.25 - 0.005);
    REQUIRE(high < 11.28 + 1 / K + 0.005);
    REQUIRE(std::fabs(crossing(K, 0.03, 5, 60) - 34.4) < 0.06 + 1 / K);
    // First-order estimates 9 K and 32.3 K of the upper crossing.
    REQUIRE(high / (replay_better_from(K, 0.1) / K) == Approx(1.25).epsilon(0.02));
  }
  double lowest = 1;
  for (double T = 20; T < 400; ++T) lowest = std::fmin(lowest, bernoulli_ratio(20, T, 0.3));
  REQUIRE(lowest == bernoulli_ratio(20, 75, 0.3));
  REQUIRE(std::fabs(lowest - .067) < 0.00051);
}

TEST_CASE("limits for many actions") {
  const double gamma = boost::math::constants::euler<double>();
  for (const double c : {0.05, 0.5, 1.0, 4.0, 11.0, 60.0, 400.0}) {
    CAPTURE(c);
    // sum c^i/(i i!) = Ei(c) - euler - ln c
    const double series = boost::math::expint(c) - gamma - std::log(c);
    require_near(replay_ese_many_actions(c, 0.2, 0.16), std::exp(-c) * (0.04 + 0.16 * series),
                 1e-12);
    // Distance to K = 10^6 is O(1/K); f(T)'s own error eps * K = 2e-10.
    const double K = 1e6;
    if (c <= 11) {
      require_near(replay_ese(K, std::floor(c * K), 0.2, 0.16),
                   replay_ese_many_actions(c, 0.2, 0.16), 2e-5);
    }
    require_near(replay_star_ese(K, std::floor(c * K), 0.2, 0.16),
                 replay_star_ese_many_actions(c, 0.2, 0.16), 2e-5);
  }
  const auto minimum = [](double g) {
    std::pair<double, double> best{0, 1e9};
    for (int i = 100; i < 900; ++i) {
      const double c = i / 100.0;
      const double value = log_ese_ratio_many_actions(c, g, bernoulli_variance(g));
      if (value < best.second) best = {c, value};
    }
    return best;
  };
  const std::vector<std::vector<double>> reference{
      {.1, 4.08, -.1591}, {.03, 4.14, -.2298}, {.3, 3.80, .0737}};
  for (const auto& row : reference) {
    const auto [c, value] = minimum(row[0]);
    CAPTURE(row[0], c, value);
    REQUIRE(std::fabs(c - row[1]) < 0.0151);  // a flat minimum, printed to 0.01
    REQUIRE(std::fabs(value - row[2]) < 0.000051);
  }
}

TEST_CASE("necessary data: exact and approximate, and what they mean") {
  for (const double K : {2.0, 50.0}) {
    for (const double p : {0.1, 0.01, 0.5}) {
      for (const double epsilon : {0.05, 0.1}) {
        const double T = necessary_data(K, p, epsilon);
        // By definition the standard deviation of replay* is then epsilon p.
        REQUIRE(std::sqrt(replay_star_ese(K, T, p, bernoulli_variance(p))) ==
                Approx(epsilon * p).epsilon(1e-13));
        REQUIRE(necessary_data_printed(K, p, epsilon) > T);
        REQUIRE(necessary_data_printed(K, p, epsilon) / T == Approx(K / (K - p)).epsilon(1e-13));
      }
    }
  }
  // Thesis, section 3.7.1 (p. 95).
  REQUIRE(necessary_data_printed(1, 0.1, 0.05) == Approx(4000).epsilon(1e-14));
  REQUIRE(necessary_data_printed(50, 0.1, 0.1) == Approx(50000).epsilon(1e-14));
  REQUIRE(necessary_data_printed(50, 0.1, 0.05) == Approx(200000).epsilon(1e-14));
  REQUIRE(necessary_data_printed(100000, 0.1, 0.1) == Approx(1e8).epsilon(1e-14));
}

TEST_CASE("domains: outside them NaN") {
  for (const double value :
       {replay_bias(0.5, 3, 0.1), replay_bias(2, -1, 0.1), replay_star_ese(2, 0, 0.1, 0.09),
        replay_ese(2, 3.5, 0.1, 0.09), replay_ese(2, 2e9, 0.1, 0.09), replay_ese(2, 3, 0.1, -1),
        ideal_ese(2, 0, 0.1), bernoulli_variance(1.1), log_ese_ratio_limit(2, 0.1, 0),
        necessary_data(10, 0, 0.1), data_for_retained(10, 5, 0), replay_better_from(10, 0),
        replay_ese_many_actions(0, 0.1, 0.09), log_ese_ratio(2, 0, 0.1, 0.09)}) {
    REQUIRE(std::isnan(value));
  }
  REQUIRE(replay_ese(5, 0, 0.3, 0.2) == 0.3 * 0.3);
  REQUIRE(replay_bias(5, 0, 0.3) == -0.3);
  REQUIRE(replay_bias(1, 4, 0.3) == 0);
}

TEST_CASE("skewness and kurtosis of replay: over all counts of records and of rewards") {
  for (const double K : {1.0, 2.0, 7.0}) {
    for (const double T : {1.0, 3.0, 20.0}) {
      for (const double g : {0.1, 0.5, 0.8}) {
        double mean = 0;
        double moments[5] = {};
        for (const bool central : {false, true}) {
          for (double n = 0; n <= T; ++n) {
            for (double k = 0; k <= n; ++k) {
              const double p = binomial_pmf(T, n, 1 / K) * binomial_pmf(n, k, g);
              const double estimate = n == 0 ? 0 : k / n;
              if (!central) mean += p * estimate;
              for (int order = 2; central && order <= 4; ++order) {
                moments[order] += p * std::pow(estimate - mean, order);
              }
            }
          }
        }
        INFO("K " << K << " T " << T << " g " << g);
        CHECK(std::fabs(replay_skewness(K, T, g) - moments[3] / std::pow(moments[2], 1.5)) < 1e-10);
        CHECK(std::fabs(replay_excess_kurtosis(K, T, g) -
                        (moments[4] / (moments[2] * moments[2]) - 3)) < 1e-10);
        CHECK(moments[2] == Approx(replay_variance(K, T, g, g * (1 - g))).epsilon(1e-11));
      }
    }
  }
  CHECK(std::isnan(replay_skewness(2, 0, 0.5)));
  CHECK(std::isnan(replay_excess_kurtosis(2, 10, 1)));
}
