#include "suite/store/origin.hpp"

#include "suite/testing/catch.hpp"

using namespace replaybench;

namespace {

const std::string here = "engine e1\nalgorithms/ucb u1\nevaluators/replay r1\n";

Origin origin(const std::string& recorded) { return origin_of(recorded, here).origin; }
std::vector<std::string> changed(const std::string& recorded) {
  return origin_of(recorded, here).changed;
}

}  // namespace

TEST_CASE("a cell's own sources decide whether it is old, the engine's whether it is counted") {
  CHECK(origin(here) == Origin::these_sources);
  CHECK(origin("") == Origin::unknown);
  CHECK(origin("engine e2\nalgorithms/ucb u1\nevaluators/replay r1\n") == Origin::other_engine);
  CHECK(changed("engine e2\nalgorithms/ucb u1\nevaluators/replay r1\n").empty());
  CHECK(origin("engine e1\nalgorithms/ucb u2\nevaluators/replay r1\n") == Origin::other_sources);
  CHECK(changed("engine e2\nalgorithms/ucb u2\nevaluators/replay r1\n") ==
        std::vector<std::string>{"algorithms/ucb"});
}

TEST_CASE("a component that one of the two does not name counts as changed") {
  CHECK(changed("engine e1\nevaluators/replay r1\n") == std::vector<std::string>{"algorithms/ucb"});
  CHECK(changed(here + "datasets/arms a1\n") == std::vector<std::string>{"datasets/arms"});
  CHECK(origin(here + "datasets/arms a1\n") == Origin::other_sources);
}
