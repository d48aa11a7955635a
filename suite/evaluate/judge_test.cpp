#include "suite/evaluate/judge.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "suite/testing/catch.hpp"

using namespace replaybench;
using Form = EstimateForm;
using Kind = EvaluationIntervalKind;
using Catch::Matchers::Contains;

namespace {

// Input of an estimator whose weights are those of all records, with a normal interval.
JudgeInput weighted_input(const offpolicy::Estimate& estimate, const statistics::Interval& own,
                          EstimateForm form, const offpolicy::WeightSummary& weights,
                          std::uint64_t records, const RewardScale& scale) {
  JudgeInput input;
  input.of = {.estimate = estimate.value,
              .variance = estimate.standard_error * estimate.standard_error,
              .accepted = static_cast<double>(weights.records),
              .own = own,
              .own_kind = {.level = 0.95, .is_normal = true},
              .records = records,
              .form = form,
              .by_influences = form == EstimateForm::modelled,
              .largest_part = weights.largest / static_cast<double>(records)};
  input.weighting = WeightUse::importance;
  input.weights_are_expected = true;
  input.weights = diagnostics_of(weights);
  input.scale = scale;
  return input;
}

// An estimate from n records of weight 1, of which `rewarded` have reward 1.
JudgeInput plain(double n, double rewarded, Form form) {
  const double mean = rewarded / n;
  const double error = std::sqrt(mean * (1 - mean) / (n - 1));
  JudgeInput input = weighted_input({mean, error}, {mean - 1.96 * error, mean + 1.96 * error}, form,
                                    {.effective = n,
                                     .mean = 1,
                                     .z = replaybench::nan,
                                     .largest = 1,
                                     .largest_share = 1 / n,
                                     .records = static_cast<std::uint64_t>(n)},
                                    static_cast<std::uint64_t>(n), scale_of(RewardRange::binary));
  input.rewarded = rewarded;
  return input;
}

}  // namespace

TEST_CASE("judge: no interval without a width, none outside the rewards' range") {
  for (const Form form : {Form::mean, Form::ratio, Form::modelled}) {
    for (const double n : {2.0, 60.0, 200.0}) {
      for (const double rewarded : {0.0, 1.0, n - 1, n}) {
        JudgeInput of = plain(n, rewarded, form);
        const JudgedEstimate judged = judge(of);
        INFO(static_cast<int>(form) << ": " << rewarded << " of " << n);
        CHECK(judged.interval.low >= 0);
        CHECK(judged.interval.high <= 1);
        CHECK(judged.interval.low < judged.interval.high);
        CHECK(judged.interval.low <= judged.estimate);
        CHECK(judged.interval.high >= judged.estimate);
        CHECK(std::isnan(judged.standard_error) == (rewarded == 0 || rewarded == n));
        CHECK(judged.withheld.empty() == (n >= min_effective));
      }
    }
  }
}

TEST_CASE("judge: 0 of n, by hand") {
  // Wilson's: z^2 / (n + z^2).
  const double z2 = 1.959963984540054 * 1.959963984540054;
  for (const Form form : {Form::ratio, Form::modelled}) {
    const JudgedEstimate judged = judge(plain(200, 0, form));
    CHECK(judged.interval.kind == Kind::score);
    CHECK(judged.interval.low == 0);
    CHECK(judged.interval.high == Approx(z2 / (200 + z2)).epsilon(1e-12));
    REQUIRE(judged.warnings.size() == 1);
    CHECK(judged.warnings[0].kind == WarningKind::few_rewards);
  }
  // A mean of weights that happen to add up to n is no ratio: Fay and Feuer's, with one more reward at
  // the largest weight.
  const JudgedEstimate mean = judge(plain(200, 0, Form::mean));
  CHECK(mean.interval.kind == Kind::gamma);
  CHECK(mean.interval.low == 0);
  CHECK(mean.interval.high == Approx(-std::log(0.025) / 200).epsilon(1e-12));
}

