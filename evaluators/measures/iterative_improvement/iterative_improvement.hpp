#pragma once
// Iterative improvements: a loop that puts a policy online, randomised, and picks the next one by
// what was logged. The thesis proposes it and does not run it.
//
// Source: thesis section 5.8.1 (p. 169), sections 5.8.2 (p. 171), 5.8.3 (p. 177) and 5.8.4 (p. 179)
// and figure 5.10 (section 5.9.1, p. 181); the figure's boxes are not in the text. A round:
//   1  the current policy pi, randomised (randomised_policy.hpp), plays `records` interactions; the
//      log has its propensities
//   2  candidates: the trial's algorithm as it is after all logs so far ("all"), after the last log
//   alone
//      ("last"), frozen; and pi itself
//   3  each is valued by RED*_inf (star) or RED_inf, weighted by 1/propensity, on the last log
//   4  with a bootstrap interval (B-RED*_inf)
//   5  the rule chooses:
//        lower_bound  of the new candidates whose lower end is above pi's estimate the one with the
//                     highest lower end; otherwise pi stays ("minimum risk", section 5.8.1, p. 169)
//        difference   the same for the interval of the difference to pi on the same records, above
//        0
//        estimate     the highest estimate, pi's among them: the risky way
//   6  again, with the chosen policy
// The first policy is the uniform one. A single round is "one-shot" uniform logging.
//
// Our readings:
//   - split: the first half of each log teaches, the second values. So given the past a candidate's
//     estimate has no bias (star), for any training records. Without the split the algorithm has
//     seen the rewards that value it. What is left is the choice of the best of three estimates.
//   - Values come only from the last log. Earlier logs, of other policies, would add records of
//     large weight, and have already chosen pi once.
//   - lower_bound compares an interval with a point, as the thesis's text suggests: the error of
//     pi's own estimate is left out, and that it is nearly the same error is not made use of.
//     `difference` does both.
//   - "last" is not there in the first round.
// The policies are static and the environment must be (section 5.8.2, p. 171).
//
// Columns, one row a round:
//   estimate, standard_error, low, high   of the chosen policy (not randomised)
//   truth          its expected reward, on `contexts` fresh contexts, the same in all rounds
//   online         mean reward of the round's log
//   cost           truth of the policy online less what its randomised form earns on those contexts
//   uniform, best  the same of the uniform policy, and of the best choice given the features
//   changed        1 where the policy was changed, else 0
//   worse, gain    whether the truth fell (1 or 0) and what it rose by, at a change; NaN without
//   current_acceleration  Gamma of the estimate of the policy online
// and of the candidate "all", chosen or not:
//   candidate, candidate_error, candidate_squared_error   its estimate, that less its truth, the
//   square
//   candidate_width, candidate_covered   high - low; whether the truth is between
//   candidate_acceleration, candidate_gain   Gamma; its truth less that of the policy online

#include "evaluators/measures/iterative_improvement/randomised_policy.hpp"
#include "suite/estimation/static_replay.hpp"

namespace replaybench::evaluators::iterative_improvement {

enum class ChoiceRule { lower_bound, difference, estimate };

struct IterativeImprovementOptions {
  std::uint64_t rounds = 5;
  std::uint64_t records = 1000;     ///< at least 4
  std::uint64_t first_records = 0;  ///< of the first round; 0: `records`
  std::uint64_t contexts = 2000;
  iterative_improvement::RandomisationOptions randomisation;
  estimation::StaticReplayOptions value{.weighting = {estimation::WeightKind::propensity, 0},
                                        .star = true,
                                        .resamples = 200,
                                        .interval = estimation::IntervalMethod::percentile};
  ChoiceRule rule = ChoiceRule::lower_bound;
  bool split = true;
};

class IterativeImprovement final : public Evaluator {
 public:
  explicit IterativeImprovement(IterativeImprovementOptions options) : options_(options) {}

  const RowSchema& schema() const override;
  /// One row a round. Throws NotApplicable for a file, for an algorithm that chooses at random
  /// without giving its probabilities, and where the randomised policy leaves an action out.
  /// O(rounds (records + contexts) choices), and what red_inf costs for three policies a round.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override;
  Passes passes() const override {
    return {.count = std::max<std::uint64_t>(1, options_.value.resamples)};
  }

 private:
  IterativeImprovementOptions options_;
};

}  // namespace replaybench::evaluators::iterative_improvement
