#include "algorithms/ucb2/ucb2.hpp"

#include <cmath>

#include "suite/model/numerical_failure.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using algorithms::ucb2::Ucb2;
using testing::ask;

namespace {

double tau_by_the_paper(double alpha, int r) { return std::ceil(std::pow(1 + alpha, r)); }

double bonus_by_the_paper(double alpha, double n, double tau) {
  return std::sqrt((1 + alpha) * std::log(std::exp(1.0) * n / tau) / (2 * tau));
}

double reward_of(Action action, std::uint64_t t) {
  Draws draws({41}, t);
  return draws.uniform() < 0.3 + 0.1 * action ? 1 : 0;
}

// Figure 2 of the paper, word by word: the plays of the first `horizon` steps.
std::vector<Action> plays_of_the_paper(Action arms, double alpha, std::size_t horizon) {
  std::vector<Action> plays;
  std::vector<double> sum(arms), count(arms);
  std::vector<int> r(arms, 0);
  const auto play = [&](Action j) {
    sum[j] += reward_of(j, plays.size());
    count[j] += 1;
    plays.push_back(j);
  };
  for (Action j = 0; j < arms; ++j) play(j);
  while (plays.size() < horizon) {
    Action best = 0;
    double best_index = -1;
    for (Action j = 0; j < arms; ++j) {
      const double index =
          sum[j] / count[j] + bonus_by_the_paper(alpha, static_cast<double>(plays.size()),
                                                 tau_by_the_paper(alpha, r[j]));
      if (index > best_index) {
        best = j;
        best_index = index;
      }
    }
    const double length = tau_by_the_paper(alpha, r[best] + 1) - tau_by_the_paper(alpha, r[best]);
    for (int i = 0; i < length; ++i) play(best);
    ++r[best];
  }
  plays.resize(horizon);
  return plays;
}

}  // namespace

TEST_CASE("ucb2: the first epochs by hand") {
  // alpha = 0.5: tau = 1, 2, 3 (2.25), 4 (3.375), 6 (5.0625), 8 (7.59), ...
  Ucb2 algorithm(2, 0.5, Ties::lowest);
  const ActionSet all = ActionSet::all(2);
  CHECK(ask(algorithm, all) == 0);
  algorithm.update(Context(), all, 0, 1);
  CHECK(ask(algorithm, all) == 1);
  algorithm.update(Context(), all, 1, 0);
  // n = 2, tau(0) = 1: bonus sqrt(1.5 ln(2e) / 2).
  CHECK(algorithm.index(0) == Approx(1 + std::sqrt(0.75 * (1 + std::log(2.0)))).epsilon(1e-15));
  CHECK(algorithm.index(1) == Approx(std::sqrt(0.75 * (1 + std::log(2.0)))).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 0);
  const double ends[] = {2, 3, 4};
  for (const double end : ends) {
    CHECK(algorithm.end_of_epoch(0) == end);
    CHECK(ask(algorithm, all) == 0);
    algorithm.update(Context(), all, 0, 1);
  }
  // 4 pulls, tau = 4, n = 5: 1 + 0.479 against 1.399; selected, for 6 - 4 plays.
  CHECK(algorithm.index(0) == Approx(1 + std::sqrt(1.5 * (1 + std::log(1.25)) / 8)).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 0);
  CHECK(algorithm.end_of_epoch(0) == 6);
  algorithm.update(Context(), all, 0, 0);
  // 4/5 + 0.513 against 1.446: but the epoch runs on.
  CHECK(algorithm.index(0) ==
        Approx(0.8 + std::sqrt(1.5 * (1 + std::log(1.5)) / 8)).epsilon(1e-15));
  CHECK(algorithm.index(1) == Approx(std::sqrt(0.75 * (1 + std::log(6.0)))).epsilon(1e-15));
  CHECK(ask(algorithm, all) == 0);
  algorithm.update(Context(), all, 0, 1);
  CHECK(ask(algorithm, all) == 1);
  // An epoch of an action that is not available is no reason to play it.
  const std::vector<Action> pool{1};
  CHECK(ask(algorithm, ActionSet(pool)) == 1);
}