TEST_CASE("judge: slates have the range of a sum over their slots") {
  JudgeInput of = plain(200, 0, Form::mean);
  of.scale = {RewardRange::unit, 3, true};
  CHECK(judge(of).interval.high == Approx(-3 * std::log(0.025) / 200).epsilon(1e-12));
  of.of.form = Form::ratio;
  CHECK(judge(of).interval.high ==
        Approx(3 * 3.841458820694124 / 203.841458820694124).epsilon(1e-12));
  // A normal interval is cut to [0, 3].
  of.of.form = Form::modelled;
  of.of.by_influences = true;
  of.of.estimate = 2.9;
  of.of.variance = 0.01;
  of.of.own = {2.7, 3.1};
  CHECK(judge(of).interval.high == 3);
  of.of.estimate = 3.4;
  of.of.own = {3.2, 3.6};
  const JudgedEstimate above = judge(of);
  CHECK(above.interval.kind == Kind::none);
  CHECK(std::isnan(above.interval.high));
}

TEST_CASE("judge: equal rewards of any size give no interval, and it says why") {
  JudgeInput of = plain(200, 0, Form::ratio);
  of.scale = scale_of(RewardRange::real);
  of.of.estimate = 7;
  of.of.own = {7, 7};
  const JudgedEstimate judged = judge(of);
  CHECK(judged.interval.kind == Kind::none);
  CHECK(std::isnan(judged.standard_error));
  CHECK(judged.interval.method.find("equal") != std::string::npos);
}

TEST_CASE("judge: an error whose square overflows has no interval, and it says why") {
  JudgeInput of = plain(200, 0, Form::ratio);
  of.scale = scale_of(RewardRange::real);
  of.of.estimate = 1e300;
  of.of.variance = 1e299 * 1e299;
  of.of.own = {replaybench::nan, replaybench::nan};
  CHECK(judge(of).interval.method ==
        "none: rewards of this size overflow when they are squared; scale them");
}

TEST_CASE("judge: no weight, no estimate") {
  JudgeInput of = plain(200, 0, Form::mean);
  of.weights = WeightDiagnostics{};
  of.of.accepted = 0;
  const JudgedEstimate judged = judge(of);
  CHECK(std::isnan(judged.estimate));
  CHECK(judged.interval.method == "none: no record was accepted");
  REQUIRE(judged.warnings.size() == 1);
  CHECK(judged.warnings[0].kind == WarningKind::nothing_accepted);
}

TEST_CASE("mean_reward: equal rewards have an interval where their range allows others") {
  const std::vector<double> zeros(100, 0.0), halves(100, 0.5), sevens(100, 7.0);
  const auto of_zeros = mean_reward(zeros, scale_of(RewardRange::binary));
  CHECK(of_zeros.low == 0);
  CHECK(of_zeros.high > 0.03);
  // Slates of three slots, each 0 or 1.
  CHECK(mean_reward(zeros, {RewardRange::unit, 3, true}).high == Approx(3 * of_zeros.high));
  const auto of_halves = mean_reward(halves, scale_of(range_of_rewards(halves)));
  CHECK(of_halves.low < 0.5);
  CHECK(of_halves.high > 0.5);
  const auto of_sevens = mean_reward(sevens, scale_of(range_of_rewards(sevens)));
  CHECK(of_sevens.value == 7);
  CHECK(std::isnan(of_sevens.low));
}

