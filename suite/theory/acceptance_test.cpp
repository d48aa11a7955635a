#include "suite/theory/acceptance.hpp"

#include <cmath>
#include <functional>
#include <vector>

#include "suite/numeric/moments.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/theory/replay.hpp"

using namespace replaybench;
using namespace replaybench::theory;

namespace {

/// Accepted draws of `draws_wanted` from a fresh data set: of a deterministic policy a record
/// matches for good with probability 1/K, of the uniform one at each draw.
struct Simulated {
  double matches = 0;
  double accepted = 0;
};
Simulated simulate(std::uint32_t K, int T, int draws_wanted, bool deterministic, Draws& draws) {
  std::vector<bool> match;
  Simulated out;
  for (int t = 0; t < T; ++t) {
    match.push_back(draws.below(K) == 0);
    out.matches += match.back();
  }
  for (int i = 0; i < draws_wanted; ++i) {
    const bool agrees = match[draws.below(static_cast<std::uint32_t>(T))];
    out.accepted += deterministic ? agrees : draws.below(K) == 0;
  }
  return out;
}

}  // namespace

TEST_CASE("T^(b): variance and failures, simulated (erratum B5, suite/theory/README.md)") {
  const int T = 40;
  const int n = 20000;
  for (const bool deterministic : {false, true}) {
    numeric::Moments count, failures;
    for (int i = 0; i < n; ++i) {
      Draws draws({65}, static_cast<std::uint64_t>(2 * i + deterministic));
      const double accepted = simulate(4, T, 4 * T, deterministic, draws).accepted;
      count.add(accepted);
      failures.add(std::fabs(accepted - T) >= 0.25 * T);
    }
    const double variance = accepted_variance(4, T, deterministic ? 3 : 0);
    const double failure = deterministic ? accepted_failure_deterministic(4, T, 0.25)
                                         : accepted_failure_uniform(4, T, 0.25);
    CAPTURE(deterministic, count.variance(), variance, failures.mean, failure);
    REQUIRE(std::fabs(count.mean - T) < 4 * count.standard_error());
    REQUIRE(std::fabs(count.variance() / variance - 1) < 4 * std::sqrt(2.0 / n));
    REQUIRE(std::fabs(failures.mean - failure) < 4 * failures.standard_error());
  }
  // figure 5.14's 134, and the deterministic policy of K = 10, T = 500.
  REQUIRE(std::sqrt(accepted_variance(10, 20000, 0)) == Approx(134.16).epsilon(1e-4));
  REQUIRE(accepted_variance(10, 500, 9) == Approx(450 + 499.9 * 9).epsilon(1e-14));
}

TEST_CASE("G.1's bound of T^(b): right for the uniform policy, wrong for a deterministic one") {
  for (const double T : {400.0, 1000.0}) {
    for (const double delta : {0.2, 0.05, 0.01}) {
      CAPTURE(T, delta);
      const double gamma = accepted_gamma_printed(T, delta);
      REQUIRE(accepted_failure_printed(T, gamma) == Approx(delta / 4).epsilon(1e-12));
      REQUIRE(accepted_failure_uniform(10, T, gamma) < delta / 2);
      REQUIRE(accepted_failure_deterministic(10, T, gamma) > delta / 2);
      const double right = accepted_gamma(10, T, delta);
      REQUIRE(right > gamma);
      REQUIRE(accepted_failure_deterministic(10, T, right) < delta / 2);
      REQUIRE(accepted_failure_uniform(10, T, right) < delta / 2);
    }
  }
  REQUIRE(std::isnan(accepted_gamma(10, 100, 0.05)));
}

TEST_CASE(
    "G.1's Chernoff bound lacks a factor 2 that it does not need (erratum B6, "
    "suite/theory/README.md)") {
  // exp(-T gamma^2/3) for two tails is not what Chernoff gives, but no case is known that breaks
  // it.
  for (const double K : {2.0, 5.0, 20.0}) {
    for (const double T : {20.0, 100.0, 500.0}) {
      for (double gamma = 0.02; gamma <= 1; gamma += 0.02) {
        CAPTURE(K, T, gamma);
        REQUIRE(accepted_failure_uniform(K, T, gamma) <=
                accepted_failure_printed(T, gamma) * (1 + 1e-9));
      }
    }
  }
}

