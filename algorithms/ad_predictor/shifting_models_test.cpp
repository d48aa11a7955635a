#include "algorithms/ad_predictor/shifting_models.hpp"

#include <algorithm>

#include "suite/testing/catch.hpp"

using namespace replaybench;
using namespace replaybench::algorithms::ad_predictor;

TEST_CASE("ad_predictor: the age of the predicting model") {
  // Counts its lessons since it was renewed.
  struct Model {
    std::uint64_t age = 0;
  };
  constexpr std::uint64_t tau = 7;
  for (const std::size_t most : {1u, 2u, 4u}) {
    ShiftingModels<Model> models(Model(), most, tau);
    std::uint64_t youngest = 1'000'000, oldest = 0;
    for (std::uint64_t t = 1; t <= 100; ++t) {
      models.update([](Model& model) { ++model.age; }, [](Model& model) { model.age = 0; });
      CHECK(models.living() == std::min<std::size_t>(most, 1 + t / tau));
      CHECK(models.newest().age == t % tau);
      if (t < tau * most) {
        CHECK(models.oldest().age == t);  // the first is asked until it has to go
        continue;
      }
      youngest = std::min(youngest, models.oldest().age);
      oldest = std::max(oldest, models.oldest().age);
    }
    CHECK(youngest == tau * (most - 1));
    CHECK(oldest == tau * most - 1);  // at tau M_max it has just given way
  }
  ShiftingModels<Model> never(Model(), 3, 0);
  for (int t = 0; t < 50; ++t) never.update([](Model& m) { ++m.age; }, [](Model& m) { m.age = 0; });
  CHECK(never.oldest().age == 50);
  CHECK(never.living() == 1);
}
