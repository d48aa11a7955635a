#include "algorithms/neural_network/neural_network.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "suite/testing/catch.hpp"
#include "suite/testing/conformance/test_agents.hpp"
#include "suite/text/sha256.hpp"

using namespace replaybench;
using algorithms::neural_network::NeuralNetwork;
using algorithms::neural_network::Options;

namespace {

Options small(std::uint32_t repeats = 0, std::uint32_t memory = 1'000) {
  Options options;
  options.epsilon = 0;
  options.ties = Ties::lowest;
  options.hidden = 5;
  options.rate = 0.1;
  options.repeats = repeats;
  options.memory = memory;
  return options;
}

struct Lesson {
  std::vector<double> x;
  Action action;
  double reward;
};

std::vector<Lesson> lessons(std::size_t count) {
  std::vector<Lesson> list;
  for (std::size_t t = 0; t < count; ++t) {
    Draws draws({0x4e45}, t);
    const std::vector<double> x{draws.normal(), draws.normal(), 1};
    list.push_back({x, draws.below(4), draws.uniform()});
  }
  return list;
}

}  // namespace

TEST_CASE("neural_network: repeats are steps on the newest interactions, in turn") {
  // A memory of 3, 2 repeats: after the lesson t the ring has t, t - 1, t - 2 at their slots mod 3.
  NeuralNetwork network(4, 3, small(2, 3));
  NeuralNetwork by_hand(4, 3, small());
  const auto list = lessons(7);
  std::array<std::size_t, 3> ring{};
  std::size_t next = 0;
  for (std::size_t t = 0; t < list.size(); ++t) {
    network.update(Context(list[t].x), list[t].action, list[t].reward);
    by_hand.update(Context(list[t].x), list[t].action, list[t].reward);
    ring[t % 3] = t;
    const std::size_t kept = std::min<std::size_t>(t + 1, 3);
    for (int n = 0; n < 2; ++n) {
      if (next >= kept) next = 0;
      const Lesson& again = list[ring[next++]];
      by_hand.update(Context(again.x), again.action, again.reward);
    }
    for (Action a = 0; a < 4; ++a) {
      CHECK(network.predicted_reward(Context(list[0].x), a) ==
            by_hand.predicted_reward(Context(list[0].x), a));
    }
  }
}

TEST_CASE("neural_network: learns what no linear model can") {
  // Reward 1 if the signs of two features agree for action 0, where they differ for action 1.
  Options options = small();
  options.hidden = 16;
  options.epsilon = 0.1;
  NeuralNetwork network(2, 3, options);
  int right = 0;
  for (std::uint64_t t = 0; t < 6'000; ++t) {
    Draws draws({0x786f72}, t);
    const std::vector<double> x{draws.below(2) ? 1.0 : -1.0, draws.below(2) ? 1.0 : -1.0, 1};
    const Context context{std::span<const double>(x)};
    const Action best = x[0] * x[1] > 0 ? 0 : 1;
    const Action action = network.choose(context, ActionSet::all(2), draws);
    network.update(context, action, action == best ? 1 : 0);
    if (t >= 5'000) right += action == best;
  }
  CHECK(right > 900);  // 950 are to be expected; a linear model has 500
}

TEST_CASE("neural_network: with many repeats it memorises noise") {
  // Forty random rewards of one action: the mean squared error of the mean is 0.25.
  const auto error_after = [](std::uint32_t repeats) {
    Options options = small(repeats);
    options.hidden = 64;
    options.rate = 0.02;
    NeuralNetwork network(1, 4, options);
    std::vector<Lesson> noise;
    for (std::uint64_t t = 0; t < 40; ++t) {
      Draws draws({0x6865617274}, t);
      noise.push_back(
          {{draws.normal(), draws.normal(), draws.normal(), 1}, 0, draws.below(2) ? 1.0 : 0.0});
    }
    for (const Lesson& n : noise) network.update(Context(n.x), 0, n.reward);
    double sum = 0;
    for (const Lesson& n : noise) {
      const double miss = network.predicted_reward(Context(n.x), 0) - n.reward;
      sum += miss * miss / 40;
    }
    return sum;
  };
  CHECK(error_after(500) < 0.1);
  CHECK(error_after(0) > 0.2);
}

TEST_CASE("neural_network: actions without a reward come first, then ties and probabilities") {
  NeuralNetwork network(3, 2, small());
  const std::vector<double> x{0.5, 1};
  Draws draws({1}, 0);
  CHECK(network.choose(Context(x), ActionSet::all(3), draws) == 0);
  network.update(Context(x), 0, 1);
  CHECK(network.choose(Context(x), ActionSet::all(3), draws) == 1);
  network.update(Context(x), 1, 0);
  network.update(Context(x), 2, 0);
  CHECK(network.choose(Context(x), ActionSet::all(3), draws) == 0);
  std::vector<double> p(3);
  network.probabilities(Context(x), ActionSet::all(3), p);
  CHECK(p == std::vector<double>{1, 0, 0});
}

TEST_CASE("neural_network: sparse and dense contexts teach the same") {
  const std::vector<double> values{0, 1, 0, 1};
  const std::vector<std::uint32_t> active{1, 3};
  NeuralNetwork dense(2, 4, small());
  NeuralNetwork sparse(2, 4, small());
  for (int i = 0; i < 5; ++i) {
    dense.update(Context(values), 1, 1);
    sparse.update(Context::sparse(values, active), 1, 1);
  }
  CHECK(dense.predicted_reward(Context(values), 1) ==
        sparse.predicted_reward(Context::sparse(values, active), 1));
  CHECK(dense.predicted_reward(Context(values), 1) > 0.05);
}

TEST_CASE("neural_network: golden traces") {
  const Log log = testing::golden_log();
  CHECK(testing::trace(testing::make_agent("neural_network", log), log).substr(0, 60) ==
        "114434232040020442324003333344344444444444444444444414444444");
  CHECK(sha256_hex(testing::trace(
            testing::make_agent("neural_network{hidden=8, repeats=4, memory=50}", log), log)) ==
        "52c3caa2cd14aea62fdc9d0ff02b9aef56a5fe9708455c24dd6c339bb2297734");
}
