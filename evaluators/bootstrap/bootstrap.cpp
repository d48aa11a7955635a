// The bootstrap of any evaluator: the variation of its estimate between logs like this one.
//
// Source: thesis, section 5.10.2 (p. 188; "bootstrap S-BRED, that is resampling datasets S_i of
// size T and computing S-BRED on each of them"), not run there; section 5.3.2 (p. 126) for the
// bootstrap; Efron, "Bootstrap methods: another look at the jackknife", 1979.
//
//   thesis     here
//   S_i        `resamples` logs of `size` records drawn with replacement, one after the other
//   S-BRED     of: any evaluator with its parameters
//   CTR^(S-BRED)(T)   standard_error, [low, high]
//
// Caution: a resample of T records has 63 % of the log's records, some of them twice or more.
// An evaluator that copies records (bred, s_bred) copies the copies, and a learning algorithm
// overfits them more than the records of the log itself. Mean over logs (and its standard error) of
// `bias`, the resamples' mean minus the estimate, for s_bred{resamples=1} on the synthetic model
// (K = 10, 15 features, 6 to 40 logs):
//
//                              T = 300           T = 1000          T = 3000
//   ucb{alpha=1}               0.015 (0.006)     0.022 (0.003)     0.022 (0.006)
//   lin_ucb, jitter=50         0.008 (0.006)     0.037 (0.005)     0.041 (0.006)
//   lin_ucb, no jitter        -0.019 (0.009)    -0.116 (0.009)     0.115 (0.007)
//   lin_ucb{alpha=0.1}, none   0.063 (0.008)     0.117 (0.010)     0.113 (0.006)
//
// (Negative if an algorithm that explores much wastes its choices on known records.) Therefore every
// interval [low, high] from the resamples' estimates is displaced by this bias (the basic interval in
// the other direction); the standard error is not. T-BRED tests no copy of what it has learned:
// see experiments/5_bred/interval_coverage for the coverage of both.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/component/basis.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/inner_evaluator.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/statistics/intervals.hpp"
#include "suite/stream/word_stream.hpp"

namespace replaybench::evaluators::bootstrap {

namespace {

/// suite/statistics/intervals.hpp. `bias_corrected` is BCa without its acceleration, which would
/// take one more evaluation for each record.
enum class BootstrapInterval { percentile, basic, studentised, bias_corrected };

struct BootstrapOptions {
  std::shared_ptr<const Evaluator> inner;
  bool inner_estimates_value = true;
  std::string inner_text = "s_bred{resamples=5}";
  std::uint64_t resamples = 200;
  std::uint64_t size = 0;  ///< records of a resample; 0 means those of the log
  double level = 0.95;
  BootstrapInterval interval = BootstrapInterval::percentile;
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn mean = add("mean");
  RowColumn bias = add("bias");
  RowColumn low = add(Role::interval_low);
  RowColumn high = add(Role::interval_high);
  RowColumn accepted = add(Role::accepted);
  RowColumn deviation = add("deviation");
} result{};

}  // namespace

namespace intervals = replaybench::statistics;

namespace {

const char* name_of_interval(BootstrapInterval interval) {
  switch (interval) {
    case BootstrapInterval::percentile:
      return "percentile";
    case BootstrapInterval::basic:
      return "basic";
    case BootstrapInterval::bias_corrected:
      return "bias-corrected";
    case BootstrapInterval::studentised:
      return "studentised";
  }
  return "";
}

class Bootstrap final : public Evaluator {
 public:
  explicit Bootstrap(BootstrapOptions options) : options_(std::move(options)) {}

