#include "suite/plan/master_seed.hpp"

#include <set>

#include "suite/testing/catch.hpp"
#include "suite/text/errors.hpp"

namespace replaybench {

TEST_CASE(
    "master seed: the pilot's is the study's own, the others are apart from it and each other") {
  std::set<std::uint64_t> seeds;
  for (const std::uint64_t study : {0, 7, 8}) {
    CHECK(MasterSeed::pilot().of(study) == study);
    seeds.insert(study);
    seeds.insert(MasterSeed::confirmation().of(study));
    for (const std::uint32_t number : {1, 2, 3})
      seeds.insert(MasterSeed::further(number).of(study));
  }
  CHECK(seeds.size() == 15);
  // Stored results depend on it.
  CHECK(MasterSeed::confirmation().of(7) == 9498607917157420720u);
}

TEST_CASE("master seed: names") {
  for (const char* name : {"pilot", "confirmation", "1", "12"}) {
    CHECK(MasterSeed::named(name).name() == name);
  }
  for (const char* name : {"", "0", "-1", "Pilot", "1 ", "1.5", "99999999999"}) {
    CHECK_THROWS_AS(MasterSeed::named(name), SpecErrors);
  }
}

}  // namespace replaybench
