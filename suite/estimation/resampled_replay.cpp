#include "suite/estimation/resampled_replay.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/expansion.hpp"
#include "suite/estimation/importance.hpp"
#include "suite/estimation/pass_progress.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/estimation/static_error.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/model/pool.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/resample/weighted_records.hpp"

namespace replaybench::estimation {

const PassColumns& PassStatistics::columns() {
  static const PassColumns columns;
  return columns;
}

namespace {

std::uint64_t accepted_records(std::span<const std::uint32_t> acceptances) {
  return acceptances.size() -
         static_cast<std::uint64_t>(std::count(acceptances.begin(), acceptances.end(), 0u));
}

}  // namespace

void PassStatistics::add(const Sums& sums, std::span<const std::uint32_t> acceptances) {
  add(sums, accepted_records(acceptances), acceptances.size());
}

void PassStatistics::add(const Sums& sums, std::uint64_t used, std::size_t records) {
  estimates_.add(ratio_estimate(sums));
  accepted_.add(static_cast<double>(sums.accepted));
  records_ += static_cast<double>(sums.records);
  reward_ += sums.reward();
  weight_ += sums.weight();
  if (sums.accepted == 0) ++empty_;
  if (records == 0) return;
  distinct_.add(static_cast<double>(used) / static_cast<double>(records));
  if (used > 0) copies_.add(static_cast<double>(sums.accepted) / static_cast<double>(used));
}

ResultRow PassStatistics::row(std::uint64_t step, double over_logs) const {
  const double n = static_cast<double>(estimates_.count);
  const double estimate = combine_ == Combine::mean_of_ratios ? estimates_.mean
                          : weight_ > 0                       ? reward_ / weight_
                                                              : 0;
  const double variance = estimates_.count > 1 ? estimates_.variance() : nan;
  const double error = std::sqrt(over_logs + variance / n);
  const PassColumns& c = columns();
  return c.row(step,
               {c.estimate(estimate), c.standard_error(error), c.accepted(accepted_.mean),
                c.records(records_ / n), c.acceptance(accepted_.mean * mean_pool_ / (records_ / n)),
                c.distinct(distinct_.count > 0 ? distinct_.mean : nan),
                c.copies(copies_.count > 0 ? copies_.mean : nan), c.bootstrap_variance(variance),
                c.empty(empty_)});
}

LogAssumptions ResampledReplay::assumptions() const {
  LogAssumptions assumptions;
  if (!options_.by_importance) assumptions = weighting_assumptions(options_.weighting);
  assumptions.whole_horizon = options_.expansion == 0 || options_.until_accepted;
  return assumptions;
}

void ResampledReplay::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto log = trial.log();
  if (log->size() == 0) throw NotApplicable("the log is empty: there is nothing to resample");
  const std::uint64_t wanted = !options_.until_accepted ? 0
                               : options_.accepted == 0 ? log->size()
                                                        : options_.accepted;
  const double mean_pool = options_.by_importance ? mean_actions(*log) : mean_pool_size(*log);
  const std::uint64_t slots = options_.until_accepted
                                  ? wanted * log->action_count * 1'000
                                  : expanded_size_for(*log, options_.expansion, mean_pool);
  const std::vector<double> weights = record_weights(*log, options_.weighting);
  // Mean number of draws of each record; empty if it is equal for all.
  const std::vector<double> drawn =
      options_.by_importance ? importance_weights(owner_, *log) : std::vector<double>{};
  const auto table = drawn.empty() ? nullptr : std::make_shared<const WeightTable>(drawn);
  const auto jitter = make_jitter(*log, options_.jitter, log->size());
  std::vector<std::uint32_t> records(log->size());
  std::iota(records.begin(), records.end(), 0);
  const Agent fresh = trial.agent();

  struct Pass {
    Tally tally;
    std::uint64_t used = 0;  // records that were accepted
  };
  std::vector<Pass> passes(options_.resamples);
  const auto run_pass = [&](std::uint64_t b) {
    ++passes_begun();
    const PassKeys keys = keys_of_pass(trial.policy_stream(), b);
    const auto source = table ? std::make_unique<WeightedRecords>(table, records, keys.records)
                              : make_source(options_.drawing, records, slots, keys.records);
    std::vector<std::uint32_t> acceptances(log->size());
    auto noise = jitter;
    ReplayOptions options;
    options.weights = weights;
    options.checkpoints = options_.checkpoints;
    options.acceptances = acceptances;
    if (options_.until_accepted) options.max_accepted = wanted;
    if (noise) {
      noise->set_key(keys.noise);
      options.noise = &*noise;
    }
    Agent agent = fresh;
    Tally& tally = passes[b].tally;
    replay_pass(agent, {*log, *source, slots, keys.policy, options}, tally);
    if (tally.sums.accepted < wanted) {
      throw NotApplicable(fmt::format(
          "after {} draws from this log the policy agreed with {}, of the {} wanted: what it plays "
          "is not there",
          tally.sums.records, tally.sums.accepted, wanted));
    }
    passes[b].used = accepted_records(acceptances);
  };
  const double over_logs =
      StaticError(*log, fresh, options_.jitter).variance(drawn.empty() ? weights : drawn);
  SharedPool(1)->for_each(options_.resamples, run_pass);

  PassStatistics total(options_.combine, mean_pool);
  std::vector<PassStatistics> curve(options_.checkpoints.size(), total);
  auto next_row = options_.resample_checkpoints.begin();
  for (std::uint64_t b = 0; b < options_.resamples; ++b) {
    const Tally& tally = passes[b].tally;
    total.add(tally.sums, passes[b].used, log->size());
    for (std::size_t i = 0; i < tally.curve.size(); ++i) curve[i].add(tally.curve[i], {});
    if (next_row != options_.resample_checkpoints.end() && *next_row == b + 1) {
      rows.push_back(total.row(b + 1, over_logs));
      ++next_row;
    }
  }
  if (!options_.resample_checkpoints.empty()) return;
  if (options_.checkpoints.empty()) rows.push_back(total.row(log->size(), over_logs));
  for (std::size_t i = 0; i < curve.size(); ++i) {
    // A checkpoint that only some resamples reached would be a mean over the lucky ones.
    if (curve[i].estimates().count < options_.resamples) break;
    rows.push_back(curve[i].row(options_.checkpoints[i], over_logs));
  }
}

EstimateBasis ResampledReplay::evaluate_with_basis(Trial& trial,
                                                   std::vector<ResultRow>& rows) const {
  evaluate(trial, rows);
  return basis_of_resamples(*this, trial, options_.weighting);
}

Binding<ResampledReplayOptions> resampled_replay_parameters(bool by_importance) {
  using Options = ResampledReplayOptions;
  auto parameters = bind_parameters<Options>(
      resamples_parameter(&Options::resamples).source("thesis, section 5.3.2 (p. 126)"),
      expansion_parameter(&Options::expansion, by_importance ? "arithmetic" : "harmonic"),
      combine_parameter(&Options::combine).source("thesis, algorithm 12 (section 5.3.2, p. 126)"),
      resample_checkpoints_parameter(&Options::resample_checkpoints),
      checkpoints_parameter(&Options::checkpoints,
                            "numbers of accepted records at which to give a row"),
      group(&Options::jitter, jitter_parameters()));
  if (!by_importance) parameters.add(group(&Options::weighting, weighting_parameters()));
  return parameters;
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
