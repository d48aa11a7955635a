#include "suite/estimation/pass_progress.hpp"
#include "suite/estimation/resampled_replay.hpp"

#include <fmt/core.h>

#include <cmath>
#include <numeric>

#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/numeric/nan.hpp"

namespace replaybench::estimation {

namespace {}  // namespace

const PassColumns& PassStatistics::columns() {
  static const PassColumns columns;
  return columns;
}

void PassStatistics::add(const Sums& sums, std::span<const std::uint32_t> acceptances) {
  estimates_.add(ratio_estimate(sums));
  accepted_.add(static_cast<double>(sums.accepted));
  records_ += static_cast<double>(sums.records);
  reward_ += sums.reward;
  weight_ += sums.weight;
  if (sums.accepted == 0) ++empty_;
  if (acceptances.empty()) return;
  std::uint64_t used = 0;
  for (const std::uint32_t count : acceptances) used += count > 0;
  distinct_.add(static_cast<double>(used) / static_cast<double>(acceptances.size()));
  if (used > 0) copies_.add(static_cast<double>(sums.accepted) / static_cast<double>(used));
}

ResultRow PassStatistics::row(std::uint64_t step, bool learns) const {
  const double n = static_cast<double>(estimates_.count);
  const double estimate = combine_ == Combine::mean_of_ratios ? estimates_.mean
                          : weight_ > 0                       ? reward_ / weight_
                                                              : 0;
  const double variance = estimates_.count > 1 ? estimates_.variance() : nan;
  const double passes = records_ / n / static_cast<double>(log_.size());
  const double error = learns ? nan : std::sqrt(variance * std::max(passes, 1.0));
  const PassColumns& c = columns();
  return c.row(step, {c.estimate(estimate), c.standard_error(error), c.accepted(accepted_.mean),
                      c.records(records_ / n),
                      c.acceptance(accepted_.mean * log_.action_count / (records_ / n)),
                      c.distinct(distinct_.count > 0 ? distinct_.mean : nan),
                      c.copies(copies_.count > 0 ? copies_.mean : nan),
                      c.bootstrap_variance(variance), c.empty(empty_)});
}

std::uint64_t expanded_size(const Log& log, double expansion) {
  const double slots =
      (expansion == 0 ? log.action_count : expansion) * static_cast<double>(log.size());
  const double whole = std::floor(slots + 0.5);
  if (whole < 1 || std::fabs(slots - whole) > 1e-6 || whole >= 0x1p53) {
    throw NotApplicable(fmt::format(
        "an expansion of {} for {} records offers {} records: not a whole number from 1 on",
        expansion, log.size(), slots));
  }
  return static_cast<std::uint64_t>(whole);
}

LogAssumptions ResampledReplay::assumptions() const {
  LogAssumptions assumptions = weighting_assumptions(options_.weighting);
  assumptions.whole_horizon = options_.expansion == 0 || options_.until_accepted;
  return assumptions;
}

void ResampledReplay::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto log = trial.log();
  if (log->size() == 0) throw NotApplicable("the log is empty: there is nothing to resample");
  const std::uint64_t wanted = !options_.until_accepted ? 0
                               : options_.accepted == 0 ? log->size()
                                                        : options_.accepted;
  const std::uint64_t slots = options_.until_accepted ? wanted * log->action_count * 1'000
                                                      : expanded_size(*log, options_.expansion);
  const std::vector<double> weights = record_weights(*log, options_.weighting);
  auto jitter = make_jitter(*log, options_.jitter, log->size());
  std::vector<std::uint32_t> records(log->size());
  std::iota(records.begin(), records.end(), 0);
  std::vector<std::uint32_t> acceptances(log->size());
  const Agent fresh = trial.agent();

  ReplayOptions options;
  options.weights = weights;
  options.checkpoints = options_.checkpoints;
  options.acceptances = acceptances;
  if (options_.until_accepted) options.most_accepted = wanted;
  if (jitter) options.noise = &*jitter;
  PassStatistics total(*log, options_.combine);
  std::vector<PassStatistics> curve(options_.checkpoints.size(), total);
  auto next_row = options_.resample_checkpoints.begin();
  for (std::uint64_t b = 0; b < options_.resamples; ++b) {
    ++passes_begun();
    const PassKeys keys = keys_of_pass(trial.policy(), b);
    const auto source = make_source(options_.drawing, records, slots, keys.records);
    if (jitter) jitter->set_key(keys.noise);
    std::fill(acceptances.begin(), acceptances.end(), 0);
    Agent agent = fresh;
    Tally tally;
    replay_pass(agent, {*log, *source, slots, keys.policy, options}, tally);
    if (tally.sums.accepted < wanted) {
      throw NotApplicable(fmt::format(
          "after {} draws from this log the policy agreed with {}, of the {} wanted: what it plays "
          "is not there",
          tally.sums.records, tally.sums.accepted, wanted));
    }
    total.add(tally.sums, acceptances);
    for (std::size_t i = 0; i < tally.curve.size(); ++i) curve[i].add(tally.curve[i], {});
    if (next_row != options_.resample_checkpoints.end() && *next_row == b + 1) {
      rows.push_back(total.row(b + 1, fresh.learns()));
      ++next_row;
    }
  }
  if (!options_.resample_checkpoints.empty()) return;
  if (options_.checkpoints.empty()) rows.push_back(total.row(log->size(), fresh.learns()));
  for (std::size_t i = 0; i < curve.size(); ++i) {
    // What only the lucky resamples reached would be a mean over them alone.
    if (curve[i].estimates().count < options_.resamples) break;
    rows.push_back(curve[i].row(options_.checkpoints[i], fresh.learns()));
  }
}

