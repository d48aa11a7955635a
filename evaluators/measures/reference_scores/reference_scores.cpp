#include "evaluators/measures/reference_scores/reference_scores.hpp"

#include <algorithm>
#include <limits>

namespace replaybench::evaluators::reference_scores {

namespace {

const ReferenceScoreColumns result{};

}  // namespace

const RowSchema& ReferenceScores::schema() const { return result; }

void ReferenceScores::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
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
      const double score = environment->expected_reward(context, actions[i], Knowledge::posterior);
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
