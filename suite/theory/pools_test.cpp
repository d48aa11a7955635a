#include "suite/theory/pools.hpp"

#include <array>
#include <cmath>
#include <vector>

#include "suite/numeric/moments.hpp"
#include "suite/stream/stream.hpp"
#include "suite/testing/catch.hpp"
#include "suite/theory/replay.hpp"

using namespace replaybench;
using namespace replaybench::theory;
using numeric::Moments;

namespace {

using Pair = std::array<PoolSegment, 2>;

Pair e_dyn(double T) { return {{{5, T, .3, .3 * .7}, {20, T, .05, .05 * .95}}}; }

/// |mean - expected| below 4.5 standard errors of a fixed stream.
void require_mean(const Moments& sample, double expected) {
  CAPTURE(sample.mean, expected, sample.standard_error());
  REQUIRE(sample.standard_error() > 0);
  REQUIRE(std::fabs(sample.mean - expected) < 4.5 * sample.standard_error());
}

/// E[(w1 S1 + w2 S2)/(w1 N1 + w2 N2)] over all 3^(T1+T2) sequences of ignored / reward 0 /
/// reward 1.
double enumerated_mean(const Pair& pools, double w1, double w2) {
  const int T1 = static_cast<int>(pools[0].records), T2 = static_cast<int>(pools[1].records);
  long sequences = 1;
  for (int t = 0; t < T1 + T2; ++t) sequences *= 3;
  double mean = 0;
  for (long code = 0; code < sequences; ++code) {
    double probability = 1, rewards = 0, mass = 0;
    long rest = code;
    for (int t = 0; t < T1 + T2; ++t, rest /= 3) {
      const PoolSegment& s = pools[t < T1 ? 0 : 1];
      const double w = t < T1 ? w1 : w2;
      const long outcome = rest % 3;
      probability *= outcome == 0   ? 1 - 1 / s.actions
                     : outcome == 1 ? (1 - s.reward) / s.actions
                                    : s.reward / s.actions;
      if (outcome != 0) mass += w;
      if (outcome == 2) rewards += w;
    }
    if (mass > 0) mean += probability * rewards / mass;
  }
  return mean;
}

struct DynamicRun {
  Moments naive, single_pass, separate, separate_ese, star, star_ese;
};

DynamicRun simulate(const Pair& pools, std::uint64_t key, std::uint64_t repetitions) {
  DynamicRun out;
  const double target = pool_target(pools);
  for (std::uint64_t run = 0; run < repetitions; ++run) {
    Draws draws(StreamKey{key}, run);
    double reward = 0, count = 0, weighted_reward = 0, weighted_count = 0, separate = 0, total = 0;
    for (const PoolSegment& s : pools) {
      const auto K = static_cast<std::uint32_t>(s.actions);
      double segment_reward = 0, segment_count = 0;
      for (int t = 0; t < s.records; ++t) {
        if (draws.below(K) != 0) continue;
        segment_count += 1;
        segment_reward += draws.uniform() < s.reward;
      }
      reward += segment_reward;
      count += segment_count;
      weighted_reward += s.actions * segment_reward;
      weighted_count += s.actions * segment_count;
      total += s.records;
      if (segment_count > 0) separate += s.records * segment_reward / segment_count;
    }
    const double star = weighted_reward / total;
    out.naive.add(count > 0 ? reward / count : 0);
    out.single_pass.add(weighted_count > 0 ? weighted_reward / weighted_count : 0);
    out.separate.add(separate / total);
    out.separate_ese.add((separate / total - target) * (separate / total - target));
    out.star.add(star);
    out.star_ese.add((star - target) * (star - target));
  }
  return out;
}

}  // namespace

