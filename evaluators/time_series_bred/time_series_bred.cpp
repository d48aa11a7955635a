#include "evaluators/time_series_bred/time_series_bred.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/pass_progress.hpp"
#include "suite/estimation/shared_parameters.hpp"
#include "suite/resample/nearby_records.hpp"

namespace replaybench::evaluators {

LogAssumptions TimeSeriesBred::assumptions() const {
  LogAssumptions assumptions;
  assumptions.uniform_actions = true;
  assumptions.whole_horizon = options_.expansion == 0;
  return assumptions;
}

void TimeSeriesBred::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto log = trial.log();
  if (log->size() == 0) throw NotApplicable("the log is empty: there is nothing to resample");
  const auto n = static_cast<std::uint32_t>(log->size());
  // By the pools only where they change: with one pool the centres are the same either way.
  std::vector<std::uint32_t> visits;
  estimation::Scope scope;
  scope.records = n;
  if (options_.expansion == 0 && log->has_pools()) {
    for (std::size_t i = 0; i < n; ++i) visits.push_back(log->available(i).size());
    for (const std::uint32_t slots : visits) scope.slots += slots;
    scope.expected = n;
  } else {
    scope.slots = static_cast<double>(estimation::expanded_size(*log, options_.expansion));
    for (std::size_t i = 0; i < n; ++i) {
      scope.expected += scope.slots / n / log->available(i).size();
    }
  }
  const auto slots = static_cast<std::uint64_t>(scope.slots);
  auto jitter = estimation::make_jitter(*log, options_.jitter, n);
  std::vector<std::uint32_t> acceptances(n);
  const Agent fresh = trial.agent();

  ReplayOptions options;
  options.checkpoints = options_.checkpoints;
  options.acceptances = acceptances;
  if (jitter) options.noise = &*jitter;
  estimation::ScopeStatistics total(*log, scope, options_.combine);
  std::vector<estimation::PassStatistics> curve(options_.checkpoints.size(),
                                                estimation::PassStatistics(*log, options_.combine));
  for (std::uint64_t b = 0; b < options_.resamples; ++b) {
    ++estimation::passes_begun();
    const PassKeys keys = keys_of_pass(trial.policy(), b);
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
  if (options_.checkpoints.empty()) rows.push_back(total.row(n, fresh.learns()));
  const estimation::PassColumns& c = estimation::PassStatistics::columns();
  for (std::size_t i = 0; i < curve.size(); ++i) {
    // What only the lucky resamples reached would be a mean over them alone.
    if (curve[i].estimates().count < options_.resamples) break;
    rows.push_back(curve[i].row(options_.checkpoints[i], fresh.learns()));
    // How many of so many would be accepted depends on which pools they came from.
    if (log->has_pools()) rows.back()[c.acceptance] = std::numeric_limits<double>::quiet_NaN();
  }
}

std::vector<std::string> TimeSeriesBred::remarks(const Log& log, const Agent& agent,
                                                 const ResultRow& row) const {
  const estimation::PassColumns& c = estimation::PassStatistics::columns();
  std::vector<std::string> remarks;
  if (std::isfinite(row[c.distinct])) {
    remarks.push_back(fmt::format(
        "acceptance {:.3f} of what uniform logging gives; {:.1f} % of the records were learned "
        "from, each {:.1f} times",
        row[c.acceptance], 100 * row[c.distinct], row[c.copies]));
  }
  if (!agent.learns()) {
    remarks.push_back("a static policy: replay, which needs no resampling, says the same");
    return remarks;
  }
  // A kernel of deviation w weighs like 2 sqrt(pi) w records of equal weight.
  const double around = 2 * std::sqrt(3.141592653589793) * options_.width;
  const double size = static_cast<double>(log.size());
  if (around > size) {
    remarks.push_back("the width is so large that this is almost bred: what changes is erased");
  } else {
    remarks.push_back(fmt::format(
        "at each moment about {:.0f} records stand for the environment; the width is a bandwidth "
        "(thesis, section 5.11.1, p. 196): too large, what changes is erased and the estimate too "
        "low; too small, the "
        "copies of the same few records are memorised and it is too high. Compare several",
        std::max(around, 1.0)));
  }
  remarks.push_back(
      "no interval: the resamples of a learning algorithm share this log's records, and their "
      "spread estimates nothing (thesis figure 5.16b)");
  return remarks;
}

namespace time_series_bred {

namespace {

std::shared_ptr<const Evaluator> make(const TimeSeriesBredOptions& options) {
  estimation::require_increasing("time_series_bred", options.checkpoints);
  return std::make_shared<TimeSeriesBred>(options);
}

const auto parameters = bind_parameters<TimeSeriesBredOptions>(
    real(&TimeSeriesBredOptions::width, "width",
         "standard deviation, in records, of where the record of a slot is drawn around the "
         "slot's place in the log")
        .at_least(0)
        .at_most(1e15)
        .source("thesis, section 5.11.1 (p. 196): no value"),
    estimation::resamples_parameter(&TimeSeriesBredOptions::resamples)
        .source("thesis, section 5.3.2 (p. 126)"),
    real(&TimeSeriesBredOptions::expansion, "expansion",
         "E: records offered in a resample, in logs; 0: the size of the pool")
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
     .summary = "bred whose records are drawn near the moment of the log that is being replayed",
     .source = "thesis, section 5.11.1 (p. 196)",
     .parameters = parameters.described()},
    parameters.factory(make),
    "Logs of uniformly random actions from an environment that changes slowly against the width; "
    "pools "
    "may change. Any algorithm; with contexts only with jitter."};

}  // namespace time_series_bred

}  // namespace replaybench::evaluators
