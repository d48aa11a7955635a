// The interval that `evaluate` shows of an estimator of fixed policies by default, for studies of how
// often it holds the truth: of the estimate, or of its difference from the mean of the log's rewards.
//
// Source: Fay, Feuer 1997 (weighted sums of rewards in [0, 1]); Wilson 1927 on the effective sample
// size (ratios of them); Hall 1992 and Johnson 1978 (all others): suite/statistics.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "suite/component/basis.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/inner_evaluator.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/numeric/elementary.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/offpolicy/fixed_policy.hpp"
#include "suite/statistics/heavy_tail.hpp"
#include "suite/statistics/score_interval.hpp"
#include "suite/statistics/skewed_interval.hpp"
#include "suite/text/errors.hpp"

namespace replaybench::evaluators::default_interval {

namespace {

using offpolicy::Combination;
using statistics::Interval;

constexpr double level = 0.95;

struct Options {
  std::string of = "ips";
  double truth = std::numeric_limits<double>::infinity();
  bool lift = false;
  std::int64_t segment = -1;
  std::uint64_t cluster = 1;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn low = add(Role::interval_low);
  RowColumn high = add(Role::interval_high);
  RowColumn records = add(Role::records);
  RowColumn covered = add("covered");
  RowColumn normal_covered = add("normal_covered");
  RowColumn shown = add("shown");
  RowColumn rewards_of_one_size = add("rewards_of_one_size");
} result{};

// The sums of the parts of each `size` successive records; of the last ones there may be fewer.
std::vector<double> by_cluster(std::span<const double> parts, std::size_t size) {
  std::vector<double> sums((parts.size() + size - 1) / size);
  for (std::size_t i = 0; i < parts.size(); ++i) sums[i / size] += parts[i];
  return sums;
}

// Parts of the interval.
struct Error {
  double estimate = 0;
  double variance = 0;        // of the inner evaluator's estimate
  std::vector<double> parts;  // of the records
  std::vector<double> steps;  // what a reward of 1 in place of 0 changes, record by record
  double mean = 0;            // of the rewards that the half records have
};

class DefaultInterval final : public Evaluator {
 public:
  explicit DefaultInterval(const Options& options)
      : options_(options),
        inner_(estimation::make_inner_evaluator("default_interval", "of", options.of,
                                                "there is no log")),
        fixed_(dynamic_cast<const offpolicy::FixedPolicy*>(inner_.evaluator.get())) {
    if (!fixed_ || !fixed_->definition().has_error) {
      throw SpecErrors(
          "default_interval's of: this evaluator is no estimator of fixed policies with a standard "
          "error, such as ips, snips and dr");
    }
  }

  LogAssumptions assumptions() const override { return inner_.evaluator->assumptions(); }
  const RowSchema& schema() const override { return result; }
  bool never_calls_choose() const override { return true; }

  /// One row: the estimate (or the difference) and its interval, NaN of one record or cluster, and of IPS or
  /// SNIPS whose weights are all 0; whether that holds the truth and whether the normal interval does (0 or 1; NaN without a
  /// truth or an interval); whether the interval is shown, 0
  /// where the terms have no variance; and statistics::rewards_of_one_size of the error. Throws as the
  /// inner evaluator. O(n) more than that.
  void evaluate(Trial& whole, std::vector<ResultRow>& rows) const override {
    const auto log = options_.segment < 0 ? whole.log() : segment_of(*whole.log());
    Trial trial = options_.segment < 0 ? whole : whole.with_log(log, whole.policy_stream());
    std::vector<ResultRow> inner;
    const EstimateBasis basis = inner_.evaluator->evaluate_with_basis(trial, inner);
    const double n = static_cast<double>(log->size());
    const RowSchema& columns = inner_.evaluator->schema();
    const double standard_error = value_of(columns, inner.back(), Role::standard_error);
    Error error{.estimate = value_of(columns, inner.back(), Role::estimate),
                .variance = standard_error * standard_error,
                .parts = basis.influences,
                .steps = basis.weights,
                .mean = 0};
    std::vector<double> terms = log->rewards;
    const double weights = offpolicy::sum_of(basis.weights);
    for (std::size_t i = 0; i < log->size(); ++i) {
      terms[i] *= basis.weights[i];
      if (weights > 0) error.steps[i] /= weights;
    }
    error.mean = error.estimate;
    if (options_.lift) {
      error.mean = offpolicy::sum_of(log->rewards) / n;
      error.estimate -= error.mean;
      for (std::size_t i = 0; i < log->size(); ++i) {
        error.parts[i] -= (log->rewards[i] - error.mean) / n;
        error.steps[i] -= 1 / n;
      }
    }
    if (options_.cluster > 1) {
      error.parts = by_cluster(error.parts, options_.cluster);
      const double clusters = static_cast<double>(error.parts.size());
      error.variance = statistics::sum_influences(error.parts).second * (clusters / (clusters - 1));
    }
    const auto sums = statistics::sum_influences(error.parts);
    const Interval interval = interval_of(*log, error, sums, basis);
    const double half = numeric::normal_quantile((1 + level) / 2) * std::sqrt(sums.second);
    const auto holds = [&](const Interval& of) {
      if (!std::isfinite(options_.truth) || std::isnan(of.low)) return nan;
      return of.low <= options_.truth && options_.truth <= of.high ? 1.0 : 0.0;
    };
    const bool shown =
        log->reward_range() != RewardRange::real || !statistics::tail_of(terms).has_no_variance();
    // A segment's size varies by chance, so the row describes the whole log.
    rows.push_back(result.row(
        whole.log()->size(),
        {result.estimate(error.estimate), result.low(interval.low), result.high(interval.high),
         result.records(log->size()), result.covered(holds(interval)),
         result.normal_covered(holds({error.estimate - half, error.estimate + half})),
         result.shown(shown ? 1 : 0),
         result.rewards_of_one_size(statistics::rewards_of_one_size(sums))}));
  }

