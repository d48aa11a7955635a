#include "algorithms/epoch_greedy/epoch_greedy.hpp"

#include <cmath>

#include "suite/model/numerical_failure.hpp"
#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/testing/oracles/batch_ridge.hpp"
#include "suite/testing/random_history.hpp"

using namespace replaybench;
using algorithms::epoch_greedy::EpochGreedy;
using algorithms::epoch_greedy::Form;
using algorithms::epoch_greedy::Options;
using testing::BatchRidge;
using testing::SparseVector;

namespace {

const std::vector<double> one{1};

// The steps as letters, x for exploration.
std::string steps_of(EpochGreedy algorithm, int count) {
  std::string steps;
  for (int t = 0; t < count; ++t) {
    steps += algorithm.exploring() ? 'x' : '.';
    algorithm.update(Context(one), 0, 0);
  }
  return steps;
}

Options thesis(double exploration, std::uint64_t epoch_length, double decay) {
  Options options;
  options.exploration = exploration;
  options.epoch_length = epoch_length;
  options.decay = decay;
  return options;
}

Options paper(double exploration) {
  Options options;
  options.form = Form::paper;
  options.exploration = exploration;
  return options;
}

}  // namespace

TEST_CASE("epoch_greedy: the thesis's epochs by hand") {
  // E = 6, n_e = ceil(4 e^-1/3): 4, 3.17, 2.77, 2.52, 2.34, 2.20, 2.09, 2, 1.92.
  const EpochGreedy algorithm(1, 1, thesis(4.0 / 6, 6, 1.0 / 3));
  CHECK(steps_of(algorithm, 60) == "xxxx..xxxx..xxx...xxx...xxx...xxx...xxx...xx....xx....xx....");
  // Only exploration; a share that is a whole number up to roundoff.
  CHECK(steps_of(EpochGreedy(1, 1, thesis(1, 3, 0)), 9) == "xxxxxxxxx");
  CHECK(EpochGreedy(1, 1, thesis(0.07, 100, 0)).exploration_steps() == 7);
  // At least one step, however fast the decay.
  CHECK(steps_of(EpochGreedy(1, 1, thesis(1, 3, 900)), 9) == "xxxx..x..");
}

