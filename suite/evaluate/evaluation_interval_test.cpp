#include "suite/evaluate/evaluation_interval.hpp"

#include "suite/statistics/score_interval.hpp"
#include "suite/testing/catch.hpp"

using namespace replaybench;

TEST_CASE("evaluation interval: without a reward it rests on no more values than clusters") {
  // 400 records without a reward in 10 clusters.
  IntervalInput input{.estimate = 0,
                      .variance = 0,
                      .accepted = 400,
                      .records = 400,
                      .range = RewardRange::binary,
                      .is_plain_mean = true,
                      .clusters = 10};
  const auto high = [&](double size) { return statistics::score_interval(0, size, 0.95).high; };
  const EvaluationInterval all = make_interval(input);
  CHECK(all.kind == EvaluationIntervalKind::score);
  CHECK(all.low == 0);
  CHECK(all.high == Approx(high(10)).epsilon(1e-14));
  // Records with a share in the estimate are in two clusters.
  input.effective = 5;
  input.clusters = 2;
  input.accepted = 5;
  CHECK(make_interval(input).high == Approx(high(2)).epsilon(1e-14));
}

TEST_CASE(
    "evaluation interval: what the evaluator's own says is judged by its width, not its size") {
  IntervalInput input{.estimate = 1e8, .variance = 0.01, .own = {1e8 - 0.19, 1e8 + 0.21}};
  CHECK(make_interval(input).kind == EvaluationIntervalKind::evaluator);
  input.own = {1e8 + 0.01, 1e8 + 0.4};
  const EvaluationInterval missed = make_interval(input);
  CHECK(missed.kind == EvaluationIntervalKind::none);
  CHECK_THAT(missed.method, Catch::Matchers::Contains("does not hold its estimate"));
}
