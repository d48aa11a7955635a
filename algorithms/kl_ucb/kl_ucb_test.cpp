#include "algorithms/kl_ucb/kl_ucb.hpp"

#include <cmath>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using algorithms::kl_ucb::KlUcb;
using algorithms::kl_ucb::upper_bound;
using testing::ask;

namespace {

// The divergence by its definition, 0 ln 0 = 0.
long double divergence(long double p, long double q) {
  long double sum = 0;
  if (p > 0) sum += p * std::log(p / q);
  if (p < 1) sum += (1 - p) * std::log((1 - p) / (1 - q));
  return sum;
}

// Bisection in long double: the largest q whose divergence is at most `level`.
long double bound_by_bisection(long double mean, long double level) {
  long double low = mean;
  long double high = 1;
  for (int step = 0; step < 200; ++step) {
    const long double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (divergence(mean, middle) <= level ? low : high) = middle;
  }
  return low;
}

}  // namespace

TEST_CASE("kl_ucb: bounds that can be solved by hand") {
  // d(0, q) = -ln(1 - q) = ln 2 at q = 1/2.
  CHECK(upper_bound(0, std::log(2.0)) == Approx(0.5).epsilon(1e-15));
  // d(1/2, q) = -ln(2 sqrt(q (1 - q))) = ln(5/4) at q (1 - q) = 4/25: q = 4/5.
  CHECK(upper_bound(0.5, std::log(1.25)) == Approx(0.8).epsilon(1e-15));
  // d(1/3, 2/3) = ln(2)/3.
  CHECK(upper_bound(1.0 / 3, std::log(2.0) / 3) == Approx(2.0 / 3).epsilon(1e-15));
  CHECK(upper_bound(1, 0.1) == 1);
  CHECK(upper_bound(0.3, 0) == 0.3);
  CHECK(upper_bound(0, 0) == 0);
  CHECK(upper_bound(0.5, 1000) == 1);
  CHECK(upper_bound(0, 1000) == 1);
  CHECK(upper_bound(0x1p-1074, std::log(2.0)) == Approx(0.5).epsilon(1e-15));
  CHECK(upper_bound(1e-290, std::log(2.0)) == Approx(0.5).epsilon(1e-15));
  CHECK(upper_bound(0x1p-1074, 0) == 0x1p-1074);
}

TEST_CASE("kl_ucb: bounds are those of a bisection in long double") {
  double worst = 0;
  double worst_of_small = 0;
  const auto compare = [&](double mean, double level) {
    const double bound = upper_bound(mean, level);
    const auto wanted = static_cast<double>(bound_by_bisection(mean, level));
    CHECK(bound >= mean);
    CHECK(bound <= 1);
    double& record = level > 0x1p-16 ? worst : worst_of_small;
    record = std::max(record, std::fabs(bound - wanted));
  };
  for (int s = 1; s < 200; ++s) {
    for (int exponent = -40; exponent <= 12; ++exponent) compare(s / 200.0, std::exp2(exponent));
  }
  for (std::uint64_t t = 0; t < 3'000; ++t) {
    Draws draws({71}, t);
    compare(draws.uniform(), -std::log1p(-draws.uniform()) * std::exp2(-20.0 * draws.uniform()));
    compare(std::exp2(-40 * draws.uniform()), std::exp2(-30 + 34 * draws.uniform()));
    compare(1 - std::exp2(-40 * draws.uniform()), std::exp2(-30 + 34 * draws.uniform()));
  }
  // The terms of the definition cancel: the oracle's own error is 1e-19 / slope, and the slope is
  // as small as sqrt(8 level), 3e-6 where level = 2^-40.
  CHECK(worst < 1e-15);
  CHECK(worst_of_small < 1e-13);
}

TEST_CASE("kl_ucb: the bound lies between the mean and Pinsker's, and grows with both arguments") {
  for (int s = 0; s <= 50; ++s) {
    const double mean = s / 50.0;
    double last = 0;
    for (int i = 0; i <= 60; ++i) {
      const double level = i / 20.0;
      const double bound = upper_bound(mean, level);
      CHECK(bound >= last);
      CHECK(bound <= mean + std::sqrt(level / 2) + 1e-15);
      if (s < 50) CHECK(upper_bound(mean + 0.02, level) >= bound);
      last = bound;
    }
  }
}

