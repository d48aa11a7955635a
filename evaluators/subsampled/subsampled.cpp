#include "evaluators/subsampled/subsampled.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/estimation/inner_evaluator.hpp"
#include "suite/numeric/moments.hpp"
#include "suite/stream/word_stream.hpp"

namespace replaybench::evaluators {

namespace {

/// What the runs say at one row of the inner evaluator.
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

std::vector<std::string> Subsampled::columns() const {
  return {"estimate",           "standard_deviation", "smallest", "largest",
          "relative_deviation", "accepted",           "kept"};
}

void Subsampled::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto log = trial.log();
  const auto names = options_.inner->columns();
  const auto accepted =
      static_cast<std::size_t>(std::find(names.begin(), names.end(), "accepted") - names.begin());
  // Apart from the keys of other evaluators' passes: see keys_of_pass.
  constexpr std::uint64_t first = std::uint64_t{1} << 51;
  std::vector<Estimates> estimates;
  std::vector<std::uint64_t> steps;
  std::vector<std::uint32_t> records;
  std::vector<ResultRow> of_run;
  numeric::Moments kept;
  for (std::uint64_t run = 0; run < options_.runs; ++run) {
    WordStream words(replicate_key(trial.policy(), first + 2 * run), 0);
    records.clear();
    for (std::size_t i = 0; i < log->size(); ++i) {
      if (words.uniform() < options_.keep) records.push_back(static_cast<std::uint32_t>(i));
    }
    kept.add(static_cast<double>(records.size()));
    Trial part = trial.on(std::make_shared<const Log>(log->select(records)),
                          replicate_key(trial.policy(), first + 2 * run + 1));
    of_run.clear();
    options_.inner->evaluate(part, of_run);
    if (run == 0) {
      estimates.resize(of_run.size());
      for (const ResultRow& row : of_run) steps.push_back(row.step);
    }
    estimates.resize(std::min(estimates.size(), of_run.size()));
    for (std::size_t i = 0; i < estimates.size(); ++i) {
      estimates[i].add(of_run[i].values.at(0));
      if (accepted < names.size()) estimates[i].accepted.add(of_run[i].values.at(accepted));
    }
  }
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    const Estimates& of = estimates[i];
    const double deviation = of.moments.standard_deviation();
    // The step of a row is its checkpoint; without checkpoints, what is read of the log.
    rows.push_back(
        {estimates.size() == 1 ? log->size() : steps[i],
         {of.moments.mean, deviation, of.smallest, of.largest, deviation / of.moments.mean,
          of.accepted.count > 0 ? of.accepted.mean : std::numeric_limits<double>::quiet_NaN(),
          kept.mean}});
  }
}

std::vector<std::string> Subsampled::remarks(const Log&, const Agent&, const ResultRow& row) const {
  return {fmt::format(
      "over {} subsamples, which share records, the estimate varies by {:.2g} %; over independent "
      "logs of that size, were the policy static, by {:.2g} %",
      options_.runs, 100 * row.values.at(4),
      100 * row.values.at(4) / std::sqrt(1 - options_.keep))};
}

namespace subsampled {

namespace {

std::shared_ptr<const Evaluator> make(const Parameters& parameters) {
  SubsampledOptions options;
  options.inner = estimation::make_evaluator(
      estimation::inner_evaluator("subsampled", parameters, "of", "there is nothing to leave out"));
  options.keep = parameters.real("keep");
  options.runs = static_cast<std::uint64_t>(parameters.integer("runs"));
  return std::make_shared<Subsampled>(std::move(options));
}

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "subsampled",
     .summary = "any evaluator on random subsamples of the log: mean, deviation, extremes",
     .source = "Li, Chu, Langford, Wang, WSDM 2011, section 4.4, table 1",
     .parameters = {text("of", "replay", "the evaluator, with its parameters"),
                    real("keep", 0.5, "probability with which a record is kept").above(0).below(1),
                    integer("runs", 100, "subsamples").at_least(1)}},
    make,
    "Any log, and what the inner evaluator is for. The subsamples share records: their deviation "
    "is sqrt(1 - keep) times that over logs of their own, for a static policy."};

}  // namespace subsampled

}  // namespace replaybench::evaluators
