#include "evaluators/world/world.hpp"

#include "evaluators/checkpoints.hpp"
#include "evaluators/tally_estimates.hpp"

namespace replaybench::evaluators {

std::vector<std::string> WorldPlay::columns() const {
  return {"estimate", "standard_error", "accepted", "records", "expected"};
}

void WorldPlay::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  if (trial.horizon() == 0) throw NotApplicable("direct play needs a horizon");
  const auto add_row = [&](const Sums& sums) {
    const double n = static_cast<double>(sums.accepted);
    rows.push_back({sums.records,
                    {ratio_estimate(sums), ratio_standard_error(sums), n,
                     static_cast<double>(sums.records), sums.expected / n}});
  };
  const auto world = trial.world();
  Agent agent = trial.agent();
  const Tally tally = agent.play(*world, trial.horizon(), trial.policy(), checkpoints_);
  if (checkpoints_.empty()) {
    add_row(tally.sums);
  } else {
    for (const Sums& sums : tally.curve) add_row(sums);
  }
}

namespace world {

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "world",
     .summary = "direct play against the simulator: the ground truth",
     .source = "thesis algorithm 4, l. 844",
     .parameters = {integers("checkpoints", {},
                             "steps at which to give a row; empty: the horizon alone")
                        .at_least(1)}},
    [](const Parameters& parameters) -> std::shared_ptr<const Evaluator> {
      return std::make_shared<WorldPlay>(read_checkpoints("world", parameters));
    },
    "Simulators: the ground truth."};

}  // namespace world

}  // namespace replaybench::evaluators
