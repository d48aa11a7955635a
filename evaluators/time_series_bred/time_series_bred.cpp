// BRED for a log whose environment changes, without windows: the records offered at a moment of the
// pass are drawn near that moment of the log.
//
// Source: thesis, section 5.11.1 (p. 196), described and left to future work. There is no print to
// deviate from; what had to be decided:
//   - slot s of K T is centred at record s / K; if pools change, the pass stays so long at
//     record i that one of the records drawn there is accepted under uniform logging: the harmonic
//     mean of the pools' sizes near it, weighted by the kernel (the fractions are carried over to
//     the next record). T interactions are expected, for any width; for width = 0 that is K_i
//     slots, for a width of many logs bred's expansion. The drawn record comes with its own pool; near a change,
//     those of the smaller pool are then accepted too often: a bias of order width over the length
//     of a zone (a static policy, zones of 200 records with 5 actions that pay 0.3 and 20 that pay
//     0.05, width 20: 0.013 too high). windowed_bred{cut="pools"} has none.
//   - the discrete distribution is a rounded Gaussian of deviation `width` records, reflected at
//     the ends of the log: suite/resample/nearby_records.hpp.
//   - the jitter is that of the whole log, h = C / sqrt(T).
// width = 0 offers each record K times in the order of the log; a width of many logs is bred.
// Columns: those of PassStatistics (suite/estimation/resampled_replay.hpp), where acceptance is
// relative to uniform logging over the pools.

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/expansion.hpp"
#include "suite/estimation/pass_progress.hpp"
#include "suite/estimation/scope_statistics.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/estimation/static_error.hpp"
#include "suite/numeric/nan.hpp"
#include "suite/resample/nearby_records.hpp"

namespace replaybench::evaluators::time_series_bred {

namespace {

struct TimeSeriesBredOptions {
  double width = 1000;  ///< in records, >= 0
  std::uint64_t resamples = 30;
  double expansion = 0;  ///< 0: the size of the pools nearby
  estimation::Combine combine = estimation::Combine::mean_of_ratios;
  estimation::JitterRequest jitter;
  std::vector<std::uint64_t> checkpoints;  ///< rows at numbers of accepted records
};

// Records that a pass offers, and their places.
struct Itinerary {
  estimation::Scope scope;
  std::vector<std::uint32_t> visits = {};  // slots at each record; empty: as many at each
  std::vector<double> offered = {};  // mean number of times that each record is drawn; as above
};

Itinerary plan_pass(const Log& log, double expansion, double width) {
  const std::size_t n = log.size();
  Itinerary plan;
  plan.scope.records = static_cast<double>(n);
  if (!log.has_pools()) {
    plan.scope.slots = static_cast<double>(estimation::expanded_size(log, expansion));
    for (std::size_t i = 0; i < n; ++i) {
      plan.scope.expected += plan.scope.slots / plan.scope.records / log.available(i).size();
    }
    return plan;
  }
  std::vector<double> acceptance(n);  // of a record, under uniform logging
  for (std::size_t i = 0; i < n; ++i) acceptance[i] = 1.0 / log.available(i).size();
  acceptance = mean_near(acceptance, width);
  const double fixed =
      expansion == 0 ? 0 : static_cast<double>(estimation::expanded_size(log, expansion));
  std::vector<double> visits(n);
  double wanted = 0;
  double given = 0;
  for (std::size_t i = 0; i < n; ++i) {
    // Evenly spaced slots have the places of NearbyRecords without visits.
    wanted = expansion == 0 ? wanted + 1 / acceptance[i]
                            : fixed * static_cast<double>(i + 1) / plan.scope.records;
    visits[i] = (expansion == 0 ? std::floor(wanted + 0.5) : std::ceil(wanted)) - given;
    given += visits[i];
    plan.scope.expected += visits[i] * acceptance[i];
    plan.visits.push_back(static_cast<std::uint32_t>(visits[i]));
  }
  plan.scope.slots = given;
  plan.offered = mean_near(visits, width);
  return plan;
}

class TimeSeriesBred final : public Evaluator {
 public:
  explicit TimeSeriesBred(TimeSeriesBredOptions options) : options_(std::move(options)) {}

  LogAssumptions assumptions() const override {
    LogAssumptions assumptions;
    assumptions.uniform_actions = true;
    assumptions.whole_horizon = options_.expansion == 0;
    return assumptions;
  }
  const RowSchema& schema() const override { return estimation::PassStatistics::columns(); }
  /// One row whose step is the size of the log, or one for each checkpoint that all resamples
  /// reached. O(B K T) chooses, memory O(T). Throws NotApplicable when the log is empty, when E T
  /// is not a whole number from 1 on, when there is nothing to jitter.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto log = trial.log();
    if (log->size() == 0) throw NotApplicable("the log is empty: there is nothing to resample");
    const auto n = static_cast<std::uint32_t>(log->size());
    const Itinerary itinerary = plan_pass(*log, options_.expansion, options_.width);
    const std::vector<std::uint32_t>& visits = itinerary.visits;
    const estimation::Scope& scope = itinerary.scope;
    const auto slots = static_cast<std::uint64_t>(scope.slots);
    auto jitter = estimation::make_jitter(*log, options_.jitter, n);
    std::vector<std::uint32_t> acceptances(n);
    const Agent fresh = trial.agent();