TEST_CASE("judge: terms without a variance have no interval, bounded ones do") {
  JudgeInput of = plain(2'000, 300, Form::ratio);
  of.scale = scale_of(RewardRange::real);
  of.of.own = {replaybench::nan, replaybench::nan};
  of.of.sums = {2'000, 1e-4, 0};
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

TEST_CASE("judge: what speaks against an estimate, in one order") {
  // Clipped weights of a policy that takes, with probability 0.05, actions that the log never shows.
  JudgeInput of = plain(60, 3, Form::ratio);
  of.weighting = WeightUse::changed;
  of.biased = true;
  of.weights->clipped = true;
  of.weights->mean = 0.7;
  of.unsupported = 0.05;
  of.unseen_in_context = 0.02;
  of.ignores_algorithm = "dm";
  of.least_reward = 0;
  of.most_reward = 1;
  std::vector<WarningKind> kinds;
  for (const auto& warning : judge(of).warnings) kinds.push_back(warning.kind);
  CHECK(kinds == std::vector{WarningKind::few_effective, WarningKind::few_rewards,
                             WarningKind::bias_not_in_interval, WarningKind::algorithm_ignored,
                             WarningKind::actions_unsupported,
                             WarningKind::actions_unseen_in_context});
  CHECK_THAT(judge(of).warnings[2].marked, Contains("clips, smooths or replaces"));
  of.smooths_actions = true;
  CHECK(judge(of).warnings[2].kind == WarningKind::bias_not_in_interval);
  CHECK_THAT(judge(of).warnings[2].marked, Contains("the policy smoothed by the bandwidth"));
  CHECK(judge(of).withheld.empty());
  of.unsupported = 0.2;
  CHECK(judge(of).withheld.find("with probability 0.2") != std::string::npos);
  // Weights that are not changed have mean 1.
  of.weighting = WeightUse::importance;
  of.weights->clipped = false;
  CHECK(judge(of).warnings.front().kind == WarningKind::weights_do_not_fit);
  // Propensities that an evaluator ignores withhold any estimate.
  JudgeInput ignoring = plain(200, 60, Form::ratio);
  const std::vector<EvaluationWarning> violations{{WarningKind::propensities_unused, "biased"}};
  CHECK(judge(ignoring).withheld.empty());
  ignoring.violations = violations;
  CHECK_FALSE(judge(ignoring).withheld.empty());
}

TEST_CASE("judge: a difference of any size, however small the rewards, is by what is declared") {
  // Rewards times 2^-30, which is exact: the interval is the same times 2^-30, and of the same kind.
  for (const Form form : {Form::mean, Form::ratio, Form::modelled}) {
    JudgeInput of = plain(200, 60, form);
    of.scale = scale_of(RewardRange::real);
    of.of.sums = {200, of.of.variance, 0};
    const JudgedEstimate large = judge(of);
    of.of.estimate *= 0x1p-30;
    of.of.variance *= 0x1p-60;
    of.of.own = {of.of.own.low * 0x1p-30, of.of.own.high * 0x1p-30};
    of.of.sums->second *= 0x1p-60;
    const JudgedEstimate small = judge(of);
    CHECK(small.interval.kind == large.interval.kind);
    CHECK(small.interval.low == Approx(large.interval.low * 0x1p-30).epsilon(1e-12));
  }
}

TEST_CASE("judge: the words of an interval are in the unit of the rewards") {
  JudgeInput of = plain(200, 3, Form::mean);
  of.of.estimate *= 4;
  of.of.variance *= 16;
  of.scale.highest = 4;
  const EvaluationInterval interval = judge(of).interval;
  CHECK_THAT(interval.method, Contains("within [0, 4]"));
  of.of.largest_part = 0.5;
  CHECK_THAT(judge(of).interval.method, Contains("at the largest weight, +2"));
}

TEST_CASE("judge: few clusters have a wider interval, and a warning") {
  JudgeInput of = plain(200, 100, Form::mean);
  of.of.clusters = 1e6;
  const JudgedEstimate many = judge(of);
  of.of.clusters = 3;
  const JudgedEstimate few = judge(of);
  const auto width = [](const JudgedEstimate& judged) {
    return judged.interval.high - judged.interval.low;
  };
  // Student's t with two degrees of freedom: 4.303 for 1.960.
  CHECK(width(few) / width(many) == Approx(4.303 / 1.960).epsilon(0.05));
  CHECK(few.standard_error == many.standard_error);
  of.of.wants_normal = true;
  of.of.own_kind.level = 0.99;
  const EvaluationInterval normal = judge(of).interval;
  CHECK(normal.high - judge(of).estimate == Approx(9.925 * few.standard_error).epsilon(1e-3));
  CHECK(std::any_of(few.warnings.begin(), few.warnings.end(),
                    [](const auto& warning) { return warning.kind == WarningKind::few_clusters; }));
  CHECK(std::none_of(many.warnings.begin(), many.warnings.end(), [](const auto& warning) {
    return warning.kind == WarningKind::few_clusters;
  }));
}