TEST_CASE("E-dyn: target, limits and biases at their reference values") {
  REQUIRE(pool_target(e_dyn(50)) == Approx(.175).epsilon(1e-14));
  REQUIRE(pool_naive_limit(e_dyn(50)) - .175 == Approx(.0750).epsilon(1e-13));
  // The specification's numbers are a simulation of 4e5 runs. Standard deviations of one run,
  // measured: single pass .118, .080, .039 and naive .127, .088, .043 at T_i = 50, 100, 400. The
  // tolerance is 4 standard errors of the single-pass mean; the naive column's are a tenth larger,
  // which its .00005 for the printed digits covers.
  const std::vector<std::array<double, 4>> rows{
      {50, .0754, .01035, .00075}, {100, .0753, .00503, .00051}, {400, .0751, .00120, .00025}};
  for (const auto& [T, naive, single, tolerance] : rows) {
    const Pair pools = e_dyn(T);
    CAPTURE(T);
    REQUIRE(std::fabs(pool_single_pass_bias_exact(pools[0], pools[1]) - single) < tolerance);
    REQUIRE(std::fabs(pool_naive_bias_exact(pools[0], pools[1]) - naive) < tolerance + 0.00005);
  }
  // Separate segments: theory of the specification, to the digits printed.
  REQUIRE(std::fabs(pool_separate_bias(e_dyn(50)) - -.00193) < 0.0000051);
  REQUIRE(std::fabs(pool_separate_bias(e_dyn(100)) - -.00015) < 0.0000051);
  REQUIRE(std::fabs(pool_separate_bias(e_dyn(400))) < 1e-9);
}

TEST_CASE("single-pass bias: the delta method's term is the leading one") {
  // T_i = 50: 93.75/10^4.
  REQUIRE(pool_single_pass_bias(e_dyn(50)) == Approx(.009375).epsilon(1e-13));
  // exact/leading - 1 is c/T + O(T^-2), so it halves when T doubles; c is 6.4 here.
  double before = 0;
  for (const double T : {200.0, 400.0, 800.0, 1600.0, 3200.0}) {
    const Pair pools = e_dyn(T);
    const double relative =
        pool_single_pass_bias_exact(pools[0], pools[1]) / pool_single_pass_bias(pools) - 1;
    CAPTURE(T, relative);
    REQUIRE(std::fabs(relative) < 7 / T);
    if (before > 0 && T > 400) REQUIRE(before / relative == Approx(2).epsilon(0.05));
    before = relative;
  }
  // No bias of that order where the rewards are equal, none if all pools have one action.
  REQUIRE(pool_single_pass_bias(Pair{{{5, 50, .2}, {20, 70, .2}}}) == Approx(0).margin(1e-17));
  REQUIRE(pool_single_pass_bias(Pair{{{1, 50, .2}, {1, 70, .9}}}) == 0);
}

TEST_CASE("exact biases of two segments equal the enumeration of all logs") {
  for (const auto& [K1, K2] : {std::pair{2.0, 3.0}, std::pair{1.0, 4.0}, std::pair{5.0, 20.0}}) {
    const Pair pools{{{K1, 4, .7}, {K2, 5, .2}}};
    const double target = pool_target(pools);
    CAPTURE(K1, K2);
    REQUIRE(std::fabs(pool_single_pass_bias_exact(pools[0], pools[1]) + target -
                      enumerated_mean(pools, K1, K2)) < 1e-12);
    REQUIRE(std::fabs(pool_naive_bias_exact(pools[0], pools[1]) + target -
                      enumerated_mean(pools, 1, 1)) < 1e-12);
  }
}

TEST_CASE("dynamic pools by simulation") {
  for (const double T : {20.0, 60.0}) {
    const Pair pools{{{5, T, .3, .21}, {20, 2 * T, .05, .0475}}};
    const auto run = simulate(pools, 0xd1a001 + static_cast<std::uint64_t>(T), 60000);
    const double target = pool_target(pools);
    CAPTURE(T);
    require_mean(run.naive, target + pool_naive_bias_exact(pools[0], pools[1]));
    require_mean(run.single_pass, target + pool_single_pass_bias_exact(pools[0], pools[1]));
    require_mean(run.separate, target + pool_separate_bias(pools));
    require_mean(run.separate_ese, pool_separate_ese(pools));
    require_mean(run.star, target);
    require_mean(run.star_ese, pool_star_ese(pools));
    // The simulation gives the single-pass form from an unbiased one.
    REQUIRE(run.single_pass.mean - target > 5 * run.single_pass.standard_error());
  }
}

