#include "suite/component/write_log.hpp"
#include "suite/testing/environments.hpp"

using namespace replaybench;
using namespace replaybench::testing;

namespace {

struct UniformChoice {
  static constexpr bool learns = false;
  Action choose(const Context&, const ActionSet& actions, Draws& draws) const {
    return actions[draws.below(actions.size())];
  }
  void update(const Context&, Action, double) {}
};

}  // namespace

TEST_CASE("pool_segments: a step does not depend on what was observed before") {
  require_steps_are_addresses(*dataset_of("pool_segments"));
}

TEST_CASE("pool_segments: pools in turn, and from the start again") {
  const auto environment =
      dataset_of("pool_segments{pool_sizes=[5, 20, 2], means=[0.3, 0.05, 1], records=10}")
          ->environment({1}, {2});
  CHECK(environment->action_count() == 20);
  CHECK(environment->has_pools());
  for (const std::uint64_t round : {0, 30, 300}) {
    for (const auto& [step, size] : {std::pair{0, 5u}, {9, 5u}, {10, 20u}, {19, 20u}, {20, 2u}}) {
      environment->observe(round + step);
      CHECK(environment->actions().size() == size);
    }
    CHECK(environment->expected_reward(environment->context(), 0, Knowledge::full) == 1);
  }
}

TEST_CASE("pool_segments: rewards and a log with its pools") {
  const auto environment = dataset_of("pool_segments{records=50}")->environment({1}, {2});
  const Log log = write_log(*environment, Agent(UniformChoice{}), 100'000, {4});
  log.check();
  REQUIRE(log.has_pools());
  CHECK(log.pool_table.size() == 2);
  double paid[2] = {};
  for (std::size_t i = 0; i < log.size(); ++i) {
    CHECK(log.available(i).size() == (i / 50 % 2 == 0 ? 5u : 20u));
    paid[i / 50 % 2] += log.rewards[i];
  }
  require_near(paid[0] / 50'000, 0.3, std::sqrt(0.3 * 0.7 / 50'000));
  require_near(paid[1] / 50'000, 0.05, std::sqrt(0.05 * 0.95 / 50'000));
}

TEST_CASE("pool_segments: refuses what does not fit together") {
  CHECK_THROWS_AS(dataset_of("pool_segments{means=[0.5]}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("pool_segments{pool_sizes=[], means=[]}"), SpecErrors);
  CHECK_THROWS_AS(dataset_of("pool_segments{records=0}"), SpecErrors);
}
