#include "algorithms/thompson_sampling/thompson_sampling.hpp"

#include <boost/math/distributions/beta.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <limits>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using namespace replaybench::algorithms;
using namespace replaybench::testing;
using algorithms::thompson_sampling::ThompsonSampling;

namespace {

Action ask_with(const ThompsonSampling& algorithm, std::uint64_t key, std::uint64_t step) {
  Draws draws({key}, step);
  return algorithm.choose(Context(), ActionSet::all(5), draws);
}

Action ask(const ThompsonSampling& algorithm, const ActionSet& actions, std::uint64_t step) {
  Draws draws({41}, step);
  return algorithm.choose(Context(), actions, draws);
}

std::vector<double> frequencies(const ThompsonSampling& algorithm, const ActionSet& actions,
                                Action action_count, std::uint64_t asked) {
  std::vector<double> count(action_count);
  for (std::uint64_t t = 0; t < asked; ++t) ++count[ask(algorithm, actions, t)];
  for (double& c : count) c /= static_cast<double>(asked);
  return count;
}

// Five standard deviations of a frequency.
double margin(double p, double asked) { return 5 * std::sqrt(p * (1 - p) / asked); }

void teach(ThompsonSampling& algorithm, Action action, int clicks, int misses) {
  for (int i = 0; i < clicks; ++i) algorithm.update(Context(), action, 1);
  for (int i = 0; i < misses; ++i) algorithm.update(Context(), action, 0);
}

}  // namespace

TEST_CASE("thompson_sampling: one click and one miss by hand") {
  constexpr std::uint64_t asked = 40'000;
  // Beta(2, 1) against Beta(1, 1): integral of 2 x * x = 2/3. The first reward counts.
  ThompsonSampling clicked(2, 1, 1);
  CHECK(clicked.posterior_mean(0) == 0.5);
  clicked.update(Context(), 0, 1);
  CHECK(clicked.posterior_mean(0) == Approx(2.0 / 3).epsilon(1e-15));
  CHECK(std::fabs(frequencies(clicked, ActionSet::all(2), 2, asked)[0] - 2.0 / 3) <
        margin(2.0 / 3, asked));
  // Beta(1, 2) against Beta(1, 1): integral of 2 (1 - x) x = 1/3.
  ThompsonSampling missed(2, 1, 1);
  missed.update(Context(), 0, 0);
  CHECK(missed.posterior_mean(0) == Approx(1.0 / 3).epsilon(1e-15));
  CHECK(std::fabs(frequencies(missed, ActionSet::all(2), 2, asked)[0] - 1.0 / 3) <
        margin(1.0 / 3, asked));
}

TEST_CASE("thompson_sampling: the choice is the argmax of the logits of the actions' draws") {
  // Priors on both sides of the shape from which odds are drawn without logarithms.
  for (const double prior : {0.2, 1.0, 30.0}) {
    ThompsonSampling algorithm(5, prior, 1);
    int chosen[5] = {};
    for (std::uint64_t t = 0; t < 2'000; ++t) {
      const StreamKey key{Draws({42}, t).bits()};
      Action best = 0;
      double highest = -std::numeric_limits<double>::infinity();
      for (Action a = 0; a < 5; ++a) {
        const double pulls = chosen[a];
        const double clicks = std::floor(pulls / (a + 2));
        Draws draws(key, a);
        const double logit = draw_logit_beta(draws, prior + clicks, 1 + (pulls - clicks));
        if (logit > highest) {
          highest = logit;
          best = a;
        }
      }
      CHECK(ask_with(algorithm, 42, t) == best);
      // As many clicks as the rule above has it.
      const int pulls = ++chosen[best];
      const int step = static_cast<int>(best) + 2;
      algorithm.update(Context(), best, pulls / step - (pulls - 1) / step);
    }
  }
}

TEST_CASE("thompson_sampling: the prior's mean is alpha / (alpha + beta)") {
  const ThompsonSampling algorithm(3, 0.5, 9.5);
  CHECK(algorithm.posterior_mean(2) == Approx(0.05).epsilon(1e-15));
}