    ReplayOptions options;
    options.checkpoints = options_.checkpoints;
    options.acceptances = acceptances;
    if (jitter) options.noise = &*jitter;
    const double over_logs =
        estimation::StaticError(*log, fresh, options_.jitter).variance(itinerary.offered);
    estimation::ScopeStatistics total(scope, options_.combine);
    std::vector<estimation::PassStatistics> curve(
        options_.checkpoints.size(),
        estimation::PassStatistics(options_.combine, estimation::mean_pool_size(*log)));
    for (std::uint64_t b = 0; b < options_.resamples; ++b) {
      ++estimation::passes_begun();
      const PassKeys keys = keys_of_pass(trial.policy_stream(), b);
      NearbyRecords source = visits.empty() ? NearbyRecords(n, slots, options_.width, keys.records)
                                            : NearbyRecords(visits, options_.width, keys.records);
      if (jitter) jitter->set_key(keys.noise);
      std::fill(acceptances.begin(), acceptances.end(), 0);
      Agent agent = fresh;
      Tally tally;
      replay_pass(agent, {*log, source, slots, keys.policy, options}, tally);
      std::uint64_t used = 0;
      for (const std::uint32_t count : acceptances) used += count > 0;
      total.add(tally.sums, used);
      for (std::size_t i = 0; i < tally.curve.size(); ++i) curve[i].add(tally.curve[i], {});
    }
    if (options_.checkpoints.empty()) rows.push_back(total.row(n, over_logs));
    const estimation::PassColumns& c = estimation::PassStatistics::columns();
    for (std::size_t i = 0; i < curve.size(); ++i) {
      if (curve[i].estimates().count < options_.resamples) break;
      rows.push_back(curve[i].row(options_.checkpoints[i], nan));
      if (log->has_pools()) rows.back()[c.acceptance] = nan;
    }
  }
  Passes passes() const override { return {.count = options_.resamples}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    const estimation::PassColumns& c = estimation::PassStatistics::columns();
    std::vector<std::string> remarks;
    if (std::isfinite(row[c.distinct])) {
      remarks.push_back(
          fmt::format("acceptance {:.3f} of what uniform logging gives; {:.1f} % of the records "
                      "were learned from, each {:.1f} times",
                      row[c.acceptance], 100 * row[c.distinct], row[c.copies]));
    }
    if (!agent.learns()) {
      remarks.push_back("a static policy: replay gives the same without resampling");
      for (std::string& remark : estimation::no_interval_remarks("time_series_bred", agent, row)) {
        remarks.push_back(std::move(remark));
      }
      return remarks;
    }
    const double around = 2 * std::sqrt(3.141592653589793) * options_.width;
    const double size = static_cast<double>(log.size());
    if (around > size) {
      remarks.push_back("the width is so large that this is almost bred: what changes is erased");
    } else {
      remarks.push_back(
          fmt::format("at each moment about {:.0f} records stand for the environment; the width is "
                      "a bandwidth (thesis, section 5.11.1, p. 196): too large, what changes is "
                      "erased and the estimate too low; too small, the copies of the same few "
                      "records are memorised and it is too high. Compare several",
                      std::max(around, 1.0)));
    }
    remarks.push_back(
        "no interval: the resamples of a learning algorithm share this log's records, and their "
        "spread is no error of the estimate (thesis, figure 5.16b, section 5.10.2, p. 188); "
        "bootstrap would break the order of the log");
    return remarks;
  }

 private:
  TimeSeriesBredOptions options_;
};

std::shared_ptr<const Evaluator> make(const TimeSeriesBredOptions& options) {
  estimation::require_increasing("time_series_bred", options.checkpoints);
  return std::make_shared<TimeSeriesBred>(options);
}

const auto parameters = bind_parameters<TimeSeriesBredOptions>(
    real(&TimeSeriesBredOptions::width, "width",
         "standard deviation, in records, of where the record of a slot is drawn around the slot's "
         "place in the log")
        .at_least(0)
        .at_most(1e15)
        .source("thesis, section 5.11.1 (p. 196): no value"),
    estimation::resamples_parameter(&TimeSeriesBredOptions::resamples)
        .source("thesis, section 5.3.2 (p. 126)"),
    real(&TimeSeriesBredOptions::expansion, "expansion",
         "E: records offered in a resample, as a multiple of the log's; 0: the size of the pools "
         "nearby, so that T interactions are replayed")
        .at_least(0),
    estimation::combine_parameter(&TimeSeriesBredOptions::combine)
        .source("thesis, algorithm 12 (section 5.3.2, p. 126)"),
    estimation::checkpoints_parameter(&TimeSeriesBredOptions::checkpoints,
                                      "numbers of accepted records at which to give a row"),
    group(&TimeSeriesBredOptions::jitter, estimation::jitter_parameters()));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "time_series_bred",
     .group = Group::bred,
     .summary = "bred whose records are drawn near the moment of the log that is being replayed",
     .source = "thesis, section 5.11.1 (p. 196)",
     .revision = 3,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Logs of uniformly random actions from an environment that changes slowly against the "
         "width; pools may change. Any algorithm; with contexts only with jitter."}};

}  // namespace replaybench::evaluators::time_series_bred
