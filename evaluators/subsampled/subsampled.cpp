#include "evaluators/subsampled/subsampled.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/estimation/inner_evaluator.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/stream/word_stream.hpp"

namespace replaybench::evaluators::subsampled {

namespace {

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

}  // namespace

const RowSchema& Subsampled::schema() const { return result; }

void Subsampled::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto log = trial.log();
  const RowSchema& inner = options_.inner->schema();
  const bool reports_accepted = inner.find(Role::accepted).has_value();
  // Apart from the keys of other evaluators' passes: see keys_of_pass.
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
    // The step of a row is its checkpoint; without checkpoints, what is read of the log.
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

std::vector<std::string> Subsampled::remarks(const Log&, const Agent&, const ResultRow& row) const {
  return {
      fmt::format("over {} subsamples, which share records, the estimate varies by {:.2g} %; over "
                  "independent logs of that size, for a static policy, by {:.2g} %",
                  options_.runs, 100 * row[result.relative_deviation],
                  100 * row[result.relative_deviation] / std::sqrt(1 - options_.keep))};
}

namespace {

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
     .applicability = "Any log, and what the inner evaluator is for. The subsamples share records: "
                      "their deviation "
                      "is sqrt(1 - keep) times that over logs of their own, for a static policy."}};

}  // namespace replaybench::evaluators::subsampled
