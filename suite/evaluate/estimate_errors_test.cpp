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
  EvaluationOptions options{.clusters = {0, 1, 2, 3}, .keep_parts = true};
  for (const char* text : {"replay_star", "red_inf{star=true}"}) {
    INFO(text);
    const auto components = find_evaluation_components("fixed_action{action=1}", text);
    const auto result = evaluate(log, components.algorithm, components.evaluator, options);
    CHECK(result.estimate == Approx(1.125).epsilon(1e-14));
    REQUIRE(influences_of(result).size() == 4);
    double squares = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK(influences_of(result)[i] == Approx(deviations[i] / 4).epsilon(1e-13));
      squares += deviations[i] * deviations[i] / 16;
    }
    CHECK(result.standard_error == Approx(std::sqrt(squares * 4 / 3)).epsilon(1e-13));
  }
}

TEST_CASE("estimate errors: weights speak of the records that were offered") {
  // Two phases of 60 and 120 records, of propensities 1/2 that are right: the mean weight is 1 in phase 1.
  Log log;
  log.action_count = 2;
  for (std::uint32_t i = 0; i < 180; ++i) {
    log.actions.push_back(i % 2);
    log.rewards.push_back(i % 3 == 0);
    log.propensities.push_back(0.5);
  }
  for (const char* text :
       {"two_phases{weights=\"propensity\"}", "replay{weights=\"propensity\", checkpoints=[30]}"}) {
    INFO(text);
    const auto [policy, evaluator] = find_evaluation_components("fixed_action{action=0}", text);
    const auto result = evaluate(log, policy, evaluator);
    REQUIRE(result.weights);
    CHECK(result.weights->records == 30);
    CHECK(result.weights->mean == Approx(1).margin(0.02));
  }
}

TEST_CASE("estimate errors: what a stretch or a deterministic policy makes the same is the same") {
  Log log;
  log.action_count = 2;
  EvaluationOptions options{.keep_parts = true};
  for (std::uint32_t i = 0; i < 200; ++i) {
    log.actions.push_back(i * 7 % 11 % 2);
    log.rewards.push_back(i * 5 % 13 < 4);
    options.clusters.push_back(i / 4);
  }
  const auto evaluated = [&](const char* text) {
    const auto [policy, evaluator] = find_evaluation_components("fixed_action{action=1}", text);
    return evaluate(log, policy, evaluator, options);
  };
  const auto replay = evaluated("replay");
  for (const char* text :
       {"replay{segments=\"separate\"}", "red_inf", "red", "delayed_replay", "serving_bucket"}) {
    INFO(text);
    const auto other = evaluated(text);
    CHECK(other.interval.low == Approx(replay.interval.low).epsilon(1e-12));
    CHECK(other.interval.high == Approx(replay.interval.high).epsilon(1e-12));
    CHECK(other.interval.method == replay.interval.method);
    REQUIRE(influences_of(other).size() == influences_of(replay).size());
  }
}
