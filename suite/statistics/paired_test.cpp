#include "suite/statistics/paired.hpp"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::statistics;
using Numbers = std::vector<double>;
using Indices = std::vector<std::size_t>;

TEST_CASE("leaderboard: mean and interval by hand") {
  // Mean 3, variance 10/4, standard error sqrt(0.5), t(0.975, 4) = 2.776445105.
  const IntervalEstimate interval = mean_interval(Numbers{1, 2, 3, 4, 5});
  CHECK(interval.value == 3);
  CHECK(interval.high == Approx(3 + 2.776445105 * std::sqrt(0.5)).epsilon(1e-9));
  CHECK(interval.low == Approx(3 - 2.776445105 * std::sqrt(0.5)).epsilon(1e-9));
  CHECK(mean_interval(Numbers{7}).value == 7);
  CHECK(std::isnan(mean_interval(Numbers{7}).low));
  CHECK(std::isnan(mean_interval(Numbers{}).value));
}

TEST_CASE("leaderboard: the paired t-test by hand, and where it degenerates") {
  // Differences 1, 2, 3: mean 2, standard error 1/sqrt(3), t = 2 sqrt(3) with 2 degrees of freedom:
  // p = 1 - t / sqrt(2 + t^2) = 1 - sqrt(12 / 14).
  CHECK(paired_t_test(Numbers{2, 4, 6}, Numbers{1, 2, 3}) ==
        Approx(1 - std::sqrt(12.0 / 14)).epsilon(1e-12));
  CHECK(paired_t_test(Numbers{1, 2, 3}, Numbers{2, 4, 6}) ==
        paired_t_test(Numbers{2, 4, 6}, Numbers{1, 2, 3}));
  // A common part cancels, however large: this is the purpose of the pairing.
  CHECK(paired_t_test(Numbers{1002, -996, 6}, Numbers{1001, -998, 3}) ==
        Approx(1 - std::sqrt(12.0 / 14)).epsilon(1e-9));
  CHECK(paired_t_test(Numbers{1, 2}, Numbers{1, 2}) == 1);
  CHECK(paired_t_test(Numbers{0.1 + 0.2, 2}, Numbers{0.3, 2}) == 1);  // 0.1 + 0.2 is not 0.3
  CHECK(paired_t_test(Numbers{1, -1}, Numbers{0, 0}) == 1);
  CHECK(paired_t_test(Numbers{1, 2}, Numbers{0, 1}) == 0);
  CHECK(std::isnan(paired_t_test(Numbers{1}, Numbers{0})));
}

TEST_CASE("leaderboard: Holm's adjustment by hand") {
  // Sorted: 0.005 x 4, 0.01 x 3, 0.03 x 2, 0.04 x 1 -> 0.02, 0.03, 0.06, and 0.06 again (never less
  // than the one before).
  const auto adjusted = holm(Numbers{0.01, 0.04, 0.03, 0.005});
  const Numbers expected{0.03, 0.06, 0.06, 0.02};
  for (std::size_t i = 0; i < 4; ++i) CHECK(adjusted[i] == Approx(expected[i]).epsilon(1e-14));
  CHECK(holm(Numbers{0.9, 0.8}) == Numbers{1, 1});
  CHECK(holm(Numbers{}).empty());
  const auto with_nan = holm(Numbers{0.02, std::nan(""), 0.01});
  CHECK(with_nan[0] == 0.02);
  CHECK(std::isnan(with_nan[1]));
  CHECK(with_nan[2] == 0.02);
}

TEST_CASE("leaderboard: Holm rejects what the definition rejects") {
  // The definition: reject the smallest p-values while p_(i) <= alpha / (m - i + 1), stop at the
  // first that is not.
  for (std::uint64_t round = 0; round < 300; ++round) {
    Draws draws({31}, round);
    Numbers p(1 + draws.below(12));
    for (double& value : p) value = draws.uniform() * draws.uniform() * 0.2;
    const auto adjusted = holm(p);
    Indices order(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return p[a] < p[b]; });
    bool rejecting = true;
    for (std::size_t i = 0; i < p.size(); ++i) {
      rejecting = rejecting && p[order[i]] <= 0.05 / static_cast<double>(p.size() - i);
      CHECK((adjusted[order[i]] <= 0.05) == rejecting);
    }
  }
}

TEST_CASE("leaderboard: ranks, ties, and the ranks that are left open, by hand") {
  // a is far above all; b and c have equal means; d is not far below c, but its differences vary.
  const std::vector<Numbers> scores{{9, 9.1, 9.2}, {5, 6, 7}, {7, 6, 5}, {1, 9, 2}};
  const std::vector<PairComparison> pairs{
      {0, 1, {3.1, 0, 0}, 0, 0.01}, {0, 2, {3.1, 0, 0}, 0, 0.01}, {0, 3, {5.1, 0, 0}, 0, 0.2},
      {1, 2, {0, 0, 0}, 1, 1},      {1, 3, {2, 0, 0}, 0, 0.05},   {2, 3, {2, 0, 0}, 0, 0.06},
  };
  const Standings standings = rank(scores, pairs, 0.05);
  CHECK(standings.rank == Numbers{1, 2.5, 2.5, 4});
  CHECK(standings.best_rank == Indices{1, 2, 2, 2});
  CHECK(standings.worst_rank == Indices{2, 3, 4, 4});
  CHECK(standings.not_different[0] == Indices{3});
  CHECK(standings.not_different[1] == Indices{2});
  CHECK(standings.not_different[2] == Indices{1, 3});
  CHECK(standings.not_different[3] == Indices{0, 2});
  CHECK(standings.any_difference);
  const Standings strict = rank(scores, pairs, 0.001);
  CHECK_FALSE(strict.any_difference);
  CHECK(strict.worst_rank == Indices{4, 4, 4, 4});
}