TEST_CASE("epoch_greedy: tau steps of exploration, then 99 tau (thesis, section 4.4.3, p. 114)") {
  EpochGreedy algorithm(3, 1, thesis(0.01, 500, 0));
  const std::string steps = steps_of(algorithm, 2'000);
  for (std::size_t t = 0; t < steps.size(); ++t) CHECK((steps[t] == 'x') == (t % 500 < 5));
}

TEST_CASE("epoch_greedy: the paper's epochs by hand") {
  // K = 4, exploration = 1/2: s(e) = floor(2 sqrt(e / 4)) = floor(sqrt(e)).
  CHECK(steps_of(EpochGreedy(4, 1, paper(0.5)), 22) == "x.x.x.x..x..x..x..x..x");
  // K = 4, exploration = 1: s(e) = floor(sqrt(e) / 2), 0 for e < 4.
  CHECK(steps_of(EpochGreedy(4, 1, paper(1)), 12) == "xxxx.x.x.x.x");
  // An exploitation too long to end is no error.
  CHECK(EpochGreedy(4, 1, paper(1e-300)).steps() == 1'000'000'000'000'001);
}

TEST_CASE("epoch_greedy: in the paper's form exploration grows as T^(2/3)") {
  // sum of 1 + c sqrt(e / K) over m epochs is about (2/3) c m^1.5 / sqrt(K) = T.
  EpochGreedy algorithm(4, 1, paper(0.1));
  const std::string steps = steps_of(algorithm, 100'000);
  const auto explored = static_cast<double>(std::count(steps.begin(), steps.end(), 'x'));
  const double wanted = std::cbrt(std::pow(1.5 * 100'000 * 0.1 * 2, 2));
  CHECK(explored == Approx(wanted).epsilon(0.03));
}

TEST_CASE("epoch_greedy: only exploration teaches; it exploits the batch regression of that") {
  const Options options = GENERATE(thesis(0.5, 8, 0.2), paper(0.4));
  constexpr std::size_t d = 3;
  constexpr Action arms = 4;
  EpochGreedy algorithm(arms, d, options);
  std::vector<BatchRidge> batches(arms, BatchRidge(d, options.lambda));
  std::vector<int> taught(arms);
  double worst = 0;
  int exploited = 0;
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({121}, t);
    std::vector<double> x(d, 1.0);
    for (std::size_t i = 0; i + 1 < d; ++i) x[i] = draws.normal();
    const testing::Matrix vector = x;
    const std::vector<Action> pool = testing::random_pool(arms, draws);
    Draws asked({122}, t);
    const Action choice = algorithm.choose(Context(x), ActionSet(pool), asked);
    std::vector<double> distribution(pool.size());
    algorithm.probabilities(Context(x), ActionSet(pool), distribution);
    const bool explores = algorithm.exploring();
    if (explores) {
      for (const double p : distribution) CHECK(p == 1.0 / static_cast<double>(pool.size()));
    } else {
      Action wanted = pool[0];
      double best = -1e300;
      for (const Action a : pool) {
        const double mean = taught[a] > 0 ? batches[a].theta().dot(vector) : -1e299;
        if (mean > best) {
          best = mean;
          wanted = a;
        }
      }
      CHECK(choice == wanted);
      for (std::size_t i = 0; i < pool.size(); ++i)
        CHECK(distribution[i] == (pool[i] == wanted ? 1 : 0));
      ++exploited;
    }
    const double reward = draws.normal() + 0.3 * choice;
    algorithm.update(Context(x), choice, reward);
    if (explores) {
      batches[choice].add(vector, reward);
      ++taught[choice];
    }
    for (Action a = 0; a < arms; ++a) {
      const testing::Matrix theta = batches[a].theta();
      for (std::size_t i = 0; i < d; ++i) {
        worst = std::max(worst, std::fabs(algorithm.theta(a)[i] - theta[i]));
      }
    }
  }
  CHECK(worst < 1e-12);
  CHECK(exploited > 100);
  CHECK(exploited < 290);
}

TEST_CASE("epoch_greedy: what exploration never taught is not exploited") {
  // Scored 0, it would hide a taught action with a negative reward; scored +infinity it would be
  // exploited forever.
  EpochGreedy algorithm(3, 1, thesis(0.01, 100, 0));  // one step of exploration
  algorithm.update(Context(one), 1, -1);
  CHECK_FALSE(algorithm.exploring());
  for (std::uint64_t t = 0; t < 20; ++t) {
    Draws draws({123}, t);
    CHECK(algorithm.choose(Context(one), ActionSet::all(3), draws) == 1);
  }
  // A pool without a taught action: the tie rule.
  const std::vector<Action> pool{0, 2};
  Draws draws({123}, 0);
  CHECK(algorithm.choose(Context(one), ActionSet(pool), draws) == 0);

  Options random = thesis(0.01, 100, 0);
  random.ties = Ties::random;
  EpochGreedy other(3, 1, random);
  other.update(Context(one), 1, 1);
  std::vector<double> distribution(2);
  other.probabilities(Context(one), ActionSet(pool), distribution);
  CHECK(distribution == std::vector<double>{0.5, 0.5});
}

TEST_CASE("epoch_greedy: sparse and dense contexts give the same model and the same choices") {
  constexpr Action arms = 4;
  constexpr std::size_t d = 30;
  EpochGreedy dense(arms, d, paper(0.3));
  EpochGreedy sparse(arms, d, paper(0.3));
  double worst = 0;
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({124}, t);
    const SparseVector x(d, draws.below(2) == 0 ? 5 : draws.below(30), draws);
    Draws left({125}, t);
    Draws right({125}, t);
    const Action choice = dense.choose(x.dense(), ActionSet::all(arms), left);
    CHECK(sparse.choose(x.sparse(), ActionSet::all(arms), right) == choice);
    const double reward = draws.below(2);
    dense.update(x.dense(), choice, reward);
    sparse.update(x.sparse(), choice, reward);
    for (Action a = 0; a < arms; ++a) {
      for (std::size_t i = 0; i < d; ++i) {
        worst = std::max(worst, std::fabs(dense.theta(a)[i] - sparse.theta(a)[i]));
      }
    }
  }
  CHECK(worst < 1e-13);
}

TEST_CASE("epoch_greedy: a model that overflows says so") {
  EpochGreedy algorithm(1, 1, paper(1));
  const std::vector<double> x{1e200};
  CHECK_THROWS_WITH(algorithm.update(Context(x), 0, 1), Catch::StartsWith("epoch_greedy: "));
}

TEST_CASE("epoch_greedy: golden traces") {
  const Log log = testing::golden_log(120);
  CHECK(testing::trace(testing::make_agent("epoch_greedy{exploration=0.4, epoch_length=10}", log),
                       log) ==
        "420111410233101000000000000000000000000000000000000000000000000000334124134"
        "400424220123123343343312131400000000000000004");
  CHECK(testing::trace(testing::make_agent(
                           "epoch_greedy{form=\"paper\", exploration=0.2, ties=\"random\"}", log),
                       log) ==
        "420000000000000032122222000220002220222020020222144444444444143444444444344"
        "344344444423124444333444441404443344443444434");
}

TEST_CASE("epoch_greedy: unscaled features, against QR of all records") {
  constexpr std::size_t d = 3;
  EpochGreedy algorithm(1, d, thesis(1, 1, 0));
  BatchRidge batch(d, 1);
  for (std::uint64_t t = 0; t < 300; ++t) {
    Draws draws({129}, t);
    const std::vector<double> x{1, 20 + 5 * draws.normal(), 5e8 + 1e8 * draws.normal()};
    const double reward = draws.normal();
    if (algorithm.exploring()) batch.add(x, reward);
    algorithm.update(Context(x), 0, reward);
  }
  const testing::Matrix theta = batch.theta();
  for (std::size_t i = 0; i < d; ++i) {
    CHECK(algorithm.theta(0)[i] == Approx(theta[i]).epsilon(1e-9).margin(0));
  }
}