 private:
  // The records whose feature `segment` is not 0.
  std::shared_ptr<const Log> segment_of(const Log& log) const {
    const auto feature = static_cast<std::size_t>(options_.segment);
    if (feature >= log.dimension) {
      throw NotApplicable(fmt::format("default_interval: segment {} of a log with {} features",
                                      feature, log.dimension));
    }
    ContextReader contexts(log);
    std::vector<std::uint32_t> records;
    for (std::size_t i = 0; i < log.size(); ++i) {
      if (contexts[i][feature] != 0) records.push_back(static_cast<std::uint32_t>(i));
    }
    if (records.empty()) throw NotApplicable("default_interval: the segment has no record");
    return std::make_shared<const Log>(log.select(records));
  }

  Interval interval_of(const Log& log, const Error& error, const statistics::InfluenceSums& sums,
                       const EstimateBasis& basis) const {
    const double largest = *std::max_element(basis.weights.begin(), basis.weights.end());
    const auto& definition = fixed_->definition();
    const bool of_rewards = !options_.lift && !definition.needs_model;
    if (error.parts.size() < 2 || (of_rewards && largest == 0)) return {nan, nan};
    const RewardRange range = log.reward_range();
    if (range == RewardRange::real) {
      return statistics::skewed_interval(error.estimate, sums, level);
    }
    const double variance = error.variance;
    if (of_rewards && definition.combination == Combination::mean) {
      auto interval = statistics::gamma_interval(error.estimate, variance,
                                                 largest / static_cast<double>(log.size()), level);
      interval.high = std::min(interval.high, 1.0);
      return interval;
    }
    if (of_rewards && definition.combination == Combination::ratio) {
      const double most = offpolicy::summarise_weights(basis.weights).effective;
      const double mean = error.estimate;
      const double size = range == RewardRange::binary || !(variance > 0)
                              ? statistics::effective_size(mean, variance, most)
                              : mean * (1 - mean) / variance;
      return statistics::score_interval(mean, size, level);
    }
    return statistics::skewed_interval(
        error.estimate,
        statistics::with_half_records(sums, statistics::steps_of(error.steps), error.mean), level);
  }

  Options options_;
  estimation::InnerEvaluator inner_;
  const offpolicy::FixedPolicy* fixed_;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<DefaultInterval>(options);
}

const auto parameters = bind_parameters<Options>(
    estimation::of_parameter(&Options::of),
    real(&Options::truth, "truth",
         "the true value; inf: it is not known, and covered and normal_covered are NaN"),
    boolean(&Options::lift, "lift",
            "the interval of the estimate less the mean of the log's rewards"),
    integer(&Options::segment, "segment",
            "only records whose feature of this number, from 0, is not 0, as a log of their own; "
            "-1: all")
        .at_least(-1),
    integer(&Options::cluster, "cluster",
            "so many successive records are a cluster, and the interval is by cluster; 1: records "
            "are independent")
        .at_least(1));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "default_interval",
     .group = Group::evaluator_measures,
     .summary = "the interval that is shown of an estimate by default, and whether it holds the "
                "truth",
     .source = "our design",
     .revision = 2,  // as the evaluators that it may apply
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Where the true value is known: a study of intervals. For estimators of "
                      "fixed policies that "
                      "have a standard error."}};

}  // namespace replaybench::evaluators::default_interval