TEST_CASE("thompson_sampling: an action is played with its probability of being the best") {
  // By quadrature: the density of one, times the distribution functions of the other available
  // ones.
  const double alpha = 0.7;
  const double beta = 3;
  ThompsonSampling algorithm(4, alpha, beta);
  const int clicks[] = {3, 5, 1, 0};
  const int misses[] = {20, 40, 2, 0};  // action 3 was never learned
  for (Action a = 0; a < 4; ++a) teach(algorithm, a, clicks[a], misses[a]);
  const std::vector<std::vector<Action>> pools{{0, 1, 2, 3}, {0, 1}, {0, 1, 3}, {2, 3}};
  for (const auto& pool : pools) {
    constexpr std::uint64_t asked = 20'000;
    const auto seen = frequencies(algorithm, ActionSet(pool), 4, asked);
    double total = 0;
    for (const Action a : pool) {
      const auto distribution = [&](Action i) {
        return boost::math::beta_distribution<double>(alpha + clicks[i], beta + misses[i]);
      };
      // x = y^2: the density of Beta(0.7, .) is infinite at 0.
      const auto integrand = [&](double y) {
        double value = boost::math::pdf(distribution(a), y * y) * 2 * y;
        for (const Action other : pool) {
          if (other != a) value *= boost::math::cdf(distribution(other), y * y);
        }
        return value;
      };
      const double p =
          boost::math::quadrature::gauss_kronrod<double, 61>::integrate(integrand, 0, 1, 10, 1e-10);
      CAPTURE(a, p, seen[a]);
      CHECK(std::fabs(seen[a] - p) < margin(p, asked));
      total += seen[a];
    }
    CHECK(total == Approx(1).epsilon(1e-12));  // nothing outside the pool
  }
}

TEST_CASE("thompson_sampling: choices are those recomputed from the history") {
  const double alpha = 0.8;
  const double beta = 6;
  ThompsonSampling algorithm(4, alpha, beta);
  std::vector<Event> history;
  for (std::uint64_t t = 0; t < 500; ++t) {
    Draws steps({42}, t);
    const auto pool = random_pool(4, steps);
    const StreamKey key{Draws({41}, t).bits()};
    Action wanted = pool[0];
    double highest = -1;
    for (const Action a : pool) {
      const Count count = count_of(history, a);
      Draws draws(key, a);
      const double theta =
          draw_beta(draws, alpha + count.rewards, beta + (count.pulls - count.rewards));
      if (theta > highest) {
        highest = theta;
        wanted = a;
      }
    }
    const Action choice = ask(algorithm, ActionSet(pool), t);
    CHECK(choice == wanted);
    // Every seventh time an expert overrides the choice (thesis, algorithm 3, section 1.4.3,
    // p. 21).
    const Action played = t % 7 == 6 ? pool[steps.below(static_cast<Action>(pool.size()))] : choice;
    const double reward = steps.uniform() < 0.1 + 0.1 * played ? 1 : 0;
    algorithm.update(Context(), played, reward);
    history.push_back({pool, played, reward});
  }
}