TEST_CASE("leaderboard: the open ranks do not depend on the order of the pairs' members") {
  // The best is last, so that in every pair that differs the second wins.
  const std::vector<Numbers> scores{{1, 1, 2}, {4, 5, 4}, {9, 9.1, 9.2}};
  const std::vector<PairComparison> pairs{
      {0, 1, {-3, 0, 0}, 0, 0.01}, {0, 2, {-7.8, 0, 0}, 0, 0.01}, {1, 2, {-4.8, 0, 0}, 0, 0.2}};
  const Standings standings = rank(scores, pairs, 0.05);
  CHECK(standings.rank == Numbers{3, 2, 1});
  CHECK(standings.best_rank == Indices{3, 1, 1});
  CHECK(standings.worst_rank == Indices{3, 2, 2});
}

TEST_CASE("leaderboard: all pairs against an independent library") {
  std::vector<Numbers> scores(5);
  for (std::uint64_t r = 0; r < 12; ++r) {
    Draws draws({32}, r);
    const double shared = draws.normal();
    for (std::size_t a = 0; a < 5; ++a) {
      scores[a].push_back(shared + 0.3 * static_cast<double>(a) + 0.5 * draws.normal());
    }
  }
  const auto pairs = compare_pairs(scores);
  REQUIRE(pairs.size() == 10);
  const boost::math::students_t distribution(11);
  for (const auto& pair : pairs) {
    double mean = 0;
    for (int r = 0; r < 12; ++r) mean += (scores[pair.a][r] - scores[pair.b][r]) / 12;
    double m2 = 0;
    for (int r = 0; r < 12; ++r) {
      m2 += std::pow(scores[pair.a][r] - scores[pair.b][r] - mean, 2);
    }
    const double error = std::sqrt(m2 / 11 / 12);
    CHECK(pair.difference.value == Approx(mean).epsilon(1e-10));
    CHECK(pair.difference.high - mean ==
          Approx(boost::math::quantile(distribution, 0.975) * error).epsilon(1e-9));
    const double t = std::fabs(mean / error);
    const double tails = 2 * boost::math::cdf(boost::math::complement(distribution, t));
    CHECK(pair.p_value == Approx(std::max(tails, min_p_value(12))).epsilon(1e-9));
    CHECK(pair.adjusted >= pair.p_value);
  }
}

TEST_CASE("leaderboard: a few replicates that agree to the last bit prove little") {
  CHECK(min_p_value(1) == 1);
  CHECK(min_p_value(5) == 0.0625);
  // Two constants: the t-test alone would be certain.
  const auto pairs = compare_pairs({{1, 1, 1, 1}, {0, 0, 0, 0}});
  CHECK(pairs[0].p_value == 0.125);
  CHECK_FALSE(rank({{1, 1, 1, 1}, {0, 0, 0, 0}}, pairs, 0.05).any_difference);
  const std::vector<double> zeros(10, 0);
  const std::vector<double> ones(10, 1);
  CHECK(compare_pairs({ones, zeros})[0].p_value == min_p_value(10));
  CHECK(compare_pairs({ones, ones})[0].p_value == 1);
}

namespace {

struct ErrorRates {
  double adjusted = 0;    // of rounds in which a pair of equals is said to differ
  double unadjusted = 0;  // the same without Holm
  double power = 0;       // of rounds in which some better one is reported from some equal
};

// `equals` competitors of one distribution and `better` that are `gap` above; all share a
// replicate's luck, as algorithms on common random numbers do, and have noise of their own.
ErrorRates simulate(std::size_t equals, std::size_t better, double gap, std::uint64_t replicates,
                    std::uint64_t rounds, StreamKey key) {
  ErrorRates rates;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    std::vector<Numbers> scores(equals + better);
    for (std::uint64_t r = 0; r < replicates; ++r) {
      Draws draws(key, round * replicates + r);
      const double luck = 3 * draws.normal();
      for (std::size_t a = 0; a < scores.size(); ++a) {
        scores[a].push_back(luck + (a < equals ? 0 : gap) + draws.normal());
      }
    }
    bool wrong = false;
    bool wrong_unadjusted = false;
    bool told_apart = false;
    for (const auto& pair : compare_pairs(scores)) {
      const bool alike = (pair.a < equals) == (pair.b < equals);
      if (alike) {
        wrong = wrong || pair.adjusted <= 0.05;
        wrong_unadjusted = wrong_unadjusted || pair.p_value <= 0.05;
      } else {
        told_apart = told_apart || pair.adjusted <= 0.05;
      }
    }
    rates.adjusted += wrong;
    rates.unadjusted += wrong_unadjusted;
    rates.power += told_apart;
  }
  const double n = static_cast<double>(rounds);
  return {rates.adjusted / n, rates.unadjusted / n, rates.power / n};
}

}  // namespace

TEST_CASE("leaderboard: the family-wise error is at most 5%, also when some truly differ") {
  constexpr std::uint64_t rounds = 2'000;
  const double error = std::sqrt(0.05 * 0.95 / rounds);
  const ErrorRates nobody = simulate(8, 0, 0, 16, rounds, {33});
  INFO("all equal: " << nobody.adjusted << ", without adjustment " << nobody.unadjusted);
  CHECK(nobody.adjusted <= 0.05 + 4 * error);
  CHECK(nobody.unadjusted > 0.3);  // what the adjustment is for
  const ErrorRates some = simulate(5, 3, 3, 16, rounds, {34});
  INFO("three better: " << some.adjusted << ", power " << some.power);
  CHECK(some.adjusted <= 0.05 + 4 * error);
  CHECK(some.power > 0.95);
}
