// Replay: reads the log in order, lets the algorithm see a record's reward only when it chooses the
// logged action, and ignores the record whole otherwise.
//
// Source: thesis algorithm 10 (section 3.2, p. 71); weights in sections 3.6.1 (p. 89), 3.6.2
// (p. 91) and 3.7.2 (p. 97).
//   T     records of the log
//   V_t   1 if record t was accepted, otherwise 0
//   K_t   actions available at record t
//   p_t   probability with which the log's policy took the logged action
//   tau   clip
//   w_t   weight: 1, K_t, or 1 / max(p_t, tau)
// estimate = sum V_t w_t r_t / sum V_t w_t, and 0 when nothing was accepted (section 3.5.1, p. 77).
// The estimate is of g_A(T/K), not of g_A(T) (section 3.4, p. 75). The weight enters only the
// estimate: the algorithm learns from the raw reward (by section 3.6.3, p. 92, weighting the reward
// would repair nothing).
//
// segments = separate: the stretches of the log with a constant pool are estimated one by one,
// while the algorithm goes on learning, and estimate = sum T_i g_i / sum T_i (section 3.7.2,
// p. 97). Without bias except for the empty stretches; `joint` with weights = pool_size has a bias in
// O(1/T) instead, and with weights = none one that does not vanish. The draws of the first stretch
// are those of the policy stream, of stretch i > 0 those of replicate_key(policy, i).
//
// Columns: estimate; standard_error (see tally_estimates.hpp; separate: of independent stretches);
// accepted; records; reward_sum, the sum of V_t w_t r_t.

#include <cmath>
#include <vector>

#include "suite/component/basis_evaluator.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/known_policy.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/model/counted_replay.hpp"

namespace replaybench::evaluators::replay {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
  RowColumn reward_sum = add(Role::reward_sum);
} result{};

ResultRow row_of(std::uint64_t step, const Sums& sums) {
  return result.row(step, {result.estimate(estimation::ratio_estimate(sums)),
                           result.standard_error(estimation::ratio_standard_error(sums)),
                           result.accepted(sums.accepted), result.records(sums.records),
                           result.reward_sum(sums.reward())});
}

// One past the last record of the stretch with a constant pool that begins at `first`.
std::size_t end_of_zone(const Log& log, std::size_t first) {
  if (!log.has_pools()) return log.size();
  std::size_t end = first + 1;
  while (end < log.size() && log.pools[end] == log.pools[first]) ++end;
  return end;
}

class Replay final : public BasisEvaluator {
 public:
  /// `checkpoints`: increasing numbers of accepted records; not with `separate_segments`.
  Replay(estimation::Weighting weighting, bool separate_segments,
         std::vector<std::uint64_t> checkpoints)
      : weighting_(weighting),
        separate_segments_(separate_segments),
        checkpoints_(std::move(checkpoints)) {}

