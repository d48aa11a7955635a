#include "suite/theory/expansion.hpp"

#include <cmath>
#include <vector>

#include "suite/numeric/moments.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/theory/information.hpp"
#include "suite/theory/logging_policy.hpp"

using namespace replaybench;
using namespace replaybench::theory;

namespace {

struct Record {
  std::uint32_t action;
  double reward;
};

/// K Bernoulli actions without context, uniform logging; pi plays action 0 with probability
/// 1 - epsilon + epsilon/K, each other with epsilon/K.
struct Environment {
  std::uint32_t K;
  double epsilon;
  double best;
  double other;

  double random() const { return (best + (K - 1) * other) / K; }
  double mean() const { return (1 - epsilon) * best + epsilon * random(); }
  double variance() const { return mean() * (1 - mean()); }
  double plays(std::uint32_t a) const { return epsilon / K + (a == 0 ? 1 - epsilon : 0); }
  double gamma() const { return gamma_star(epsilon_optimal_cells(K, epsilon, best, random())); }

  std::vector<Record> log(int T, Draws& draws) const {
    std::vector<Record> records;
    for (int t = 0; t < T; ++t) {
      const std::uint32_t a = draws.below(K);
      records.push_back({a, draws.uniform() < (a == 0 ? best : other) ? 1.0 : 0.0});
    }
    return records;
  }
};

struct Replay {
  double gain = 0;
  double count = 0;
  double estimate() const { return count > 0 ? gain / count : 0; }
  void see(const Environment& environment, const Record& record, Draws& draws) {
    if (draws.uniform() < environment.plays(record.action)) {
      gain += record.reward;
      count += 1;
    }
  }
};

/// `passes` passes of replay over the records, pooled.
Replay red(const Environment& environment, const std::vector<Record>& log, int passes,
           Draws& draws) {
  Replay replay;
  for (int e = 0; e < passes; ++e) {
    for (const Record& record : log) replay.see(environment, record, draws);
  }
  return replay;
}

/// One resample of K T draws.
Replay bred(const Environment& environment, const std::vector<Record>& log, Draws& draws) {
  Replay replay;
  const auto T = static_cast<std::uint32_t>(log.size());
  for (std::uint32_t i = 0; i < environment.K * T; ++i) {
    replay.see(environment, log[draws.below(T)], draws);
  }
  return replay;
}

double red_inf(const Environment& environment, const std::vector<Record>& log) {
  double gain = 0;
  double weight = 0;
  for (const Record& record : log) {
    gain += environment.plays(record.action) * record.reward;
    weight += environment.plays(record.action);
  }
  return gain / weight;
}

}  // namespace

TEST_CASE("expansion: the formulas by hand") {
  REQUIRE(red_error(10, 3.5, 1) == 10);
  REQUIRE(red_error(10, 3.5, 100) == Approx(3.565).epsilon(1e-14));
  REQUIRE(expanded_replay_error(10, 3.5) == Approx(4.15).epsilon(1e-14));
  REQUIRE(expanded_replay_error(10, 1) == Approx(1.9).epsilon(1e-14));
  REQUIRE(expanded_replay_error(10, 10) == 10);
  REQUIRE(bred_error(1, 10) == Approx(1.1).epsilon(1e-14));
  REQUIRE(s_bred_error(10, 1, 10) == Approx(1.09).epsilon(1e-14));
  REQUIRE(s_bred_error(10, 3.5, 1) == expanded_replay_error(10, 3.5));
  REQUIRE(s_bred_error(10, 3.5, 7) == Approx(red_error(10, 3.5, 70)).epsilon(1e-14));
  REQUIRE(s_bred_bootstrap_variance(10, 3.5) == Approx(0.65).epsilon(1e-14));
  REQUIRE(red_star_error(4, 12, 4) == 6);
  REQUIRE(s_bred_bias(10, -0.5) == Approx(-0.45).epsilon(1e-14));
  REQUIRE(red_bias_after(-0.5, 1) == 0);
  REQUIRE(std::isnan(bred_error(1, 0.5)));
  REQUIRE(std::isnan(red_error(10, -1, 2)));
}

