#include "suite/evaluate/judge.hpp"

#include <cmath>
#include <vector>

#include "suite/testing/catch.hpp"

using namespace replaybench;
using Form = EstimateSupport::Form;
using Kind = EvaluationIntervalKind;

namespace {

// An estimate from n records of weight 1, of which `rewarded` have reward 1.
WeightedEstimate plain(double n, double rewarded, Form form) {
  const double mean = rewarded / n;
  const double error = std::sqrt(mean * (1 - mean) / (n - 1));
  return {.estimate = mean,
          .standard_error = error,
          .own = {mean - 1.96 * error, mean + 1.96 * error},
          .form = form,
          .weights = {.effective = n,
                      .records = static_cast<std::uint64_t>(n),
                      .largest = 1,
                      .largest_share = 1 / n,
                      .mean = 1,
                      .z = nan},
          .records = static_cast<std::uint64_t>(n),
          .scale = scale_of(RewardRange::binary),
          .rewarded = rewarded};
}

}  // namespace

TEST_CASE("judge: no interval without a width, none outside the rewards' range") {
  for (const Form form : {Form::total, Form::ratio, Form::unknown}) {
    for (const double n : {2.0, 60.0, 200.0}) {
      for (const double rewarded : {0.0, 1.0, n - 1, n}) {
        WeightedEstimate of = plain(n, rewarded, form);
        of.has_model = form == Form::unknown;
        const JudgedEstimate judged = judge(of);
        INFO(static_cast<int>(form) << ": " << rewarded << " of " << n);
        CHECK(judged.interval.low >= 0);
        CHECK(judged.interval.high <= 1);
        CHECK(judged.interval.low < judged.interval.high);
        CHECK(judged.interval.low <= judged.estimate);
        CHECK(judged.interval.high >= judged.estimate);
        CHECK(std::isnan(judged.standard_error) == (rewarded == 0 || rewarded == n));
        CHECK(judged.withheld.empty() == (n >= fewest_effective));
      }
    }
  }
}

TEST_CASE("judge: 0 of n, by hand") {
  // Wilson's: z^2 / (n + z^2).
  const double z2 = 1.959963984540054 * 1.959963984540054;
  for (const Form form : {Form::total, Form::ratio, Form::unknown}) {
    const JudgedEstimate judged = judge(plain(200, 0, form));
    CHECK(judged.interval.kind == Kind::score);
    CHECK(judged.interval.low == 0);
    CHECK(judged.interval.high == Approx(z2 / (200 + z2)).epsilon(1e-12));
    REQUIRE(judged.warnings.size() == 1);
    CHECK(judged.warnings[0].kind == WarningKind::few_rewards);
  }
}

TEST_CASE("judge: slates have the range of a sum over their slots") {
  WeightedEstimate of = plain(200, 0, Form::total);
  of.scale = {RewardRange::unit, 3, true};
  CHECK(judge(of).interval.high ==
        Approx(3 * 3.841458820694124 / 203.841458820694124).epsilon(1e-12));
  // A normal interval is cut to [0, 3].
  of.form = Form::unknown;
  of.has_model = true;
  of.estimate = 2.9;
  of.standard_error = 0.1;
  of.own = {2.7, 3.1};
  CHECK(judge(of).interval.high == 3);
  of.estimate = 3.4;
  of.own = {3.2, 3.6};
  const JudgedEstimate above = judge(of);
  CHECK(above.interval.kind == Kind::none);
  CHECK(std::isnan(above.interval.high));
}

TEST_CASE("judge: equal rewards of any size give no interval, and it says why") {
  WeightedEstimate of = plain(200, 0, Form::ratio);
  of.scale = scale_of(RewardRange::real);
  of.estimate = 7;
  of.own = {7, 7};
  const JudgedEstimate judged = judge(of);
  CHECK(judged.interval.kind == Kind::none);
  CHECK(std::isnan(judged.standard_error));
  CHECK(judged.interval.method.find("equal") != std::string::npos);
}

TEST_CASE("judge: an error whose square overflows has no interval, and it says why") {
  WeightedEstimate of = plain(200, 0, Form::ratio);
  of.scale = scale_of(RewardRange::real);
  of.estimate = 1e300;
  of.standard_error = 1e299;
  of.own = {nan, nan};
  CHECK(judge(of).interval.method ==
        "none: rewards of this size overflow when they are squared; scale them");
}

TEST_CASE("judge: no weight, no estimate") {
  WeightedEstimate of = plain(200, 0, Form::total);
  of.weights = {};
  const JudgedEstimate judged = judge(of);
  CHECK(std::isnan(judged.estimate));
  CHECK(judged.interval.method == "none: no record was accepted");
  CHECK(!judged.withheld.empty());
}

TEST_CASE("mean_reward: equal rewards have an interval where their range allows others") {
  const std::vector<double> zeros(100, 0.0), halves(100, 0.5), sevens(100, 7.0);
  const auto of_zeros = mean_reward(zeros, scale_of(RewardRange::binary));
  CHECK(of_zeros.low == 0);
  CHECK(of_zeros.high > 0.03);
  // Of slates of three slots, each 0 or 1.
  CHECK(mean_reward(zeros, {RewardRange::unit, 3, true}).high == Approx(3 * of_zeros.high));
  const auto of_halves = mean_reward(halves, scale_of(range_of_rewards(halves)));
  CHECK(of_halves.low < 0.5);
  CHECK(of_halves.high > 0.5);
  const auto of_sevens = mean_reward(sevens, scale_of(range_of_rewards(sevens)));
  CHECK(of_sevens.value == 7);
  CHECK(std::isnan(of_sevens.low));
}

TEST_CASE("judge: terms without a variance have no interval, bounded ones do") {
  WeightedEstimate of = plain(2'000, 300, Form::ratio);
  of.scale = scale_of(RewardRange::real);
  of.own = {nan, nan};
  of.sums = {2'000, 1e-4, 0};
  of.tail = {.largest_share = 0.3, .index = 1.2, .order = 44};
  const JudgedEstimate heavy = judge(of);
  CHECK(heavy.interval.kind == Kind::none);
  CHECK(std::isnan(heavy.interval.low));
  CHECK(std::isnan(heavy.standard_error));
  CHECK_FALSE(heavy.has_variance);
  REQUIRE(heavy.warnings.size() == 1);
  CHECK(heavy.warnings[0].kind == WarningKind::heavy_tail);
  of.tail.index = 2.1;
  CHECK(judge(of).interval.kind == Kind::skewed);
  of.tail.index = 1.2;
  of.scale = scale_of(RewardRange::unit);
  CHECK(judge(of).has_variance);
  CHECK(std::isfinite(judge(of).interval.low));
}
