#include "suite/evaluate/estimate_errors.hpp"

#include <cmath>

#include "suite/evaluate/evaluation.hpp"
#include "suite/testing/trials.hpp"

using namespace replaybench;
using namespace replaybench::testing;

TEST_CASE("estimate support: a total without weights counts an accepted record K times") {
  // 4 records of 3 actions: the terms of action 1 are K r = 0, 3, 0, 1.5, and their mean 1.125.
  const Log log = plain_log(3, {0, 1, 2, 1}, {1, 1, 0, 0.5});
  const std::vector<double> deviations{-1.125, 1.875, -1.125, 0.375};
  EvaluationOptions options{.clusters = {0, 1, 2, 3}, .keep_influences = true};
  for (const char* text : {"replay_star", "red_inf{star=true}"}) {
    INFO(text);
    const auto components = find_evaluation_components("fixed_action{action=1}", text);
    const auto result = evaluate(log, components.algorithm, components.evaluator, options);
    CHECK(result.estimate == Approx(1.125).epsilon(1e-14));
    REQUIRE(result.influences.size() == 4);
    double squares = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(result.influences[i] == Approx(deviations[i] / 4).epsilon(1e-13));
      squares += deviations[i] * deviations[i] / 16;
    }
    CHECK(result.standard_error == Approx(std::sqrt(squares * 4 / 3)).epsilon(1e-13));
  }
}
