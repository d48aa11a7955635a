#include "evaluators/ideal/ideal.hpp"

#include "evaluators/tally_estimates.hpp"

namespace replaybench::evaluators {

std::vector<std::string> IdealExperiment::columns() const {
  return {"estimate", "standard_error", "accepted", "records", "expected"};
}

void IdealExperiment::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto world = trial.world();
  const std::uint64_t steps = trial.horizon() / world->action_count();
  if (steps == 0) throw NotApplicable("the horizon is below the number of actions");
  Agent agent = trial.agent();
  const Sums sums = agent.play(*world, steps, trial.policy()).sums;
  const double n = static_cast<double>(steps);
  rows.push_back({trial.horizon(),
                  {ratio_estimate(sums), ratio_standard_error(sums), n, n, sums.expected / n}});
}

namespace ideal {

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "ideal",
     .summary = "direct play for horizon/K steps: as many as replay retains on average",
     .source = "thesis l. 2086 and table 3.1",
     .parameters = {}},
    [](const Parameters&) -> std::shared_ptr<const Evaluator> {
      return std::make_shared<IdealExperiment>();
    },
    "Simulators: the ground truth of what replay estimates."};

}  // namespace ideal

}  // namespace replaybench::evaluators
