#include "suite/learning/best_sample.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include "suite/testing/catch.hpp"

using namespace replaybench;
using learning::best_sample;
using learning::normal_of_bits;
using learning::NormalIntervals;
using learning::ScoreDistributions;
using learning::would_be_best_sample;

namespace {

struct ScoreDistribution {
  double mean;
  double deviation;
};

// Distribution of one action at a time, as best_sample requires it.
template <class Distribution>
auto filled_by(const ActionSet& actions, const Distribution& distribution) {
  return [&](Action first, Action count, ScoreDistributions& distributions) {
    for (Action i = 0; i < count; ++i) {
      const ScoreDistribution own = distribution(actions[first + i]);
      distributions.means[i] = own.mean;
      distributions.deviations[i] = own.deviation;
    }
  };
}

template <class Distribution>
Action best_of(const ActionSet& actions, Draws& draws, const Distribution& distribution) {
  return best_sample(actions, draws, filled_by(actions, distribution));
}

// All scores computed, then their maximum.
Action plain(const std::vector<Action>& pool, Draws draws,
             const std::vector<ScoreDistribution>& distributions) {
  Action best = pool[0];
  double highest = -1e300;
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < pool.size(); ++i) {
    word = i % 2 == 0 ? draws.bits() : word >> 32;
    const ScoreDistribution& distribution = distributions[pool[i]];
    const double score = distribution.mean +
                         distribution.deviation * normal_of_bits(static_cast<std::uint32_t>(word));
    if (score > highest) {
      highest = score;
      best = pool[i];
    }
  }
  return best;
}

}  // namespace

TEST_CASE("lap: 32 bits as a normal") {
  CHECK(normal_of_bits(0) == Approx(-6.33796).epsilon(1e-6));  // Phi^-1(2^-33)
  CHECK(normal_of_bits(0xffffffffu) == Approx(-normal_of_bits(0)).epsilon(1e-9));
  for (const std::uint32_t bits : {0u, 0x7fff'ffffu, 0x8000'0000u, 0xffff'ffffu}) {
    CHECK((normal_of_bits(bits) > 0) == learning::is_positive_normal(bits));
    CHECK(normal_of_bits(bits) != 0);
  }
  for (const std::uint32_t bits : {1u, 12'345u, 0x40000000u, 0x9abcdef0u}) {
    const double u = std::erfc(-normal_of_bits(bits) / std::numbers::sqrt2) / 2;
    CHECK(u * 0x1p32 - 0.5 == Approx(bits).epsilon(1e-6));
  }
}

TEST_CASE("bits of actions: the words of the step, in any order of the actions") {
  const StreamKey key{85};
  Draws draws(key, 0);
  std::vector<std::uint32_t> words;
  for (int i = 0; i < 50; ++i) {
    const std::uint64_t two = draws.bits();
    words.push_back(static_cast<std::uint32_t>(two));
    words.push_back(static_cast<std::uint32_t>(two >> 32));
  }
  learning::ActionBits bits(key);
  for (Action i = 0; i < 200; ++i) {
    const Action action = i * 37 % 100;
    REQUIRE(bits.of(action) == words[action]);
  }
}

TEST_CASE("lap: every normal lies in its interval") {
  const NormalIntervals& table = NormalIntervals::table();
  bool inside = true;
  for (std::uint64_t i = 0; i < 1024; ++i) {
    for (const std::uint64_t place : {0u, 1u, 77u, (1u << 22) - 1}) {
      const double z = normal_of_bits(static_cast<std::uint32_t>((i << 22) + place));
      inside = inside && table.ends[i][0] < z && z < table.ends[i][1];
    }
    CHECK(table.ends[i][0] < table.ends[i][1]);
  }
  CHECK(inside);
}

TEST_CASE("lap: the best sample is the maximum of all the scores") {
  int leaders = 0;
  for (std::uint64_t t = 0; t < 40'000; ++t) {
    Draws draws({81}, t);
    const Action arms = 1 + draws.below(t % 50 == 0 ? 300 : 40);
    // From scores far apart to scores within one interval of each other, and some that are equal:
    // deviations 0, actions with the same distribution.
    const double spread = std::pow(10.0, -static_cast<double>(draws.below(8)));
    std::vector<ScoreDistribution> distributions;
    std::vector<Action> pool;
    for (Action a = 0; a < arms; ++a) {
      distributions.push_back({1e3 * spread * draws.below(3),
                               draws.below(4) == 0 ? 0 : spread * (0.5 + draws.uniform())});
      if (draws.below(5) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(0);
    Draws one({82}, t);
    const ActionSet actions(pool);
    const auto distribution = [&](Action a) { return distributions[a]; };
    const Action choice = best_of(actions, one, distribution);
    const Action wanted = plain(pool, Draws({82}, t), distributions);
    if (choice != wanted) FAIL("step " << t << ": " << choice << ", not " << wanted);
    // The first of a pool wins among equals.
    for (const Action asked : {choice, pool[0], pool[draws.below(actions.size())]}) {
      Draws same({82}, t);
      const bool would =
          would_be_best_sample(actions, asked, same, filled_by(actions, distribution));
      if (would != (asked == wanted)) FAIL("step " << t << ": asked for " << asked);
    }
    leaders += choice != pool[0];
  }
  CHECK(leaders > 20'000);
}

TEST_CASE("lap: equal distributions are played equally often") {
  constexpr Action arms = 37;
  constexpr int asked = 74'000;
  std::vector<int> count(arms);
  for (std::uint64_t t = 0; t < asked; ++t) {
    Draws draws({83}, t);
    ++count[best_of(ActionSet::all(arms), draws, [](Action) { return ScoreDistribution{0.3, 2}; })];
  }
  double statistic = 0;
  for (const int seen : count) statistic += (seen - 2'000.0) * (seen - 2'000.0) / 2'000.0;
  // Chi-square with 36 degrees of freedom: above 96 with probability 2e-7.
  CHECK(statistic < 96);
  CHECK(statistic > 8);
}
