#include "evaluators/online_short/online_short.hpp"

#include "suite/estimation/tally_estimates.hpp"

namespace replaybench::evaluators::online_short {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
  RowColumn expected = add(Role::expected);
} result{};

}  // namespace

const RowSchema& ShortOnlinePlay::schema() const { return result; }

void ShortOnlinePlay::evaluate(Trial& trial, std::vector<ResultRow>& rows) const {
  const auto environment = trial.environment();
  const std::uint64_t steps = trial.horizon() / environment->action_count();
  if (steps == 0) throw NotApplicable("the horizon is below the number of actions");
  Agent agent = trial.agent();
  const Sums sums = agent.play(*environment, steps, trial.policy_stream()).sums;
  const double n = static_cast<double>(steps);
  rows.push_back(
      result.row(trial.horizon(),
                 {result.estimate(estimation::ratio_estimate(sums)),
                  result.standard_error(estimation::ratio_standard_error(sums)), result.accepted(n),
                  result.records(n), result.expected(sums.expected / n)}));
}

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "online_short",
     .group = Group::simulators,
     .summary = "direct play for horizon/K steps: as many as replay retains on average",
     .source = "thesis, section 3.5.4 (p. 81) and table 3.1",
     .revision = 2,  // exact sums: other last bits
     .parameters = {}},
    {.make = [](const Parameters&) -> std::shared_ptr<const Evaluator> {
       return std::make_shared<ShortOnlinePlay>();
     },
     .applicability = "Simulators: the ground truth of what replay estimates.",
     .properties = {.plays_environment = true}}};

}  // namespace replaybench::evaluators::online_short