TEST_CASE("squared errors and shown variances: simulation of all estimators") {
  const int T = 150;
  const int data_sets = 3000;
  for (const double epsilon : {0.0, 0.5, 1.0}) {
    const Environment environment{4, epsilon, 0.6, 0.2};
    numeric::Moments red1, red3, bred1, bred3, sbred1, sbred3, infinite, bred_shown, sbred_shown;
    const auto squared = [&](double estimate) {
      return (estimate - environment.mean()) * (estimate - environment.mean()) * T /
             environment.variance();
    };
    for (int i = 0; i < data_sets; ++i) {
      Draws draws({56 + static_cast<std::uint64_t>(2 * epsilon)}, static_cast<std::uint64_t>(i));
      const auto log = environment.log(T, draws);
      red1.add(squared(red(environment, log, 1, draws).estimate()));
      red3.add(squared(red(environment, log, 3, draws).estimate()));
      infinite.add(squared(red_inf(environment, log)));
      numeric::Moments resamples, shuffles;
      for (int b = 0; b < 3; ++b) {
        resamples.add(bred(environment, log, draws).estimate());
        shuffles.add(red(environment, log, 4, draws).estimate());
        if (b == 0) {
          bred1.add(squared(resamples.mean));
          sbred1.add(squared(shuffles.mean));
        }
      }
      bred3.add(squared(resamples.mean));
      sbred3.add(squared(shuffles.mean));
      bred_shown.add(resamples.variance() * T / environment.variance());
      sbred_shown.add(shuffles.variance() * T / environment.variance());
    }
    // Four standard errors, and K/T for what the leading order leaves out.
    const auto agrees = [&](const numeric::Moments& measured, double predicted) {
      CAPTURE(epsilon, measured.mean, predicted);
      CHECK(std::fabs(measured.mean - predicted) <
            4 * measured.standard_error() + predicted * environment.K / T);
    };
    const double gamma = environment.gamma();
    agrees(red1, red_error(4, gamma, 1));
    agrees(red3, red_error(4, gamma, 3));
    agrees(infinite, gamma);
    agrees(bred1, bred_error(gamma, 1));
    agrees(bred3, bred_error(gamma, 3));
    agrees(sbred1, s_bred_error(4, gamma, 1));
    agrees(sbred3, s_bred_error(4, gamma, 3));
    agrees(bred_shown, bred_bootstrap_variance(4, 4));
    if (epsilon == 0) {
      REQUIRE(sbred_shown.mean < 1e-12);  // one-bar histogram, section 5.5.3 (p. 136)
    } else {
      agrees(sbred_shown, s_bred_bootstrap_variance(4, gamma));
    }
  }
}

TEST_CASE(
    "uniform policy: S-BRED is never worse than BRED, resample for resample (erratum B18, "
    "suite/theory/README.md)") {
  // Given the data set and the number N of accepted records, BRED's variance is v/N and S-BRED's
  // v/N (K T - N)/(K T - 1). Small T makes the ratio far from 1.
  const int T = 4;
  const Environment environment{2, 1, 0.6, 0.2};
  Draws draws({59}, 0);
  const std::vector<Record> log{{0, 1}, {1, 0}, {0, 1}, {1, 1}};
  const double v = 3.0 / 16;
  std::vector<numeric::Moments> with(9), without(9);
  for (int i = 0; i < 400000; ++i) {
    const Replay a = bred(environment, log, draws);
    const Replay b = red(environment, log, 2, draws);
    with[static_cast<std::size_t>(a.count)].add(a.estimate());
    without[static_cast<std::size_t>(b.count)].add(b.estimate());
  }
  for (std::size_t N = 2; N <= 6; ++N) {
    const double n = static_cast<double>(N);
    CAPTURE(N);
    REQUIRE(with[N].variance() == Approx(v / n).epsilon(0.03));
    REQUIRE(without[N].variance() == Approx(v / n * (2 * T - n) / (2 * T - 1)).epsilon(0.03));
    REQUIRE(std::fabs(without[N].mean - 0.75) < 4 * without[N].standard_error());
  }
}

