// Direct play against the simulator: the ground truth that the other evaluators estimate.
//
// Source: thesis algorithm 4 (section 1.4.3, p. 21).
//   T     the horizon, or a checkpoint
//   r_t   reward at step t
// estimate = g_A(T) = (1/T) sum_{t <= T} r_t.
// Columns: estimate; standard_error (sample standard deviation of the rewards over sqrt(T): right
// for a static policy, for a learning one the rewards are neither alike nor independent); accepted
// and records (both T); expected, the mean over t of E[r | context, chosen action]: the same
// expectation as the estimate, without the noise of the rewards.

#include <vector>

#include "suite/component/registry.hpp"
#include "suite/estimation/checkpoints.hpp"
#include "suite/estimation/tally_estimates.hpp"

namespace replaybench::evaluators::online {

namespace {

const struct : RowSchema {
  RowColumn estimate = add(Role::estimate);
  RowColumn standard_error = add(Role::standard_error);
  RowColumn accepted = add(Role::accepted);
  RowColumn records = add(Role::records);
  RowColumn expected = add(Role::expected);
} result{};

class OnlinePlay final : public Evaluator {
 public:
  /// `checkpoints`: increasing steps at which to give a row; empty means only the horizon.
  explicit OnlinePlay(std::vector<std::uint64_t> checkpoints)
      : checkpoints_(std::move(checkpoints)) {}

  const RowSchema& schema() const override { return result; }
  /// A row for each checkpoint up to the horizon. Throws NotApplicable on a file, or without a
  /// horizon.
  void evaluate(Trial& trial, std::vector<ResultRow>& rows) const override {
    const auto environment = trial.environment();
    if (trial.horizon() == 0) throw NotApplicable("direct play needs a horizon");
    const auto add_row = [&](const Sums& sums) {
      const double n = static_cast<double>(sums.accepted);
      rows.push_back(result.row(
          sums.records,
          {result.estimate(estimation::ratio_estimate(sums)),
           result.standard_error(estimation::ratio_standard_error(sums)), result.accepted(n),
           result.records(sums.records), result.expected(sums.expected / n)}));
    };
    Agent agent = trial.agent();
    const Tally tally =
        agent.play(*environment, trial.horizon(), trial.policy_stream(), checkpoints_);
    if (checkpoints_.empty()) {
      add_row(tally.sums);
    } else {
      for (const Sums& sums : tally.curve) add_row(sums);
    }
  }

 private:
  std::vector<std::uint64_t> checkpoints_;
};

struct Options {
  std::vector<std::uint64_t> checkpoints;
};

std::shared_ptr<const Evaluator> make(const Options& options) {
  estimation::require_increasing("online", options.checkpoints);
  return std::make_shared<OnlinePlay>(options.checkpoints);
}

const auto parameters = bind_parameters<Options>(estimation::checkpoints_parameter(
    &Options::checkpoints, "steps at which to give a row; empty: the horizon alone"));

}  // namespace

extern const EvaluatorDescription description;
const EvaluatorDescription description{
    {.name = "online",
     .group = Group::simulators,
     .is_core = true,
     .summary = "direct play against the simulator: the ground truth",
     .source = "thesis algorithm 4 (section 1.4.3, p. 21)",
     .revision = 2,  // exact sums: other last bits
     .parameters = parameters.described(),
     .aliases = "direct_play; live"},
    {.make = parameters.factory(make),
     .applicability = "Simulators: the ground truth.",
     .properties = {.plays_environment = true, .is_default_for = DefaultFor::live_play}}};

}  // namespace replaybench::evaluators::online