  /// The inner evaluator's.
  LogAssumptions assumptions() const override { return options_.inner->assumptions(); }
  bool estimates_value() const override { return options_.inner_estimates_value; }
  /// estimate         the inner evaluator's, on the log itself
  /// standard_error   standard deviation of its estimates on the resamples; NaN for one resample,
  ///                  and for a `size` other than the log's: it is then no error of this estimate
  /// mean             of these
  /// bias             mean less estimate
  /// low, high        interval at `level`; NaN with fewer resamples than min_resamples(level),
  ///                  and for such a `size`
  /// deviation        standard deviation of its estimates on the resamples, for any size
  /// accepted         the inner evaluator's, on the log itself; NaN if it has none
  const RowSchema& schema() const override { return result; }
  /// The inner evaluator's rows on the log, as many as all resamples have too. Costs
  /// resamples + 1 inner evaluations, and the memory of one more log and of resamples x rows
  /// numbers. With a `size` other than the log's all columns except `estimate` describe logs of that size.
  /// Throws NotApplicable if the log is empty, if the inner evaluator throws it, or if a
  /// studentised interval is requested and the inner evaluator gives no standard error.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    if (log->size() == 0) throw NotApplicable("the log is empty: there is nothing to resample");
    std::vector<ResultRow> of_log;
    options_.inner->evaluate(trial, of_log);
    std::vector<std::vector<double>> estimates(of_log.size());
    std::vector<std::vector<double>> studentised(of_log.size());
    std::vector<std::uint32_t> records(options_.size > 0 ? options_.size : log->size());
    constexpr std::uint64_t first = std::uint64_t{1} << 50;
    const RowSchema& inner = options_.inner->schema();
    const bool wants_errors = options_.interval == BootstrapInterval::studentised;
    if (wants_errors && std::isnan(value_of(inner, of_log.at(0), Role::standard_error))) {
      throw NotApplicable("a studentised interval needs the standard error that " +
                          options_.inner_text + " does not give here");
    }
    std::vector<ResultRow> of_resample;
    for (std::uint64_t r = 0; r < options_.resamples; ++r) {
      WordStream words(replicate_key(trial.policy_stream(), first + 2 * r), 0);
      for (std::uint32_t& record : records) {
        record = words.below(static_cast<std::uint32_t>(log->size()));
      }
      Trial other = trial.with_log(std::make_shared<const Log>(log->select(records)),
                                   replicate_key(trial.policy_stream(), first + 2 * r + 1));
      of_resample.clear();
      options_.inner->evaluate(other, of_resample);
      estimates.resize(std::min(estimates.size(), of_resample.size()));
      for (std::size_t i = 0; i < estimates.size(); ++i) {
        const double estimate = value_of(inner, of_resample[i], Role::estimate);
        estimates[i].push_back(estimate);
        if (wants_errors) {
          studentised[i].push_back((estimate - value_of(inner, of_log[i], Role::estimate)) /
                                   value_of(inner, of_resample[i], Role::standard_error));
        }
      }
    }
    for (std::size_t i = 0; i < estimates.size(); ++i) {
      numeric::Moments moments;
      for (const double estimate : estimates[i]) moments.add(estimate);
      const double estimate = value_of(inner, of_log[i], Role::estimate);
      const double deviation = moments.standard_deviation();
      const bool of_such_logs = records.size() == log->size();
      const auto interval = of_such_logs ? interval_of(of_log[i], estimates[i], studentised[i])
                                         : intervals::Interval{nan, nan};
      rows.push_back(result.row(
          of_log[i].step,
          {result.estimate(estimate), result.standard_error(of_such_logs ? deviation : nan),
           result.mean(moments.mean), result.bias(moments.mean - estimate),
           result.low(interval.low), result.high(interval.high),
           result.accepted(value_of(inner, of_log[i], Role::accepted)),
           result.deviation(deviation)}));
    }
  }
  EstimateBasis evaluate_with_basis(Trial& trial, std::vector<ResultRow>& rows) const override {
    evaluate(trial, rows);
    EstimateBasis basis;
    basis.own.level = options_.level;
    return basis;
  }
  Passes passes() const override { return {.count = options_.resamples}; }
  /// By statistics::weigh_bias.
  std::optional<IntervalDoubt> interval_doubt(const ResultRow& row) const override {
    const double displaced = row[result.bias] / row[result.standard_error];
    const intervals::ResampleBias bias = intervals::weigh_bias(displaced);
    if (bias == intervals::ResampleBias::negligible) return std::nullopt;
    return IntervalDoubt{
        .reason =
            fmt::format("the mean of the resamples is {:+.2f} standard errors from the estimate, "
                        "and [{:.4g}, {:.4g}], made of them, is displaced by as much",
                        displaced, row[result.low], row[result.high]),
        .normal_holds = bias == intervals::ResampleBias::displaces};
  }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    std::vector<std::string> remarks;
    remarks.push_back(
        fmt::format("over {} logs resampled from this one {} has a standard deviation of {:.4g}",
                    options_.resamples, options_.inner_text, row[result.deviation]));
    if (options_.size > 0 && options_.size != log.size()) {
      remarks.push_back(
          fmt::format("no interval: the resamples have {} records, this log {}; every number but "
                      "the estimate is about logs of that size",
                      options_.size, log.size()));
    } else if (std::isnan(row[result.low])) {
      remarks.push_back(
          fmt::format("no {} interval: at this level it takes {} resamples, each with a number; an "
                      "interval by the standard deviation of these {} assumes that they are normal",
                      name_of_interval(options_.interval), intervals::min_resamples(options_.level),
                      options_.resamples));
    }
    if (agent.learns()) {
      remarks.push_back(fmt::format(
          "the mean of the resamples is {:+.4g} from the estimate: they have duplicates, and a "
          "learning algorithm overfits what is copied again by an evaluator that copies; the "
          "interval is displaced by as much, and the estimate's own bias is not seen here",
          row[result.bias]));
    }
    return remarks;
  }

