#include "suite/model/reward_offset.hpp"

#include <vector>

#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("reward offset: the least reward where all lie close together and far from 0") {
  const auto of = [](std::vector<double> rewards) { return reward_offset(rewards); };
  CHECK(of({}) == 0);
  CHECK(of({0, 1, 0}) == 0);
  CHECK(of({1, 5, 3}) == 0);
  CHECK(of({1e8 + 3, 1e8 - 2, 1e8}) == 1e8 - 2);
  CHECK(of({-1e8 + 3, -1e8 - 2}) == -1e8 - 2);
  CHECK(of({-1e8, 1e8}) == 0);
  CHECK(of({1024, 1025}) == 1024);
  CHECK(of({1023, 1024}) == 0);
  CHECK(of({7, 7}) == 7);
  CHECK(of({1e300, 1.0001e300}) == 1e300);
}
