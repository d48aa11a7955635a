// Importance-resampled BRED: bootstrapped replay of a log whose logging policy was not uniform but
// is known. Records are drawn with a probability in proportion to 1 / p; otherwise it is BRED.
//
// Source: ours. BRED: thesis algorithm 12 (section 5.3.2, p. 126) and resampled_replay.hpp; the
// draws: suite/estimation/importance.hpp (also with pools and their expansion). The
// thesis weights accepted records by 1 / p (section 3.6.1, p. 89), which is right for static policies
// and wrong for learners (theorems 10 and 11): a weight corrects the estimate but not the history. This
// evaluator corrects the history.
//
// Theorem. Let records be independent, x ~ rho, a ~ p(. | x), r ~ P(. | x, a), with p(a | x) > 0 for
// every available action, p known, and finitely many values of (x, a, r). Then for every learning
// algorithm and every fixed number T of interactions the expectation, over the resamples and given
// the log, of the estimate of the first T interactions tends almost surely, as the log grows, to
// their expected mean reward in the environment. (With a fixed number of resamples the estimate
// itself keeps the variance of as many games.)
// Proof. The empirical measure of the log, each record weighted by 1 / p and the whole divided by
// its mass, tends almost surely to Q(x, a, r) proportional to rho(x) P(r | x, a), by the strong law
// for numerator and denominator: E[1{x, a, r} / p] = rho(x) P(r | x, a). Q is the law of a record of
// a uniform logging policy. With N draws, the law of the resample differs in total variation by at
// most N times the distance of the measure from Q, which tends to 0. A replay of N draws from Q until
// T are accepted has the law of T interactions (thesis, section 3.4, p. 75, theorem 2), except for the
// event that N draws do not give T, whose probability is arbitrarily small for a suitable N.
//
// Its bias for finite logs. Given the log, the resamples are another environment, whose means are the
// means of the records: mu'(x, a), of m records of (x, a), with variance sigma^2(x, a) / m.
// The value V of T interactions is a polynomial in the means, so that
//   E V(mu') - V(mu) = 1/2 sum over (x, a) of V''(x, a) sigma^2(x, a) / m(x, a) + O(1 / m^2).
// V is nearly a maximum over actions once the algorithm has learned, hence convex: the estimate is too
// high, with a bias in 1 / records of an action. An algorithm without context has one
// x. With continuous contexts m is 1: a learner that recognises the copies is overfitting as in
// BRED, the bias does not vanish without jitter, and the acceptance falls below 1; the acceptance does not
// show the other bias. Hence two alarms. `enough_effective_records` of the rarest action are 50: in
// pilot simulations (experiments/beyond/non_uniform_learners, table records) the bias is from there on
// below a third of the deviation of the estimate over logs.
// It fails with wrong propensities, with p = 0 for an action that matters, and if the environment
// changes. It does not estimate the error over logs (nor does BRED: bootstrap{of=...}).
//
// Columns: those of bred (resampled_replay.hpp), where `acceptance` is relative to a uniform
// logging policy, and effective, fewest_effective, fewest_records (importance.hpp).

#include <fmt/core.h>

#include <cmath>

#include "suite/estimation/importance.hpp"
#include "suite/estimation/resampled_replay.hpp"

namespace replaybench::evaluators::importance_bred {

namespace {

const estimation::WithSupport<estimation::PassColumns>& result() {
  static const estimation::WithSupport<estimation::PassColumns> columns;
  return columns;
}

estimation::ResampledReplayOptions by_importance(estimation::ResampledReplayOptions options) {
  options.by_importance = true;
  return options;
}

class ImportanceBred final : public Evaluator {
 public:
  explicit ImportanceBred(estimation::ResampledReplayOptions options)
      : jitters_(options.jitter.wanted()),
        replay_("importance_bred", by_importance(std::move(options))) {}

  LogAssumptions assumptions() const override { return replay_.assumptions(); }
  const RowSchema& schema() const override { return result(); }
  /// The rows of bred. B E T chooses. Throws NotApplicable without propensities, and as bred.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    std::vector<ResultRow> plain;
    replay_.evaluate(trial, plain);
    const estimation::RecordSupport support = estimation::record_support(*trial.log());
    for (const ResultRow& row : plain) rows.push_back(result().extend(row, support));
  }
  Passes passes() const override { return {.count = replay_.passes().count}; }
  std::vector<std::string> remarks(const Log& log, const Agent& agent,
                                   const ResultRow& row) const override {
    const auto& c = result();
    auto remarks = estimation::support_remarks(log, agent);
    const auto add = [&remarks](std::vector<std::string> more) {
      for (std::string& remark : more) remarks.push_back(std::move(remark));
    };
    if (std::isfinite(row[c.distinct])) {
      remarks.push_back(
          fmt::format("acceptance {:.3f} of what uniform logging gives; {:.1f} % of the records "
                      "were learned from, each {:.1f} times",
                      row[c.acceptance], 100 * row[c.distinct], row[c.copies]));
    }
    if (row[c.empty] > 0) {
      remarks.push_back(
          fmt::format("{:.0f} resamples accepted nothing and count as 0", row[c.empty]));
    }
    add(estimation::importance_acceptance_remarks(log, agent, row[c.acceptance]));
    add(estimation::no_interval_remarks("importance_bred", agent, row));
    if (!agent.learns()) {
      remarks.push_back(
          "a static policy: red_inf{weights=\"propensity\"} gives the same without the noise of "
          "resampling");
    } else if (log.dimension > 1 && agent.uses_contexts() && !jitters_) {
      remarks.push_back(
          "no jitter: an algorithm that uses the features overfits the copies of each record. "
          "Compare with importance_t_bred");
    }
    return remarks;
  }

 private:
  bool jitters_;
  estimation::ResampledReplay replay_;
};

std::shared_ptr<const Evaluator> make(const estimation::ResampledReplayOptions& options) {
  estimation::require_consistent("importance_bred", options);
  return std::make_shared<ImportanceBred>(options);
}

const auto parameters = estimation::resampled_replay_parameters(/*by_importance=*/true);

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "importance_bred",
     .group = Group::bred,
     .is_core = true,
     .summary = "BRED on a skewed log: draws in proportion to 1/propensity",
     .source = "ours; BRED: thesis algorithm 12 (section 5.3.2, p. 126)",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described(),
     .aliases = "ir_bred"},
    {.make = parameters.factory(make),
     .applicability = "Any algorithm on a log with known propensities above 0, from an environment "
                      "that does not change: the reward of as many interactions as the log has "
                      "records. Too high with fewer than about 50 effective records behind an "
                      "action, and, with features and without jitter, by overfitting."}};

}  // namespace replaybench::evaluators::importance_bred
