// The ideal experiment, with which replay is compared: T/K interactions with the environment, as
// many as replay retains of T uniformly logged records on average.
//
// Source: thesis, sections 3.5.4 (p. 81) and 3.5.6 (p. 83) and table 3.1.
//   T   the horizon: records of the log that replay would read
//   K   actions
// estimate = g_environment(T/K) = (K/T) sum_{t <= T/K} r_t.
// Deviations: the thesis treats T/K as an integer. Here n = floor(T/K) steps are played and their
// sum is divided by n: without bias for every T, and equal to the print if K divides T (the
// printed factor K/T would be too small by (T mod K)/T elsewhere).
// Columns of `online`; the row's step is T.

#include "suite/component/registry.hpp"
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

class ShortOnlinePlay final : public Evaluator {
 public:
  const RowSchema& schema() const override { return result; }
  /// One row. Throws NotApplicable on a file, or when the horizon is below the number of actions.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto environment = trial.environment();
    const std::uint64_t steps = trial.horizon() / environment->action_count();
    if (steps == 0) throw NotApplicable("the horizon is below the number of actions");
    Agent agent = trial.agent();
    const Sums sums = agent.play(*environment, steps, trial.policy_stream()).sums;
    const double n = static_cast<double>(steps);
    rows.push_back(
        result.row(trial.horizon(),
                   {result.estimate(estimation::ratio_estimate(sums)),
                    result.standard_error(estimation::ratio_standard_error(sums)),
                    result.accepted(n), result.records(n), result.expected(sums.expected / n)}));
  }
};

}  // namespace

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
