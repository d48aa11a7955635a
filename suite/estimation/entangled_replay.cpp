#include "suite/estimation/entangled_replay.hpp"

#include <fmt/core.h>

#include <cmath>

#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/expansion.hpp"
#include "suite/estimation/resampled_replay.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench::estimation {

const EntangledColumns& EntangledStatistics::columns() {
  static const EntangledColumns columns;
  return columns;
}

EntangledStatistics::EntangledStatistics(const Log& log, std::vector<double> weights,
                                         bool drawn_by_weight)
    : log_(log),
      splits_(log),
      weights_(std::move(weights)),
      drawn_by_weight_(drawn_by_weight),
      mean_pool_(mean_pool_size(log)),
      tested_(log.size()) {}

std::vector<double> EntangledStatistics::weights_for(const EntangledSplit& split) const {
  if (!log_.has_copies() && !drawn_by_weight_) return weights_;
  std::vector<double> of_pass = weights_;
  if (weights_.empty() || drawn_by_weight_) of_pass.assign(log_.size(), 1);
  for (const std::uint32_t record : split.tests) of_pass[record] = weight_of_test(record);
  return of_pass;
}

void EntangledStatistics::add(const Tally& tally, std::span<const std::uint32_t> acceptances,
                              std::span<const std::uint32_t> tests) {
  ++passes_;
  for (const std::uint32_t record : tests) tested_[record] += acceptances[record];
  if (tally.sums.accepted > 0) {
    estimates_.add(ratio_estimate(tally.sums));
  } else {
    ++empty_;
  }
  reward_ += tally.sums.reward();
  weight_ += tally.sums.weight();
  training_reward_ += tally.training.reward();
  training_weight_ += tally.training.weight();
  records_ += static_cast<double>(tally.sums.records);
  const double accepted = static_cast<double>(tally.sums.accepted + tally.training.accepted);
  accepted_.add(accepted);
  tests_accepted_.add(static_cast<double>(tally.sums.accepted));
  std::uint64_t used = 0;
  for (const std::uint32_t count : acceptances) used += count > 0;
  distinct_.add(static_cast<double>(used) / static_cast<double>(acceptances.size()));
  if (used > 0) copies_.add(accepted / static_cast<double>(used));
}

double EntangledStatistics::standard_error() const {
  const double g = estimate();
  numeric::Sum squares;
  double records = 0;
  for (std::size_t t = 0; t < tested_.size(); ++t) {
    if (tested_[t] == 0) continue;
    ++records;
    const double part = tested_[t] * weight_of_test(t) * (log_.rewards[t] - g);
    squares.add(part * part);
  }
  if (records < 2) return nan;
  return std::sqrt(squares.value() * (records / (records - 1))) / weight_;
}

ResultRow EntangledStatistics::row(std::uint64_t step) const {
  const double records = records_ / static_cast<double>(passes_);
  const double training = training_weight_ > 0 ? training_reward_ / training_weight_ : nan;
  const EntangledColumns& c = columns();
  return c.row(
      step,
      {c.estimate(estimate()), c.standard_error(standard_error()), c.accepted(accepted_.mean),
       c.records(records), c.acceptance(accepted_.mean * mean_pool_ / records),
       c.distinct(distinct_.mean), c.copies(copies_.count > 0 ? copies_.mean : nan),
       c.bootstrap_variance(estimates_.count > 1 ? estimates_.variance() : nan), c.empty(empty_),
       c.training(training), c.overfitting(training - estimate()), c.tested(tests_accepted_.mean)});
}

std::size_t test_count(double tau, std::size_t records) {
  const double tests = tau * static_cast<double>(records);
  // A tau of 1/T stands for one test, for any last digit of the product.
  if (tests < 1 - 1e-9) {
    throw NotApplicable(fmt::format(
        "tau = {} of {} records is less than one test: tau must be at least 1 / records", tau,
        records));
  }
  const auto count = static_cast<std::size_t>(std::floor(tests + 0.5));
  if (count >= records) {
    throw NotApplicable(
        fmt::format("tau = {} of {} records leaves none to learn from", tau, records));
  }
  return count;
}

void require_slots(std::uint64_t slots, std::size_t tests) {
  // Half of what can be numbered: the copies that are shuffled may be more than the slots.
  if (slots > 0x7fff'ffffu) {
    throw NotApplicable(fmt::format("a resample of {} slots is too long: 2^31 or more", slots));
  }
  if (slots <= tests) {
    throw NotApplicable(
        fmt::format("a resample of {} slots has no room beside its {} tests", slots, tests));
  }
}

