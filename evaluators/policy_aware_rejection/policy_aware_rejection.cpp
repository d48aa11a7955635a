// Policy-aware rejection: record k is accepted with probability c pi_k / p_k, where pi_k is the
// probability with which the algorithm, in its current state, would take the logged action. No action
// is drawn.
//
// Source: one sentence of Li, Chu, Langford, Wang, "Unbiased offline evaluation of
// contextual-bandit-based news article recommendation algorithms", WSDM 2011 ("rejection
// sampling"); Dudik, Erhan, Langford, Li, "Doubly robust policy evaluation and optimization",
// Statistical Science 29, 2014, section 4, with c fixed and without a reward model.
//   c       constant
//   pi_k    the algorithm's `probabilities`
//   p_k     the log's propensity
// If c pi / p <= 1 for all records, a record is accepted with probability c for every context and
// history, and an accepted action has the distribution pi. Accepted records are therefore interactions
// of any learning algorithm, and their number is independent of them. It keeps at least as much as thinning (c = p_min): with thinning c is the same, but if pi is
// known not to exceed some number below 1, c may be larger.
// Choices of ours: without `constant`, c is the smallest propensity of the log's records, which is
// safe for every algorithm except for an action that the logging policy could have taken with less and
// never took. Where c pi / p exceeds 1 the record is accepted and counted in `exceeded`, and the
// histories are no longer exact.
//
// Draws: record i is judged by the first uniform number of step i of replicate_key(policy, 1).
//
// Columns: estimate, standard_error (as replay); accepted; records (T, or those looked at up to the
// checkpoint); constant (c); exceeded (records with c pi / p > 1).

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "suite/component/basis_evaluator.hpp"
#include "suite/component/registry.hpp"
#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/known_choice.hpp"
#include "suite/estimation/known_policy.hpp"

namespace replaybench::evaluators::policy_aware_rejection {

namespace {

const struct : estimation::HistoryColumns {
  RowColumn constant = add("constant");
  RowColumn exceeded = add("exceeded", Role::count);
} rejection{};

// c pi / p of exactly 1 may be computed as a little more.
constexpr double roundoff = 1e-12;
constexpr double few_accepted = 100;  // below, an estimate is hardly useful

class PolicyAwareRejection final : public BasisEvaluator {
 public:
  /// `constant` in [0, inf); 0 means the log's smallest propensity. `checkpoints` increase.
  PolicyAwareRejection(double constant, std::vector<std::uint64_t> checkpoints)
      : constant_(constant), checkpoints_(std::move(checkpoints)) {}

  const RowSchema& schema() const override { return rejection; }
  /// Reports whether the histories are exact, and how many interactions the estimate covers.
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    std::vector<std::string> remarks;
    if (row[rejection.exceeded] > 0) {
      remarks.push_back(
          fmt::format("c pi / p exceeded 1 at {:.0f} of {} records, with c = {:.3g}: these were "
                      "accepted always, the histories are not exact, and the estimate is biased. A "
                      "smaller constant is exact",
                      row[rejection.exceeded], log.size(), row[rejection.constant]));
    }
    if (agent.learns() && row[rejection.accepted] < few_accepted) {
      remarks.push_back(
          fmt::format("few records are accepted because the smallest propensity is c = {:.3g}; "
                      "replay_thinned{{minimum_propensity=...}} accepts more if actions below that "
                      "may be left out, and importance_t_bred needs no acceptance",
                      row[rejection.constant]));
    }
    for (auto& remark : estimation::remark_on_known_policy(log, agent, row[rejection.accepted],
                                                           "red_inf{weights=\"propensity\"}")) {
      remarks.push_back(std::move(remark));
    }
    return remarks;
  }

 private:
  /// One row whose step is the size of the log, or one for each checkpoint that was reached, whose
  /// step it is. Throws NotApplicable without propensities, and for an algorithm that does not give
  /// its probabilities. O(T) times the cost of probabilities.
  void run(Trial& trial, std::vector<ResultRow>& rows, EstimateBasis* basis) const override {
    const auto log = trial.log();
    estimation::require_propensities("policy_aware_rejection", *log);
    Agent agent = trial.agent();
    estimation::ChoiceDistribution choice("policy_aware_rejection", *log, agent);
    const double constant =
        constant_ > 0 || log->size() == 0
            ? constant_
            : *std::min_element(log->propensities.begin(), log->propensities.end());
    const StreamKey judge = replicate_key(trial.policy_stream(), 1);
    estimation::History history(checkpoints_, basis != nullptr);
    ContextReader contexts(*log);
    std::uint64_t exceeded = 0;
    for (std::size_t i = 0; i < log->size(); ++i) {
      const Record record = contexts.record(i);
      const auto probabilities = choice.of(agent, record.context, record.actions);
      const double pi = probabilities[record.actions.place_of(record.action)];
      const double ratio = constant * pi / record.propensity;
      exceeded += ratio > 1 + roundoff;
      if (Draws(judge, i).uniform() >= ratio) continue;
      history.accept(static_cast<std::uint32_t>(i), record.reward, i + 1);
      agent.update(record.context, record.actions, record.action, record.reward);
      choice.forget();
    }
    history.for_each_row(log->size(), log->size(), [&](std::uint64_t step, const Sums& sums) {
      rows.push_back(
          rejection.row(step, {rejection.estimate(estimation::ratio_estimate(sums)),
                               rejection.standard_error(estimation::ratio_standard_error(sums)),
                               rejection.accepted(sums.accepted), rejection.records(sums.records),
                               rejection.constant(constant), rejection.exceeded(exceeded)}));
    });
    if (basis) *basis = history.basis(*log);
  }
  double constant_;
  std::vector<std::uint64_t> checkpoints_;
};

struct Options {
  double constant = 0;
  std::vector<std::uint64_t> checkpoints;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  estimation::require_increasing("policy_aware_rejection", options.checkpoints);
  return std::make_shared<PolicyAwareRejection>(options.constant, options.checkpoints);
}

const auto parameters = bind_parameters<Options>(
    real(&Options::constant, "constant",
         "c: a record is accepted with probability min(1, c pi / p); 0: the log's smallest p, "
         "which is safe for every algorithm")
        .at_least(0)
        .finite(),
    estimation::checkpoints_parameter(
        &Options::checkpoints,
        "numbers of accepted records at which to give a row; empty: the end"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "policy_aware_rejection",
     .group = Group::replay,
     .summary = "accepts a record with probability c pi / p: exact histories of a learner",
     .source = "Li et al. 2011: rejection sampling; Dudik et al. 2014, with c fixed",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described()},
    {.make = parameters.factory(make),
     .applicability = "Algorithms that give their probabilities, on a log with known propensities. "
                      "A learner is followed for c T interactions only.",
     .properties = {.on_known_propensities = "policy_aware_rejection for a policy that learns"}}};

}  // namespace replaybench::evaluators::policy_aware_rejection