  /// Segments apart need no constant pool.
  LogAssumptions assumptions() const override {
    LogAssumptions assumptions = estimation::weighting_assumptions(weighting_);
    if (separate_segments_) assumptions.constant_pool = false;
    return assumptions;
  }
  const RowSchema& schema() const override { return result; }
  Passes passes() const override { return {.count = 1, .counts_records = true}; }
  /// Reports whether red_inf would use more of the log.
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    if (separate_segments_) return {};
    auto remarks = estimation::remark_on_frequencies(weighting_);
    for (std::string& remark :
         estimation::remark_on_known_policy(log, agent, row[result.accepted],
                                            "red_inf" + estimation::weighting_text(weighting_))) {
      remarks.push_back(std::move(remark));
    }
    return remarks;
  }

 private:
  /// One row whose step is the size of the log; with checkpoints one for each that was reached,
  /// whose step is the checkpoint and whose records are those read until then. O(T) chooses.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const override {
    const auto log = trial.log();
    const std::vector<double> weights = estimation::record_weights(*log, weighting_);
    ReplayOptions options;
    options.weights = weights;
    options.checkpoints = checkpoints_;
    std::vector<std::uint32_t> records;
    if (basis) options.accepted_records = &records;
    Agent agent = trial.agent();
    if (separate_segments_) {
      rows.push_back(evaluate_segments(*log, std::move(agent), trial.policy_stream(), options));
    } else {
      const Tally tally =
          counted_replay(agent, *log, Schedule::in_order(*log), trial.policy_stream(), options);
      if (checkpoints_.empty()) rows.push_back(row_of(log->size(), tally.sums));
      for (const Sums& sums : tally.curve) rows.push_back(row_of(sums.accepted, sums));
    }
    if (!basis || rows.empty()) return;
    const ResultRow& last = rows.back();
    records.resize(static_cast<std::size_t>(last[result.accepted]));  // until the last checkpoint
    const bool is_ratio = !separate_segments_ || end_of_zone(*log, 0) >= log->size();
    *basis = estimation::basis_of_accepted(is_ratio ? EstimateForm::ratio : EstimateForm::other,
                                           *log, weighting_, weights, records);
    basis->offered = static_cast<std::uint64_t>(last[result.records]);
    if (is_ratio && weights.empty()) basis->reward_sum = last[result.reward_sum];
  }
  ResultRow evaluate_segments(const Log& log, Agent agent, StreamKey policy,
                              const ReplayOptions& options) const {
    double estimate = 0;
    double variance = 0;
    double accepted = 0;
    double reward_sum = 0;
    const double records = static_cast<double>(log.size());
    std::uint64_t segment = 0;
    for (std::size_t first = 0; first < log.size(); ++segment) {
      const std::size_t end = end_of_zone(log, first);
      const StreamKey draws = segment == 0 ? policy : replicate_key(policy, segment);
      const Sums sums =
          counted_replay(agent, log, Schedule::range(first, end - first), draws, options).sums;
      const double share = static_cast<double>(end - first) / records;
      const double error = share * estimation::ratio_standard_error(sums);
      estimate += share * estimation::ratio_estimate(sums);
      variance += error * error;
      accepted += static_cast<double>(sums.accepted);
      reward_sum += sums.reward();
      first = end;
    }
    const double error =
        log.size() == 0 ? std::numeric_limits<double>::quiet_NaN() : std::sqrt(variance);
    return result.row(log.size(), {result.estimate(estimate), result.standard_error(error),
                                   result.accepted(accepted), result.records(records),
                                   result.reward_sum(reward_sum)});
  }

  estimation::Weighting weighting_;
  bool separate_segments_;
  std::vector<std::uint64_t> checkpoints_;
};

struct Options {
  estimation::Weighting weighting;
  bool separate = false;
  std::vector<std::uint64_t> checkpoints;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  estimation::require_increasing("replay", options.checkpoints);
  if (options.separate && !options.checkpoints.empty()) {
    throw SpecErrors("replay: checkpoints need segments = \"joint\"");
  }
  return std::make_shared<Replay>(options.weighting, options.separate, options.checkpoints);
}

const auto parameters = bind_parameters<Options>(
    group(&Options::weighting, estimation::weighting_parameters()),
    choice(&Options::separate, "segments", {{"joint", false}, {"separate", true}},
           "one ratio over the log, or one for each stretch of constant pool")
        .source("thesis, section 3.7.2 (p. 97)"),
    estimation::checkpoints_parameter(
        &Options::checkpoints,
        "numbers of accepted records at which to give a row; empty: the end"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "replay",
     .group = Group::replay,
     .is_core = true,
     .summary = "mean reward of the records whose action the policy chooses",
     .source = "thesis algorithm 10 (section 3.2, p. 71)",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described(),
     .aliases = "rejection_sampling"},
    {.make = parameters.factory(make),
     .applicability = "Any algorithm on a log of uniformly random actions. For a learning "
                      "algorithm it estimates the reward of its first T/K interactions, not of T. "
                      "With weights only static policies.",
     .properties = {
         .is_default_for = DefaultFor::logs,
         .on_known_propensities = "replay{weights=\"propensity\"} for a static policy"}}};

}  // namespace replaybench::evaluators::replay