Binding<EntangledOptions> entangled_parameters(bool with_checkpoints) {
  using Options = EntangledOptions;
  auto parameters = bind_parameters<Options>(
      resamples_parameter(&Options::resamples, "B, resamples, each with other tests")
          .source("thesis, figure A.3 (appendix A.4.1, p. 225) and appendix A.5.3 (p. 233): at "
                  "least 100"),
      real(&Options::tau, "tau", "share of the records that are tests in a resample")
          .above(0)
          .below(1)
          .source("thesis, figure A.3 (appendix A.4.1, p. 225): 10%"),
      boolean(&Options::tweaked, "tweaked",
              "T-BRED^TL: learn from a record at its first acceptance only")
          .source("thesis, appendix A.4.2 (p. 228)"));
  if (with_checkpoints) {
    parameters.add(resample_checkpoints_parameter(&Options::resample_checkpoints));
  }
  parameters.add(group(&Options::jitter, jitter_parameters()));
  return parameters;
}

void require_consistent(const std::string& name, const EntangledOptions& options) {
  require_increasing(name, options.resample_checkpoints, "resample_checkpoints");
  if (!options.resample_checkpoints.empty() &&
      options.resample_checkpoints.back() > options.resamples) {
    throw SpecErrors(fmt::format("{}: resample_checkpoints go to {}, beyond the {} resamples", name,
                                 options.resample_checkpoints.back(), options.resamples));
  }
}

std::string tested_rewards_remark() {
  return "the standard error is that of the tested rewards, not of what the algorithm would learn "
         "from another log";
}

std::vector<std::string> entangled_remarks(const Log& log, const Agent& agent, const ResultRow& row,
                                           std::uint64_t resamples) {
  const EntangledColumns& c = EntangledStatistics::columns();
  std::vector<std::string> remarks;
  remarks.push_back(
      fmt::format("a resample tested {:.1f} rewards and learned from {:.1f} % of the records, each "
                  "{:.1f} times",
                  row[c.tested], 100 * row[c.distinct], row[c.copies]));
  if (row[c.tested] == 0) {
    remarks.push_back(
        "no test was accepted in any resample: the estimate is 0 by convention and means nothing; "
        "more resamples, a larger tau or a larger log");
    return remarks;
  }
  if (std::isfinite(row[c.overfitting]) && agent.learns()) {
    const double errors = row[c.overfitting] / row[c.standard_error];
    const bool above = errors > 2;
    const bool below = errors < -2;
    remarks.push_back(fmt::format(
        "{} {:+.4f}: the algorithm earned {:.4f} on the records that it may have learned before "
        "and {:.4f} on records that it had not seen; {}",
        above || below ? "overfitting" : "overfitting is not distinguishable from 0,",
        row[c.overfitting], row[c.training], row[c.estimate],
        above   ? "the estimate is the latter: what was memorised did not raise it"
        : below ? "it earned less where it may have learned, as an algorithm that explores records "
                  "which it knows; or the log's assumptions fail"
                : "the difference is less than two standard errors"));
  }
  const double used = static_cast<double>(resamples) - row[c.empty];
  if (std::isfinite(row[c.bootstrap_variance])) {
    remarks.push_back(
        fmt::format("the drawing of the {} resamples moves the estimate by about {:.4f} (one "
                    "standard deviation); four times as many resamples halve that",
                    resamples, std::sqrt(row[c.bootstrap_variance] / used)));
  }
  if (row[c.empty] > 0) {
    remarks.push_back(fmt::format("{:.0f} of {} resamples accepted no test: they count for nothing",
                                  row[c.empty], resamples));
  }
  if (log.size() < log.action_count) {
    remarks.push_back(
        fmt::format("{} records for {} actions: some actions were never logged, and the algorithm "
                    "cannot learn their rewards",
                    log.size(), log.action_count));
  }
  if (agent.learns()) {
    remarks.push_back(
        tested_rewards_remark() +
        "; the estimate is more often too low than too high, because the algorithm learns less "
        "from the copies than from as many new records would (thesis, appendix A.5, p. 231)");
  }
  return remarks;
}

}  // namespace replaybench::estimation