TEST_CASE("one segment is plain replay") {
  const std::array<PoolSegment, 1> one{{{7, 40, .2, .16}}};
  REQUIRE(pool_target(one) == Approx(.2).epsilon(1e-15));
  REQUIRE(pool_naive_limit(one) == Approx(.2).epsilon(1e-15));
  REQUIRE(pool_separate_bias(one) == Approx(replay_bias(7, 40, .2)).epsilon(1e-15));
  REQUIRE(pool_separate_ese(one) == Approx(replay_ese(7, 40, .2, .16)).epsilon(1e-14));
  REQUIRE(pool_star_ese(one) == Approx(replay_star_ese(7, 40, .2, .16)).epsilon(1e-15));
}

TEST_CASE("UCB initialisation: reference values of figure 3.5, and a simulation") {
  const std::vector<std::array<double, 3>> rows{
      {1.0 / 30, 900, .05}, {.2, 1056.2, .051}, {.5, 1684, .51},      {.7, 2804.8, .051},
      {.8, 4206.3, .051},   {.9, 8411.1, .051}, {.95, 16821.1, .051}, {.99, 84101, .51}};
  for (const auto& [p, cost, digit] : rows) {
    CAPTURE(p);
    REQUIRE(std::fabs(initialisation_cost_greedy(30, p) - cost) < digit);
    std::vector<double> logger(30, (1 - p) / 29);
    logger[0] = p;
    REQUIRE(initialisation_cost(logger) ==
            Approx(initialisation_cost_greedy(30, p)).epsilon(1e-13));
  }
  REQUIRE(initialisation_cost_uniform(30) == 900);
  REQUIRE(initialisation_cost_greedy(30, 1.0 / 30) == Approx(900).epsilon(1e-13));

  // The policy waits for action 0, then 1, then 2, ...; the logger plays action 2 of 5 with
  // probability 0.6.
  Moments greedy, uniform;
  for (std::uint64_t run = 0; run < 50000; ++run) {
    Draws draws(StreamKey{0x1c0001}, run);
    int records = 0;
    for (unsigned wanted = 0; wanted < 5; ++records) {
      unsigned logged = 2;
      if (draws.uniform() >= 0.6) {
        logged = draws.below(4);
        logged += logged >= 2;
      }
      wanted += logged == wanted;
    }
    greedy.add(records);
    records = 0;
    for (unsigned wanted = 0; wanted < 5; ++records) wanted += draws.below(5) == wanted;
    uniform.add(records);
  }
  require_mean(greedy, initialisation_cost_greedy(5, 0.6));
  require_mean(uniform, initialisation_cost_uniform(5));
}

