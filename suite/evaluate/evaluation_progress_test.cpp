#include "suite/evaluate/evaluation_progress.hpp"

#include <atomic>

#include "suite/evaluate/dataset_log.hpp"
#include "suite/evaluate/evaluation.hpp"
#include "suite/model/passed_records.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("evaluation_progress: a single pass goes by its records") {
  EvaluationProgress progress({.passes = 1, .records = 400});
  CHECK(progress.at(0, 0).done == "pass 1 of 1");
  CHECK(progress.at(0, 0).share == 0);
  CHECK(progress.at(1, 100).done == "100 of 400 records");
  CHECK(progress.at(1, 100).share == 0.25);
  // Steps of 64 pass the end; what comes then is not known.
  CHECK(progress.at(1, 448).done == "400 of 400 records");
  CHECK(progress.at(1, 448).share == 0);
}

TEST_CASE("evaluation_progress: passes of unknown length are measured by the first ones") {
  EvaluationProgress progress({.passes = 4, .records = 0});
  CHECK(progress.at(1, 500).done == "pass 1 of 4");
  CHECK(progress.at(1, 500).share == 0);
  CHECK(progress.at(2, 1000).share == 0.25);  // a pass has 1000
  CHECK(progress.at(2, 1500).share == 0.375);
  CHECK(progress.at(4, 3300).share == 0.75);  // now 1100 each
  CHECK(progress.at(4, 3850).share == 0.875);
  CHECK(progress.at(5, 5000).done == "pass 5");
  CHECK(progress.at(5, 5000).share == 0);
}

TEST_CASE("evaluation_progress: without a count of records the passes alone are the share") {
  EvaluationProgress progress({.passes = 10, .records = 0});
  CHECK(progress.at(6, 0).done == "pass 6 of 10");
  CHECK(progress.at(6, 0).share == 0.5);
}

TEST_CASE("evaluation_progress: a log that is opened") {
  CHECK(progress_of_opening(0, 400).done == "being opened");
  CHECK(progress_of_opening(0, 400).share == 0);
  CHECK(progress_of_opening(100, 400).done == "100 of 400 records");
  CHECK(progress_of_opening(100, 400).share == 0.25);
  CHECK(progress_of_opening(400, 400).share == 1);
}

TEST_CASE("evaluation_progress: an estimator of a fixed policy counts each record once") {
  const auto log =
      open_dataset_log("linear_model", {.records = 10'000, .logging = {}, .seed = 1}).input.log;
  for (const std::size_t jobs : {1, 2}) {
    const auto named = find_evaluation_components("uniform_random", "snips");
    CHECK(passes_of(named.evaluator).counts_records);
    std::atomic<std::uint64_t> passed = 0;
    {
      const CountScope counting(&passed);
      evaluate(log, named.algorithm, named.evaluator, {.repetitions = 2, .jobs = jobs});
    }
    CHECK(passed == 20'000);
    evaluate(log, named.algorithm, named.evaluator, {});
    CHECK(passed == 20'000);  // outside the scope nothing is counted
  }
}

TEST_CASE("evaluation_progress: a replay counts each record once, also for influences") {
  const auto log =
      open_dataset_log("linear_model", {.records = 50'000, .logging = {}, .seed = 1}).input.log;
  for (const char* evaluator :
       {"replay", "replay{segments=\"separate\"}", "replay_star", "replay_thinned"}) {
    for (const char* algorithm : {"lin_ucb", "ucb", "uniform_random"}) {
      for (const bool influences : {false, true}) {
        const auto named = find_evaluation_components(algorithm, evaluator);
        INFO(evaluator << " of " << algorithm << ", influences: " << influences);
        REQUIRE(passes_of(named.evaluator).counts_records);
        std::atomic<std::uint64_t> passed = 0;
        {
          const CountScope counting(&passed);
          evaluate(log, named.algorithm, named.evaluator, {.keep_parts = influences});
        }
        CHECK(passed == 50'000);
      }
    }
  }
}

TEST_CASE("evaluation_progress: of other evaluators the records are not known before") {
  const auto passes = [](const char* text) {
    return passes_of(find_evaluation_components("uniform_random", text).evaluator);
  };
  CHECK_FALSE(passes("s_bred").counts_records);
  CHECK_FALSE(passes("dr").counts_records);
  CHECK(passes("dr").count == 1);
  for (const char* text :
       {"bred{resamples=7}", "t_bred{resamples=7}", "red_inf{resamples=7}",
        "importance_bred{resamples=7}", "static_bred{resamples=7}", "bootstrap{resamples=7}"}) {
    INFO(text);
    CHECK(passes(text).count == 7);
  }
  CHECK(passes("red_inf").count == 1);
}
