// The exact value of a static policy in an environment whose distribution can be written down: no
// draw, no error.
//
// Source: thesis, sections 3.2 (p. 71), 3.3 (p. 72) and 3.3.1 (p. 73; g_pi is an expectation over
// contexts and rewards); for a classification set turned into a bandit it is p0 + (p1 - p0)
// acc(pi), acc over all the rows.
//   g_pi   sum_x P(x) sum_a pi(a|x) E[r | x, a]
//
// Columns: estimate; best, the value of the policy that always takes an action of highest
// E[r | x, a]; best_action, the value of the best policy without context; uniform, the mean over all
// actions; contexts.

#include <algorithm>

#include "suite/component/registry.hpp"
#include "suite/model/enumerable_environment.hpp"
#include "suite/numeric/moments.hpp"

namespace replaybench::evaluators::policy_value {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn best = add("best");
  RowColumn best_action = add("best_action");
  RowColumn uniform = add("uniform");
  RowColumn contexts = add("contexts", Role::count);
} result{};

class PolicyValue final : public Evaluator {
 public:
  LogAssumptions assumptions() const override { return {.static_policy = true}; }
  const RowSchema& schema() const override { return result; }
  /// One row, whose step is the horizon. Throws NotApplicable when the environment cannot be
  /// enumerated, when the algorithm learns or does not give its probabilities. O(contexts x K).
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto environment = trial.environment();
    const auto* distribution = dynamic_cast<const EnumerableEnvironment*>(environment.get());
    if (!distribution)
      throw NotApplicable("policy_value: the contexts of this environment cannot be listed");
    const Agent agent = trial.agent();
    if (agent.learns())
      throw NotApplicable("policy_value: the algorithm learns: it has no one value");
    if (!agent.has_probabilities()) {
      throw NotApplicable(
          "policy_value: the policy does not give the probabilities of its choices");
    }
    const Action actions = environment->action_count();
    std::vector<double> choice(actions);
    std::vector<numeric::Sum> of_action(actions);
    numeric::Sum value;
    numeric::Sum best;
    for (std::size_t i = 0; i < distribution->context_count(); ++i) {
      const double p = distribution->context_probability(i);
      agent.probabilities(distribution->context_at(i), ActionSet::all(actions), choice);
      double highest = distribution->reward_probability(i, 0);
      for (Action a = 0; a < actions; ++a) {
        const double reward = distribution->reward_probability(i, a);
        if (choice[a] > 0) value.add(p * choice[a] * reward);
        of_action[a].add(p * reward);
        highest = std::max(highest, reward);
      }
      best.add(p * highest);
    }
    double best_action = of_action[0].value();
    numeric::Sum uniform;
    for (const numeric::Sum& sum : of_action) {
      best_action = std::max(best_action, sum.value());
      uniform.add(sum.value() / actions);
    }
    rows.push_back(result.row(
        trial.horizon(),
        {result.estimate(value.value()), result.best(best.value()), result.best_action(best_action),
         result.uniform(uniform.value()), result.contexts(distribution->context_count())}));
  }
};

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "policy_value",
     .group = Group::simulators,
     .summary = "the exact value of a static policy where all contexts can be listed",
     .source = "thesis, sections 3.2 (p. 71), 3.3 (p. 72) and 3.3.1 (p. 73)",
     .parameters = {}},
    {.make = [](const Parameters&) -> std::shared_ptr<const Evaluator> {
       return std::make_shared<PolicyValue>();
     },
     .applicability =
         "Static policies that give their probabilities, in finite environments: tabular, "
         "classification, and noisy_rewards over these. The ground truth, without error.",
     .properties = {.plays_environment = true}}};

}  // namespace replaybench::evaluators::policy_value