TEST_CASE(
    "no accepted draw in B resamples: simulated, bagged and pooled (erratum B4, "
    "suite/theory/README.md)") {
  const int n = 60000;
  for (const int B : {1, 3}) {
    numeric::Moments fixed, uniform;
    for (int i = 0; i < n; ++i) {
      Draws draws({66}, static_cast<std::uint64_t>(i));
      fixed.add(simulate(3, 3, 9 * B, true, draws).accepted == 0);
      uniform.add(simulate(3, 3, 9 * B, false, draws).accepted == 0);
    }
    CAPTURE(B, fixed.mean, uniform.mean);
    REQUIRE(std::fabs(fixed.mean - no_acceptance_deterministic(3, 3, B)) <
            4 * fixed.standard_error());
    REQUIRE(std::fabs(uniform.mean - no_acceptance_uniform(3, 3, B)) <
            4 * uniform.standard_error() + 4.0 / n);
  }
  // The thesis's K = 10 with T = 20, B = 5: a^T, and printed a^(TB).
  REQUIRE(no_acceptance_deterministic(10, 20, 5) == Approx(std::pow(0.9, 20)).epsilon(1e-9));
  REQUIRE(no_acceptance_printed(10, 20, 5) == Approx(2.656e-5).epsilon(1e-3));
  REQUIRE(no_acceptance_uniform(10, 20, 1) == Approx(std::pow(0.9, 200)).epsilon(1e-10));
}

TEST_CASE(
    "P(gamma* > 0): all logs of K = 3, T = 4, two contexts (erratum B7, suite/theory/README.md)") {
  // Context 1 (probability p) may be played one action, context 2 two. A record is one of six
  // pairs; a data set says nothing if no record has a playable action.
  for (const double p : {0.5, 0.2}) {
    for (int T = 1; T <= 4; ++T) {
      double nothing = 0;
      const std::function<void(int, double)> walk = [&](int t, double probability) {
        if (t == T) {
          nothing += probability;
          return;
        }
        for (int a = 0; a < 3; ++a) {
          if (a >= 1) walk(t + 1, probability * p / 3);
          if (a >= 2) walk(t + 1, probability * (1 - p) / 3);
        }
      };
      walk(0, 1);
      CAPTURE(p, T);
      REQUIRE(1 - information_probability(3, T, p, 1, 2) == Approx(nothing).epsilon(1e-12));
      const double printed = 1 - information_probability_printed(3, T, p, 1, 2);
      if (T == 1) {
        REQUIRE(printed == Approx(nothing).epsilon(1e-12));
      } else {
        REQUIRE(printed > nothing + 0.01);
      }
    }
  }
  REQUIRE(1 - information_probability(3, 4, 0.5, 1, 2) == Approx(0.0625).epsilon(1e-12));
  REQUIRE(1 - information_probability_printed(3, 4, 0.5, 1, 2) == Approx(0.104938).epsilon(1e-5));
  REQUIRE(1 - information_probability(7, 12, 0.4, 1, 1) ==
          Approx(empty_probability(7, 12)).epsilon(1e-10));
  REQUIRE(information_probability(3, 4, 0.5, 3, 3) == 1);
}

TEST_CASE("R-BRED's draws: simulated") {
  const int T = 10;
  numeric::Moments fixed, uniform;
  for (int i = 0; i < 40000; ++i) {
    Draws draws({67}, static_cast<std::uint64_t>(i));
    std::uint32_t matches = 0;
    for (int t = 0; t < T; ++t) matches += draws.below(3) == 0;
    int count = 0;
    for (int accepted = 0; accepted < 4; ++count) accepted += draws.below(3) == 0;
    uniform.add(count);
    if (matches == 0) continue;
    count = 0;
    for (int accepted = 0; accepted < 4; ++count) accepted += draws.below(T) < matches;
    fixed.add(count);
  }
  REQUIRE(std::fabs(uniform.mean - r_bred_draws_uniform(3, 4)) < 4 * uniform.standard_error());
  REQUIRE(std::fabs(fixed.mean - r_bred_draws_deterministic(3, T, 4)) < 4 * fixed.standard_error());
  REQUIRE(r_bred_draws_deterministic(10, 1000, 1) == Approx(10.09).epsilon(1e-3));
}

TEST_CASE("theorem 13's bound, by hand, and the domains") {
  // delta = 2/e: ln(4/delta) = 1 + ln 2. At g = 0.25 gamma_2 = 2 gamma_1.
  const double delta = 0.735758882342884643;
  const double gamma = std::sqrt(3 * 1.693147180559945 / 1200);
  REQUIRE(accepted_gamma_printed(1200, delta) == Approx(gamma).epsilon(1e-12));
  REQUIRE(theorem13_bound_printed(1200, 0.25, delta) ==
          Approx(3 * gamma * 0.25 / (1 - gamma)).epsilon(1e-12));
  REQUIRE(std::isnan(theorem13_bound_printed(3, 0.25, 0.05)));
  REQUIRE(std::isnan(accepted_failure_uniform(2.5, 10, 0.1)));
  REQUIRE(std::isnan(no_acceptance_deterministic(3, 0, 1)));
  REQUIRE(std::isnan(information_probability(3, 4, 0.5, 4, 1)));
  REQUIRE(no_acceptance_deterministic(1, 5, 1) == 0);
}