TEST_CASE("ucb2: plays what the paper's loop plays") {
  const double alpha = GENERATE(0.001, 0.1, 0.5, 0.9);
  const Action arms = GENERATE(2u, 5u);
  Ucb2 algorithm(arms, alpha, Ties::lowest);
  const std::vector<Action> wanted = plays_of_the_paper(arms, alpha, 3'000);
  std::vector<Action> played;
  for (std::size_t t = 0; t < wanted.size(); ++t) {
    const Action action = ask(algorithm, ActionSet::all(arms));
    algorithm.update(Context(), ActionSet::all(arms), action, reward_of(action, t));
    played.push_back(action);
  }
  CHECK(played == wanted);
}

TEST_CASE("ucb2: the ends of epochs are the distinct values of tau") {
  const double alpha = GENERATE(1e-6, 0.001, 0.03, 0.3, 0.999);
  INFO("alpha " << alpha);
  Ucb2 algorithm(1, alpha, Ties::lowest);
  double wanted = 1;
  int r = 0;
  for (int pulls = 0; pulls < 2'000; ++pulls) {
    // The first tau above the number of pulls; tau(r) found by walking, or by its definition when
    // the walk is long: every whole number is a tau as long as alpha * pulls < 1.
    if (pulls >= wanted) {
      if (alpha * pulls < 0.5) {
        wanted = pulls + 1;
        r = static_cast<int>(std::log(wanted) / std::log1p(alpha)) - 2;
      } else {
        while (tau_by_the_paper(alpha, r) <= pulls) ++r;
        wanted = tau_by_the_paper(alpha, r);
      }
    }
    CHECK(algorithm.end_of_epoch(0) == wanted);
    algorithm.update(Context(), ActionSet::all(1), 0, 1);
  }
}

TEST_CASE("ucb2: ends of epochs where a power of 1 + alpha is whole but for roundoff") {
  for (int whole = 2; whole <= 60; ++whole) {
    for (int root = 1 + static_cast<int>(std::log2(whole)); root <= 40; ++root) {
      for (const double up : {0.0, 1.0, 2.0}) {
        const double middle = std::pow(whole, 1.0 / root);
        const double alpha = up == 1 ? middle - 1 : std::nextafter(middle, up) - 1;
        if (alpha >= 1) continue;
        Ucb2 algorithm(1, alpha, Ties::lowest);
        double r = 0;
        for (int pulls = 0; pulls <= whole + 1; ++pulls) {
          while (std::ceil(numeric::pow(1 + alpha, r)) <= pulls) ++r;
          REQUIRE(algorithm.end_of_epoch(0) == std::ceil(numeric::pow(1 + alpha, r)));
          algorithm.update(Context(), ActionSet::all(1), 0, 1);
        }
      }
    }
  }
}

TEST_CASE("ucb2: changing pools and experts, against the rules applied to the whole history") {
  const double alpha = GENERATE(0.1, 0.5, 0.9);
  constexpr Action arms = 4;
  Ucb2 algorithm(arms, alpha, Ties::lowest);
  struct Event {
    std::vector<Action> pool;
    Action action;
    double reward;
  };
  std::vector<Event> history;
  const auto index_after = [&](Action action, std::size_t events) {
    double sum = 0;
    double pulls = 0;
    for (std::size_t i = 0; i < events; ++i) {
      if (history[i].action != action) continue;
      sum += history[i].reward;
      ++pulls;
    }
    if (pulls == 0) return std::numeric_limits<double>::infinity();
    int r = 0;
    while (tau_by_the_paper(alpha, r + 1) <= pulls) ++r;
    return sum / pulls +
           bonus_by_the_paper(alpha, static_cast<double>(events), tau_by_the_paper(alpha, r));
  };
  const auto is_tau = [&](double pulls) {
    int r = 0;
    while (tau_by_the_paper(alpha, r) < pulls) ++r;
    return tau_by_the_paper(alpha, r) == pulls;
  };
  int running = -1;  // the action of the running epoch
  int broken = 0;
  int overridden = 0;
  for (std::uint64_t t = 0; t < 1'000; ++t) {
    Draws draws({42}, t);
    std::vector<Action> pool;
    // Stretches of constant pools, so that epochs get somewhere.
    Draws pool_draws({43}, t / 20);
    for (Action a = 0; a < arms; ++a) {
      if (pool_draws.below(4) > 0) pool.push_back(a);
    }
    if (pool.empty()) pool.push_back(2);
    const auto in_pool = [&](int a) {
      return a >= 0 && std::count(pool.begin(), pool.end(), static_cast<Action>(a)) > 0;
    };
    Action best = pool[0];
    for (const Action a : pool) {
      if (index_after(a, history.size()) > index_after(best, history.size())) best = a;
    }
    const Action wanted = in_pool(running) ? static_cast<Action>(running) : best;
    const Action choice = ask(algorithm, ActionSet(pool));
    CHECK(choice == wanted);

    const Action played = t % 4 == 3 ? pool[draws.below(static_cast<Action>(pool.size()))] : choice;
    overridden += played != choice;
    if (!in_pool(running) && played == best) {
      broken += running >= 0;
      running = static_cast<int>(best);
    }
    const double reward = draws.uniform() < 0.3 + 0.1 * played ? 1 : 0;
    algorithm.update(Context(), ActionSet(pool), played, reward);
    history.push_back({pool, played, reward});
    double pulls = 0;
    for (const Event& event : history) pulls += event.action == played;
    if (running == static_cast<int>(played) && is_tau(pulls)) running = -1;
  }
  CHECK(broken > 0);
  CHECK(overridden > 20);
}

TEST_CASE("ucb2: an action that appears late waits for the end of the epoch") {
  Ucb2 algorithm(3, 0.9, Ties::lowest);
  const std::vector<Action> old_pool{0, 2};
  int t = 0;
  for (; t < 200 || ask(algorithm, ActionSet::all(3)) == 1; ++t) {
    const Action action = ask(algorithm, ActionSet(old_pool));
    algorithm.update(Context(), ActionSet(old_pool), action, action == 2 ? 1 : 0);
  }
  // An epoch of action 2 runs; the new one comes at its end.
  int waited = 0;
  while (ask(algorithm, ActionSet::all(3)) != 1) {
    CHECK(ask(algorithm, ActionSet::all(3)) == 2);
    algorithm.update(Context(), ActionSet::all(3), 2, 1);
    ++waited;
  }
  CHECK(waited > 1);
  CHECK(waited < 200);
}

TEST_CASE("ucb2: an overflow is reported") {
  Ucb2 algorithm(2, 0.1, Ties::lowest);
  algorithm.update(Context(), ActionSet::all(2), 0, 1e308);
  CHECK_THROWS_AS(algorithm.update(Context(), ActionSet::all(2), 0, 1e308), NumericalFailure);
}

TEST_CASE("ucb2: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("ucb2", log), log) ==
        "012222333443334444444444443300000000000000000000011222222220000002222222222"
        "224444444444444222200000000003333333334444444");
  CHECK(testing::trace(testing::make_agent("ucb2{alpha=0.6, ties=\"random\"}", log), log) ==
        "221431212240132200202222000220000000000000000000002044202224222222222422422"
        "244444442222221113000000000004444444444444444");
}
