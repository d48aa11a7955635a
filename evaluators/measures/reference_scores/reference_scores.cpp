// Reference scores of a simulator: the best policy, the best single action, a uniform choice.
//
// Source: thesis, section 5.5.3 (p. 136), "the optimal policy that given a context chooses the best
// possible action"; the other references are ours.
// Plays no algorithm. At every step of the environment that the algorithms meet in `online` it asks
// the model for the best action, so it is right also if the environment changes with time (the
// algorithm best_policy, which knows an environment that stands still, is not).
// Columns:
//   estimate     mean reward of the best policy: at each step the action with the highest expected
//                reward given the features (Knowledge::posterior); ties to the lowest
//   expected     the same without the noise of the rewards
//   best_fixed   mean expected reward of the best single action in hindsight; NaN with pools
//   uniform      mean expected reward of a uniform choice among the available actions

#include <algorithm>
#include <limits>

#include "suite/component/reference_evaluator.hpp"

namespace replaybench::evaluators::reference_scores {

namespace {

const ReferenceScoreColumns result{};

class ReferenceScores final : public ReferenceEvaluator {
 public:
  const RowSchema& schema() const override { return result; }
  /// One row, at the horizon. O(horizon * actions) expectations. Throws NotApplicable on a file or
  /// without a horizon.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto environment = trial.environment();
    if (trial.horizon() == 0) throw NotApplicable("reference scores need a horizon");
    std::vector<double> fixed(environment->action_count(), 0);
    double reward = 0;
    double expected = 0;
    double uniform = 0;
    for (std::uint64_t t = 0; t < trial.horizon(); ++t) {
      environment->observe(t);
      const Context context = environment->context();
      const ActionSet actions = environment->actions();
      Action best = actions[0];
      double best_score = -std::numeric_limits<double>::infinity();
      double sum = 0;
      for (Action i = 0; i < actions.size(); ++i) {
        const double score =
            environment->expected_reward(context, actions[i], Knowledge::posterior);
        if (score > best_score) {
          best = actions[i];
          best_score = score;
        }
        const double full = environment->expected_reward(context, actions[i], Knowledge::full);
        fixed[actions[i]] += full;
        sum += full;
      }
      reward += environment->reward(best);
      expected += environment->expected_reward(context, best, Knowledge::full);
      uniform += sum / actions.size();
    }
    const double n = static_cast<double>(trial.horizon());
    const double best_fixed = environment->has_pools()
                                  ? std::numeric_limits<double>::quiet_NaN()
                                  : *std::max_element(fixed.begin(), fixed.end()) / n;
    rows.push_back(
        result.row(trial.horizon(), {result.estimate(reward / n), result.expected(expected / n),
                                     result.best_fixed(best_fixed), result.uniform(uniform / n)}));
  }
};

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "reference_scores",
     .group = Group::policy_measures,
     .summary = "best policy, best single action and uniform choice of a simulator, whatever the "
                "algorithm",
     .source = "thesis, section 5.5.3 (p. 136): the optimal policy",
     .parameters = {}},
    {.make = [](const Parameters&) -> std::shared_ptr<const Evaluator> {
       return std::make_shared<ReferenceScores>();
     },
     .applicability = "Simulators: what the scores of algorithms are compared with.",
     .properties = {.estimates_value = false, .plays_environment = true}}};

}  // namespace replaybench::evaluators::reference_scores