TEST_CASE("thompson_sampling: fractional rewards are shared between clicks and misses") {
  ThompsonSampling algorithm(1, 1, 1);
  algorithm.update(Context(), 0, 0.25);
  algorithm.update(Context(), 0, 0.5);
  // Beta(1.75, 2.25).
  CHECK(algorithm.posterior_mean(0) == Approx(1.75 / 4).epsilon(1e-15));
  // Rewards of 0.1 ten thousand times: the failures never get below 0.
  for (int i = 0; i < 10'000; ++i) algorithm.update(Context(), 0, 0.1);
  CHECK(algorithm.posterior_mean(0) == Approx(1'001.75 / 10'004).epsilon(1e-10));
}

TEST_CASE("thompson_sampling: a tiny prior does not tie at 0") {
  // With 0.001 prior clicks about half of all theta are 0 as doubles; a tie would go to action 0.
  const ThompsonSampling algorithm(4, 0.001, 1);
  constexpr std::uint64_t asked = 20'000;
  const auto seen = frequencies(algorithm, ActionSet::all(4), 4, asked);
  for (const double p : seen) CHECK(std::fabs(p - 0.25) < margin(0.25, asked));
}

TEST_CASE("thompson_sampling: without updates the choice varies, so late rewards do no harm") {
  ThompsonSampling algorithm(3, 1, 1);
  algorithm.update(Context(), 1, 1);
  const auto seen = frequencies(algorithm, ActionSet::all(3), 3, 1'000);
  for (const double p : seen) CHECK(p > 0.1);
}

TEST_CASE("thompson_sampling: finds the best arm") {
  ThompsonSampling algorithm(3, 1, 1);
  const double means[] = {0.2, 0.5, 0.3};
  int best = 0;
  for (std::uint64_t t = 0; t < 2'000; ++t) {
    const Action action = ask(algorithm, ActionSet::all(3), t);
    algorithm.update(Context(), action, Draws({43}, t).uniform() < means[action] ? 1 : 0);
    best += t >= 1'000 && action == 1;
  }
  CHECK(best > 950);
}

TEST_CASE("thompson_sampling: rewards outside [0, 1] are refused, and priors of 0") {
  Problem problem;
  problem.action_count = 2;
  problem.dimension = 1;
  problem.rewards = RewardRange::real;
  CHECK_THROWS_AS(testing::make_agent("thompson_sampling", problem), NotApplicable);
  problem.rewards = RewardRange::unit;
  CHECK_NOTHROW(testing::make_agent("thompson_sampling", problem));
  CHECK_THROWS_AS(testing::make_agent("thompson_sampling{alpha=0}", problem), SpecErrors);
}

TEST_CASE("thompson_sampling: golden trace") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("thompson_sampling", log), log) ==
        "124403213434133314342142432223231442131433302234222111120004143332422021314312232022214213"
        "324213333443323431333334133234");
  CHECK(testing::trace(testing::make_agent("thompson_sampling{alpha=0.3, beta=10}", log), log) ==
        "344103030410104144444444434444344444443433344034444444144404444444444444444444444444444444"
        "444444444444444444444444444444");
}

TEST_CASE("thompson_sampling: the average of two states, by hand") {
  ThompsonSampling first(2, 1, 1);
  first.update(Context(), 0, 1);
  ThompsonSampling second(2, 1, 1);
  for (const double reward : {0.0, 0.0, 1.0}) second.update(Context(), 0, reward);
  second.update(Context(), 1, 1);
  ThompsonSampling average(2, 1, 1);
  const ThompsonSampling* states[] = {&first, &second};
  average.become_average_of(states);
  // s = (1, 1/2) of (2, 1/2) with the prior 1 of 2, which is not averaged twice.
  CHECK(average.posterior_mean(0) == Approx(2.0 / 4).epsilon(1e-15));
  CHECK(average.posterior_mean(1) == Approx(1.5 / 2.5).epsilon(1e-15));
}

TEST_CASE("thompson_sampling: its probabilities, by hand and by the density times the others") {
  // Beta(2, 1) against Beta(1, 1), and three of Beta(k, 1), which win in proportion to k.
  ThompsonSampling clicked(2, 1, 1);
  clicked.update(Context(), 0, 1);
  std::vector<double> p(2);
  clicked.probabilities(Context(), ActionSet::all(2), p);
  CHECK(p[0] == Approx(2.0 / 3).epsilon(1e-13));
  ThompsonSampling three(4, 1, 1);
  for (int i = 0; i < 4; ++i) three.update(Context(), 2, 1);
  three.update(Context(), 3, 1);
  std::vector<double> q(3);
  const std::vector<Action> pool{0, 2, 3};
  three.probabilities(Context(), ActionSet(pool), q);
  CHECK(q[0] == Approx(1.0 / 8).epsilon(1e-12));
  CHECK(q[1] == Approx(5.0 / 8).epsilon(1e-12));
  CHECK(q[2] == Approx(2.0 / 8).epsilon(1e-12));
}
