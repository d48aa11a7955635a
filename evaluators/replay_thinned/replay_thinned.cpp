#include "evaluators/replay_thinned/replay_thinned.hpp"

#include <algorithm>

#include "suite/component/basis_evaluator.hpp"
#include "suite/estimation/known_policy.hpp"
#include "suite/estimation/known_propensities.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/estimation/tally_estimates.hpp"
#include "suite/model/counted_replay.hpp"
#include "suite/model/passed_records.hpp"

namespace replaybench::evaluators::replay_thinned {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
  RowColumn kept = add("kept", Role::count);
} result{};

}  // namespace

std::vector<std::uint32_t> thinned_records(const Log& log, double minimum_propensity,
                                           StreamKey draws) {
  std::vector<std::uint32_t> kept;
  if (log.size() == 0) return kept;
  const double p_min = minimum_propensity > 0
                           ? minimum_propensity
                           : *std::min_element(log.propensities.begin(), log.propensities.end());
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (Draws(draws, i).uniform() < p_min / log.propensities[i]) {
      kept.push_back(static_cast<std::uint32_t>(i));
    }
  }
  return kept;
}

namespace {

class ReplayThinned final : public BasisEvaluator {
 public:
  /// 0: the smallest propensity of the log.
  explicit ReplayThinned(double minimum_propensity) : minimum_propensity_(minimum_propensity) {}

  const RowSchema& schema() const override { return result; }
  Passes passes() const override { return {.count = 1, .counts_records = true}; }
  /// Reports whether red_inf would use more of the log.
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    return estimation::remark_on_known_policy(log, agent, row[result.accepted],
                                              "red_inf{weights=\"propensity\"}");
  }

 private:
  /// One row whose step is the size of the log. Throws NotApplicable without propensities. O(T).
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const override {
    const auto log = trial.log();
    estimation::require_propensities("replay_thinned", *log);
    const auto kept =
        thinned_records(*log, minimum_propensity_, replicate_key(trial.policy_stream(), 1));
    Agent agent = trial.agent();
    count_passed(log->size() - kept.size());
    ReplayOptions options;
    std::vector<std::uint32_t> records;
    if (basis) options.accepted_records = &records;
    const Sums sums = counted_replay(agent, *log, kept, trial.policy_stream(), options).sums;
    rows.push_back(result.row(
        log->size(),
        {result.estimate(estimation::ratio_estimate(sums)),
         result.standard_error(estimation::ratio_standard_error(sums)),
         result.accepted(sums.accepted), result.records(log->size()), result.kept(kept.size())}));
    if (basis) *basis = estimation::basis_of_accepted(EstimateForm::ratio, *log, {}, {}, records);
  }
  double minimum_propensity_;
};

struct Options {
  double minimum_propensity = 0;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  return std::make_shared<ReplayThinned>(options.minimum_propensity);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::minimum_propensity, "minimum_propensity",
         "a record is kept with probability this / p; 0: the log's smallest p")
        .at_least(0)
        .at_most(1));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "replay_thinned",
     .group = Group::replay,
     .is_core = true,
     .summary = "replay on a log thinned to uniform choices by rejection",
     .source = "Li et al. 2011: rejection sampling",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Any algorithm on a log with known propensities; the fewer records it keeps, "
                      "the less uniform the logging policy was.",
     .properties = {.on_known_propensities = "replay_thinned for a policy that learns"}}};

}  // namespace replaybench::evaluators::replay_thinned