namespace {

/// Replay with weights over `records` logged records of theorem 10's environment; `wanted` gives
/// the action the policy plays now, `accepted` shows it that its action was retained.
template <typename Policy>
std::pair<double, double> replay_theorem10(Policy policy, double w1, double w2, std::uint64_t batch,
                                           int records) {
  Draws draws(StreamKey{0x710001}, batch);
  double reward = 0, mass = 0;
  for (int t = 0; t < records; ++t) {
    const int logged = draws.uniform() < 0.1 ? 1 : 2;
    if (policy.wanted(draws) != logged) continue;
    policy.accepted();
    const double w = logged == 1 ? w1 : w2;
    reward += w * logged;
    mass += w;
  }
  return {reward / mass, reward / records};
}

struct Static {
  double pi1;
  int wanted(Draws& draws) const { return draws.uniform() < pi1 ? 1 : 2; }
  void accepted() {}
};

struct Alternating {
  int step = 0;
  int wanted(Draws&) const { return 1 + step % 2; }
  void accepted() { ++step; }
};

struct Cycle {
  int step = 0;
  int wanted(Draws& draws) const {
    return step % 3 == 2 ? 1 + static_cast<int>(draws.below(2)) : 1 + step % 3;
  }
  void accepted() { ++step; }
};

template <typename Policy>
void check_theorem10(Policy policy, double w1, double w2, double replay, double star) {
  Moments replay_limit, star_limit;
  for (std::uint64_t batch = 0; batch < 100; ++batch) {
    const auto [r, s] = replay_theorem10(policy, w1, w2, batch, 20000);
    replay_limit.add(r);
    star_limit.add(s);
  }
  CAPTURE(w1, w2);
  const double replay_error = std::fabs(replay_limit.mean - replay);
  const double star_error = std::fabs(star_limit.mean - star);
  CAPTURE(replay_error, replay_limit.standard_error(), star_error, star_limit.standard_error());
  // A batch ends inside a cycle: one cycle, of 118/9 records at most, out of 20,000 is the end's
  // share.
  const double end = 118.0 / 9 / 20000;
  REQUIRE(replay_error < 4.5 * replay_limit.standard_error() + end * replay);
  REQUIRE(star_error < 4.5 * star_limit.standard_error() + end * star);
}

}  // namespace

TEST_CASE("theorem 10's formulas by simulation, weights as printed and at the meeting point") {
  namespace t10 = theorem10;
  for (const auto& [w1, w2] : {std::pair{10.0, 10.0 / 9}, std::pair{15.0, 5.0 / 6},
                               std::pair{1.0, 1.0}, std::pair{2.0, 7.0}}) {
    check_theorem10(Static{0.5}, w1, w2, t10::static_replay(w1, w2, 0.5),
                    t10::static_star(w1, w2, 0.5));
    check_theorem10(Static{0.2}, w1, w2, t10::static_replay(w1, w2, 0.2),
                    t10::static_star(w1, w2, 0.2));
    check_theorem10(Alternating{}, w1, w2, t10::alternating_replay(w1, w2),
                    t10::alternating_star(w1, w2));
    check_theorem10(Cycle{}, w1, w2, t10::cycle_replay(w1, w2), t10::cycle_star(w1, w2));
  }
  // Reference values, computed from 2e7 records: four digits, the last uncertain by a few.
  REQUIRE(std::fabs(t10::alternating_star(10, 10.0 / 9) - 1.0999) < 0.0003);
  REQUIRE(std::fabs(t10::cycle_replay(10, 10.0 / 9) - 1.1611) < 0.0003);
  REQUIRE(std::fabs(t10::cycle_star(10, 10.0 / 9) - 1.1611) < 0.0003);
  REQUIRE(std::fabs(t10::static_replay(15, 5.0 / 6, .5) - 1.3333) < 0.0003);
  REQUIRE(std::fabs(t10::alternating_replay(15, 5.0 / 6) - 1.0526) < 0.0003);
  REQUIRE(std::fabs(t10::cycle_replay(15, 5.0 / 6) - 1.0875) < 0.0003);
  // Thesis, section 3.6.3 (p. 92): 0.27 instead of 1.5.
  REQUIRE(t10::alternating_star(1, 1) == Approx(.27).epsilon(1e-13));
}