TEST_CASE("kl_ucb: the first steps by hand") {
  KlUcb algorithm(3, 1, 0, Ties::lowest);
  const ActionSet all = ActionSet::all(3);
  CHECK(ask(algorithm, all) == 0);
  algorithm.update(Context(), 0, 0);
  // t = 2, one pull, mean 0: -ln(1 - q) = ln 2. The first reward counts.
  CHECK(algorithm.index(0) == Approx(0.5).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 1);  // never learned: infinity, above the 1 of a perfect action
  algorithm.update(Context(), 1, 1);
  CHECK(algorithm.index(1) == 1);
  CHECK(ask(algorithm, all) == 2);
  algorithm.update(Context(), 2, 0);
  // t = 4: 1 - 1/4 for means of 0 after one pull.
  CHECK(algorithm.index(0) == Approx(0.75).epsilon(1e-15));
  CHECK(algorithm.index(2) == Approx(0.75).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 1);
  algorithm.update(Context(), 1, 0);
  // t = 5, mean 1/2 of 2: -ln(2 sqrt(q (1 - q))) = ln(5)/2 at q (1 - q) = 1/20: 0.947 against 4/5.
  CHECK(algorithm.index(1) == Approx(0.5 + std::sqrt(0.2)).epsilon(1e-15));
  CHECK(algorithm.index(0) == Approx(0.8).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 1);
  const std::vector<Action> pool{0, 2};
  CHECK(ask(algorithm, ActionSet(pool)) == 0);
}

TEST_CASE("kl_ucb: exploration and c make the right-hand side") {
  // One pull of reward 0: index = 1 - exp(-level).
  const auto after = [](double exploration, double c, int t) {
    KlUcb algorithm(2, exploration, c, Ties::lowest);
    algorithm.update(Context(), 0, 0);
    for (int i = 2; i < t; ++i) algorithm.update(Context(), 1, 0);
    return algorithm.index(0);
  };
  CHECK(after(0.1, 0, 2) == Approx(1 - std::pow(2, -0.1)).epsilon(1e-14));
  CHECK(after(0, 0, 100) == 0);
  // ln ln 2 < 0 does not count.
  CHECK(after(1, 3, 2) == Approx(0.5).epsilon(1e-15));
  CHECK(
      after(0.1, 3, 20) ==
      Approx(1 - std::exp(-0.1 * (std::log(20.0) + 3 * std::log(std::log(20.0))))).epsilon(1e-14));
  double last = 0;
  for (int t = 2; t < 50; ++t) {
    CHECK(after(0.1, 3, t) > last);
    last = after(0.1, 3, t);
  }
}

TEST_CASE("kl_ucb: indices and choices are those recomputed from the history") {
  const double exploration = GENERATE(0.1, 1.0);
  const double c = GENERATE(0.0, 3.0);
  const bool binary = GENERATE(true, false);
  KlUcb algorithm(4, exploration, c, Ties::lowest);
  std::vector<std::pair<Action, double>> history;
  const auto index = [&](Action action) -> double {
    double sum = 0;
    double pulls = 0;
    for (const auto& [played, reward] : history) {
      sum += played == action ? reward : 0;
      pulls += played == action;
    }
    if (pulls == 0) return std::numeric_limits<double>::infinity();
    const double t = static_cast<double>(history.size() + 1);
    const double level = exploration * (std::log(t) + (t < 3 ? 0 : c * std::log(std::log(t))));
    return static_cast<double>(bound_by_bisection(sum / pulls, level / pulls));
  };
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({72}, t);
    std::vector<Action> pool;
    for (Action a = 0; a < 4; ++a) {
      if (draws.below(4) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(draws.below(4));
    double best = -1;
    for (const Action a : pool) {
      const double wanted = index(a);
      best = std::max(best, wanted);
      if (std::isfinite(wanted)) {
        CHECK(algorithm.index(a) == Approx(wanted).epsilon(1e-14));
      } else {
        CHECK(algorithm.index(a) == wanted);
      }
    }
    const Action choice = ask(algorithm, ActionSet(pool));
    // Different counts may have equal bounds (1 after rewards of 1): then any of them.
    CHECK((index(choice) == best || index(choice) >= best - 1e-14));
    const Action played = t % 7 == 6 ? pool[draws.below(static_cast<Action>(pool.size()))] : choice;
    const double lot = draws.uniform();
    const double reward = binary ? (lot < 0.2 + 0.15 * played ? 1 : 0) : lot * (0.4 + 0.2 * played);
    algorithm.update(Context(), played, reward);
    history.emplace_back(played, reward);
  }
}

TEST_CASE("kl_ucb: means that roundoff could carry out of [0, 1] stay inside") {
  for (const double reward : {0.1, 1.0 / 3, 0.7, 1 - 0x1p-53, 1.0, 0x1p-1074}) {
    KlUcb algorithm(1, 1, 0, Ties::lowest);
    for (int i = 0; i < 1'000; ++i) {
      algorithm.update(Context(), 0, reward);
      CHECK(algorithm.index(0) <= 1);
      CHECK(algorithm.index(0) >= 0);
    }
  }
}

TEST_CASE("kl_ucb: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("kl_ucb", log), log) ==
        "012222333443334444444444444444444444444444433333333333333333333333333333333"
        "333333333333333333333333333333333333334444444");
  CHECK(testing::trace(testing::make_agent("kl_ucb{c=3, exploration=0.3, ties=\"random\"}", log),
                       log) ==
        "221431212240132200202222000220000000000000000000002044204444422424222422422"
        "244222444444444222200000000004444444444444444");
}