TEST_CASE("bias of RED(E), S-BRED and BRED: simulation (erratum B5, suite/theory/README.md)") {
  const int T = 20;
  const int data_sets = 60000;
  // Two actions of means 0.1 and 0.5, p(pi = 2) = 0.8: in Environment's terms best 0.5, epsilon
  // 0.4.
  const Environment environment{2, 0.4, 0.5, 0.1};
  const double bias = red_bias_per_record(epsilon_optimal_cells(2, 0.4, 0.5, 0.3));
  REQUIRE(bias == Approx(two_action_red_bias(0.2, 0.5, 0.1, 0.5)).epsilon(1e-13));
  numeric::Moments one, two, four, resample, infinite;
  for (int i = 0; i < data_sets; ++i) {
    Draws draws({60}, static_cast<std::uint64_t>(i));
    const auto log = environment.log(T, draws);
    // The unbiased RED* as a control: what is left has a fifth of the variance.
    double star = 0;
    for (const Record& record : log)
      star += 2 * environment.plays(record.action) * record.reward / T;
    const double control = star - environment.mean();
    one.add(red(environment, log, 1, draws).estimate() - control - environment.mean());
    two.add(red(environment, log, 2, draws).estimate() - control - environment.mean());
    four.add(red(environment, log, 4, draws).estimate() - control - environment.mean());
    resample.add(bred(environment, log, draws).estimate() - control - environment.mean());
    infinite.add(red_inf(environment, log) - control - environment.mean());
  }
  const auto agrees = [&](const numeric::Moments& measured, double predicted) {
    CAPTURE(measured.mean * T, predicted, measured.standard_error() * T);
    // The next order is 1/T of it: 15% at T = 20 (information_test.cpp has it exactly).
    CHECK(std::fabs(measured.mean * T - predicted) <
          4 * measured.standard_error() * T + 0.15 * std::fabs(bias));
  };
  agrees(one, red_bias_after(bias, 1));
  agrees(two, red_bias_after(bias, 2));
  agrees(four, red_bias_after(bias, 4));
  agrees(resample, bias);
  agrees(infinite, bias);
  REQUIRE(s_bred_bias(2, bias) == red_bias_after(bias, 2));
  REQUIRE(std::fabs(infinite.mean) > 10 * infinite.standard_error());
}

TEST_CASE("the variance BRED shows: simulation of its relative error") {
  const int T = 100;
  const int B = 60;
  for (const double epsilon : {0.0, 0.5, 1.0}) {
    const Environment environment{4, epsilon, 0.3, 0.1};
    numeric::Moments error;
    for (int i = 0; i < 900; ++i) {
      Draws draws({61 + static_cast<std::uint64_t>(2 * epsilon)}, static_cast<std::uint64_t>(i));
      const auto log = environment.log(T, draws);
      numeric::Moments resamples;
      for (int b = 0; b < B; ++b) resamples.add(bred(environment, log, draws).estimate());
      const double relative = resamples.variance() * T / environment.variance() - 1;
      error.add(relative * relative);
    }
    const double predicted =
        bred_variance_relative_error(4, T, B, epsilon, environment.best, environment.random());
    CAPTURE(epsilon, error.mean, error.standard_error(), predicted);
    // The next order is (K/T) of it for each of some terms.
    REQUIRE(std::fabs(error.mean - predicted) < 4 * error.standard_error() + 0.12 * predicted);
    REQUIRE(predicted > 1.3 * 2 / B);
  }
}

TEST_CASE(
    "section 5.3.2's statistic has deviation sqrt(T), not 1 (erratum B9, suite/theory/README.md)") {
  const int T = 100;
  const Environment environment{4, 1, 0.6, 0.2};
  Draws draws({64}, 0);
  const auto log = environment.log(T, draws);
  std::vector<double> estimates;
  numeric::Moments spread;
  for (int b = 0; b < 2000; ++b) {
    estimates.push_back(bred(environment, log, draws).estimate());
    spread.add(estimates.back());
  }
  const double g = red_inf(environment, log);
  numeric::Moments printed, corrected;
  for (const double estimate : estimates) {
    const double deviation = std::sqrt(T) * (estimate - spread.mean);
    printed.add(deviation / spread.standard_deviation());
    corrected.add(deviation / std::sqrt(g * (1 - g)));  // a reward's deviation
  }
  REQUIRE(printed.standard_deviation() == Approx(std::sqrt(T)).epsilon(1e-9));
  REQUIRE(std::fabs(corrected.standard_deviation() - 1) < 4 / std::sqrt(2 * 2000.0) + 4.0 / T);
}