TEST_CASE("figure 3.6: each line is where its estimate is 1.5") {
  namespace t10 = theorem10;
  for (const double w2 : {0.3, 0.8333, 1.2, 10.0 / 9}) {
    CAPTURE(w2);
    const auto unbiased = [](double value) { return std::fabs(value - t10::truth) < 1e-13; };
    REQUIRE(unbiased(t10::static_replay(t10::uniform_replay_line(w2), w2, .5)));
    REQUIRE(unbiased(t10::static_star(t10::uniform_star_line(w2), w2, .5)));
    REQUIRE(unbiased(t10::alternating_replay(t10::alternating_replay_line(w2), w2)));
    REQUIRE(unbiased(t10::alternating_star(t10::alternating_star_line(w2), w2)));
    REQUIRE(unbiased(t10::cycle_replay(t10::cycle_replay_line(w2), w2)));
    REQUIRE(unbiased(t10::cycle_star(t10::cycle_star_line(w2), w2)));
    REQUIRE(unbiased(t10::cycle_star_printed(t10::cycle_star_line_printed(w2), w2)));
    // The thesis's equations.
    REQUIRE(t10::uniform_replay_line(w2) == Approx(9 * w2).epsilon(1e-13));
    REQUIRE(t10::uniform_star_line(w2) == Approx(30 - 18 * w2).epsilon(1e-13));
    REQUIRE(t10::alternating_replay_line(w2) == Approx(w2).epsilon(1e-13));
    REQUIRE(t10::alternating_star_line(w2) == Approx(50.0 / 3 - 2 * w2).epsilon(1e-13));
    REQUIRE(std::fabs(t10::cycle_replay_line(w2) / w2 - 1.7273) < 0.000051);
    REQUIRE(std::fabs(1.1 * t10::cycle_star_line(w2) + 3.8 * w2 - 19.667) < 0.00051);
    REQUIRE(std::fabs(1.1 * t10::cycle_star_line_printed(w2) + 3.8 * w2 - 20.325) < 0.00051);
  }
  // erratum A6, suite/theory/README.md: corrected, the three replay* lines meet at (w2, w1) = (5/6,
  // 15); as printed, in three points.
  REQUIRE(t10::uniform_star_line(5.0 / 6) == Approx(15).epsilon(1e-13));
  REQUIRE(t10::alternating_star_line(5.0 / 6) == Approx(15).epsilon(1e-13));
  REQUIRE(t10::cycle_star_line(5.0 / 6) == Approx(15).epsilon(1e-13));
  REQUIRE(std::fabs(t10::cycle_star_line_printed(.7922) - t10::uniform_star_line(.7922)) < 0.002);
  REQUIRE(std::fabs(t10::uniform_star_line(.7922) - 15.741) < 0.0015);
  REQUIRE(std::fabs(t10::cycle_star_line_printed(1.2449) - t10::alternating_star_line(1.2449)) <
          0.002);
  REQUIRE(std::fabs(t10::alternating_star_line(1.2449) - 14.177) < 0.0015);
}

TEST_CASE("pool domains") {
  const std::array<PoolSegment, 0> none{};
  const Pair bad{{{0.5, 10, .1}, {2, 10, .1}}};
  REQUIRE(std::isnan(pool_target(none)));
  REQUIRE(std::isnan(pool_target(bad)));
  REQUIRE(std::isnan(pool_naive_limit(bad)));
  REQUIRE(std::isnan(pool_single_pass_bias(bad)));
  REQUIRE(std::isnan(pool_single_pass_bias_exact({2, 10.5, .1}, {2, 10, .1})));
  REQUIRE(std::isnan(initialisation_cost_greedy(30, 1)));
  REQUIRE(std::isnan(initialisation_cost_greedy(1, .5)));
  REQUIRE(std::isnan(initialisation_cost(std::array{0.5, 0.0})));
  REQUIRE(std::isnan(theorem10::static_star(1, 1, 2)));
}

TEST_CASE("a logger in turns: the first context that replay accepts, by walking the records") {
  for (const double rho : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    double first = 0;
    double waiting = 1;
    for (int t = 0; t < 2000; ++t) {
      const bool logs_first = t % 2 == 0;
      const double accepted = logs_first ? rho : 1 - rho;
      if (logs_first) first += waiting * accepted;
      waiting *= 1 - accepted;
    }
    CHECK(in_turns_first_context(rho) == Approx(first).epsilon(1e-13));
  }
  CHECK(in_turns_first_context(0.5) == Approx(2.0 / 3).epsilon(1e-15));
  CHECK(std::isnan(in_turns_first_context(1.5)));
}
