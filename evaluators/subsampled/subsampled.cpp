// Stability of an evaluator: another evaluator on many random subsamples of the log.
//
// Source: Li, Chu, Langford, Wang, "Unbiased offline evaluation of contextual-bandit-based news
// article recommendation algorithms", WSDM 2011, section 4.4 and table 1: one day of a random
// bucket, "subsampled [...] so that each event is used with probability 0.5", each algorithm run
// 100 times.
//
//   paper                      here
//   each event used with 0.5   keep: every record, independently, in the order of the log
//   100 runs                   runs
//   mean, std, max, min        estimate, standard_deviation, largest, smallest
//
// Caution: the subsamples share records, half of one with any other if keep = 0.5. The deviation is
// therefore not the deviation between logs like this one. For a static policy and subsamples of n
// records of a log of n / keep, only the difference from the log varies: the variance is 1 - keep
// times the variance over independent logs of the same size (a sample
// without replacement: Cochran, "Sampling techniques", 1977, theorem 2.2). `standard_deviation` is
// the printed one; divide by sqrt(1 - keep) for independent logs.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/component/registry.hpp"
#include "suite/estimation/inner_evaluator.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/stream/word_stream.hpp"

namespace replaybench::evaluators::subsampled {

namespace {

struct SubsampledOptions {
  std::shared_ptr<const Evaluator> inner;
  bool inner_estimates_value = true;
  double keep = 0.5;         ///< in (0, 1]
  std::uint64_t runs = 100;  ///< at least 1
};

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_deviation = add("standard_deviation");
  RowColumn smallest = add("smallest");
  RowColumn largest = add("largest");
  RowColumn relative_deviation = add("relative_deviation");
  RowColumn accepted = add(Role::accepted);
  RowColumn kept = add("kept", Role::count);
} result{};

/// Estimates of the runs at one row of the inner evaluator.
struct Estimates {
  numeric::Moments moments;
  double smallest = std::numeric_limits<double>::infinity();
  double largest = -std::numeric_limits<double>::infinity();
  numeric::Moments accepted;

  void add(double estimate) {
    moments.add(estimate);
    smallest = std::min(smallest, estimate);
    largest = std::max(largest, estimate);
  }
};

class Subsampled final : public Evaluator {
 public:
  explicit Subsampled(SubsampledOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override { return options_.inner->assumptions(); }
  bool estimates_value() const override { return options_.inner_estimates_value; }
  /// estimate              mean of the inner evaluator's estimates over the runs
  /// standard_deviation    of them; NaN for one run
  /// smallest, largest     of them
  /// relative_deviation    standard_deviation / estimate
  /// accepted              mean of what it reports as accepted; NaN if it does not
  /// kept                  mean number of records of a subsample
  const RowSchema& schema() const override { return result; }
  /// A row for each row of the inner evaluator that all runs have. Costs `runs` inner
  /// evaluations, and the memory of one more log. Throws NotApplicable if the inner evaluator
  /// does.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    const RowSchema& inner = options_.inner->schema();
    const bool reports_accepted = inner.find(Role::accepted).has_value();
    constexpr std::uint64_t first = std::uint64_t{1} << 51;
    std::vector<Estimates> estimates;
    std::vector<std::uint64_t> steps;
    std::vector<std::uint32_t> records;
    std::vector<ResultRow> of_run;
    numeric::Moments kept;
    for (std::uint64_t run = 0; run < options_.runs; ++run) {
      WordStream words(replicate_key(trial.policy_stream(), first + 2 * run), 0);
      records.clear();
      for (std::size_t i = 0; i < log->size(); ++i) {
        if (words.uniform() < options_.keep) records.push_back(static_cast<std::uint32_t>(i));
      }
      kept.add(static_cast<double>(records.size()));
      Trial part = trial.with_log(std::make_shared<const Log>(log->select(records)),
                                  replicate_key(trial.policy_stream(), first + 2 * run + 1));
      of_run.clear();
      options_.inner->evaluate(part, of_run);
      if (run == 0) {
        estimates.resize(of_run.size());
        for (const ResultRow& row : of_run) steps.push_back(row.step);
      }
      estimates.resize(std::min(estimates.size(), of_run.size()));
      for (std::size_t i = 0; i < estimates.size(); ++i) {
        estimates[i].add(value_of(inner, of_run[i], Role::estimate));
        if (reports_accepted) estimates[i].accepted.add(value_of(inner, of_run[i], Role::accepted));
      }
    }
    for (std::size_t i = 0; i < estimates.size(); ++i) {
      const Estimates& of = estimates[i];
      const double deviation = of.moments.standard_deviation();
      rows.push_back(result.row(
          estimates.size() == 1 ? log->size() : steps[i],
          {result.estimate(of.moments.mean), result.standard_deviation(deviation),
           result.smallest(of.smallest), result.largest(of.largest),
           result.relative_deviation(deviation / of.moments.mean),
           result.accepted(of.accepted.count > 0 ? of.accepted.mean
                                                 : std::numeric_limits<double>::quiet_NaN()),
           result.kept(kept.mean)}));
    }
  }
  std::vector<std::string> remarks(const Log&, const Agent&, const ResultRow& row) const override {
    return {
        fmt::format("over {} subsamples, which share records, the estimate varies by {:.2g} %; "
                    "over independent logs of that size, for a static policy, by {:.2g} %",
                    options_.runs, 100 * row[result.relative_deviation],
                    100 * row[result.relative_deviation] / std::sqrt(1 - options_.keep))};
  }

 private:
  SubsampledOptions options_;
};

struct UserOptions : SubsampledOptions {
  std::string of = "replay";
};

std::shared_ptr<const Evaluator> make(const UserOptions& written) {
  SubsampledOptions options = written;
  const auto inner = estimation::make_inner_evaluator("subsampled", "of", written.of,
                                                      "there is nothing to leave out");
  options.inner = inner.evaluator;
  options.inner_estimates_value = inner.estimates_value;
  return std::make_shared<Subsampled>(std::move(options));
}

const auto parameters = bind_parameters<UserOptions>(
    estimation::of_parameter(&UserOptions::of),
    real(&UserOptions::keep, "keep", "probability with which a record is kept").above(0).below(1),
    integer(&UserOptions::runs, "runs", "subsamples").repeats_work().at_least(1));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "subsampled",
     .group = Group::wrappers,
     .summary = "any evaluator on random subsamples of the log: mean, deviation, extremes",
     .source = "Li, Chu, Langford, Wang, WSDM 2011, section 4.4, table 1",
     .revision = 3,  // as the evaluators that it may apply
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Any log, and what the inner evaluator is for. The subsamples share records: their "
         "deviation is sqrt(1 - keep) times that over logs of their own, for a static policy."}};

}  // namespace replaybench::evaluators::subsampled