std::vector<std::string> pass_remarks(const Log& log, const Agent& agent, const ResultRow& row) {
  const PassColumns& c = PassStatistics::columns();
  const double acceptance = row[c.acceptance];
  const double distinct = row[c.distinct];
  const double copies = row[c.copies];
  std::vector<std::string> remarks;
  if (std::isfinite(distinct)) {
    remarks.push_back(
        fmt::format("acceptance {:.3f} of what uniform logging gives; {:.1f} % of the records were "
                    "learned from, each {:.1f} times",
                    acceptance, 100 * distinct, copies));
  }
  if (row[c.empty] > 0) {
    remarks.push_back(
        fmt::format("{:.0f} resamples accepted nothing and count as 0", row[c.empty]));
  }
  if (agent.learns() && !log.has_pools() && acceptance < 0.95) {
    remarks.push_back(fmt::format(
        "the acceptance is {:.0f} % below 1: the algorithm recognises records that it has learned, "
        "which is overfitting; the estimate is too high. More jitter, or t_bred, which tests on "
        "records that were not learned",
        100 * (1 - acceptance)));
  }
  const double actions = log.action_count;
  const double needed = 20 * actions * actions;
  if (agent.learns() && static_cast<double>(log.size()) < needed) {
    remarks.push_back(fmt::format(
        "rule of thumb (thesis, section 5.7.6, p. 159): {:.0f} records are needed for an algorithm "
        "without "
        "context to be free of overfitting, N K^2 with N = 20; this log has {}; with contexts far "
        "more",
        needed, log.size()));
  }
  if (agent.learns()) {
    remarks.push_back(
        "no interval: the resamples of a learning algorithm share this log's records, and their "
        "spread estimates nothing (thesis figure 5.16b)");
  }
  return remarks;
}

std::vector<std::string> ResampledReplay::remarks(const Log& log, const Agent& agent,
                                                  const ResultRow& row) const {
  auto remarks = pass_remarks(log, agent, row);
  if (!agent.learns()) {
    remarks.push_back(
        "a static policy: red_inf gives the same without resampling, and a tighter interval");
  } else if (log.dimension > 1 && !options_.jitter.wanted()) {
    remarks.push_back(
        "no jitter: an algorithm that uses the features overfits the copies of each record; try "
        "jitter=50, and compare with t_bred");
  }
  return remarks;
}

Binding<ResampledReplayOptions> resampled_replay_parameters() {
  using Options = ResampledReplayOptions;
  return bind_parameters<Options>(
      resamples_parameter(&Options::resamples).source("thesis, section 5.3.2 (p. 126)"),
      expansion_parameter(&Options::expansion),
      combine_parameter(&Options::combine).source("thesis, algorithm 12 (section 5.3.2, p. 126)"),
      resample_checkpoints_parameter(&Options::resample_checkpoints),
      checkpoints_parameter(&Options::checkpoints,
                            "numbers of accepted records at which to give a row"),
      group(&Options::jitter, jitter_parameters()),
      group(&Options::weighting, weighting_parameters()));
}

void require_consistent(const std::string& name, const ResampledReplayOptions& options) {
  require_increasing(name, options.checkpoints);
  require_increasing(name, options.resample_checkpoints, "resample_checkpoints");
  if (options.resample_checkpoints.empty()) return;
  if (!options.checkpoints.empty()) {
    throw SpecErrors(name + ": checkpoints and resample_checkpoints exclude each other");
  }
  if (options.resample_checkpoints.back() > options.resamples) {
    throw SpecErrors(fmt::format("{}: resample_checkpoints go to {}, beyond the {} resamples", name,
                                 options.resample_checkpoints.back(), options.resamples));
  }
}

}  // namespace replaybench::estimation
