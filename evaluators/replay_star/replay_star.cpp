// Replay*: the same pass as replay, but the sum of revealed rewards is divided by the expected number
// of accepted records, not by the actual number.
//
// Source: thesis, section 3.5.2 (p. 77); with a known logging policy in sections 3.6.1 (p. 89) and
// 3.6.2 (p. 91); with a changing pool in section 3.7.2 (p. 97).
//   T     records of the log
//   V_t   1 if record t was accepted, otherwise 0
//   K     actions
//   K_t   actions available at record t
//   p_t   probability with which the log's policy took the logged action
//   tau   clip
//   w_t   weight: K (weights = none), K_t (pool_size) or 1 / max(p_t, tau) (propensity)
// estimate = (1/T) sum V_t w_t r_t, and 0 on an empty log. It can exceed the largest reward.
// Without bias for a static policy (theorem 4), except for clipping: that takes
// E_x sum_a pi(a|x) E[r|x,a] max(0, 1 - p(a|x)/tau) away.
//
// Columns: estimate; standard_error, the sample standard deviation of V_t w_t r_t over all T
// records over sqrt(T); accepted; records; reward_sum, the sum of V_t w_t r_t.

#include "suite/component/basis_evaluator.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/known_policy.hpp"
#include "suite/estimation/record_weights.hpp"
#include "suite/estimation/replay_basis.hpp"
#include "suite/model/counted_replay.hpp"

namespace replaybench::evaluators::replay_star {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
  RowColumn reward_sum = add(Role::reward_sum);
} result{};

class ReplayStar final : public BasisEvaluator {
 public:
  explicit ReplayStar(estimation::Weighting weighting) : weighting_(weighting) {}

  LogAssumptions assumptions() const override {
    return estimation::weighting_assumptions(weighting_);
  }
  const RowSchema& schema() const override { return result; }
  Passes passes() const override { return {.count = 1, .counts_records = true}; }
  /// Reports whether red_inf would use more of the log.
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    auto remarks = estimation::remark_on_frequencies(weighting_);
    for (std::string& remark : estimation::remark_on_known_policy(
             log, agent, row[result.accepted],
             "red_inf" + estimation::weighting_text(weighting_, "star=true"))) {
      remarks.push_back(std::move(remark));
    }
    return remarks;
  }

 private:
  /// One row whose step is the size of the log. Throws NotApplicable when the pool changes and
  /// weights = none: there is no K then (thesis, section 3.7.2, p. 97). O(T) chooses.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const override {
    const auto log = trial.log();
    if (weighting_.kind == estimation::WeightKind::none && log->has_pools()) {
      throw NotApplicable("the pool of actions changes: replay_star needs weights = \"pool_size\"");
    }
    const std::vector<double> weights = estimation::record_weights(*log, weighting_);
    ReplayOptions options;
    options.weights = weights;
    std::vector<std::uint32_t> records;
    if (basis) options.accepted_records = &records;
    Agent agent = trial.agent();
    Sums sums =
        counted_replay(agent, *log, Schedule::in_order(*log), trial.policy_stream(), options).sums;

    const double factor = weighting_.kind == estimation::WeightKind::none ? log->action_count : 1;
    const double n = static_cast<double>(log->size());
    const double sum = factor * sums.reward();
    sums.terms.add_unused(log->size() - sums.accepted);
    const double error = factor * sums.terms.combine(terms::Combination::mean).standard_error;
    rows.push_back(result.row(
        log->size(), {result.estimate(log->size() == 0 ? 0 : sum / n), result.standard_error(error),
                      result.accepted(sums.accepted), result.records(n), result.reward_sum(sum)}));
    if (basis) {
      *basis =
          estimation::basis_of_accepted(EstimateForm::mean, *log, weighting_, weights, records);
    }
  }
  estimation::Weighting weighting_;
};

std::shared_ptr<const Evaluator> make(const estimation::Weighting& weighting) {
  return std::make_shared<ReplayStar>(weighting);
}

const auto parameters = estimation::weighting_parameters();

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "replay_star",
     .group = Group::replay,
     .summary = "revealed rewards over the expected number of accepted records",
     .source = "thesis, section 3.5.2 (p. 77)",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability =
         "Static policies on a log of uniformly random actions, or with known propensities."}};

}  // namespace replaybench::evaluators::replay_star