 private:
  /// `studentised`: one for each of `statistics` if such an interval is requested, otherwise empty.
  replaybench::statistics::Interval interval_of(const ResultRow& of_log,
                                                std::span<const double> statistics,
                                                std::span<const double> studentised) const {
    const double level = options_.level;
    const RowSchema& inner = options_.inner->schema();
    const double estimate = value_of(inner, of_log, Role::estimate);
    if (statistics.size() < intervals::min_resamples(level)) return {nan, nan};
    switch (options_.interval) {
      case BootstrapInterval::percentile:
        break;
      case BootstrapInterval::basic:
        return intervals::basic_interval(estimate, statistics, level);
      case BootstrapInterval::bias_corrected:
        return intervals::bca_interval(estimate, statistics, 0, level);
      case BootstrapInterval::studentised: {
        const double error = value_of(inner, of_log, Role::standard_error);
        if (std::any_of(studentised.begin(), studentised.end(),
                        [](double t) { return std::isnan(t); })) {
          return {nan, nan};
        }
        return intervals::studentised_interval(estimate, error, studentised, level);
      }
    }
    return intervals::percentile_interval(statistics, level);
  }

  BootstrapOptions options_;
};

std::shared_ptr<const Evaluator> make(const BootstrapOptions& written) {
  BootstrapOptions options = written;
  const auto inner = estimation::make_inner_evaluator("bootstrap", "of", written.inner_text,
                                                      "there is nothing to resample");
  options.inner = inner.evaluator;
  options.inner_estimates_value = inner.estimates_value;
  return std::make_shared<Bootstrap>(std::move(options));
}

const auto parameters = bind_parameters<BootstrapOptions>(
    estimation::of_parameter(&BootstrapOptions::inner_text)
        .source("thesis, section 5.10.2 (p. 188): S-BRED"),
    estimation::resamples_parameter(&BootstrapOptions::resamples, "logs drawn from this one"),
    integer(&BootstrapOptions::size, "size",
            "records of a resampled log; 0: as many as the log has")
        .at_least(0)
        .at_most(4294967295.0),
    choice(&BootstrapOptions::interval, "interval",
           {{"percentile", BootstrapInterval::percentile},
            {"basic", BootstrapInterval::basic},
            {"studentised", BootstrapInterval::studentised},
            {"bias_corrected", BootstrapInterval::bias_corrected}},
           "how [low, high] is made of the resamples"),
    estimation::level_parameter(&BootstrapOptions::level));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "bootstrap",
     .group = Group::wrappers,
     .is_core = true,
     .summary = "any evaluator on resampled logs: standard error, interval",
     .source = "thesis, section 5.10.2 (p. 188); Efron, 1979",
     .revision = 3,  // as the evaluators that it may apply
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Any log whose records are exchangeable (an environment that does not change) and what "
         "the inner evaluator is for. For learning algorithms take t_bred; s_bred and bred are "
         "overfitted by those that use contexts, and `bias` displaces the interval."}};

}  // namespace replaybench::evaluators::bootstrap
