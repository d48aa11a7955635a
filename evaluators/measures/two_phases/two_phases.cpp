// The two phases of a challenge: an algorithm is replayed on the first part of a log, where
// everybody may tune, and again on the rest, which is unseen.
//
// Source: thesis section 4.2.1 (p. 101), figure 4.8.
//   phase 1   the first `share` of the records; its score is the estimate, so that tunings select
//   by it
//   phase 2   the rest; its score is phase_2
// Each score is the estimate of `replay` with the same weights.
//
// Left open by the thesis: whether an algorithm began phase 2 with what it had learned in phase
// 1. state = fresh starts again (the default, because code was submitted), state = kept goes on.
//    The draws of phase 1 are
// those of the policy stream, those of phase 2 of replicate_key(policy, 1).
//
// Columns: estimate, standard_error (of phase 1, as replay); accepted; records (phase 1's);
// phase_2, phase_2_error, phase_2_accepted.

#include <fmt/core.h>

#include <cmath>

#include "suite/component/basis_evaluator.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/model/originals.hpp"

namespace replaybench::evaluators::two_phases {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
  RowColumn phase_2 = add("phase_2");
  RowColumn phase_2_error = add("phase_2_error");
  RowColumn phase_2_accepted = add("phase_2_accepted", Role::count);
} result{};

class TwoPhases final : public BasisEvaluator {
 public:
  /// `share` in (0, 1).
  TwoPhases(estimation::Weighting weighting, double share, bool kept)
      : weighting_(weighting), share_(share), kept_(kept) {}

  LogAssumptions assumptions() const override {
    return estimation::weighting_assumptions(weighting_);
  }
  const RowSchema& schema() const override { return result; }
  std::vector<std::string> remarks(const Log& log, const Agent&,
                                   const ResultRow& row) const override {
    return {
        fmt::format("the estimate is of phase 1, the first {:.0f} of {} records; phase 2, the "
                    "others, has {:.6g} from {:.0f} accepted records (standard error {:.2g})",
                    row[result.records], log.size(), row[result.phase_2],
                    row[result.phase_2_accepted], row[result.phase_2_error])};
  }

 private:
  /// One row whose step is the size of the log. Phase 1 has floor(share T) records. O(T) chooses.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const override {
    const auto log = trial.log();
    const std::vector<double> weights = estimation::record_weights(*log, weighting_);
    ReplayOptions options;
    options.weights = weights;
    std::vector<std::uint32_t> records;
    if (basis) options.accepted_records = &records;
    const LogCut cut(*log, share_);
    Agent agent = trial.agent();
    const Sums one = agent.replay(*log, cut.first(), trial.policy_stream(), options).sums;
    options.accepted_records = nullptr;
    if (!kept_) agent = trial.agent();
    const Sums two =
        agent.replay(*log, cut.rest(), replicate_key(trial.policy_stream(), 1), options).sums;
    rows.push_back(
        result.row(log->size(), {result.estimate(estimation::ratio_estimate(one)),
                                 result.standard_error(estimation::ratio_standard_error(one)),
                                 result.accepted(one.accepted), result.records(cut.first().size()),
                                 result.phase_2(estimation::ratio_estimate(two)),
                                 result.phase_2_error(estimation::ratio_standard_error(two)),
                                 result.phase_2_accepted(two.accepted)}));
    if (basis) {  // of phase 1
      *basis =
          estimation::basis_of_accepted(EstimateForm::ratio, *log, weighting_, weights, records);
      basis->offered = cut.first().size();
    }
  }
  estimation::Weighting weighting_;
  double share_;
  bool kept_;
};

struct Options {
  estimation::Weighting weighting;
  double share = 1.0 / 3;
  bool kept = false;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<TwoPhases>(options.weighting, options.share, options.kept);
}

const auto parameters =
    bind_parameters<Options>(group(&Options::weighting, estimation::weighting_parameters()),
                             real(&Options::share, "share", "share of the records that are phase 1")
                                 .above(0)
                                 .below(1)
                                 .source("thesis, section 4.2.1 (p. 101): the first third"),
                             choice(&Options::kept, "state", {{"fresh", false}, {"kept", true}},
                                    "what the algorithm knows at the beginning of phase 2: "
                                    "nothing, or what it learned in phase 1")
                                 .source("not stated"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "two_phases",
     .group = Group::contest_measures,
     .summary =
         "replay on the first part of a log, and again on the rest: a challenge's two scores",
     .source = "thesis section 4.2.1 (p. 101)",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Where parameters are chosen by replay: the estimate is the score on the records that "
         "choose, phase_2 the one on records that do not. Both are estimates by replay."}};

}  // namespace replaybench::evaluators::two_phases
